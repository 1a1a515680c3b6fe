// The KV cache of one conversation: what it holds, and all that changes it.
#pragma once

#include <algorithm>

#include "batch.h"
#include "geniex/plugin.h"
#include "kv_record.h"
#include "model.h"
#include "thread_governor.h"

namespace geniex::llama {

/// Why a step of generation ended before its work was done.
enum class Step { kDone, kCancelled, kNoRoom, kFailed };

/// Evaluates at the end of the conversation and keeps the record of it true:
/// whatever fails, is cancelled or taken back, record and cache agree.
class ConversationCache {
 public:
    /// @param shifts a full window drops its oldest part.
    ConversationCache(Model& model, Host& host, bool shifts);

    const KvRecord& record() const { return record_; }

    /// Makes the cache hold what `prompt` shares with it; returns the tokens left to evaluate.
    /// @throws Refusal when the prompt cannot fit; the cache is as before then.
    Tokens continue_with(Tokens prompt);

    /// Evaluates tokens; with `wants_logits`, those behind the last one are computed.
    Step evaluate(const int32_t* tokens, size_t count, bool wants_logits);

    /// Evaluates embedding rows [count, the model's input width] at the next positions.
    /// No prompt can repeat them, so the next one starts from scratch.
    Step evaluate_embeddings(const float* rows, size_t count, bool wants_logits);

    /// Evaluates a piece of a medium as a whole by `decode(context, position, batch size)`, which
    /// returns as llama_decode() does; the record holds it as `id`.
    template <typename Decode>
    Step evaluate_medium(int32_t id, size_t count, size_t positions, Decode decode);

    /// Evaluates `token` and a draft of what follows, with logits behind each. Only `token`
    /// joins the record; the draft is there until confirm() or discard_draft().
    Step evaluate_draft(int32_t token, const Tokens& draft);
    /// The next token of the draft belongs to the reply.
    void confirm(int32_t token) { record_.append(token); }
    /// Removes what was not confirmed. False when the cache lost the rest, too.
    bool discard_draft();

    /// Logits [n_vocab] behind token `index` of the last batch; -1 is the last one with logits.
    const float* logits(int32_t index) const { return llama_get_logits_ith(model_.context(), index); }

    /// Positions that a draft may take without pushing anything out.
    size_t free_positions() const { return model_.n_ctx() - std::min(record_.held(), model_.n_ctx()); }

    void clear() { drop_from(0); }

    /// Files of conversations; see kv_file.h. @throws Refusal; a failed load leaves all as before.
    void save(const char* path) const;
    void load(const char* path);

    [[noreturn]] void refuse_too_long(size_t tokens) const;

 private:
    Step decode(const llama_batch& batch);
    /// decode() of text; the model's listener hears how far it is.
    Step decode_followed(const llama_batch& batch);
    /// What a result of llama_decode() means; unless it is done, the cache goes back to the record.
    Step settle(int32_t result);
    void use_all_threads();
    /// llama_decode() with as many threads as the machine has to spare.
    int32_t decode_governed(const llama_batch& batch);
    bool covers_window(size_t keep) const;
    void keep_head_and_newest(Tokens& prompt) const;
    bool make_room(size_t needed);
    void drop_from(size_t position);

    Model& model_;
    Host& host_;
    bool shifts_;
    Batch batch_;
    KvRecord record_;
    ThreadGovernor step_threads_;   ///< for one token, or a few
    ThreadGovernor batch_threads_;  ///< for stretches of a prompt
};

template <typename Decode>
Step ConversationCache::evaluate_medium(int32_t id, size_t count, size_t positions, Decode decode) {
    if (!make_room(count)) return Step::kNoRoom;
    use_all_threads();
    const auto position = static_cast<int32_t>(record_.position_of(record_.held()));
    const Step step = settle(decode(model_.context(), position, model_.n_batch()));
    if (step == Step::kDone) record_.append_medium(id, count, positions);
    return step;
}

}  // namespace geniex::llama
