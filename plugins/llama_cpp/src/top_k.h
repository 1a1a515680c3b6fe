// The best of many logits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace geniex::llama {

struct Candidate {
    int32_t id;
    float logit;
};

/// The order in which candidates are chosen: higher logits first, of equal ones the lower id.
inline bool better(const Candidate& a, const Candidate& b) {
    return a.logit > b.logit || (a.logit == b.logit && a.id < b.id);
}

/// Puts the best `k` of `logits` [n] into `best`, best first; what is not a number is left out.
/// No allocation when `best` has room for k.
void select_top_k(const float* logits, size_t n, size_t k, std::vector<Candidate>& best);

}  // namespace geniex::llama
