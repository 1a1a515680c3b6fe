// The llama_cpp plugin's choice of threads, on simulated machines.
#include <cstdint>
#include <random>

#include "check.h"
#include "thread_governor.h"

using geniex::llama::ThreadGovernor;
using Trials = ThreadGovernor::Trials;

namespace {

constexpr int32_t kAll = 7;

/// What a step costs with all threads and with one.
struct Machine {
    double all;
    double one;
};

constexpr Machine kIdle{1.0, 4.0};
constexpr Machine kBusy{60.0, 5.0};
constexpr Machine kNarrow{1.1, 1.0};  // memory is the limit: more threads bring nothing, but cost little

struct Outcome {
    double cost = 0;  ///< of all steps
    int alone = 0;    ///< steps with one thread
};

Outcome run(ThreadGovernor& governor, const Machine& machine, int steps, double noise = 0) {
    static std::mt19937 random(5);
    std::uniform_real_distribution<double> factor(1 - noise, 1 + noise);
    Outcome outcome;
    for (int i = 0; i < steps; ++i) {
        const int32_t threads = governor.threads();
        CHECK(threads == 1 || threads == kAll);
        const double cost = (threads == 1 ? machine.one : machine.all) * factor(random);
        governor.record(cost);
        outcome.cost += cost;
        outcome.alone += threads == 1 ? 1 : 0;
    }
    return outcome;
}

void idle_machine_keeps_all_threads() {
    ThreadGovernor governor(kAll, Trials::kScheduled);
    const Outcome outcome = run(governor, kIdle, 1000, 0.3);
    CHECK(outcome.cost < 1000 * kIdle.all * 1.05);
    CHECK(outcome.alone <= 8);
    // Trials become seldom.
    CHECK(run(governor, kIdle, 1000, 0.3).alone <= 2);
}

void busy_machine_falls_back_and_comes_back() {
    ThreadGovernor governor(kAll, Trials::kScheduled);
    run(governor, kIdle, 100, 0.2);
    // At most a few slow steps until it is noticed.
    Outcome outcome = run(governor, kBusy, 12, 0.2);
    CHECK(outcome.alone >= 8);
    outcome = run(governor, kBusy, 1000, 0.2);
    CHECK(outcome.cost < 1000 * kBusy.one * 1.2);
    // The machine is free again: noticed within one interval, which has grown by then.
    run(governor, kIdle, 1100, 0.2);
    CHECK(run(governor, kIdle, 200, 0.2).cost < 200 * kIdle.all * 1.1);
}

void busy_from_the_start() {
    ThreadGovernor governor(kAll, Trials::kScheduled);
    run(governor, kBusy, 20);
    CHECK(run(governor, kBusy, 400).cost < 400 * kBusy.one * 1.3);
}

void told_that_the_machine_is_busy() {
    ThreadGovernor busy(kAll, Trials::kScheduled, true);
    CHECK_EQ(busy.threads(), 1);
    CHECK(run(busy, kBusy, 400, 0.2).cost < 400 * kBusy.one * 1.3);
    ThreadGovernor misled(kAll, Trials::kScheduled, true);
    CHECK_EQ(run(misled, kIdle, 65).alone, 64);  // until the first trial
}

void accidents_do_not_count() {
    ThreadGovernor governor(kAll, Trials::kWhenSlow);
    run(governor, kIdle, 50);
    for (int i = 0; i < 20; ++i) {
        governor.record(50.0);  // one slow step
        CHECK_EQ(governor.threads(), kAll);
        CHECK_EQ(run(governor, kIdle, 5).alone, 0);
    }
}

void no_trial_without_need() {
    ThreadGovernor governor(kAll, Trials::kWhenSlow);
    CHECK_EQ(run(governor, kIdle, 5000, 0.3).alone, 0);
    CHECK(run(governor, kBusy, 100, 0.2).alone >= 90);
    // Coming back is tried on schedule even so.
    run(governor, kIdle, 1100, 0.2);
    CHECK_EQ(run(governor, kIdle, 100, 0.2).alone, 0);
}

void slices_lost_now_and_then_count() {
    // Another program per core: most steps of all threads are quick, but whenever one loses its core, all wait.
    ThreadGovernor governor(kAll, Trials::kScheduled);
    std::mt19937 random(7);
    const auto step = [&](int steps) {
        int alone = 0;
        for (int i = 0; i < steps; ++i) {
            const bool one = governor.threads() == 1;
            const bool lost = random() % 100 < (one ? 10 : 40);
            governor.record(one ? (lost ? 2.0 : 1.5) : (lost ? 5.0 : 1.0));
            alone += one ? 1 : 0;
        }
        return alone;
    };
    step(100);
    CHECK(step(1000) > 900);
}

void small_differences_change_nothing() {
    ThreadGovernor governor(kAll, Trials::kScheduled);
    const Outcome outcome = run(governor, kNarrow, 2000);
    CHECK(outcome.alone < 40);
}

void slowly_rising_cost_is_no_alarm() {
    ThreadGovernor governor(kAll, Trials::kWhenSlow);
    for (int i = 0; i < 1000; ++i) {
        CHECK_EQ(governor.threads(), kAll);
        governor.record(1.0 + i * 0.01);  // a longer and longer conversation
    }
}

void one_thread_is_all_there_is() {
    ThreadGovernor governor(1, Trials::kScheduled);
    for (int i = 0; i < 100; ++i) {
        CHECK_EQ(governor.threads(), 1);
        governor.record(i % 7);
    }
}

}  // namespace

int main() {
    idle_machine_keeps_all_threads();
    busy_machine_falls_back_and_comes_back();
    busy_from_the_start();
    told_that_the_machine_is_busy();
    accidents_do_not_count();
    no_trial_without_need();
    slices_lost_now_and_then_count();
    small_differences_change_nothing();
    slowly_rising_cost_is_no_alarm();
    one_thread_is_all_there_is();
    return check::report();
}
