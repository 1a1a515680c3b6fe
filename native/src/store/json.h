// A small strict JSON reader for manifests: bounded in depth and size, and it keeps a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace geniex::store {

class JsonValue {
 public:
    using Array = std::vector<JsonValue>;
    using Member = std::pair<std::string, JsonValue>;
    using Object = std::vector<Member>;
    /** A number that is no integer of 64 bits; no manifest has a use for its value. */
    struct OtherNumber {};

    template <typename T>
    explicit JsonValue(T value) : value_(std::move(value)) {}
    JsonValue() = default;

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    // Null when the value is of another kind.
    const bool* as_boolean() const { return std::get_if<bool>(&value_); }
    const int64_t* as_integer() const { return std::get_if<int64_t>(&value_); }
    const std::string* as_text() const { return std::get_if<std::string>(&value_); }
    const Array* as_array() const { return std::get_if<Array>(&value_); }
    const Object* as_object() const { return std::get_if<Object>(&value_); }

    /** The member of an object; null when it is absent, is null, or this is no object. */
    const JsonValue* find(std::string_view key) const;

 private:
    std::variant<std::monostate, bool, int64_t, OtherNumber, std::string, Array, Object> value_;
};

struct JsonLimits {
    size_t bytes = 1 << 20;
    size_t depth = 32;
    size_t values = 100'000;
};

/** Reads one document as RFC 8259 has it; a byte-order mark before it is skipped, a key given twice is refused.
 *  Throws Error (MANIFEST_PARSE) that says at which byte. */
JsonValue parse_json(std::string_view text, const JsonLimits& limits = {});

}  // namespace geniex::store
