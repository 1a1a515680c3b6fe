#include "prompt_renderer.h"

#include <optional>
#include <random>
#include <stdexcept>

namespace geniex::llama {

namespace {

constexpr std::string_view kMark = "\xEF\xB7\x90";  // U+FDD0, a noncharacter

/// A number such that mark + number occurs in no input.
std::string unused_prefix(const Turns& turns, const std::string& tools) {
    // Random, so that no text can be written that makes the search long.
    std::random_device random;
    for (;;) {
        const std::string prefix = std::string(kMark) + std::to_string(random()) + std::to_string(random()) + "/";
        const auto holds = [&](const std::string& text) { return text.find(prefix) != std::string::npos; };
        bool used = holds(tools);
        for (const Turn& turn : turns) {
            const common_chat_msg& message = turn.message;
            used = used || holds(message.content) || holds(message.tool_name) || holds(message.tool_call_id) ||
                   holds(message.role);
            for (const common_chat_tool_call& call : message.tool_calls) {
                used = used || holds(call.name) || holds(call.arguments) || holds(call.id);
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
        Tokens tokens;                      ///< empty = tokenize the text
        std::optional<size_t> medium = {};  ///< what stands here is no text
    };

    /// Replaces every control token spelled in `text`.
    std::string protect(const std::string& text) { return protect(text, 0, text.size()); }
    std::string protect(const std::string& whole, size_t begin, size_t end) {
        const std::string text = whole.substr(begin, end - begin);
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

    /// The content of a turn, with a placeholder for each medium.
    std::string protect_content(const Turn& turn, size_t first_medium) {
        std::string out;
        size_t done = 0;
        for (size_t i = 0; i < turn.media.size(); ++i) {
            const MediaReference& reference = turn.media[i];
            out += protect(turn.message.content, done, reference.offset);
            out += add({marker_of(Modality::kAny), {}, first_medium + i});
            done = reference.offset;
        }
        return out + protect(turn.message.content, done, turn.message.content.size());
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

PromptRenderer::Result PromptRenderer::render(const Turns& turns, const geniex_TokenSpan* contents,
                                              const TemplateOptions& options) const {
    Placeholders placeholders(vocabulary_, unused_prefix(turns, options.tools));
    ChatMessages messages = messages_of(turns);
    size_t media = 0;
    for (size_t i = 0; i < messages.size(); ++i) {
        common_chat_msg& message = messages[i];
        const geniex_TokenSpan span = contents != nullptr ? contents[i] : geniex_TokenSpan{};
        if (span.count > 0 && turns[i].media.empty()) {
            message.content = placeholders.add({message.content, Tokens(span.ids, span.ids + span.count)});
        } else {
            message.content = placeholders.protect_content(turns[i], media);
        }
        media += turns[i].media.size();
        message.tool_name = placeholders.protect(message.tool_name);
        message.tool_call_id = placeholders.protect(message.tool_call_id);
        for (common_chat_tool_call& call : message.tool_calls) {
            call.name = placeholders.protect(call.name);
            call.arguments = placeholders.protect(call.arguments);
            call.id = placeholders.protect(call.id);
        }
    }
    TemplateOptions protected_options = options;
    protected_options.tools = placeholders.protect(options.tools);

    const std::string text = template_.apply(messages, protected_options);
    Result result;
    tokenize(text, placeholders, result);
    result.text = placeholders.restore(text);
    return result;
}

void PromptRenderer::tokenize(const std::string& text, const Placeholders& placeholders, Result& out) const {
    const int32_t leading = vocabulary_.leading_token();
    if (leading >= 0) out.tokens.push_back(leading);
    const auto append = [&out](const Tokens& more) { out.tokens.insert(out.tokens.end(), more.begin(), more.end()); };
    if (placeholders.empty()) {
        append(vocabulary_.tokenize(text, false, true));
        return;
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
            tokenize_stretch(stretch, placeholders, out);
            pending = control.begin;
        }
        position = control.begin + control.length;
    }
    append(vocabulary_.tokenize(all.substr(pending), false, true));
}

void PromptRenderer::tokenize_stretch(std::string_view stretch, const Placeholders& placeholders, Result& out) const {
    std::string text;
    const auto append = [&out](const Tokens& more) { out.tokens.insert(out.tokens.end(), more.begin(), more.end()); };
    const auto append_text = [&] {
        if (!text.empty()) append(vocabulary_.tokenize(text, false, false));
        text.clear();
    };
    size_t done = 0;
    for (;;) {
        const Placeholders::Found found = placeholders.find(stretch, done);
        text += stretch.substr(done, found.begin - done);
        if (found.original == nullptr) break;
        if (found.original->medium) {
            append_text();
            out.media.push_back({out.tokens.size(), *found.original->medium});
        } else if (found.original->tokens.empty()) {
            text += found.original->text;
        } else {
            append_text();
            append(found.original->tokens);
        }
        done = found.end;
    }
    append_text();
}

}  // namespace geniex::llama
