// Handles: a model, the one call that may use it at a time, and how both end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "plugin_instance.h"

namespace geniex {

/** Number of handle calls on this thread's stack; above 0 inside a token callback. */
inline int& calls_on_this_thread() noexcept {
    thread_local int depth = 0;
    return depth;
}

enum class Access { kGranted, kBusy, kClosed };

/** What a handle stands for. `Model` is Llm or Vlm. */
template <typename Model>
class Session {
 public:
    /** Granted to one caller at a time; never blocks. */
    Access enter() {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (closed_) return Access::kClosed;
        if (busy_) return Access::kBusy;
        busy_ = true;
        ++calls_on_this_thread();
        return Access::kGranted;
    }

    void leave() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            busy_ = false;
            --calls_on_this_thread();
            if (closed_) release_model();
        }
        idle_.notify_all();
    }

    /**
     * Cancels the running call and frees the model once that has ended. Waits
     * for it, unless this thread is itself inside a call: a token callback that
     * waited could be the very one it waits for, so there the end of the
     * running call frees the model.
     */
    void close() {
        std::unique_lock<std::mutex> lock(mutex_);
        closed_ = true;
        cancel_ = true;
        if (!busy_) {
            release_model();
        } else if (calls_on_this_thread() == 0) {
            idle_.wait(lock, [this] { return !busy_; });
        }
    }

    /** Only for the holder of the entry, as are the two below. */
    void set_model(std::unique_ptr<Model> model, std::shared_ptr<PluginInstance> plugin) {
        model_ = std::move(model);
        plugin_ = std::move(plugin);
    }
    Model& model() noexcept { return *model_; }
    const std::atomic<bool>& cancel_flag() const noexcept { return cancel_; }

 private:
    void release_model() noexcept {
        model_.reset();
        plugin_.reset();
    }

    std::mutex mutex_;
    std::condition_variable idle_;
    bool busy_ = false;
    bool closed_ = false;
    std::atomic<bool> cancel_{false};
    std::shared_ptr<PluginInstance> plugin_;  // outlives the model
    std::unique_ptr<Model> model_;
};

/** The right to use a session, until the end of the scope. */
template <typename Model>
class SessionEntry {
 public:
    explicit SessionEntry(std::shared_ptr<Session<Model>> session)
        : session_(std::move(session)), result_(session_ ? session_->enter() : Access::kClosed) {}
    ~SessionEntry() {
        if (result_ == Access::kGranted) session_->leave();
    }
    SessionEntry(const SessionEntry&) = delete;
    SessionEntry& operator=(const SessionEntry&) = delete;

    Access result() const noexcept { return result_; }
    Session<Model>& session() noexcept { return *session_; }

 private:
    std::shared_ptr<Session<Model>> session_;
    Access result_;
};

}  // namespace geniex
