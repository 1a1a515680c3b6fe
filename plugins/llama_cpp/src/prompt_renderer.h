// Messages rendered straight to token ids.
#pragma once

#include <string>
#include <vector>

#include "chat_template.h"
#include "geniex_ext.h"
#include "vocabulary.h"

namespace geniex::llama {

/// Renders messages so that only the template's own text can become control
/// tokens. What a person, a document or a tool wrote stays text, whatever it spells.
///
/// A template is a program over strings and tells nobody which characters of its
/// output came from where. So each control token that is spelled inside a message
/// is replaced by a placeholder before the template runs and put back as plain
/// text before that stretch is tokenized; a reply whose tokens are known travels
/// as one placeholder and comes back as those very tokens. Placeholders are made
/// of a Unicode noncharacter and digits, which no template trims, splits at or
/// changes the case of, and carry a number that no message contains.
class PromptRenderer {
 public:
    PromptRenderer(const Vocabulary& vocabulary, const ChatTemplate& chat_template)
        : vocabulary_(vocabulary), template_(chat_template) {}

    /// Where a medium stands in a prompt.
    struct Place {
        size_t position;  ///< the token that follows it
        size_t medium;    ///< counted through all turns
    };

    struct Result {
        Tokens tokens;
        std::vector<Place> media;
        std::string text;  ///< the prompt, with the messages' own text put back
    };

    /// @param contents [turns] verbatim tokens of a turn, which then has no media; may be null.
    /// @throws std::exception when the template or the tokenizer fails.
    Result render(const Turns& turns, const geniex_TokenSpan* contents, const TemplateOptions& options) const;

 private:
    class Placeholders;
    void tokenize(const std::string& text, const Placeholders& placeholders, Result& out) const;
    void tokenize_stretch(std::string_view stretch, const Placeholders& placeholders, Result& out) const;

    const Vocabulary& vocabulary_;
    const ChatTemplate& template_;
};

}  // namespace geniex::llama
