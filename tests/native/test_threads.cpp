// Several threads: on one handle, on many, and destroying what others use.
//
// No test here depends on how long anything takes: a thread signals when its
// reply has begun, and what hangs does so until it is cancelled.
#include <atomic>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

/** A generate call on a thread of its own that has begun when the constructor ends. */
class Background {
 public:
    Background(geniex_LLM* handle, geniex_Run* run, geniex_Phase begun_with)
        : thread_([this, handle, run] {
              geniex_run_attach(run);
              reply = fixture::generate(handle, "abc");
              geniex_run_attach(nullptr);
          }) {
        wait_for_phase(run, begun_with);
    }
    ~Background() { join(); }
    void join() {
        if (thread_.joinable()) thread_.join();
    }

    static void wait_for_phase(geniex_Run* run, geniex_Phase phase) {
        while (geniex_run_wait(run, 10000) == 1) {
            char text[64];
            geniex_PhaseEvent event{};
            auto read = fixture::sized<geniex_RunRead>();
            read.text = text;
            read.text_capacity = sizeof(text);
            read.marks = nullptr;
            read.mark_capacity = 0;
            read.events = &event;
            read.event_capacity = 1;
            if (geniex_run_read(run, &read) != 0 || (read.event_count == 1 && event.phase == phase)) return;
        }
    }

    fixture::Reply reply;

 private:
    std::thread thread_;
};

void a_busy_handle_refuses_other_threads() {
    const fixture::Llm llm("hang");
    const fixture::Run run;
    Background background(llm, run, GENIEX_PHASE_DECODE);
    CHECK_FAILS(geniex_llm_reset(llm), GENIEX_ERROR_COMMON_INVALID_INPUT, "handle is busy");
    CHECK_EQ(fixture::generate(llm, "x").code, static_cast<int32_t>(GENIEX_ERROR_COMMON_INVALID_INPUT));
    auto use = fixture::sized<geniex_ContextUse>();
    CHECK_EQ(geniex_llm_get_context_use(llm, &use), static_cast<int32_t>(GENIEX_ERROR_COMMON_INVALID_INPUT));
    CHECK_EQ(geniex_run_cancel(run), 0);
    background.join();
    CHECK_EQ(background.reply.code, 0);
    CHECK_EQ(background.reply.stop_reason, "user");
    CHECK_EQ(geniex_llm_reset(llm), 0);
}

void destroy_ends_the_running_call_and_waits_for_it() {
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("hang", &llm), 0);
    const fixture::Run run;
    Background background(llm, run, GENIEX_PHASE_DECODE);
    CHECK_EQ(geniex_llm_destroy(llm), 0);
    CHECK_EQ(geniex_llm_reset(llm), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_INITIALIZED));
    background.join();
    CHECK_EQ(background.reply.code, 0);
    CHECK_EQ(background.reply.stop_reason, "user");
}

void deinit_ends_running_calls() {
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("hang", &llm), 0);
    const fixture::Run run;
    Background background(llm, run, GENIEX_PHASE_DECODE);
    CHECK_EQ(geniex_deinit(), 0);
    background.join();
    CHECK_EQ(background.reply.code, 0);
    CHECK_EQ(geniex_init(), 0);
}

int32_t create_in_background(const char* path, geniex_Run* run, void (*stop)(geniex_Run*), geniex_LLM** handle) {
    std::future<int32_t> loading = std::async(std::launch::async, [&] {
        geniex_run_attach(run);
        const int32_t code = fixture::create_llm(path, handle);
        geniex_run_attach(nullptr);
        return code;
    });
    Background::wait_for_phase(run, GENIEX_PHASE_LOAD);
    stop(run);
    return loading.get();
}

void a_load_can_be_cancelled() {
    geniex_LLM* llm = nullptr;
    for (const char* path : {"hang-load", "slow:100000:1"}) {
        const fixture::Run run;
        const int32_t code = create_in_background(path, run, [](geniex_Run* r) { geniex_run_cancel(r); }, &llm);
        CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_CANCELLED));
        CHECK(llm == nullptr);
    }
}

void deinit_ends_a_load() {
    geniex_LLM* llm = nullptr;
    const fixture::Run run;
    const int32_t code = create_in_background("hang-load", run, [](geniex_Run*) { geniex_deinit(); }, &llm);
    CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_CANCELLED));
    CHECK(llm == nullptr);
    CHECK_EQ(geniex_init(), 0);
}

void handles_are_independent() {
    std::vector<std::future<std::string>> replies;
    for (int i = 0; i < 4; ++i) {
        replies.push_back(std::async(std::launch::async, [i] {
            const fixture::Llm llm("echo");
            std::string last;
            for (int turn = 0; turn < 20; ++turn) last = fixture::generate(llm, std::to_string(i).c_str()).text;
            return last;
        }));
    }
    for (int i = 0; i < 4; ++i) CHECK_EQ(replies[static_cast<size_t>(i)].get(), std::to_string(i));
}

/** One handle, many threads: each call is either served whole or refused. */
void a_fight_over_one_handle() {
    const fixture::Llm llm("echo");
    std::atomic<int> served{0};
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 200; ++turn) {
                const fixture::Reply reply = fixture::generate(llm, "hello");
                if (reply.code == 0 && reply.text == "hello") {
                    ++served;
                } else if (reply.code != GENIEX_ERROR_COMMON_INVALID_INPUT || reply.has_text) {
                    ++wrong;
                }
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(served > 0);
    CHECK_EQ(wrong.load(), 0);
}

/** Threads that create, use and destroy while others deinit and init. */
void a_fight_over_the_library() {
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!stop) {
                geniex_LLM* llm = nullptr;
                const int32_t code = fixture::create_llm("echo", &llm);
                if (code == 0) {
                    fixture::generate(llm, "hello");
                    geniex_llm_destroy(llm);
                } else if (code != GENIEX_ERROR_COMMON_PLUGIN_INVALID && code != GENIEX_ERROR_COMMON_CANCELLED) {
                    ++wrong;
                }
            }
        });
    }
    for (int i = 0; i < 50; ++i) {
        geniex_deinit();
        geniex_init();
    }
    stop = true;
    for (std::thread& thread : threads) thread.join();
    CHECK_EQ(wrong.load(), 0);
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    a_busy_handle_refuses_other_threads();
    destroy_ends_the_running_call_and_waits_for_it();
    deinit_ends_running_calls();
    a_load_can_be_cancelled();
    deinit_ends_a_load();
    handles_are_independent();
    a_fight_over_one_handle();
    a_fight_over_the_library();
    return check::report();
}
