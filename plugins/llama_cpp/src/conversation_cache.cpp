#include "conversation_cache.h"

#include <algorithm>
#include <chrono>

#include "kv_file.h"
#include "machine_load.h"
#include "refusal.h"

namespace geniex::llama {

namespace {

// What is smaller costs about as much as one token, and is no measure for a prompt's tokens.
constexpr int32_t kPromptStretch = 32;

using Clock = std::chrono::steady_clock;

}  // namespace

ConversationCache::ConversationCache(Model& model, Host& host, bool shifts)
    : model_(model),
      host_(host),
      shifts_(shifts),
      batch_(model.n_batch()),
      step_threads_(model.threads().step_adapts ? model.threads().step : 1, ThreadGovernor::Trials::kScheduled,
                    machine_is_overcommitted()),
      batch_threads_(model.threads().batch_adapts ? model.threads().batch : 1, ThreadGovernor::Trials::kWhenSlow) {}

void ConversationCache::refuse_too_long(size_t tokens) const {
    throw Refusal{
        GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG,
        "the prompt has " + std::to_string(tokens) + " tokens, the context holds " + std::to_string(model_.n_ctx())};
}

Tokens ConversationCache::continue_with(Tokens prompt) {
    record_.settle(prompt);
    KvRecord::Plan plan = record_.plan(prompt);
    const size_t n_ctx = model_.n_ctx();
    const bool fits = plan.keep + (prompt.size() - plan.reused) <= n_ctx;
    // Only a conversation that goes on may push its own beginning out of the window;
    // a prompt that never fitted is refused, not cut behind its author's back.
    if (!fits && plan.extends) {
        if (prompt.size() - plan.reused > n_ctx - KvRecord::kKeep) refuse_too_long(prompt.size());
    } else if (!fits) {
        if (record_.dropped() == 0) refuse_too_long(prompt.size());
        keep_head_and_newest(prompt);
        plan = record_.plan(prompt);
    }
    if (plan.keep < record_.held()) drop_from(plan.keep);
    if (record_.held() < plan.keep || !covers_window(record_.held())) {
        drop_from(0);
        if (prompt.size() > n_ctx) keep_head_and_newest(prompt);
        plan = {0, 0, false};
    }
    Tokens rest(prompt.begin() + static_cast<std::ptrdiff_t>(plan.reused), prompt.end());
    // In one go, so that a later shift cannot drop the new message's own beginning.
    if (!make_room(rest.size())) refuse_too_long(prompt.size());
    return rest;
}

bool ConversationCache::covers_window(size_t keep) const {
    // A sliding-window cache has forgotten what left the window; after going back
    // further than that, the next token would look at holes.
    const int32_t window = llama_model_n_swa(model_.get());
    if (window <= 0 || keep == 0) return true;
    const llama_pos first = llama_memory_seq_pos_min(model_.memory(), 0);
    return first >= 0 && first <= std::max(0, static_cast<int32_t>(keep) - window);
}

void ConversationCache::keep_head_and_newest(Tokens& prompt) const {
    const size_t target = model_.n_ctx() * 3 / 4;
    const size_t cut = prompt.size() - target;
    prompt.erase(prompt.begin() + KvRecord::kKeep, prompt.begin() + static_cast<std::ptrdiff_t>(KvRecord::kKeep + cut));
    host_.log(GENIEX_LOG_INFO, ("context shift: the prompt's middle is left out, " + std::to_string(cut) +
                                " tokens behind the first " + std::to_string(KvRecord::kKeep))
                                   .c_str());
}

Step ConversationCache::evaluate(const int32_t* tokens, size_t count, bool wants_logits) {
    if (!make_room(count)) return Step::kNoRoom;
    batch_.clear();
    const auto first = static_cast<int32_t>(record_.position_of(record_.held()));
    for (size_t i = 0; i < count; ++i) {
        batch_.add(tokens[i], first + static_cast<int32_t>(i), wants_logits && i + 1 == count);
    }
    const Step step = decode_followed(batch_.tokens());
    if (step == Step::kDone) record_.append(tokens, count);
    return step;
}

Step ConversationCache::evaluate_embeddings(const float* rows, size_t count, bool wants_logits) {
    if (!make_room(count)) return Step::kNoRoom;
    batch_.clear();
    const auto first = static_cast<int32_t>(record_.position_of(record_.held()));
    for (size_t i = 0; i < count; ++i) {
        batch_.add_position(first + static_cast<int32_t>(i), wants_logits && i + 1 == count);
    }
    const Step step = decode_followed(batch_.embeddings(rows));
    if (step == Step::kDone) record_.append_unknown(count);
    return step;
}

Step ConversationCache::evaluate_draft(int32_t token, const Tokens& draft) {
    if (!make_room(1 + draft.size())) return Step::kNoRoom;
    batch_.clear();
    auto position = static_cast<int32_t>(record_.position_of(record_.held()));
    batch_.add(token, position, true);
    for (const int32_t next : draft) batch_.add(next, ++position, true);
    const Step step = decode(batch_.tokens());
    if (step == Step::kDone) record_.append(token);
    return step;
}

bool ConversationCache::discard_draft() {
    const size_t held = record_.held();
    drop_from(held);
    return record_.held() == held;
}

Step ConversationCache::decode_followed(const llama_batch& batch) {
    model_.evaluation_begins(static_cast<size_t>(batch.n_tokens));
    const Step step = decode(batch);
    model_.evaluation_ends(step == Step::kDone);
    return step;
}

Step ConversationCache::decode(const llama_batch& batch) { return settle(decode_governed(batch)); }

Step ConversationCache::settle(int32_t result) {
    if (result == 0) return Step::kDone;
    // Some of the batch may have been evaluated: back to what is known to be whole.
    drop_from(record_.held());
    if (result == 2) return Step::kCancelled;
    return result == 1 ? Step::kNoRoom : Step::kFailed;
}

void ConversationCache::use_all_threads() {
    const Model::Threads limits = model_.threads();
    llama_set_n_threads(model_.context(), limits.step, limits.batch);
}

int32_t ConversationCache::decode_governed(const llama_batch& batch) {
    const Model::Threads limits = model_.threads();
    const bool prompt = batch.n_tokens >= kPromptStretch;
    ThreadGovernor& governor = prompt ? batch_threads_ : step_threads_;
    const int32_t step = limits.step_adapts ? step_threads_.threads() : limits.step;
    const int32_t many = limits.batch_adapts ? governor.threads() : limits.batch;
    llama_set_n_threads(model_.context(), step, many);
    const Clock::time_point begin = Clock::now();
    const int32_t result = llama_decode(model_.context(), batch);
    if (result == 0 && (prompt || batch.n_tokens == 1)) {
        governor.record(std::chrono::duration<double>(Clock::now() - begin).count() / batch.n_tokens);
    }
    return result;
}

bool ConversationCache::make_room(size_t needed) {
    if (record_.held() + needed <= model_.n_ctx()) return true;
    if (!shifts_ || !llama_memory_can_shift(model_.memory())) return false;
    const size_t count = record_.shift_size(needed, model_.n_ctx());
    if (count == 0) return false;
    const auto begin = static_cast<llama_pos>(KvRecord::kKeep);
    const auto end = begin + static_cast<llama_pos>(count);
    if (!llama_memory_seq_rm(model_.memory(), 0, begin, end)) return false;
    llama_memory_seq_add(model_.memory(), 0, end, -1, -static_cast<llama_pos>(count));
    record_.drop(count);
    host_.log(GENIEX_LOG_INFO, ("context shift: " + std::to_string(count) + " tokens dropped behind the first " +
                                std::to_string(KvRecord::kKeep) + ", " + std::to_string(record_.held()) + " kept")
                                   .c_str());
    return true;
}

void ConversationCache::drop_from(size_t position) {
    const auto begin = static_cast<llama_pos>(record_.position_of(position));
    // Recurrent states cannot go back by a part; then everything goes.
    if (position > 0 && llama_memory_seq_rm(model_.memory(), 0, begin, -1)) {
        record_.truncate(position);
        return;
    }
    llama_memory_clear(model_.memory(), false);
    record_.clear();
}

void ConversationCache::save(const char* path) const { save_kv_file(path, model_, record_); }

void ConversationCache::load(const char* path) { load_kv_file(path, model_, record_); }

}  // namespace geniex::llama
