#include "call_control.h"

#include <utility>

#include "platform.h"

namespace geniex {

CallControl::CallControl(std::shared_ptr<Run> run, const std::atomic<bool>& handle_cancel) noexcept
    : run_(std::move(run)), handle_cancel_(handle_cancel) {}

bool CallControl::cancelled() const noexcept {
    return handle_cancel_.load(std::memory_order_relaxed) || (run_ != nullptr && run_->cancelled());
}

void CallControl::report(geniex_Phase phase, geniex_PhaseEdge edge, int64_t done, int64_t total) noexcept {
    if (run_ == nullptr) return;
    try {
        run_->add_event({phase, edge, done, total, monotonic_ns()});
    } catch (...) {
        // No memory for an event: the call itself matters more.
    }
}

void CallControl::add_text(std::string_view piece) {
    if (run_ != nullptr) run_->add_text(piece, monotonic_ns());
}

}  // namespace geniex
