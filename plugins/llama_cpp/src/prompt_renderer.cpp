#include "prompt_renderer.h"

#include <random>
#include <stdexcept>

namespace geniex::llama {

namespace {

constexpr std::string_view kMark = "\xEF\xB7\x90";  // U+FDD0, a noncharacter

bool contains(const char* text, const std::string& needle) {
    return text != nullptr && std::string_view(text).find(needle) != std::string_view::npos;
}

/// A number such that mark + number occurs in no input.
std::string unused_prefix(const geniex_LlmRenderInput& input) {
    // Random, so that no text can be written that makes the search long.
    std::random_device random;
    for (;;) {
        const std::string prefix = std::string(kMark) + std::to_string(random()) + std::to_string(random()) + "/";
        bool used = contains(input.tools, prefix);
        for (int32_t i = 0; i < input.message_count && !used; ++i) {
            const geniex_LlmChatMessage& message = input.messages[i];
            used = contains(message.content, prefix) || contains(message.tool_name, prefix) ||
                   contains(message.tool_call_id, prefix) || contains(message.role, prefix);
            for (int32_t t = 0; t < message.tool_call_count && !used; ++t) {
                const geniex_ToolCall& call = message.tool_calls[t];
                used = contains(call.name, prefix) || contains(call.arguments, prefix) || contains(call.id, prefix);
            }
        }
        if (!used) return prefix;
    }
}

}  // namespace

/// What stands for what: "<mark>N/I<mark>" is the I-th original.
class PromptRenderer::Placeholders {
 public:
    Placeholders(const Vocabulary& vocabulary, std::string prefix)
        : vocabulary_(vocabulary), prefix_(std::move(prefix)) {}

    struct Original {
        std::string text;
        Tokens tokens;  ///< empty = tokenize the text
    };

    /// Replaces every control token spelled in `text`.
    std::string protect(const std::string& text) {
        std::string out;
        size_t done = 0;
        for (;;) {
            const Vocabulary::Match match = vocabulary_.find_control_token(text, done);
            out.append(text, done, match.begin - done);
            if (match.length == 0) return out;
            out += add({text.substr(match.begin, match.length), {}});
            done = match.begin + match.length;
        }
    }

    std::string add(Original original) {
        originals_.push_back(std::move(original));
        return prefix_ + std::to_string(originals_.size() - 1) + std::string(kMark);
    }

    bool empty() const { return originals_.empty(); }

    struct Found {
        size_t begin;
        size_t end;  ///< == begin when there is none
        const Original* original;
    };

    Found find(std::string_view text, size_t from) const {
        const size_t begin = text.find(prefix_, from);
        if (begin == std::string_view::npos) return {text.size(), text.size(), nullptr};
        const size_t digits = begin + prefix_.size();
        const size_t close = text.find(kMark, digits);
        if (close == std::string_view::npos) throw std::runtime_error("the chat template cut a message's text");
        const size_t index = std::stoul(std::string(text.substr(digits, close - digits)));
        return {begin, close + kMark.size(), &originals_.at(index)};
    }

    std::string restore(std::string_view text) const {
        std::string out;
        size_t done = 0;
        for (;;) {
            const Found found = find(text, done);
            out += text.substr(done, found.begin - done);
            if (found.original == nullptr) return out;
            out += found.original->text;
            done = found.end;
        }
    }

 private:
    const Vocabulary& vocabulary_;
    std::string prefix_;
    std::vector<Original> originals_;
};

PromptRenderer::Result PromptRenderer::render(const geniex_LlmRenderInput& input) const {
    Placeholders placeholders(vocabulary_, unused_prefix(input));
    ChatMessages messages = to_chat_messages(input.messages, input.message_count);
    for (size_t i = 0; i < messages.size(); ++i) {
        common_chat_msg& message = messages[i];
        const geniex_TokenSpan span = input.contents != nullptr ? input.contents[i] : geniex_TokenSpan{};
        if (span.count > 0) {
            message.content = placeholders.add({message.content, Tokens(span.ids, span.ids + span.count)});
        } else {
            message.content = placeholders.protect(message.content);
        }
        message.tool_name = placeholders.protect(message.tool_name);
        message.tool_call_id = placeholders.protect(message.tool_call_id);
        for (common_chat_tool_call& call : message.tool_calls) {
            call.name = placeholders.protect(call.name);
            call.arguments = placeholders.protect(call.arguments);
            call.id = placeholders.protect(call.id);
        }
    }
    const std::string tools = input.tools != nullptr ? placeholders.protect(input.tools) : std::string();

    const std::string text = template_.apply(messages, tools, input.enable_thinking, input.add_generation_prompt);
    return {tokenize(text, placeholders), placeholders.restore(text)};
}

Tokens PromptRenderer::tokenize(const std::string& text, const Placeholders& placeholders) const {
    Tokens tokens;
    const int32_t leading = vocabulary_.leading_token();
    if (leading >= 0) tokens.push_back(leading);
    const auto append = [&tokens](const Tokens& more) { tokens.insert(tokens.end(), more.begin(), more.end()); };
    if (placeholders.empty()) {
        append(vocabulary_.tokenize(text, false, true));
        return tokens;
    }
    // Cut at the template's control tokens. Stretches between two cuts that hold no
    // placeholder go through the tokenizer as it likes them, together with the tokens around.
    const std::string_view all(text);
    size_t pending = 0;  // begin of what has not been tokenized yet
    size_t position = 0;
    while (position < all.size()) {
        const Vocabulary::Match control = vocabulary_.find_control_token(all, position);
        const std::string_view stretch = all.substr(position, control.begin - position);
        if (placeholders.find(stretch, 0).original != nullptr) {
            append(vocabulary_.tokenize(all.substr(pending, position - pending), false, true));
            tokenize_stretch(stretch, placeholders, tokens);
            pending = control.begin;
        }
        position = control.begin + control.length;
    }
    append(vocabulary_.tokenize(all.substr(pending), false, true));
    return tokens;
}

void PromptRenderer::tokenize_stretch(std::string_view stretch, const Placeholders& placeholders, Tokens& out) const {
    const auto append_text = [&](const std::string& text) {
        if (text.empty()) return;
        const Tokens tokens = vocabulary_.tokenize(text, false, false);
        out.insert(out.end(), tokens.begin(), tokens.end());
    };
    std::string text;
    size_t done = 0;
    for (;;) {
        const Placeholders::Found found = placeholders.find(stretch, done);
        text += stretch.substr(done, found.begin - done);
        if (found.original == nullptr) break;
        if (found.original->tokens.empty()) {
            text += found.original->text;
        } else {
            append_text(text);
            text.clear();
            out.insert(out.end(), found.original->tokens.begin(), found.original->tokens.end());
        }
        done = found.end;
    }
    append_text(text);
}

}  // namespace geniex::llama
