#include "run.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>

namespace geniex {
namespace {

std::shared_ptr<Run>& slot_of_this_thread() noexcept {
    thread_local std::shared_ptr<Run> run;
    return run;
}

}  // namespace

void Run::reset() {
    const std::lock_guard<std::mutex> lock(mutex_);
    cancelled_ = false;
    text_.clear();
    text_begin_ = 0;
    marks_.clear();
    events_.clear();
}

void Run::add_text(std::string_view piece, int64_t time_ns) {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        text_.append(piece);
        marks_.push_back({time_ns, static_cast<int64_t>(piece.size())});
    }
    changed_.notify_all();
}

void Run::add_event(const geniex_PhaseEvent& event) {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        events_.push_back(event);
    }
    changed_.notify_all();
}

bool Run::wait(int32_t timeout_ms) {
    std::unique_lock<std::mutex> lock(mutex_);
    const auto something_waits = [this] { return !marks_.empty() || !events_.empty(); };
    changed_.wait_for(lock, std::chrono::milliseconds(timeout_ms), [&] { return closed_ || something_waits(); });
    return something_waits();
}

void Run::read(geniex_RunRead& read) {
    const std::lock_guard<std::mutex> lock(mutex_);
    take_text(read);
    take_events(read);
}

void Run::close() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        closed_ = true;
    }
    changed_.notify_all();
}

void Run::take_text(geniex_RunRead& read) {
    const auto capacity = static_cast<size_t>(read.text_capacity);
    size_t taken = 0;
    read.mark_count = 0;
    while (!marks_.empty() && (read.marks == nullptr || read.mark_count < read.mark_capacity)) {
        geniex_TextMark piece = marks_.front();
        auto length = static_cast<size_t>(piece.length);
        if (taken + length > capacity) {
            if (taken != 0) break;
            length = first_part_that_fits(capacity);
            marks_.front().length -= static_cast<int64_t>(length);
            piece.length = static_cast<int64_t>(length);
        } else {
            marks_.pop_front();
        }
        std::memcpy(read.text + taken, text_.data() + text_begin_, length);
        text_begin_ += length;
        taken += length;
        if (read.marks != nullptr) read.marks[read.mark_count] = piece;
        ++read.mark_count;
    }
    read.text_length = static_cast<int64_t>(taken);
    if (marks_.empty()) {
        text_.clear();
        text_begin_ = 0;
    } else if (text_begin_ > text_.size() / 2) {  // keeps the cost of many small reads linear
        text_.erase(0, text_begin_);
        text_begin_ = 0;
    }
}

/** Bytes of the first piece, which is longer than `capacity`, cut where a character begins. */
size_t Run::first_part_that_fits(size_t capacity) const {
    size_t length = capacity;
    while (length > 0 && (static_cast<uint8_t>(text_[text_begin_ + length]) & 0xC0) == 0x80) --length;
    return length;
}

void Run::take_events(geniex_RunRead& read) {
    read.event_count = 0;
    if (read.events == nullptr) return;
    const size_t count = std::min(events_.size(), static_cast<size_t>(read.event_capacity));
    std::copy_n(events_.begin(), count, read.events);
    events_.erase(events_.begin(), events_.begin() + static_cast<std::ptrdiff_t>(count));
    read.event_count = static_cast<int32_t>(count);
}

std::shared_ptr<Run> attached_run() noexcept { return slot_of_this_thread(); }

void attach_run(std::shared_ptr<Run> run) noexcept { slot_of_this_thread() = std::move(run); }

}  // namespace geniex
