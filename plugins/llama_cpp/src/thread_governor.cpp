#include "thread_governor.h"

#include <algorithm>

namespace geniex::llama {

namespace {

constexpr int32_t kLongestInterval = 1024;
constexpr int32_t kTrialSteps = 5;
constexpr double kWeight = 0.2;  // of a new cost in the usual one
// A step this much slower than usual is no accident when a second one follows.
constexpr double kSlow = 2.0;
constexpr int32_t kSlowSteps = 2;
// On a shared machine most steps are quick and some lose a time slice, so slow ones belong to the
// usual cost; but one accident must not outweigh a hundred steps.
constexpr double kMostOfOne = 4.0;
constexpr double kHopeless = 1.5;  // a trial's first step, compared with the usual one
constexpr double kBetter = 0.9;    // smaller gains are within the noise, and changing has a price

}  // namespace

void ThreadGovernor::record(double cost) {
    if (all_ <= 1) return;
    if (trying_) {
        record_trial(cost);
    } else {
        record_usual(cost);
    }
}

void ThreadGovernor::record_usual(double cost) {
    const bool slow = usual_ > 0 && cost > kSlow * usual_;
    slow_steps_ = slow ? slow_steps_ + 1 : 0;
    const double counted = std::min(cost, kMostOfOne * usual_);
    usual_ = usual_ > 0 ? usual_ + (counted - usual_) * kWeight : cost;
    const bool scheduled = (trials_ == Trials::kScheduled || alone_) && --until_trial_ <= 0;
    if (slow_steps_ == kSlowSteps) {
        usual_ = cost;
        slow_steps_ = 0;
        // Alone, being slow says nothing about the other setting: it waits for its turn.
        if (!alone_) return begin_trial();
    }
    if (scheduled) begin_trial();
}

void ThreadGovernor::begin_trial() {
    trying_ = true;
    trial_steps_ = 0;
    trial_cost_ = 0;
}

void ThreadGovernor::record_trial(double cost) {
    trial_cost_ += cost;
    ++trial_steps_;
    if (trial_steps_ == 1 && cost > kHopeless * usual_) return end_trial(false);
    if (trial_steps_ == kTrialSteps) end_trial(trial_cost_ < kBetter * usual_ * kTrialSteps);
}

void ThreadGovernor::end_trial(bool better) {
    trying_ = false;
    slow_steps_ = 0;
    if (better) {
        alone_ = !alone_;
        usual_ = trial_cost_ / trial_steps_;
    }
    interval_ = better ? kFirstInterval : std::min(2 * interval_, kLongestInterval);
    until_trial_ = interval_;
}

}  // namespace geniex::llama
