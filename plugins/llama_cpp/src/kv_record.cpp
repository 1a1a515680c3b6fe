#include "kv_record.h"

#include <algorithm>
#include <utility>

namespace geniex::llama {

Tokens KvRecord::held_tokens() const {
    if (dropped_ == 0) return history_;
    Tokens held(history_.begin(), history_.begin() + kKeep);
    held.insert(held.end(), history_.begin() + static_cast<std::ptrdiff_t>(kKeep + dropped_), history_.end());
    return held;
}

void KvRecord::append(const int32_t* tokens, size_t count) {
    restored_base_.reset();
    history_.insert(history_.end(), tokens, tokens + count);
}

void KvRecord::append_unknown(size_t count) {
    restored_base_.reset();
    history_.insert(history_.end(), count, kUnknown);
}

void KvRecord::append_medium(int32_t id, size_t count, size_t positions) {
    restored_base_.reset();
    history_.insert(history_.end(), count, id);
    if (positions < count) squeezes_.push_back({history_.size(), count - positions});
}

size_t KvRecord::position_of(size_t index) const {
    size_t position = index;
    for (const Squeeze& squeeze : squeezes_) {
        if (squeeze.end <= index) position -= squeeze.saved;
    }
    return position;
}

bool KvRecord::has_unknown() const {
    return std::any_of(history_.begin(), history_.end(), [](int32_t token) { return token < 0; });
}

void KvRecord::clear() { *this = {}; }

void KvRecord::truncate(size_t position) {
    if (position >= held()) return;
    if (position <= kKeep) {
        history_.resize(position);
        dropped_ = 0;
    } else {
        history_.resize(position + dropped_);
    }
    base_ = std::min(base_, history_.size());
    while (!squeezes_.empty() && squeezes_.back().end > history_.size()) squeezes_.pop_back();
}

void KvRecord::restore(Tokens history, size_t dropped, size_t base) {
    history_ = std::move(history);
    dropped_ = dropped;
    base_ = base;
    restored_base_ = base;
}

void KvRecord::settle(const Tokens& prompt) {
    if (!restored_base_) return;
    const size_t known = history_.size() - *restored_base_;
    const size_t common = common_prefix(prompt, *restored_base_);
    const bool repeats = common == known || common == prompt.size() || (prompt.size() > known && common > known / 2);
    base_ = repeats ? *restored_base_ : history_.size();
}

size_t KvRecord::common_prefix(const Tokens& prompt, size_t base) const {
    const size_t limit = std::min(history_.size() - base, prompt.size());
    const auto end = prompt.begin() + static_cast<std::ptrdiff_t>(limit);
    const auto mismatch = std::mismatch(prompt.begin(), end, history_.begin() + static_cast<std::ptrdiff_t>(base));
    return static_cast<size_t>(mismatch.first - prompt.begin());
}

KvRecord::Plan KvRecord::plan(const Tokens& prompt) const {
    const size_t common = common_prefix(prompt, base_);
    const bool extends = !history_.empty() && base_ + common == history_.size();
    const size_t reused = std::min(common, prompt.size() - 1);
    const size_t usable = base_ + reused;
    if (dropped_ == 0) return {usable, reused, extends};
    // The match must reach into what lies behind the gap; otherwise only the head is of use.
    if (usable > kKeep + dropped_) return {usable - dropped_, reused, extends};
    const size_t head = base_ > 0 ? 0 : std::min(usable, kKeep);
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
