#include "logits.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "memory.h"

namespace geniex {

geniex_LlmForwardLogitsOutput top_logits(const geniex_LlmForwardLogitsOutput& rows, int32_t top_n) {
    const auto vocabulary = static_cast<size_t>(rows.vocab_size);
    const auto row_count = static_cast<size_t>(rows.n_rows);
    const size_t width = std::min(static_cast<size_t>(top_n), vocabulary);
    MallocArray<float> best = allocate_array<float>(row_count * width);
    MallocArray<int32_t> ids = allocate_array<int32_t>(row_count * width);
    std::vector<int32_t> order(vocabulary);

    for (size_t row = 0; row < row_count; ++row) {
        const float* logits = rows.logits + row * vocabulary;
        const auto rank = [logits](int32_t id) {
            return std::isnan(logits[id]) ? -std::numeric_limits<float>::infinity() : logits[id];
        };
        std::iota(order.begin(), order.end(), 0);
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(width), order.end(),
                          [&](int32_t a, int32_t b) { return rank(a) != rank(b) ? rank(a) > rank(b) : a < b; });
        for (size_t i = 0; i < width; ++i) {
            ids[row * width + i] = order[i];
            best[row * width + i] = logits[order[i]];
        }
    }
    return {best.release(), ids.release(), rows.n_rows, static_cast<int32_t>(width), rows.vocab_size};
}

}  // namespace geniex
