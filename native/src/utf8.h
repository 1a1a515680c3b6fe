// UTF-8: is it valid, and how to make a stream of bytes so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace geniex {

/** Offset of the first byte that is not part of a valid character; npos when all are. */
size_t find_invalid_utf8(std::string_view text) noexcept;

/**
 * Turns chunks of bytes, which may split characters anywhere, into text of
 * complete characters. What can never become one (stray, overlong, surrogate
 * and out-of-range sequences, cut short ones, and NUL, which a C string cannot
 * carry) becomes U+FFFD, one per maximal ill-formed part.
 */
class Utf8Stream {
 public:
    /** Appends to `text` what `bytes` completes; keeps an unfinished last character back. */
    void decode(std::string_view bytes, std::string& text);
    /** Ends the stream: an unfinished character becomes U+FFFD. */
    void finish(std::string& text);

 private:
    void decode_byte(uint8_t byte, std::string& text);
    void begin_character(uint8_t lead, std::string& text);

    char held_[4] = {};
    size_t held_count_ = 0;
    size_t wanted_ = 0;        // length of the character that held_ begins
    uint8_t next_low_ = 0x80;  // range that the next byte must lie in
    uint8_t next_high_ = 0xBF;
};

}  // namespace geniex
