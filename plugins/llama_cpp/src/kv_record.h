// What the KV cache holds, as tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

    /// Tokens in the cache.
    size_t held() const { return history_.size() - dropped_; }
    /// Position of token `index` of the cache, or of the next one. It is the index itself, unless
    /// media before it take fewer positions than tokens.
    size_t position_of(size_t index) const;
    size_t dropped() const { return dropped_; }
    /// Tokens of the cache in order of position.
    Tokens held_tokens() const;

    /// The whole conversation, with what has been dropped since; grows at its end only,
    /// until it is truncated.
    const Tokens& history() const { return history_; }
    /// Index in history() where the conversation begins that the client repeats; see restore().
    size_t base() const { return base_; }

    void append(int32_t token) { append(&token, 1); }
    void append(const int32_t* tokens, size_t count);
    /// Positions that no prompt can repeat, because no tokens were evaluated there.
    void append_unknown(size_t count);
    /// A medium of `count` tokens that takes `positions`; `id`, below kUnknown, is its own and
    /// stands for each of them.
    void append_medium(int32_t id, size_t count, size_t positions);
    /// Some positions hold no tokens, or a medium that no file could bring back.
    bool has_unknown() const;
    void clear();
    /// Forgets everything from position `position` on; held() is at most that afterwards.
    void truncate(size_t position);

    /// Takes over a conversation from a file. The client may go on in two ways: with prompts
    /// that repeat it, or, as clients of other libraries do, with prompts that bring only what
    /// is new. The next prompt tells which; see settle().
    void restore(Tokens history, size_t dropped, size_t base);
    /// Finds out, after restore(), what `prompt` is meant to continue. It repeats the
    /// conversation when it goes all through it, stays inside it, or is longer and agrees with
    /// most of it; else it is new text, and the client's own conversation begins here.
    void settle(const Tokens& prompt);

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
    /// Length of the longest common prefix of `prompt` and the history from `base` on.
    size_t common_prefix(const Tokens& prompt, size_t base) const;

    static constexpr int32_t kUnknown = -1;

    /// A medium that takes fewer positions than tokens.
    struct Squeeze {
        size_t end;    ///< index in history_ behind it
        size_t saved;  ///< positions
    };

    Tokens history_;
    std::vector<Squeeze> squeezes_;  ///< in order; media are never dropped by a shift
    size_t dropped_ = 0;             ///< length of the gap that begins at kKeep
    size_t base_ = 0;
    std::optional<size_t> restored_base_;  ///< set until the first append after restore()
};

}  // namespace geniex::llama
