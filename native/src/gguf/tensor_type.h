// The tensor formats of ggml and what a file's overall quantization is called.
#pragma once

#include <cstdint>

namespace geniex::gguf {

enum class TensorKind { kFloat, kQuantized, kInteger };

/** A row of a tensor is stored as blocks of `block_elements` elements in `block_bytes` bytes. */
struct TensorType {
    uint32_t id;
    const char* name;
    TensorKind kind;
    uint32_t block_elements;
    uint32_t block_bytes;
};

/** NULL for an id that never existed or whose format was withdrawn. */
const TensorType* find_tensor_type(uint32_t id);

/** Ids are below this number. */
inline constexpr uint32_t kTensorTypeIdEnd = 43;

/** Label of general.file_type ("Q4_K_M"); NULL for an unknown number. */
const char* file_type_label(uint64_t file_type);

}  // namespace geniex::gguf
