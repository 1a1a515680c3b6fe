#include "abort_guard.h"

#include <cstdio>
#include <mutex>
#include <stdexcept>

#include <ggml.h>

namespace geniex::llama {

namespace {

thread_local int active_guards = 0;

void on_abort(const char* message) {
    if (active_guards > 0) throw std::runtime_error(message != nullptr ? message : "assertion failed");
    // With a callback set, ggml leaves the message to us; abort() follows.
    std::fprintf(stderr, "%s\n", message != nullptr ? message : "assertion failed");
}

void install() {
    static std::once_flag once;
    std::call_once(once, [] { ggml_set_abort_callback(on_abort); });
}

}  // namespace

AbortGuard::AbortGuard() {
    install();
    ++active_guards;
}

AbortGuard::~AbortGuard() { --active_guards; }

}  // namespace geniex::llama
