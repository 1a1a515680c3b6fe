#include "value.h"

#include <cstring>
#include <iterator>
#include <string_view>

namespace geniex::gguf {

namespace {

struct TypeRow {
    const char* name;
    size_t size;
};

constexpr TypeRow kTypes[] = {{"u8", 1},   {"i8", 1},     {"u16", 2},   {"i16", 2}, {"u32", 4}, {"i32", 4}, {"f32", 4},
                              {"bool", 1}, {"string", 0}, {"array", 0}, {"u64", 8}, {"i64", 8}, {"f64", 8}};
static_assert(std::size(kTypes) == kValueTypeCount);

int64_t sign_extend(uint64_t bits, size_t size) {
    const unsigned shift = static_cast<unsigned>(64 - 8 * size);
    return static_cast<int64_t>(bits << shift) >> shift;
}

std::optional<double> to_number(ValueType type, uint64_t bits) {
    switch (type) {
        case ValueType::kString:
        case ValueType::kArray:
            return std::nullopt;
        case ValueType::kF32: {
            const auto narrow = static_cast<uint32_t>(bits);
            float number;
            std::memcpy(&number, &narrow, sizeof number);
            return number;
        }
        case ValueType::kF64: {
            double number;
            std::memcpy(&number, &bits, sizeof number);
            return number;
        }
        case ValueType::kI8:
        case ValueType::kI16:
        case ValueType::kI32:
        case ValueType::kI64:
            return static_cast<double>(sign_extend(bits, value_type_size(type)));
        default:
            return static_cast<double>(bits);
    }
}

}  // namespace

const char* value_type_name(ValueType type) { return kTypes[static_cast<uint32_t>(type)].name; }

size_t value_type_size(ValueType type) { return kTypes[static_cast<uint32_t>(type)].size; }

uint64_t load_little_endian(const void* bytes, size_t size) {
    const auto* octets = static_cast<const unsigned char*>(bytes);
    uint64_t number = 0;
    for (size_t i = 0; i < size; ++i) number |= static_cast<uint64_t>(octets[i]) << (8 * i);
    return number;
}

std::string Value::type_name() const {
    if (type != ValueType::kArray) return value_type_name(type);
    return std::string("array of ") + value_type_name(element);
}

std::optional<uint64_t> Value::as_unsigned() const {
    switch (type) {
        case ValueType::kU8:
        case ValueType::kU16:
        case ValueType::kU32:
        case ValueType::kU64:
            return bits;
        case ValueType::kI8:
        case ValueType::kI16:
        case ValueType::kI32:
        case ValueType::kI64: {
            const int64_t number = sign_extend(bits, value_type_size(type));
            if (number < 0) return std::nullopt;
            return static_cast<uint64_t>(number);
        }
        default:
            return std::nullopt;
    }
}

std::optional<double> Value::as_float() const {
    if (type != ValueType::kF32 && type != ValueType::kF64) return std::nullopt;
    return to_number(type, bits);
}

std::optional<bool> Value::as_bool() const {
    if (type != ValueType::kBool) return std::nullopt;
    return bits != 0;
}

const std::string* Value::as_text() const { return type == ValueType::kString && is_kept ? &data : nullptr; }

std::optional<std::vector<double>> Value::as_numbers() const {
    const size_t size = value_type_size(element);
    if (type != ValueType::kArray || !is_kept || size == 0) return std::nullopt;
    std::vector<double> numbers;
    for (size_t at = 0; at + size <= data.size(); at += size) {
        numbers.push_back(*to_number(element, load_little_endian(data.data() + at, size)));
    }
    return numbers;
}

std::optional<std::vector<std::string>> Value::as_texts() const {
    if (type != ValueType::kArray || !is_kept || element != ValueType::kString) return std::nullopt;
    std::vector<std::string> texts;
    std::string_view rest = data;
    while (rest.size() >= sizeof(uint64_t)) {
        const uint64_t length = load_little_endian(rest.data(), sizeof(uint64_t));
        rest.remove_prefix(sizeof(uint64_t));
        texts.emplace_back(rest.substr(0, length));
        rest.remove_prefix(texts.back().size());
    }
    return texts;
}

}  // namespace geniex::gguf
