// How many threads to compute with on a machine that also does other work.
#pragma once

#include <cstdint>

namespace geniex::llama {

/// Learns from what the steps cost. All threads meet many times in a step, so when another
/// program takes the processor of one of them, the others wait with it, and a step can take a
/// hundred times as long as it would on one thread alone.
///
/// The governor compares two settings, all threads and one. It keeps to the better one and
/// tries the other for a few steps when the cost has suddenly risen, and now and then on
/// schedule, ever more seldom the longer the answer stays the same. A trial that begins badly
/// ends at once.
class ThreadGovernor {
 public:
    enum class Trials {
        kScheduled,
        kWhenSlow,  ///< for steps so long that trying one thread without need would be felt
    };

    /// @param all threads of the larger setting; 1 leaves nothing to decide.
    /// @param starts_alone the setting to begin with, where something is known of the machine. What is
    ///     known is believed for a while: the first trial comes later.
    ThreadGovernor(int32_t all, Trials trials, bool starts_alone = false)
        : all_(all),
          trials_(trials),
          alone_(starts_alone),
          interval_(starts_alone ? kTrustedInterval : kFirstInterval),
          until_trial_(interval_) {}

    /// For the next step.
    int32_t threads() const { return alone_ != trying_ ? 1 : all_; }

    /// @param cost of the step that was just done: seconds per token.
    void record(double cost);

 private:
    void record_usual(double cost);
    void record_trial(double cost);
    void begin_trial();
    void end_trial(bool better);

    int32_t all_;
    Trials trials_;
    bool alone_;              ///< the setting kept to is one thread
    bool trying_ = false;     ///< this step has the other setting
    double usual_ = 0;        ///< cost of the setting kept to; 0 = not known yet
    int32_t slow_steps_ = 0;  ///< in a row
    int32_t trial_steps_ = 0;
    double trial_cost_ = 0;
    int32_t interval_;
    int32_t until_trial_;

    static constexpr int32_t kFirstInterval = 16;
    static constexpr int32_t kTrustedInterval = 64;
};

}  // namespace geniex::llama
