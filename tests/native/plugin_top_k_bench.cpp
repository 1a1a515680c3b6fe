// What choosing the best of a large vocabulary costs per token. Run by hand:
//     geniex_bench_plugin_top_k [vocabulary] [k]
// Printed is processor time, so that other programs on the machine do not count.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "top_k.h"

int main(int argc, char** argv) {
    const size_t n = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 152064;
    const size_t k = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 40;
    constexpr int kRows = 8;
    constexpr int kRounds = 400;
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0.0F, 3.0F);
    std::vector<std::vector<float>> rows(kRows, std::vector<float>(n));
    for (std::vector<float>& row : rows) std::generate(row.begin(), row.end(), [&] { return normal(random); });

    std::vector<geniex::llama::Candidate> best;
    double fastest = 1e9;
    int64_t sum = 0;  // keeps the work from being left out
    for (int round = 0; round < kRounds; ++round) {
        const std::clock_t begin = std::clock();
        for (const std::vector<float>& row : rows) {
            geniex::llama::select_top_k(row.data(), n, k, best);
            sum += best.front().id;
        }
        fastest = std::min(fastest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / kRows);
    }
    std::printf("top %zu of %zu: %.1f us (%lld)\n", k, n, fastest * 1e6, static_cast<long long>(sum));
}
