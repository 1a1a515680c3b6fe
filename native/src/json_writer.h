// A small streaming JSON writer: no tree, always valid output; needs utf8.cpp and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace geniex {

/**
 * Writes one JSON document. Commas are placed by the writer; the caller keeps begin and end in pairs
 * and gives a key before every member of an object.
 */
class JsonWriter {
 public:
    JsonWriter& begin_object();
    JsonWriter& end_object();
    JsonWriter& begin_array();
    JsonWriter& end_array();
    JsonWriter& key(std::string_view name);

    /** Bytes that are not UTF-8 become U+FFFD, so that any bytes of a foreign file may be passed. */
    JsonWriter& string(std::string_view text);
    JsonWriter& integer(int64_t number);
    JsonWriter& unsigned_integer(uint64_t number);
    /** Infinities and NaN, which JSON lacks, become null. */
    JsonWriter& number(double number);
    JsonWriter& boolean(bool flag);
    JsonWriter& null();

    const std::string& text() const { return text_; }
    std::string take() { return std::move(text_); }

 private:
    void separate();
    void append_quoted(std::string_view text);
    void append_escaped(std::string_view valid_text);

    std::string text_;
    std::vector<bool> has_members_;  // one flag per open object or array
    bool after_key_ = false;
};

}  // namespace geniex
