// The llama_cpp plugin's progress within an evaluation, fed by hand.
#include <cstddef>
#include <optional>
#include <vector>

#include "check.h"
#include "evaluation_progress.h"

using geniex::llama::EvaluationProgress;
using std::chrono::milliseconds;

namespace {

EvaluationProgress::Clock::time_point now;

/// An evaluation of `count` tokens that is polled `polls` times, `step` apart. Answers what was told.
std::vector<size_t> evaluate(EvaluationProgress& progress, size_t count, int polls, milliseconds step,
                             bool whole = true) {
    std::vector<size_t> told;
    progress.begin(count, now);
    for (int i = 0; i < polls; ++i) {
        now += step;
        if (const std::optional<size_t> done = progress.poll(now)) told.push_back(*done);
    }
    progress.end(whole);
    return told;
}

void the_first_evaluation_teaches() {
    EvaluationProgress progress;
    CHECK(evaluate(progress, 1, 100, milliseconds(50)).empty());
    const std::vector<size_t> told = evaluate(progress, 500, 100, milliseconds(100));
    CHECK_EQ(told.size(), size_t{99});  // the last poll is the end
    for (size_t i = 0; i < told.size(); ++i) CHECK_EQ(told[i], 5 * (i + 1));
}

void ten_times_a_second_is_enough() {
    EvaluationProgress progress;
    evaluate(progress, 1, 1000, milliseconds(1));
    const std::vector<size_t> told = evaluate(progress, 500, 1000, milliseconds(1));
    CHECK_EQ(told.size(), size_t{9});
    CHECK_EQ(told.front(), size_t{50});
    CHECK_EQ(told.back(), size_t{450});
}

void a_quick_evaluation_says_nothing() {
    EvaluationProgress progress;
    evaluate(progress, 1, 100, milliseconds(0));
    CHECK(evaluate(progress, 512, 90, milliseconds(1)).empty());
}

void it_grows_and_stays_below_the_end() {
    EvaluationProgress progress;
    evaluate(progress, 1, 100, milliseconds(1));
    for (const int polls : {40, 100, 1000}) {  // far fewer or more than the last time
        for (const size_t count : {size_t{1}, size_t{3}, size_t{512}}) {
            size_t before = 0;
            for (const size_t done : evaluate(progress, count, polls, milliseconds(150))) {
                CHECK(done > before);
                CHECK(done < count);
                before = done;
            }
        }
    }
}

void a_broken_off_evaluation_teaches_nothing() {
    EvaluationProgress progress;
    evaluate(progress, 1, 100, milliseconds(1));
    evaluate(progress, 512, 40, milliseconds(1), false);
    CHECK_EQ(evaluate(progress, 200, 50, milliseconds(100)).back(), size_t{100});
}

void a_graph_that_is_computed_elsewhere_tells_nothing() {
    EvaluationProgress progress;
    for (int i = 0; i < 3; ++i) CHECK(evaluate(progress, 512, 4, milliseconds(1000)).empty());
    for (int i = 0; i < 3; ++i) CHECK(evaluate(progress, 512, 0, milliseconds(1000)).empty());
}

void between_evaluations_nothing_counts() {
    EvaluationProgress progress;
    CHECK(!progress.poll(now));
    evaluate(progress, 1, 100, milliseconds(1));
    for (int i = 0; i < 1000; ++i) CHECK(!progress.poll(now += milliseconds(200)));
    CHECK_EQ(evaluate(progress, 100, 100, milliseconds(100)).front(), size_t{1});
}

}  // namespace

int main() {
    the_first_evaluation_teaches();
    ten_times_a_second_is_enough();
    a_quick_evaluation_says_nothing();
    it_grows_and_stays_below_the_end();
    a_broken_off_evaluation_teaches_nothing();
    a_graph_that_is_computed_elsewhere_tells_nothing();
    between_evaluations_nothing_counts();
    return check::report();
}
