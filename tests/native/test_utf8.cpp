// Validation and streaming of UTF-8.
#include <string>
#include <vector>

#include "check.h"
#include "utf8.h"

namespace {

const std::string kBad = "\xEF\xBF\xBD";  // U+FFFD

struct Case {
    std::string bytes;
    std::string text;
};

const std::vector<Case> kCases = {
    {"plain", "plain"},
    {"caf\xC3\xA9", "caf\xC3\xA9"},
    {"\xE4\xBD\xA0\xE5\xA5\xBD", "\xE4\xBD\xA0\xE5\xA5\xBD"},
    {"\xF0\x9F\x98\x80!", "\xF0\x9F\x98\x80!"},
    {"\xF4\x8F\xBF\xBF", "\xF4\x8F\xBF\xBF"},                  // the last code point
    {"\xED\x9F\xBF\xEE\x80\x80", "\xED\x9F\xBF\xEE\x80\x80"},  // either side of the surrogates
    {std::string("a\0b", 3), "a" + kBad + "b"},
    {"a\x80z", "a" + kBad + "z"},  // stray continuation
    {"\xFF\xFE", kBad + kBad},
    {"\xC0\xAF", kBad + kBad},  // overlong
    {"\xC1\xBF", kBad + kBad},
    {"\xE0\x80\xAF", kBad + kBad + kBad},
    {"\xF0\x80\x80\xAF", kBad + kBad + kBad + kBad},
    {"\xED\xA0\x80", kBad + kBad + kBad},             // surrogate
    {"\xF4\x90\x80\x80", kBad + kBad + kBad + kBad},  // beyond U+10FFFF
    {"\xF5\x80", kBad + kBad},
    {"\xE4\xBD!", kBad + "!"},  // cut short by a character
    {"\xE4\xBD\xC3\xA9", kBad + "\xC3\xA9"},
    {"\xF0\x9F\x98", kBad},  // cut short by the end
    {"x\xC3", "x" + kBad},
};

/** `bytes` in chunks that end at the set bits of `cuts`. */
std::string decode(const std::string& bytes, unsigned cuts) {
    geniex::Utf8Stream stream;
    std::string text;
    size_t begin = 0;
    for (size_t i = 0; i < bytes.size(); ++i) {
        if ((cuts >> i & 1u) == 0) continue;
        stream.decode(std::string_view(bytes).substr(begin, i + 1 - begin), text);
        CHECK_EQ(geniex::find_invalid_utf8(text), std::string_view::npos);
        begin = i + 1;
    }
    stream.decode(std::string_view(bytes).substr(begin), text);
    stream.finish(text);
    return text;
}

void every_split_of_every_case() {
    for (const Case& c : kCases) {
        for (unsigned cuts = 0; cuts < 1u << c.bytes.size(); ++cuts) CHECK_EQ(decode(c.bytes, cuts), c.text);
    }
}

/** Every code point in two encodings of splits: whole, and byte by byte. */
void every_code_point() {
    size_t wrong = 0;
    for (uint32_t point = 1; point <= 0x10FFFF; ++point) {
        std::string bytes;
        if (point < 0x80) {
            bytes = {static_cast<char>(point)};
        } else if (point < 0x800) {
            bytes = {static_cast<char>(0xC0 | point >> 6), static_cast<char>(0x80 | (point & 0x3F))};
        } else if (point < 0x10000) {
            bytes = {static_cast<char>(0xE0 | point >> 12), static_cast<char>(0x80 | (point >> 6 & 0x3F)),
                     static_cast<char>(0x80 | (point & 0x3F))};
        } else {
            bytes = {static_cast<char>(0xF0 | point >> 18), static_cast<char>(0x80 | (point >> 12 & 0x3F)),
                     static_cast<char>(0x80 | (point >> 6 & 0x3F)), static_cast<char>(0x80 | (point & 0x3F))};
        }
        const bool is_surrogate = point >= 0xD800 && point <= 0xDFFF;
        const std::string expected = is_surrogate ? kBad + kBad + kBad : bytes;
        geniex::Utf8Stream stream;
        std::string text;
        for (const char byte : bytes) stream.decode({&byte, 1}, text);
        stream.finish(text);
        const bool is_valid = geniex::find_invalid_utf8(bytes) == std::string_view::npos;
        if (text != expected || is_valid == is_surrogate) ++wrong;
    }
    CHECK_EQ(wrong, 0u);
}

void nothing_is_held_longer_than_needed() {
    geniex::Utf8Stream stream;
    std::string text;
    stream.decode("a\xE4\xBD", text);
    CHECK_EQ(text, "a");
    stream.decode("\xA0", text);
    CHECK_EQ(text, "a\xE4\xBD\xA0");
    stream.finish(text);
    CHECK_EQ(text, "a\xE4\xBD\xA0");
}

void the_first_bad_byte_is_found() {
    CHECK_EQ(geniex::find_invalid_utf8(""), std::string_view::npos);
    CHECK_EQ(geniex::find_invalid_utf8("abc\xFFz"), 3u);
    CHECK_EQ(geniex::find_invalid_utf8("ab\xE4\xBD"), 2u);
    CHECK_EQ(geniex::find_invalid_utf8("\xE4\xBD\xA0\xED\xA0\x80"), 3u);
    CHECK_EQ(geniex::find_invalid_utf8("\xF0\x80\x80\x80"), 0u);
}

}  // namespace

int main() {
    every_split_of_every_case();
    every_code_point();
    nothing_is_held_longer_than_needed();
    the_first_bad_byte_is_found();
    return check::report();
}
