#include "kv_record.h"

#include <algorithm>

namespace geniex::llama {

Tokens KvRecord::held_tokens() const {
    if (dropped_ == 0) return history_;
    Tokens held(history_.begin(), history_.begin() + kKeep);
    held.insert(held.end(), history_.begin() + static_cast<std::ptrdiff_t>(kKeep + dropped_), history_.end());
    return held;
}

void KvRecord::clear() {
    history_.clear();
    dropped_ = 0;
}

void KvRecord::truncate(size_t position) {
    if (position >= held()) return;
    if (position <= kKeep) {
        history_.resize(position);
        dropped_ = 0;
    } else {
        history_.resize(position + dropped_);
    }
}

KvRecord::Plan KvRecord::plan(const Tokens& prompt) const {
    const size_t limit = std::min(history_.size(), prompt.size());
    const auto mismatch =
        std::mismatch(prompt.begin(), prompt.begin() + static_cast<std::ptrdiff_t>(limit), history_.begin());
    const size_t common = static_cast<size_t>(mismatch.first - prompt.begin());
    const bool extends = !history_.empty() && common == history_.size();
    const size_t usable = std::min(common, prompt.size() - 1);
    if (dropped_ == 0) return {usable, usable, extends};
    // The match must reach into what lies behind the gap; otherwise only the head is of use.
    if (usable > kKeep + dropped_) return {usable - dropped_, usable, extends};
    const size_t head = std::min(usable, kKeep);
    return {head, head, false};
}

size_t KvRecord::shift_size(size_t needed, size_t capacity) const {
    if (held() + needed <= capacity) return 0;
    if (held() <= kKeep) return 0;
    const size_t droppable = held() - kKeep;
    const size_t missing = held() + needed - capacity;
    if (missing > droppable) return 0;
    return std::min(droppable, std::max(droppable / 2, missing));
}

void KvRecord::drop(size_t count) { dropped_ += count; }

}  // namespace geniex::llama
