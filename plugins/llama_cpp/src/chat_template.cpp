#include "chat_template.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <common/json.h>

namespace geniex::llama {

namespace {

std::string or_empty(const char* text) { return text != nullptr ? text : ""; }

std::string configured_source(const geniex_ModelConfig& config) {
    if (config.chat_template_content != nullptr && config.chat_template_content[0] != '\0') {
        return config.chat_template_content;
    }
    if (config.chat_template_path == nullptr) return {};
    std::ifstream file(config.chat_template_path, std::ios::binary);
    std::ostringstream text;
    if (file) text << file.rdbuf();
    return text.str();
}

/// What messages of both kinds have in common.
template <typename Message>
Turn without_content(const Message& message) {
    Turn turn;
    turn.message.role = or_empty(message.role);
    turn.message.tool_call_id = or_empty(message.tool_call_id);
    turn.message.tool_name = or_empty(message.tool_name);
    for (int32_t t = 0; t < message.tool_call_count; ++t) {
        const geniex_ToolCall& call = message.tool_calls[t];
        if (call.name == nullptr || call.name[0] == '\0') continue;
        const std::string arguments = or_empty(call.arguments);
        turn.message.tool_calls.push_back({call.name, arguments.empty() ? "{}" : arguments, or_empty(call.id)});
    }
    return turn;
}

}  // namespace

Turns to_turns(const geniex_LlmChatMessage* messages, int32_t count) {
    Turns turns;
    turns.reserve(static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
        Turn turn = without_content(messages[i]);
        turn.message.content = or_empty(messages[i].content);
        turns.push_back(std::move(turn));
    }
    return turns;
}

Turns to_turns(const geniex_VlmChatMessage* messages, int32_t count) {
    Turns turns;
    turns.reserve(static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
        Turn turn = without_content(messages[i]);
        for (int64_t part = 0; part < messages[i].content_count; ++part) {
            const geniex_VlmContent& content = messages[i].contents[part];
            const std::string text = or_empty(content.text);
            if (std::strcmp(content.type, "text") == 0) {
                turn.message.content += text;
            } else {
                turn.media.push_back({modality_of(content.type), text, turn.message.content.size()});
            }
        }
        turns.push_back(std::move(turn));
    }
    return turns;
}

ChatMessages messages_of(const Turns& turns) {
    ChatMessages messages;
    messages.reserve(turns.size());
    for (const Turn& turn : turns) messages.push_back(turn.message);
    return messages;
}

ChatTemplate::ChatTemplate(const llama_model* model, bool has_bos, const geniex_ModelConfig& config)
    : has_bos_(has_bos) {
    try {
        templates_ = common_chat_templates_init(model, configured_source(config));
        supports_thinking_switch_ = common_chat_templates_support_enable_thinking(templates_.get());
        common_chat_msg probe;
        probe.role = "user";
        probe.content = "Hello";
        const common_chat_params params = run({probe}, {"", true, true, false});
        thinking_start_ = params.thinking_start_tag;
        if (!params.thinking_end_tags.empty()) thinking_end_ = params.thinking_end_tags.front();
    } catch (const std::exception& error) {
        failure_ = error.what();
    }
}

common_chat_params ChatTemplate::run(const ChatMessages& messages, const TemplateOptions& options) const {
    common_chat_templates_inputs inputs;
    inputs.messages = messages;
    inputs.use_jinja = true;
    inputs.add_generation_prompt = options.add_generation_prompt;
    inputs.enable_thinking = options.enable_thinking;
    if (!has_bos_) inputs.chat_template_kwargs["bos_token"] = "\"\"";  // not the engine's assumed one
    if (options.grounding) inputs.chat_template_kwargs["grounding"] = "true";
    if (!options.tools.empty()) inputs.tools = common_chat_tools_parse_oaicompat(common_json::parse(options.tools));
    return common_chat_templates_apply(templates_.get(), inputs);
}

std::string ChatTemplate::apply(const ChatMessages& messages, const TemplateOptions& options) const {
    if (!templates_) throw std::runtime_error("the chat template does not work: " + failure_);
    return run(messages, options).prompt;
}

bool ChatTemplate::opens_thinking(const std::string& prompt) const {
    if (thinking_start_.empty()) return false;
    const size_t opened = prompt.rfind(thinking_start_);
    if (opened == std::string::npos) return false;
    // Only white space may follow: a block further up is a message's, or closed.
    return prompt.find_first_not_of(" \n\r\t", opened + thinking_start_.size()) == std::string::npos;
}

}  // namespace geniex::llama
