#include "top_k.h"

#include <algorithm>
#include <cmath>

namespace geniex::llama {

namespace {

// Enough for a few vector registers; a block with nothing of interest costs one branch.
constexpr size_t kBlock = 64;

/// Without an early exit, so that the compiler makes vector code of it.
bool any_above(const float* logits, float floor) {
    int32_t found = 0;
    for (size_t i = 0; i < kBlock; ++i) found |= static_cast<int32_t>(logits[i] > floor);
    return found != 0;
}

}  // namespace

void select_top_k(const float* logits, size_t n, size_t k, std::vector<Candidate>& best) {
    best.clear();
    if (k == 0) return;
    // A heap of the best k so far, worst on top: all but a few logits fail the comparison with it.
    size_t i = 0;
    for (; i < n && best.size() < k; ++i) {
        if (std::isnan(logits[i])) continue;
        best.push_back({static_cast<int32_t>(i), logits[i]});
    }
    std::make_heap(best.begin(), best.end(), better);
    const auto take = [&](size_t index) {
        // A later token has a higher id, so an equal logit does not enter.
        if (!(logits[index] > best.front().logit)) return;
        std::pop_heap(best.begin(), best.end(), better);
        best.back() = {static_cast<int32_t>(index), logits[index]};
        std::push_heap(best.begin(), best.end(), better);
    };
    for (; i + kBlock <= n; i += kBlock) {
        if (!any_above(logits + i, best.front().logit)) continue;
        for (size_t j = i; j < i + kBlock; ++j) take(j);
    }
    for (; i < n; ++i) take(i);
    std::sort_heap(best.begin(), best.end(), better);
}

}  // namespace geniex::llama
