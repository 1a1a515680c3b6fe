// Runs: text and events from one thread, read and steered from another.
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kLongWait = 60000;  // never waited in full: something always comes first

struct Taken {
    std::string text;
    std::vector<geniex_TextMark> marks;
    std::vector<geniex_PhaseEvent> events;
};

/** One read with buffers of the given sizes; no marks or events when 0. */
Taken read_once(geniex_Run* run, size_t text_capacity, size_t mark_capacity, size_t event_capacity) {
    Taken taken;
    taken.text.resize(text_capacity);
    taken.marks.resize(mark_capacity);
    taken.events.resize(event_capacity);
    geniex_RunRead read{};
    read.size = sizeof(read);
    read.text = taken.text.data();
    read.text_capacity = static_cast<int64_t>(text_capacity);
    read.marks = mark_capacity == 0 ? nullptr : taken.marks.data();
    read.mark_capacity = static_cast<int32_t>(mark_capacity);
    read.events = event_capacity == 0 ? nullptr : taken.events.data();
    read.event_capacity = static_cast<int32_t>(event_capacity);
    CHECK_EQ(geniex_run_read(run, &read), 0);
    taken.text.resize(static_cast<size_t>(read.text_length));
    if (mark_capacity != 0) taken.marks.resize(static_cast<size_t>(read.mark_count));
    if (event_capacity != 0) taken.events.resize(static_cast<size_t>(read.event_count));
    return taken;
}

/** Generates on this thread with the run attached. */
fixture::Reply generate_into(geniex_Run* run, const char* model, const char* prompt) {
    const fixture::Llm llm(model);
    CHECK_EQ(geniex_run_attach(run), 0);
    const fixture::Reply reply = fixture::generate(llm, prompt);
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    return reply;
}

void text_and_marks() {
    const fixture::Run run;
    const int64_t before = geniex_monotonic_ns();
    generate_into(run, "script:one|two\\xC3|\\xA9|three", "x");
    const int64_t after = geniex_monotonic_ns();
    const Taken taken = read_once(run, 100, 10, 0);
    CHECK_EQ(taken.text, "onetwo\xC3\xA9three");
    CHECK_EQ(taken.marks.size(), 4u);
    const int64_t lengths[] = {3, 3, 2, 5};
    int64_t earliest = before;
    for (size_t i = 0; i < taken.marks.size(); ++i) {
        CHECK_EQ(taken.marks[i].length, lengths[i]);
        CHECK(taken.marks[i].time_ns >= earliest && taken.marks[i].time_ns <= after);
        earliest = taken.marks[i].time_ns;
    }
    CHECK_EQ(geniex_run_wait(run, 0), 1);  // the events still wait
    read_once(run, 100, 10, 1000);
    CHECK_EQ(geniex_run_wait(run, 0), 0);
    CHECK_EQ(read_once(run, 100, 10, 10).text, "");
}

void tiny_buffers_lose_nothing() {
    const std::string word = "0123456789\xC3\xA9";
    std::string prompt;
    for (int i = 0; i < 50; ++i) prompt += word;
    const fixture::Run run;
    generate_into(run, "echo", prompt.c_str());
    std::string all;
    size_t events = 0;
    while (geniex_run_wait(run, 0) == 1) {
        const Taken taken = read_once(run, 64, 5, 3);
        CHECK(taken.marks.size() <= 5 && taken.events.size() <= 3);
        int64_t marked = 0;
        for (const geniex_TextMark& mark : taken.marks) marked += mark.length;
        CHECK_EQ(marked, static_cast<int64_t>(taken.text.size()));
        all += taken.text;
        events += taken.events.size();
    }
    CHECK_EQ(all, prompt);
    // Prefill and decode: begin and end each, ten parts, and one per token.
    CHECK_EQ(events, 2u + 2u + 10u + prompt.size());
}

void a_piece_longer_than_the_buffer_comes_in_parts() {
    std::string piece;
    for (int i = 0; i < 40; ++i) piece += "\xE4\xBD\xA0";  // 120 bytes, cut only between characters
    const fixture::Run run;
    generate_into(run, ("script:ab|" + piece + "|c").c_str(), "x");
    CHECK_EQ(read_once(run, 64, 0, 0).text, "ab");
    CHECK_EQ(read_once(run, 64, 0, 0).text, piece.substr(0, 63));
    const Taken rest = read_once(run, 64, 8, 0);
    CHECK_EQ(rest.text, piece.substr(63) + "c");
    CHECK_EQ(rest.marks.size(), 2u);
    CHECK_EQ(rest.marks[0].length, 57);
}

void events_tell_the_story() {
    const fixture::Run run;
    CHECK_EQ(geniex_run_attach(run), 0);
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &llm), 0);
    fixture::generate(llm, "abc");
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    fixture::generate(llm, "not seen");
    CHECK_EQ(geniex_llm_destroy(llm), 0);
    const Taken taken = read_once(run, 100, 0, 1000);
    CHECK_EQ(taken.text, "abc");
    CHECK_EQ(taken.events.front().phase, static_cast<int32_t>(GENIEX_PHASE_LOAD));
    CHECK_EQ(taken.events.front().edge, static_cast<int32_t>(GENIEX_EDGE_BEGIN));
    CHECK_EQ(taken.events.back().phase, static_cast<int32_t>(GENIEX_PHASE_DECODE));
    CHECK_EQ(taken.events.back().edge, static_cast<int32_t>(GENIEX_EDGE_END));
    CHECK_EQ(taken.events.back().done, 3);
    for (size_t i = 1; i < taken.events.size(); ++i) {
        CHECK(taken.events[i].phase >= taken.events[i - 1].phase);
        CHECK(taken.events[i].time_ns >= taken.events[i - 1].time_ns);
    }
}

void cancel_is_sticky_until_reset() {
    const fixture::Run run;
    CHECK_EQ(geniex_run_cancel(run), 0);
    const fixture::Reply stopped = generate_into(run, "echo", "abc");
    CHECK_EQ(stopped.code, 0);
    CHECK(stopped.has_text);
    CHECK_EQ(stopped.text, "");
    CHECK_EQ(stopped.stop_reason, "user");

    CHECK_EQ(geniex_run_attach(run), 0);
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &llm), static_cast<int32_t>(GENIEX_ERROR_COMMON_CANCELLED));
    CHECK(llm == nullptr);
    CHECK_EQ(geniex_run_attach(nullptr), 0);

    CHECK_EQ(geniex_run_wait(run, 0), 1);
    CHECK_EQ(geniex_run_reset(run), 0);
    CHECK_EQ(geniex_run_wait(run, 0), 0);
    CHECK_EQ(generate_into(run, "echo", "abc").text, "abc");
}

void cancel_from_another_thread() {
    const fixture::Run run;
    std::thread canceller([&] {
        CHECK_EQ(geniex_run_wait(run, kLongWait), 1);
        std::string seen;
        while (seen.size() < 3 && geniex_run_wait(run, kLongWait) == 1) seen += read_once(run, 64, 0, 100).text;
        CHECK_EQ(geniex_run_cancel(run), 0);
    });
    const fixture::Reply reply = generate_into(run, "slow-decode:1:1000000", "abc");
    canceller.join();
    CHECK_EQ(reply.code, 0);
    CHECK_EQ(reply.stop_reason, "user");
    CHECK(reply.text.size() >= 3 && reply.text.size() < 1000000);
    CHECK_EQ(reply.text, std::string(reply.text.size(), 'x'));
}

void cancel_during_prefill() {
    const fixture::Run run;
    const fixture::Llm llm("slow-prefill:100000:5");
    std::thread canceller([&] {
        CHECK_EQ(geniex_run_wait(run, kLongWait), 1);
        CHECK_EQ(geniex_run_cancel(run), 0);
    });
    CHECK_EQ(geniex_run_attach(run), 0);
    const fixture::Reply reply = fixture::generate(llm, "abc");
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    canceller.join();
    CHECK_EQ(reply.code, 0);
    CHECK_EQ(reply.stop_reason, "user");
    CHECK_EQ(reply.text, "");
}

void destroying_a_run() {
    geniex_Run* run = nullptr;
    CHECK_EQ(geniex_run_create(&run), 0);
    std::thread waiter([&] { CHECK(geniex_run_wait(run, kLongWait) <= 0); });
    CHECK_EQ(geniex_run_attach(run), 0);
    CHECK_EQ(geniex_run_destroy(run), 0);
    waiter.join();
    const fixture::Llm llm("echo");
    CHECK_EQ(fixture::generate(llm, "abc").text, "abc");  // the thread still holds the run, harmlessly
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    CHECK_EQ(geniex_run_destroy(run), kInvalidInput);
}

void bad_arguments() {
    CHECK_FAILS(geniex_run_create(nullptr), kInvalidInput, "run");
    for (geniex_Run* none : {static_cast<geniex_Run*>(nullptr), reinterpret_cast<geniex_Run*>(0x10)}) {
        geniex_RunRead read{};
        CHECK_FAILS(geniex_run_destroy(none), kInvalidInput, "run");
        CHECK_FAILS(geniex_run_cancel(none), kInvalidInput, "run");
        CHECK_FAILS(geniex_run_reset(none), kInvalidInput, "run");
        CHECK_FAILS(geniex_run_wait(none, 0), kInvalidInput, "run");
        CHECK_FAILS(geniex_run_read(none, &read), kInvalidInput, "run");
    }
    CHECK_FAILS(geniex_run_attach(reinterpret_cast<geniex_Run*>(0x10)), kInvalidInput, "run");
    CHECK_EQ(geniex_run_attach(nullptr), 0);

    const fixture::Run run;
    char text[64];
    geniex_RunRead read{};
    CHECK_FAILS(geniex_run_wait(run, -1), kInvalidInput, "timeout_ms");
    CHECK_FAILS(geniex_run_read(run, nullptr), kInvalidInput, "read");
    CHECK_FAILS(geniex_run_read(run, &read), kInvalidInput, "size");
    read.size = sizeof(read);
    CHECK_FAILS(geniex_run_read(run, &read), kInvalidInput, "text");
    read.text = text;
    read.text_capacity = 63;
    CHECK_FAILS(geniex_run_read(run, &read), kInvalidInput, "text_capacity");
    read.text_capacity = 64;
    read.mark_capacity = -1;
    CHECK_FAILS(geniex_run_read(run, &read), kInvalidInput, "capacity");
    read.mark_capacity = 0;
    read.event_capacity = -1;
    CHECK_FAILS(geniex_run_read(run, &read), kInvalidInput, "capacity");
    read.event_capacity = 0;
    CHECK_EQ(geniex_run_read(run, &read), 0);
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    CHECK(geniex_ext_version() >= 1);
    text_and_marks();
    tiny_buffers_lose_nothing();
    a_piece_longer_than_the_buffer_comes_in_parts();
    events_tell_the_story();
    cancel_is_sticky_until_reset();
    cancel_from_another_thread();
    cancel_during_prefill();
    destroying_a_run();
    bad_arguments();
    return check::report();
}
