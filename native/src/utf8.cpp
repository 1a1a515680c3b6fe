#include "utf8.h"

namespace geniex {
namespace {

constexpr const char* kReplacement = "\xEF\xBF\xBD";

/** How a character goes on after its first byte; length 0: no character begins so. */
struct Lead {
    size_t length;
    uint8_t second_low;
    uint8_t second_high;
};

// The narrowed second-byte ranges rule out overlong forms, surrogates and what lies beyond U+10FFFF.
constexpr Lead classify(uint8_t byte) noexcept {
    if (byte < 0x80) return {1, 0, 0};
    if (byte < 0xC2) return {0, 0, 0};
    if (byte < 0xE0) return {2, 0x80, 0xBF};
    if (byte == 0xE0) return {3, 0xA0, 0xBF};
    if (byte == 0xED) return {3, 0x80, 0x9F};
    if (byte < 0xF0) return {3, 0x80, 0xBF};
    if (byte == 0xF0) return {4, 0x90, 0xBF};
    if (byte < 0xF4) return {4, 0x80, 0xBF};
    if (byte == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

}  // namespace

size_t find_invalid_utf8(std::string_view text) noexcept {
    size_t start = 0;
    while (start < text.size()) {
        const Lead lead = classify(static_cast<uint8_t>(text[start]));
        if (lead.length == 0 || start + lead.length > text.size()) return start;
        uint8_t low = lead.second_low;
        uint8_t high = lead.second_high;
        for (size_t i = 1; i < lead.length; ++i) {
            const auto byte = static_cast<uint8_t>(text[start + i]);
            if (byte < low || byte > high) return start;
            low = 0x80;
            high = 0xBF;
        }
        start += lead.length;
    }
    return std::string_view::npos;
}

void Utf8Stream::decode(std::string_view bytes, std::string& text) {
    for (const char byte : bytes) decode_byte(static_cast<uint8_t>(byte), text);
}

void Utf8Stream::finish(std::string& text) {
    if (held_count_ != 0) text += kReplacement;
    held_count_ = 0;
}

void Utf8Stream::decode_byte(uint8_t byte, std::string& text) {
    if (held_count_ != 0 && (byte < next_low_ || byte > next_high_)) finish(text);
    if (held_count_ == 0) {
        begin_character(byte, text);
        return;
    }
    held_[held_count_++] = static_cast<char>(byte);
    next_low_ = 0x80;
    next_high_ = 0xBF;
    if (held_count_ == wanted_) {
        text.append(held_, held_count_);
        held_count_ = 0;
    }
}

void Utf8Stream::begin_character(uint8_t byte, std::string& text) {
    const Lead lead = classify(byte);
    if (lead.length == 0 || byte == 0) {
        text += kReplacement;
    } else if (lead.length == 1) {
        text += static_cast<char>(byte);
    } else {
        held_[0] = static_cast<char>(byte);
        held_count_ = 1;
        wanted_ = lead.length;
        next_low_ = lead.second_low;
        next_high_ = lead.second_high;
    }
}

}  // namespace geniex
