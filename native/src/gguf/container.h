// What the reader keeps of a GGUF file.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tensor_type.h"
#include "token_census.h"
#include "value.h"

namespace geniex::gguf {

inline constexpr uint32_t kMaxDimensions = 4;

/** One row of the tensor table. Names live in one block of Container: a table may have a million rows. */
struct Tensor {
    std::array<uint64_t, kMaxDimensions> shape = {1, 1, 1, 1};  // fastest dimension first
    uint64_t offset = 0;                                        // from the start of the data section
    uint64_t bytes = 0;
    uint64_t elements = 0;
    uint32_t name_position = 0;
    uint8_t name_length = 0;
    uint8_t dimensions = 0;
    uint8_t type_id = 0;

    const TensorType& type() const { return *find_tensor_type(type_id); }
};

struct Container {
    uint32_t version = 0;
    uint64_t file_bytes = 0;
    uint64_t alignment = 32;
    uint64_t metadata_bytes = 0;  // header, keys and tensor table
    std::map<std::string, Value, std::less<>> metadata;
    TokenCensus tokens;
    std::vector<Tensor> tensors;
    std::string tensor_names;
    uint64_t data_bytes = 0;        // sum of all tensors, padding left out
    bool has_tensor_table = false;  // the table was read to its end

    std::string_view name(const Tensor& tensor) const {
        return std::string_view(tensor_names).substr(tensor.name_position, tensor.name_length);
    }

    const Value* find(std::string_view key) const {
        const auto found = metadata.find(key);
        return found != metadata.end() ? &found->second : nullptr;
    }

    /** A string's text; NULL when the key is absent or something else. */
    const std::string* find_text(std::string_view key) const {
        const Value* value = find(key);
        return value != nullptr ? value->as_text() : nullptr;
    }
};

}  // namespace geniex::gguf
