#include "token_loop.h"

#include <algorithm>
#include <cstring>

namespace geniex::llama {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kProgressInterval = std::chrono::milliseconds(100);

bool ended_by_itself(const char* reason) {
    return reason != nullptr && (std::strcmp(reason, "eos") == 0 || std::strcmp(reason, "stop_sequence") == 0);
}

}  // namespace

Step TokenLoop::run(int32_t max_tokens, Clock::time_point begin, RunControl& run, geniex_ProfileData& profile) {
    if (speculator_ != nullptr) speculator_->begin(cache_.record());
    Clock::time_point last_progress{};
    const char* reason = nullptr;
    Step step = Step::kDone;
    while (step == Step::kDone) {
        const int32_t token = sampler_.sample(cache_.logits(logits_row_));
        if (profile.ttft == 0) {
            last_progress = Clock::now();
            profile.ttft = std::chrono::duration_cast<std::chrono::microseconds>(last_progress - begin).count();
            run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_BEGIN, 0, max_tokens);
        }
        reason = show(token, max_tokens, run);
        if (reason != nullptr) break;
        if (matches_draft(token)) continue;
        // A token's own evaluation comes last: one that nobody will continue from is never paid for.
        step = advance(token, max_tokens, run);
        if (const Clock::time_point now = Clock::now(); now - last_progress >= kProgressInterval) {
            last_progress = now;
            run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_PROGRESS, writer_.generated(), max_tokens);
        }
    }
    close_draft();
    writer_.finish(!ended_by_itself(reason));
    profile.generated_tokens = writer_.generated();
    profile.draft_n_total = drafted_;
    profile.draft_n_accepted = accepted_;
    if (step == Step::kCancelled) reason = "user";
    if (reason != nullptr) profile.stop_reason = reason;
    return step == Step::kCancelled ? Step::kDone : step;
}

const char* TokenLoop::show(int32_t token, int32_t max_tokens, const RunControl& run) {
    if (!sampler_.ignore_eos() && vocabulary_.ends_generation(token)) return "eos";
    if (const char* reason = writer_.write(token)) return reason;
    if (writer_.generated() >= max_tokens) return "length";
    return run.cancelled() ? "user" : nullptr;
}

bool TokenLoop::matches_draft(int32_t token) {
    if (confirmed_ == draft_.size() || draft_[confirmed_] != token) return false;
    cache_.confirm(token);
    ++confirmed_;
    logits_row_ = static_cast<int32_t>(confirmed_);
    return true;
}

Step TokenLoop::advance(int32_t token, int32_t max_tokens, const RunControl& run) {
    if (!close_draft()) return Step::kFailed;
    logits_row_ = -1;
    if (speculator_ == nullptr) return cache_.evaluate(&token, 1, true);
    // The reply needs no draft for its last token, and no draft may push anything out of the window.
    const auto wanted = static_cast<size_t>(max_tokens - writer_.generated() - 1);
    const size_t free = cache_.free_positions();
    const size_t limit = std::min(wanted, free > 0 ? free - 1 : 0);
    if (limit > 0) speculator_->draft(cache_.record(), token, limit, run, draft_);
    const Step step = draft_.empty() ? cache_.evaluate(&token, 1, true) : cache_.evaluate_draft(token, draft_);
    if (step != Step::kDone) {
        draft_.clear();
        return step;
    }
    drafted_ += static_cast<int64_t>(draft_.size());
    if (!draft_.empty()) logits_row_ = 0;
    speculator_->evaluated(token, draft_, cache_.record());
    return step;
}

bool TokenLoop::close_draft() {
    if (draft_.empty()) return true;
    const bool whole = confirmed_ == draft_.size() || cache_.discard_draft();
    speculator_->accept(confirmed_, cache_.record());
    accepted_ += static_cast<int64_t>(confirmed_);
    confirmed_ = 0;
    draft_.clear();
    return whole;
}

}  // namespace geniex::llama
