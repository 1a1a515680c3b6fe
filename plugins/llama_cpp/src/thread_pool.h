// The CPU's compute threads of one model, alive from its first step to its last.
#pragma once

#include <cstdint>
#include <memory>

#include <ggml.h>
#include <llama.h>

namespace geniex::llama {

/// From now on, compute threads that wait long sleep instead of spinning, and read weights in
/// contiguous shares. False when the CPU module knows nothing of it (patches/considerate-threads.patch).
bool make_threads_considerate();

/// Without a pool of its own, a context starts new threads for every step.
class ThreadPool {
 public:
    /// @param threads at most this many work on a step; none is started when the CPU module has no pools.
    explicit ThreadPool(int32_t threads);

    /// Contexts share the pool; it must outlive them, and one computes at a time.
    void attach_to(llama_context* context) const;

 private:
    struct Deleter {
        void operator()(ggml_threadpool* pool) const;
    };
    std::unique_ptr<ggml_threadpool, Deleter> pool_;
};

}  // namespace geniex::llama
