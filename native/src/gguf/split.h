// Models that are spread over several files, "name-00001-of-00003.gguf" and so on.
#pragma once

#include <cstdint>
#include <filesystem>

#include "container.h"
#include "finding.h"
#include "reader.h"

namespace geniex::gguf {

/** Sums over all parts of a model. */
struct SplitTotals {
    uint64_t parts = 1;  // 0 when there is no file
    uint64_t file_bytes = 0;
    uint64_t data_bytes = 0;
    uint64_t elements = 0;
    uint64_t tensors = 0;
};

/** Totals of one file on its own. */
SplitTotals totals_of(const Container& container);

/**
 * Checks that `first`, read from `path`, is a whole model: either one file, or the first of parts that all lie
 * beside it, are well formed and belong together. The totals cover every part that could be read. With an empty
 * `path` the other parts are out of reach, and only counted.
 */
SplitTotals check_split(const std::filesystem::path& path, const Container& first, const Limits& limits,
                        Findings& findings);

}  // namespace geniex::gguf
