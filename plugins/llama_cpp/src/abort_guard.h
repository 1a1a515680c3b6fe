// Turns ggml's abort() into an exception where that is possible.
#pragma once

namespace geniex::llama {

/// While one exists on a thread, a failed assertion of ggml or llama.cpp on that
/// thread throws std::runtime_error instead of ending the process. Good for
/// loading and tokenizing, which run on one thread; of no use while decoding,
/// where the assertion may fail on a worker thread that nobody could catch it on.
class AbortGuard {
 public:
    AbortGuard();
    ~AbortGuard();
    AbortGuard(const AbortGuard&) = delete;
    AbortGuard& operator=(const AbortGuard&) = delete;
};

}  // namespace geniex::llama
