// Handles are numbers that only look like pointers.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace geniex {

/**
 * A handle is never dereferenced, only looked up, and a number is given out once
 * in the life of the process, whatever the type. So a destroyed, foreign or
 * invented handle is simply not found. The numbers are odd, which no pointer to
 * an object of the client's can be mistaken for.
 */
inline uintptr_t next_handle_number() noexcept {
    static std::atomic<uintptr_t> next{0x67780001};
    return next.fetch_add(2);
}

/** Objects of one type by handle. `Handle` is the opaque type of the ABI. */
template <typename Handle, typename Object>
class HandleTable {
 public:
    Handle* add(std::shared_ptr<Object> object) {
        const uintptr_t number = next_handle_number();
        const std::lock_guard<std::mutex> lock(mutex_);
        objects_.emplace(number, std::move(object));
        return reinterpret_cast<Handle*>(number);
    }

    /** Null when there is no such handle. */
    std::shared_ptr<Object> find(const Handle* handle) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = objects_.find(reinterpret_cast<uintptr_t>(handle));
        return found == objects_.end() ? nullptr : found->second;
    }

    /** Takes the handle out of the table; null when there is no such handle. */
    std::shared_ptr<Object> remove(const Handle* handle) {
        const std::lock_guard<std::mutex> lock(mutex_);
        const auto found = objects_.find(reinterpret_cast<uintptr_t>(handle));
        if (found == objects_.end()) return nullptr;
        std::shared_ptr<Object> object = std::move(found->second);
        objects_.erase(found);
        return object;
    }

    /** Takes every handle out of the table. */
    std::vector<std::shared_ptr<Object>> remove_all() {
        const std::lock_guard<std::mutex> lock(mutex_);
        std::vector<std::shared_ptr<Object>> all;
        for (auto& [number, object] : objects_) all.push_back(std::move(object));
        objects_.clear();
        return all;
    }

 private:
    std::mutex mutex_;
    std::map<uintptr_t, std::shared_ptr<Object>> objects_;
};

}  // namespace geniex
