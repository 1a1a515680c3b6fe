// What the KV cache holds, as tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace geniex::llama {

using Tokens = std::vector<int32_t>;

/// The conversation as it was evaluated, and which part of it is still in the
/// KV cache. A context shift drops a stretch behind the first `kKeep` tokens;
/// the record remembers that stretch, so that a prompt which repeats the whole
/// conversation still finds the rest of it.
class KvRecord {
 public:
    /// Tokens at the head that a context shift never drops (usually BOS and the
    /// opening of the system turn; attention degrades without them).
    static constexpr size_t kKeep = 4;

    /// Tokens in the cache; also the position of the next one.
    size_t held() const { return history_.size() - dropped_; }
    size_t dropped() const { return dropped_; }
    /// Tokens of the cache in order of position.
    Tokens held_tokens() const;

    void append(int32_t token) { history_.push_back(token); }
    void append(const int32_t* tokens, size_t count) { history_.insert(history_.end(), tokens, tokens + count); }
    void clear();
    /// Forgets everything from position `position` on; held() is at most that afterwards.
    void truncate(size_t position);

    /// How a prompt continues what is held.
    struct Plan {
        size_t keep;    ///< positions of the cache that stay; the rest is removed
        size_t reused;  ///< tokens at the prompt's head that need no evaluation
        bool extends;   ///< the prompt repeats the whole conversation and goes on
    };

    /// At least the prompt's last token is always evaluated, for its logits.
    /// `prompt` must not be empty.
    Plan plan(const Tokens& prompt) const;

    /// Tokens to drop so that `needed` more fit into `capacity`: half of what may
    /// go, or more when that is not enough; 0 when it cannot be done.
    size_t shift_size(size_t needed, size_t capacity) const;
    /// Notes that `count` tokens behind the first kKeep have been dropped.
    void drop(size_t count);

 private:
    Tokens history_;
    size_t dropped_ = 0;  ///< length of the gap that begins at kKeep
};

}  // namespace geniex::llama
