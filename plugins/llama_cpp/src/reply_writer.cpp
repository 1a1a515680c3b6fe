#include "reply_writer.h"

#include <algorithm>

namespace geniex::llama {

const char* ReplyWriter::write(int32_t token) {
    const std::string piece = vocabulary_.visible_piece(token);
    const std::string text = stops_.feed(piece);
    // The stop token itself does not count as generated.
    if (!stops_.matched()) {
        ++generated_;
        tokens_.push_back(token);
    }
    held_back_ += piece.size();
    held_back_ -= std::min(held_back_, text.size());
    shown_behind_ += text.size();
    if (!text.empty() && !sink_.write(text.data(), text.size())) refused_ = true;
    if (stops_.matched()) return "stop_sequence";
    if (held_back_ == 0) {
        whole_tokens_ = tokens_.size();
        shown_behind_ = 0;
    }
    return refused_ ? "user" : nullptr;
}

void ReplyWriter::finish() {
    if (!refused_) {
        const std::string held = stops_.flush();
        held_back_ -= std::min(held_back_, held.size());
        if (!held.empty()) sink_.write(held.data(), held.size());
    }
    // Tokens are handed out only as far as they stand for the text that was.
    if (held_back_ > 0) tokens_.resize(shown_behind_ == 0 ? whole_tokens_ : 0);
}

}  // namespace geniex::llama
