// Metadata values as a GGUF file stores them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace geniex::gguf {

enum class ValueType : uint32_t {
    kU8 = 0,
    kI8 = 1,
    kU16 = 2,
    kI16 = 3,
    kU32 = 4,
    kI32 = 5,
    kF32 = 6,
    kBool = 7,
    kString = 8,
    kArray = 9,
    kU64 = 10,
    kI64 = 11,
    kF64 = 12,
};
inline constexpr uint32_t kValueTypeCount = 13;

const char* value_type_name(ValueType type);

/** Bytes of one value of a type of fixed size; 0 for strings and arrays. */
size_t value_type_size(ValueType type);

/** A number of `size` bytes, least significant first. */
uint64_t load_little_endian(const void* bytes, size_t size);

/** One value. Long strings and arrays are measured but not kept: a vocabulary is only ever counted here. */
struct Value {
    ValueType type = ValueType::kU8;
    ValueType element = ValueType::kU8;  // of an array
    uint64_t count = 0;                  // elements of an array, bytes of a string
    uint64_t bits = 0;                   // a scalar, zero-extended
    std::string data;                    // a string's text, or an array's bytes as stored
    bool is_kept = true;                 // whether `data` holds the whole string or array

    std::string type_name() const;

    /** A scalar integer that is not negative. */
    std::optional<uint64_t> as_unsigned() const;
    std::optional<double> as_float() const;
    std::optional<bool> as_bool() const;
    /** NULL unless a string that was kept. */
    const std::string* as_text() const;
    /** Elements of an array of integers, floats or booleans that was kept. */
    std::optional<std::vector<double>> as_numbers() const;
    /** Elements of an array of strings that was kept. */
    std::optional<std::vector<std::string>> as_texts() const;
};

}  // namespace geniex::gguf
