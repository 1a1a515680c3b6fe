#include "store/json.h"

#include <algorithm>
#include <limits>
#include <set>

#include "store/error.h"
#include "utf8.h"

namespace geniex::store {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hexadecimal_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

void append_utf8(uint32_t code, std::string& text) {
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    const int continuations = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr uint32_t kLeads[] = {0, 0xC0, 0xE0, 0xF0};
    text += static_cast<char>(kLeads[continuations] | code >> (6 * continuations));
    for (int i = continuations - 1; i >= 0; --i) text += static_cast<char>(0x80 | (code >> (6 * i) & 0x3F));
}

class Parser {
 public:
    Parser(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

    JsonValue parse_document() {
        if (text_.substr(0, kByteOrderMark.size()) == kByteOrderMark) position_ = kByteOrderMark.size();
        JsonValue value = parse_value(0);
        skip_space();
        if (position_ != text_.size()) fail("there is more after the end");
        return value;
    }

 private:
    [[noreturn]] void fail(const std::string& reason) const {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE,
                    "not valid JSON at byte " + std::to_string(position_) + ": " + reason);
    }

    bool at_end() const { return position_ >= text_.size(); }
    char peek() const { return at_end() ? '\0' : text_[position_]; }

    char next() {
        if (at_end()) fail("the text ends too early");
        return text_[position_++];
    }

    void skip_space() { position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), text_.size()); }

    bool accept(char c) {
        skip_space();
        if (peek() != c || at_end()) return false;
        ++position_;
        return true;
    }

    void expect(char c) {
        if (!accept(c)) fail(std::string("'") + c + "' is missing");
    }

    JsonValue parse_value(size_t depth) {
        if (depth > limits_.depth) fail("nested too deeply");
        if (++values_ > limits_.values) fail("too many values");
        skip_space();
        switch (peek()) {
            case '{':
                return parse_object(depth);
            case '[':
                return parse_array(depth);
            case '"':
                return JsonValue(parse_string());
            case 't':
                return parse_word("true", JsonValue(true));
            case 'f':
                return parse_word("false", JsonValue(false));
            case 'n':
                return parse_word("null", JsonValue());
            default:
                return parse_number();
        }
    }

    JsonValue parse_word(std::string_view word, JsonValue value) {
        if (text_.substr(position_, word.size()) != word) fail("unknown word");
        position_ += word.size();
        return value;
    }

    JsonValue parse_object(size_t depth) {
        expect('{');
        JsonValue::Object members;
        std::set<std::string> keys;
        if (accept('}')) return JsonValue(std::move(members));
        do {
            skip_space();
            if (peek() != '"') fail("a key is missing");
            std::string key = parse_string();
            if (!keys.insert(key).second) fail("the key '" + key + "' is given twice");
            expect(':');
            members.emplace_back(std::move(key), parse_value(depth + 1));
        } while (accept(','));
        expect('}');
        return JsonValue(std::move(members));
    }

    JsonValue parse_array(size_t depth) {
        expect('[');
        JsonValue::Array elements;
        if (accept(']')) return JsonValue(std::move(elements));
        do {
            elements.push_back(parse_value(depth + 1));
        } while (accept(','));
        expect(']');
        return JsonValue(std::move(elements));
    }

    std::string parse_string() {
        std::string value;
        ++position_;  // the opening quote
        while (true) {
            const char c = next();
            if (c == '"') return value;
            if (static_cast<unsigned char>(c) < 0x20) fail("a control character in a string");
            if (c == '\\') {
                parse_escape(value);
            } else {
                value += c;
            }
        }
    }

    void parse_escape(std::string& value) {
        constexpr std::string_view kLetters = "\"\\/bfnrt";
        constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
        const char letter = next();
        if (letter == 'u') {
            append_utf8(parse_code_point(), value);
            return;
        }
        const size_t index = kLetters.find(letter);
        if (index == std::string_view::npos) fail("unknown escape");
        value += kMeanings[index];
    }

    uint32_t parse_code_point() {
        const uint32_t first = parse_code_unit();
        if (first < 0xD800 || first > 0xDFFF) return first;
        if (first > 0xDBFF || next() != '\\' || next() != 'u') fail("half of a surrogate pair");
        const uint32_t second = parse_code_unit();
        if (second < 0xDC00 || second > 0xDFFF) fail("half of a surrogate pair");
        return 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
    }

    uint32_t parse_code_unit() {
        uint32_t unit = 0;
        for (int i = 0; i < 4; ++i) {
            const int digit = hexadecimal_digit(next());
            if (digit < 0) fail("four hexadecimal digits are expected");
            unit = unit << 4 | static_cast<uint32_t>(digit);
        }
        return unit;
    }

    JsonValue parse_number() {
        const size_t start = position_;
        if (peek() == '-') ++position_;
        const size_t digits = position_;
        skip_digits();
        if (text_[digits] == '0' && position_ - digits > 1) fail("a number with a leading zero");
        bool is_integer = true;
        if (peek() == '.') {
            ++position_;
            skip_digits();
            is_integer = false;
        }
        if (peek() == 'e' || peek() == 'E') {
            ++position_;
            if (peek() == '+' || peek() == '-') ++position_;
            skip_digits();
            is_integer = false;
        }
        return is_integer ? integer_of(text_.substr(start, position_ - start)) : JsonValue(JsonValue::OtherNumber{});
    }

    void skip_digits() {
        const size_t start = position_;
        while (is_digit(peek())) ++position_;
        if (position_ == start) fail("a value is missing");
    }

    static JsonValue integer_of(std::string_view digits) {
        const bool is_negative = digits[0] == '-';
        if (is_negative) digits.remove_prefix(1);
        constexpr int64_t kLowest = std::numeric_limits<int64_t>::min();
        int64_t value = 0;  // counted downwards: the lowest integer has no positive twin
        for (const char c : digits) {
            const int digit = c - '0';
            if (value < (kLowest + digit) / 10) return JsonValue(JsonValue::OtherNumber{});
            value = value * 10 - digit;
        }
        if (is_negative) return JsonValue(value);
        return value == kLowest ? JsonValue(JsonValue::OtherNumber{}) : JsonValue(-value);
    }

    std::string_view text_;
    const JsonLimits& limits_;
    size_t position_ = 0;
    size_t values_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
    const Object* object = as_object();
    if (object == nullptr) return nullptr;
    const auto found =
        std::find_if(object->begin(), object->end(), [&](const Member& member) { return member.first == key; });
    return found != object->end() && !found->second.is_null() ? &found->second : nullptr;
}

JsonValue parse_json(std::string_view text, const JsonLimits& limits) {
    if (text.size() > limits.bytes) {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, "JSON of " + std::to_string(text.size()) + " bytes; at most " +
                                                            std::to_string(limits.bytes) + " are accepted");
    }
    const size_t bad = find_invalid_utf8(text);
    if (bad != std::string_view::npos) {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, "not valid UTF-8 at byte " + std::to_string(bad));
    }
    return Parser(text, limits).parse_document();
}

}  // namespace geniex::store
