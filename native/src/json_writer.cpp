#include "json_writer.h"

#include <cmath>
#include <cstdio>
#include <locale>
#include <sstream>

#include "utf8.h"

namespace geniex {

namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

}  // namespace

JsonWriter& JsonWriter::begin_object() {
    separate();
    text_ += '{';
    has_members_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::end_object() {
    text_ += '}';
    has_members_.pop_back();
    return *this;
}

JsonWriter& JsonWriter::begin_array() {
    separate();
    text_ += '[';
    has_members_.push_back(false);
    return *this;
}

JsonWriter& JsonWriter::end_array() {
    text_ += ']';
    has_members_.pop_back();
    return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
    separate();
    append_quoted(name);
    text_ += ':';
    after_key_ = true;
    return *this;
}

JsonWriter& JsonWriter::string(std::string_view text) {
    separate();
    append_quoted(text);
    return *this;
}

JsonWriter& JsonWriter::integer(int64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::unsigned_integer(uint64_t number) {
    separate();
    text_ += std::to_string(number);
    return *this;
}

JsonWriter& JsonWriter::number(double number) {
    if (!std::isfinite(number)) return null();
    separate();
    // A host application may have set a locale with a decimal comma.
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream.precision(17);
    stream << number;
    text_ += stream.str();
    return *this;
}

JsonWriter& JsonWriter::boolean(bool flag) {
    separate();
    text_ += flag ? "true" : "false";
    return *this;
}

JsonWriter& JsonWriter::null() {
    separate();
    text_ += "null";
    return *this;
}

void JsonWriter::separate() {
    if (after_key_) {
        after_key_ = false;
        return;
    }
    if (has_members_.empty()) return;
    if (has_members_.back()) text_ += ',';
    has_members_.back() = true;
}

void JsonWriter::append_quoted(std::string_view text) {
    text_ += '"';
    while (!text.empty()) {
        const size_t invalid = find_invalid_utf8(text);
        append_escaped(text.substr(0, invalid));
        if (invalid == std::string_view::npos) break;
        text_ += kReplacementCharacter;
        text.remove_prefix(invalid + 1);
    }
    text_ += '"';
}

void JsonWriter::append_escaped(std::string_view valid_text) {
    for (const char character : valid_text) {
        if (character == '"' || character == '\\') {
            text_ += '\\';
            text_ += character;
        } else if (character == '\n') {
            text_ += "\\n";
        } else if (static_cast<unsigned char>(character) < 0x20) {
            char escape[7];
            std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(character));
            text_ += escape;
        } else {
            text_ += character;
        }
    }
}

}  // namespace geniex
