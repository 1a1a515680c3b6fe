// The text of a reply on its way to the client.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "geniex/plugin.h"
#include "kv_record.h"
#include "stop_matcher.h"
#include "vocabulary.h"

namespace geniex::llama {

/// Turns tokens into text, holds back what may become a stop string, and keeps the list of
/// tokens that stand for the text that was shown.
class ReplyWriter {
 public:
    ReplyWriter(const Vocabulary& vocabulary, std::vector<std::string> stops, TextSink& sink, Tokens& tokens)
        : vocabulary_(vocabulary), stops_(std::move(stops)), sink_(sink), tokens_(tokens) {
        tokens_.clear();
    }

    /// Shows one token's text; returns the stop reason, or null to go on.
    const char* write(int32_t token);

    /// No more tokens will come: what was held back is shown, unless the client wants no more. The tokens of a
    /// reply that was `cut_off` end with a whole character, so that it can be gone on with.
    void finish(bool cut_off);

    /// Tokens so far, without those of a stop string.
    int64_t generated() const { return generated_; }

 private:
    /// Keeps count of the character that `text` ends in.
    void follow_characters(const std::string& text);

    const Vocabulary& vocabulary_;
    StopMatcher stops_;
    TextSink& sink_;
    Tokens& tokens_;
    int64_t generated_ = 0;
    bool refused_ = false;     ///< the client asked to stop
    size_t held_back_ = 0;     ///< bytes sampled but not shown yet
    size_t whole_tokens_ = 0;  ///< tokens whose text is out as a whole
    size_t shown_behind_ = 0;  ///< bytes shown behind those tokens
    size_t unfinished_ = 0;    ///< of them, those of a character at the end that is not complete
    size_t lacking_ = 0;       ///< bytes that this character lacks
};

}  // namespace geniex::llama
