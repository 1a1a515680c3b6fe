#include "input_checks.h"

#include <cmath>
#include <string>
#include <string_view>

#include "errors.h"
#include "utf8.h"

namespace geniex {
namespace {

int32_t invalid(const std::string& detail) { return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, detail); }

std::string element(const char* array, int64_t index) { return std::string(array) + "[" + std::to_string(index) + "]"; }

int32_t check_utf8(std::string_view text, const std::string& name) {
    const size_t bad = find_invalid_utf8(text);
    if (bad == std::string_view::npos) return GENIEX_SUCCESS;
    return invalid(name + " is not valid UTF-8 at byte " + std::to_string(bad));
}

/** An array may be null when it is empty. */
int32_t check_array(const void* array, int64_t count, const std::string& name) {
    if (count < 0) return invalid("the count of " + name + " is negative");
    if (count > 0 && array == nullptr) return fail_null(name.c_str());
    return GENIEX_SUCCESS;
}

int32_t check_texts(const char* const* texts, int32_t count, const char* name) {
    if (const int32_t code = check_paths(texts, count, name)) return code;
    for (int32_t i = 0; i < count; ++i) {
        if (const int32_t code = check_utf8(texts[i], element(name, i))) return code;
    }
    return GENIEX_SUCCESS;
}

int32_t check_sampler(const geniex_SamplerConfig& sampler) {
    const float numbers[] = {
        sampler.temperature,      sampler.top_p, sampler.min_p, sampler.repetition_penalty, sampler.presence_penalty,
        sampler.frequency_penalty};
    for (const float number : numbers) {
        if (!std::isfinite(number)) return invalid("sampler_config has a number that is not finite");
    }
    return check_text(sampler.grammar_string, "grammar_string");
}

/** What messages of both kinds have in common. */
template <typename Message>
int32_t check_message(const Message& message, const std::string& name) {
    if (message.role == nullptr) return fail_null((name + ".role").c_str());
    if (const int32_t code = check_utf8(message.role, name + ".role")) return code;
    if (const int32_t code = check_array(message.tool_calls, message.tool_call_count, name + ".tool_calls"))
        return code;
    for (int32_t i = 0; i < message.tool_call_count; ++i) {
        const geniex_ToolCall& call = message.tool_calls[i];
        for (const char* text : {call.id, call.name, call.arguments}) {
            if (const int32_t code = check_text(text, "a tool call")) return code;
        }
    }
    if (const int32_t code = check_text(message.tool_call_id, "tool_call_id")) return code;
    return check_text(message.tool_name, "tool_name");
}

int32_t check_message_array(const void* messages, int32_t count) {
    if (messages == nullptr) return fail_null("messages");
    if (count <= 0) return invalid("message_count must be positive");
    return GENIEX_SUCCESS;
}

}  // namespace

int32_t fail_null(const char* name) { return invalid(std::string(name) + " is NULL"); }

int32_t check_text(const char* text, const char* name) {
    return text == nullptr ? GENIEX_SUCCESS : check_utf8(text, name);
}

int32_t check_text(const char* text, int64_t length, const char* name) {
    if (const int32_t code = check_array(text, length, name)) return code;
    return length == 0 ? GENIEX_SUCCESS : check_utf8({text, static_cast<size_t>(length)}, name);
}

int32_t check_token_ids(const int32_t* ids, int32_t count, const char* name) { return check_array(ids, count, name); }

int32_t check_struct_size(uint32_t size, size_t expected) {
    if (size >= expected) return GENIEX_SUCCESS;
    return invalid("the structure's size is " + std::to_string(size) + ", not " + std::to_string(expected));
}

int32_t check_model_config(const geniex_ModelConfig& config) {
    const int32_t counts[] = {config.n_ctx,   config.n_threads, config.n_threads_batch,
                              config.n_batch, config.n_ubatch,  config.n_seq_max};
    for (const int32_t count : counts) {
        if (count < 0) return invalid("config has a negative count");
    }
    return check_text(config.chat_template_content, "chat_template_content");
}

int32_t check_generation_config(const geniex_GenerationConfig* config) {
    if (config == nullptr) return GENIEX_SUCCESS;
    if (const int32_t code = check_texts(config->stop, config->stop_count, "stop")) return code;
    if (const int32_t code = check_paths(config->image_paths, config->image_count, "image_paths")) return code;
    if (const int32_t code = check_paths(config->audio_paths, config->audio_count, "audio_paths")) return code;
    return config->sampler_config == nullptr ? GENIEX_SUCCESS : check_sampler(*config->sampler_config);
}

int32_t check_messages(const geniex_LlmChatMessage* messages, int32_t count) {
    if (const int32_t code = check_message_array(messages, count)) return code;
    for (int32_t i = 0; i < count; ++i) {
        const std::string name = element("messages", i);
        if (const int32_t code = check_message(messages[i], name)) return code;
        if (const int32_t code = check_text(messages[i].content, (name + ".content").c_str())) return code;
    }
    return GENIEX_SUCCESS;
}

int32_t check_messages(const geniex_VlmChatMessage* messages, int32_t count) {
    if (const int32_t code = check_message_array(messages, count)) return code;
    for (int32_t i = 0; i < count; ++i) {
        const geniex_VlmChatMessage& message = messages[i];
        const std::string name = element("messages", i);
        if (const int32_t code = check_message(message, name)) return code;
        if (const int32_t code = check_array(message.contents, message.content_count, name + ".contents")) return code;
        for (int64_t part = 0; part < message.content_count; ++part) {
            const std::string part_name = name + "." + element("contents", part);
            if (message.contents[part].type == nullptr) return fail_null((part_name + ".type").c_str());
            if (const int32_t code = check_text(message.contents[part].text, part_name.c_str())) return code;
        }
    }
    return GENIEX_SUCCESS;
}

int32_t check_and_select_input(geniex_LlmGenerateInput& input) {
    if (const int32_t code = check_array(input.input_embd, input.input_embd_count, "input_embd")) return code;
    if (const int32_t code = check_array(input.input_ids, input.input_ids_count, "input_ids")) return code;
    const bool has_embeddings = input.input_embd_count > 0;
    const bool has_ids = input.input_ids_count > 0;
    if (!has_embeddings) {
        input.input_embd = nullptr;
    } else if (input.input_embd_dim <= 0) {
        return invalid("input_embd_dim must be positive");
    }
    if (has_embeddings || !has_ids) {
        input.input_ids = nullptr;
        input.input_ids_count = 0;
    }
    if (has_embeddings || has_ids) input.prompt_utf8 = nullptr;
    if (!has_embeddings && !has_ids && input.prompt_utf8 == nullptr) {
        return invalid("there is no input: neither a prompt nor token ids nor embeddings");
    }
    return check_text(input.prompt_utf8, "prompt_utf8");
}

int32_t check_paths(const char* const* paths, int32_t count, const char* name) {
    if (const int32_t code = check_array(paths, count, name)) return code;
    for (int32_t i = 0; i < count; ++i) {
        if (paths[i] == nullptr) return fail_null(element(name, i).c_str());
    }
    return GENIEX_SUCCESS;
}

}  // namespace geniex
