#include "reply_writer.h"

#include <algorithm>

namespace geniex::llama {

namespace {

/// How many bytes follow the first one of a UTF-8 character; 0 also when none begins so.
size_t bytes_behind(unsigned char first) {
    if (first < 0xC2 || first > 0xF4) return 0;
    return first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
}

}  // namespace

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
    follow_characters(text);
    if (!text.empty() && !sink_.write(text.data(), text.size())) refused_ = true;
    if (stops_.matched()) return "stop_sequence";
    if (held_back_ == 0 && lacking_ == 0) {
        whole_tokens_ = tokens_.size();
        shown_behind_ = 0;
    }
    return refused_ ? "user" : nullptr;
}

void ReplyWriter::finish(bool cut_off) {
    if (!refused_) {
        const std::string held = stops_.flush();
        held_back_ -= std::min(held_back_, held.size());
        shown_behind_ += held.size();
        follow_characters(held);
        if (!held.empty()) sink_.write(held.data(), held.size());
    }
    // Tokens are handed out only as far as they stand for the text that was.
    const bool ends_within = held_back_ > 0 || (cut_off && lacking_ > 0);
    if (ends_within) tokens_.resize(shown_behind_ == unfinished_ ? whole_tokens_ : 0);
}

void ReplyWriter::follow_characters(const std::string& text) {
    for (const char byte : text) {
        const auto bits = static_cast<unsigned char>(byte);
        if ((bits & 0xC0U) == 0x80U && lacking_ > 0) {
            ++unfinished_;
            --lacking_;
        } else {
            unfinished_ = 1;
            lacking_ = bytes_behind(bits);
        }
        if (lacking_ == 0) unfinished_ = 0;
    }
}

}  // namespace geniex::llama
