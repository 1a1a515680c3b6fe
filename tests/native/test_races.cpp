// A first message, a second request and a Stop at the same moment, many times over.
//
// Usage: test_races [ROUNDS]. Whatever comes first, each request is answered whole, answered up to the stop, or
// (without a queue) refused. Made for ThreadSanitizer.
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <future>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

using Random = std::linear_congruential_engine<uint32_t, 48271, 0, 2147483647>;

const std::string kWhole(1000, 'x');
constexpr const char* kModel = "slow-decode:0:1000";

/** Lets several threads begin a round together. */
class Gate {
 public:
    explicit Gate(int threads) : missing_(threads) {}
    void pass() {
        std::unique_lock<std::mutex> lock(mutex_);
        if (--missing_ == 0) {
            open_.notify_all();
        } else {
            open_.wait(lock, [this] { return missing_ <= 0; });
        }
    }

 private:
    std::mutex mutex_;
    std::condition_variable open_;
    int missing_;
};

/** So that the moments differ from round to round: many instructions for the askers, sleep for the one who stops. */
void dawdle(unsigned length) {
    for (volatile unsigned i = 0; i < length; i = i + 1) {
    }
}

void sleep(unsigned microseconds) { std::this_thread::sleep_for(std::chrono::microseconds(microseconds)); }

/** What a client has: requests answered one at a time, in their order, by the one thread that calls the library. */
class Queue {
 public:
    Queue() : worker_([this] { serve(); }) {}
    ~Queue() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            closing_ = true;
        }
        changed_.notify_all();
        worker_.join();
    }
    Queue(const Queue&) = delete;
    Queue& operator=(const Queue&) = delete;

    std::future<fixture::Reply> ask(const char* prompt) {
        Request request{prompt, {}};
        std::future<fixture::Reply> reply = request.reply.get_future();
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            requests_.push_back(std::move(request));
        }
        changed_.notify_all();
        return reply;
    }

    /** Stops what runs now; what waits is answered all the same. */
    void stop() { geniex_run_cancel(run_); }

 private:
    struct Request {
        const char* prompt;
        std::promise<fixture::Reply> reply;
    };

    void serve() {
        const fixture::Llm llm(kModel);
        CHECK_EQ(geniex_run_attach(run_), 0);
        for (;;) {
            std::unique_lock<std::mutex> lock(mutex_);
            changed_.wait(lock, [this] { return closing_ || !requests_.empty(); });
            if (requests_.empty()) break;
            Request request = std::move(requests_.front());
            requests_.pop_front();
            lock.unlock();
            geniex_run_reset(run_);
            request.reply.set_value(fixture::generate(llm, request.prompt));
        }
        CHECK_EQ(geniex_run_attach(nullptr), 0);
    }

    const fixture::Run run_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Request> requests_;
    bool closing_ = false;
    std::thread worker_;
};

/** Served whole, or stopped with the text so far. */
void check_reply(const fixture::Reply& reply) {
    CHECK_EQ(reply.code, 0);
    CHECK(reply.has_text);
    if (reply.stop_reason == "user") {
        CHECK_EQ(reply.text, kWhole.substr(0, reply.text.size()));
    } else {
        CHECK_EQ(reply.stop_reason, "eos");
        CHECK_EQ(reply.text, kWhole);
    }
}

void queued_requests_and_a_stop(int rounds) {
    Queue queue;
    Random random(1);
    int stopped = 0;
    for (int round = 0; round < rounds; ++round) {
        Gate gate(3);
        std::future<fixture::Reply> first;
        std::future<fixture::Reply> second;
        const unsigned moments[] = {random() % 4096, random() % 4096, random() % 500};
        std::thread chat([&] {
            gate.pass();
            dawdle(moments[0]);
            first = queue.ask("a first message");
        });
        std::thread server([&] {
            gate.pass();
            dawdle(moments[1]);
            second = queue.ask("another request");
        });
        gate.pass();
        sleep(moments[2]);
        queue.stop();
        chat.join();
        server.join();
        for (std::future<fixture::Reply>* reply : {&first, &second}) {
            const fixture::Reply answer = reply->get();
            check_reply(answer);
            if (answer.stop_reason == "user") ++stopped;
        }
        // The title, which is asked for when the answer is there, is hurt by no stop that came before.
        CHECK_EQ(queue.ask("a title").get().text, kWhole);
    }
    std::printf("%d rounds, %d replies stopped\n", rounds, stopped);
}

/** Without a queue: the second call is refused or served, never mixed with the first. */
void two_calls_on_one_handle_and_a_stop(int rounds) {
    const fixture::Llm llm(kModel);
    Random random(2);
    for (int round = 0; round < rounds; ++round) {
        const fixture::Run run;
        Gate gate(3);
        fixture::Reply replies[2];
        const unsigned moments[] = {random() % 4096, random() % 4096, random() % 500};
        std::vector<std::thread> callers;
        for (int i = 0; i < 2; ++i) {
            callers.emplace_back([&, i] {
                geniex_run_attach(run);
                gate.pass();
                dawdle(moments[i]);
                replies[i] = fixture::generate(llm, "a message");
                geniex_run_attach(nullptr);
            });
        }
        gate.pass();
        sleep(moments[2]);
        geniex_run_cancel(run);
        for (std::thread& caller : callers) caller.join();
        int served = 0;
        for (const fixture::Reply& reply : replies) {
            if (reply.code == GENIEX_ERROR_COMMON_INVALID_INPUT) {
                CHECK(!reply.has_text);
                continue;
            }
            check_reply(reply);
            ++served;
        }
        CHECK(served > 0);
        CHECK_EQ(fixture::generate(llm, "a message").text, kWhole);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 50;
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    queued_requests_and_a_stop(rounds);
    two_calls_on_one_handle_and_a_stop(rounds);
    return check::report();
}
