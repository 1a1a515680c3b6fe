// The llama_cpp plugin's selection of the best logits, against sorting them all.
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "check.h"
#include "top_k.h"

using geniex::llama::better;
using geniex::llama::Candidate;
using geniex::llama::select_top_k;

namespace {

std::vector<Candidate> sorted(const std::vector<float>& logits, size_t k) {
    std::vector<Candidate> all;
    for (size_t i = 0; i < logits.size(); ++i) {
        if (!std::isnan(logits[i])) all.push_back({static_cast<int32_t>(i), logits[i]});
    }
    std::sort(all.begin(), all.end(), better);
    all.resize(std::min(k, all.size()));
    return all;
}

void check_selection(const std::vector<float>& logits, size_t k) {
    std::vector<Candidate> best;
    select_top_k(logits.data(), logits.size(), k, best);
    const std::vector<Candidate> expected = sorted(logits, k);
    CHECK_EQ(best.size(), expected.size());
    for (size_t i = 0; i < std::min(best.size(), expected.size()); ++i) {
        CHECK_EQ(best[i].id, expected[i].id);
        CHECK_EQ(best[i].logit, expected[i].logit);
    }
}

void random_rows() {
    std::mt19937 random(99);
    std::normal_distribution<float> normal(0.0F, 4.0F);
    const float special[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(), 0.0F, -0.0F};
    for (int round = 0; round < 2000; ++round) {
        std::vector<float> logits(random() % 400);
        const bool coarse = random() % 2 == 0;
        for (float& logit : logits) {
            logit = normal(random);
            if (coarse) logit = std::round(logit);  // many ties
            if (random() % 50 == 0) logit = special[random() % 5];
        }
        check_selection(logits, random() % 80);
    }
}

}  // namespace

int main() {
    check_selection({}, 5);
    check_selection({1.0F}, 0);
    check_selection({1.0F, 3.0F, 2.0F}, 1);
    check_selection(std::vector<float>(200, std::numeric_limits<float>::quiet_NaN()), 3);
    check_selection(std::vector<float>(200, 1.0F), 3);
    std::vector<float> rising(1000);
    for (size_t i = 0; i < rising.size(); ++i) rising[i] = static_cast<float>(i);
    check_selection(rising, 40);
    std::reverse(rising.begin(), rising.end());
    check_selection(rising, 40);
    random_rows();
    return check::report();
}
