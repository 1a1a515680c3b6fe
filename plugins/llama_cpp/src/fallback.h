// Which operations an accelerator leaves to the CPU.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <llama.h>

namespace geniex::llama {

/// Number of graph nodes by operation.
using OpCounts = std::map<std::string, int64_t>;

/// What the accelerators of a model leave to the CPU, so that data travels there and back.
struct Fallback {
    OpCounts ops;                 ///< the larger count of one decode step and one prefill batch
    int64_t products = 0;         ///< matrix products of a decode step: nearly all of the work
    int64_t products_on_cpu = 0;  ///< those of them that no accelerator can compute
};

/// Disturbs `probe`, a context made for this. Nothing when the engine cannot build the graphs.
std::optional<Fallback> find_fallback(const llama_model* model, llama_context* probe);

}  // namespace geniex::llama
