#include "evaluation_progress.h"

namespace geniex::llama {

void EvaluationProgress::begin(size_t count, Clock::time_point now) {
    running_ = true;
    polls_ = 0;
    count_ = count;
    told_ = 0;
    told_at_ = now;
}

std::optional<size_t> EvaluationProgress::poll(Clock::time_point now) {
    if (!running_) return std::nullopt;
    ++polls_;
    // The end is told by whoever sees it; more questions than the last time are no reason to go beyond.
    if (expected_ < kFewestPolls || polls_ >= expected_ || now - told_at_ < kPause) return std::nullopt;
    const size_t done = count_ * polls_ / expected_;
    if (done <= told_) return std::nullopt;
    told_ = done;
    told_at_ = now;
    return done;
}

void EvaluationProgress::end(bool whole) {
    if (running_ && whole) expected_ = polls_;
    running_ = false;
}

}  // namespace geniex::llama
