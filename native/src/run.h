// A run: what other threads see of a blocking call, and how they stop it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "geniex_ext.h"

namespace geniex {

/** Unbounded buffers behind a mutex that is held for copies alone, so the engine never waits for a reader. */
class Run {
 public:
    void cancel() noexcept { cancelled_ = true; }
    bool cancelled() const noexcept { return cancelled_.load(std::memory_order_relaxed); }
    void reset();

    void add_text(std::string_view piece, int64_t time_ns);
    void add_event(const geniex_PhaseEvent& event);

    /** true when something waits; false after the time or once the run is closed. */
    bool wait(int32_t timeout_ms);
    /** Takes what fits; the caller has checked `read`. */
    void read(geniex_RunRead& read);

    /** Ends every wait, present and future. */
    void close();

 private:
    void take_text(geniex_RunRead& read);
    void take_events(geniex_RunRead& read);
    size_t first_part_that_fits(size_t capacity) const;

    std::atomic<bool> cancelled_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::string text_;
    size_t text_begin_ = 0;  // text_ before this has been read
    std::deque<geniex_TextMark> marks_;
    std::deque<geniex_PhaseEvent> events_;
    bool closed_ = false;
};

/** The run that the calling thread's calls report into; null when none is attached. */
std::shared_ptr<Run> attached_run() noexcept;
void attach_run(std::shared_ptr<Run> run) noexcept;

}  // namespace geniex
