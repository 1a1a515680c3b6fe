// How far a running evaluation is, judged by how often its graph asked whether to go on.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace geniex::llama {

/// One evaluation computes many tokens together, and on a slow machine takes seconds in which the
/// engine says nothing. But it asks at every node of its graph whether to go on, and a model's
/// layers are alike: the share of the questions is the share of the work. How many there will be
/// is learned from the evaluation before.
class EvaluationProgress {
 public:
    using Clock = std::chrono::steady_clock;

    /// An evaluation of `count` tokens begins.
    void begin(size_t count, Clock::time_point now);
    /// The graph asks. Answers how many tokens are likely done, more than at any time before in this
    /// evaluation and fewer than `count`, where that has not been said for a tenth of a second.
    std::optional<size_t> poll(Clock::time_point now);
    /// @param whole the evaluation was not broken off.
    void end(bool whole);

 private:
    /// Fewer questions come from a graph that is computed elsewhere, but for some nodes.
    static constexpr size_t kFewestPolls = 32;
    static constexpr std::chrono::milliseconds kPause{100};

    bool running_ = false;
    size_t expected_ = 0;  ///< polls of a whole evaluation; 0 = not known yet
    size_t polls_ = 0;
    size_t count_ = 0;
    size_t told_ = 0;
    Clock::time_point told_at_;
};

}  // namespace geniex::llama
