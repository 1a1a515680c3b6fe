// Reads the container of a GGUF file: header, metadata and tensor table.
#pragma once

#include <cstdint>

#include "byte_source.h"
#include "container.h"

namespace geniex::gguf {

/**
 * Bounds of what is read and kept. Time and memory follow from them: one pass over at most `metadata_bytes`,
 * and memory of at most a small multiple of what was read.
 */
struct Limits {
    uint64_t tensors = 1'000'000;
    uint64_t keys = 100'000;
    uint64_t metadata_bytes = 128ULL << 20;     // ten times the largest vocabulary in use
    uint64_t kept_string_bytes = 256ULL << 10;  // the longest chat template that is accepted
    uint64_t kept_array_bytes = 16ULL << 10;    // a number per layer, a few labels
};

/**
 * Reads into `container`, which after a throw holds what was understood so far. Tensor shapes, types, sizes
 * and places are checked here, because each bounds what follows it; what the values mean is not.
 * Throws Malformed.
 */
void read_container(ByteSource& source, const Limits& limits, Container& container);

}  // namespace geniex::gguf
