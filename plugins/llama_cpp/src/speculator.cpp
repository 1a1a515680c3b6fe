#include "speculator.h"

#include <algorithm>
#include <stdexcept>

#include "abort_guard.h"

namespace geniex::llama {

namespace {

constexpr llama_seq_id kSequence = 0;

bool starts_with(const Tokens& tokens, const Tokens& head) {
    return tokens.size() >= head.size() && std::equal(head.begin(), head.end(), tokens.begin());
}

}  // namespace

std::unique_ptr<Speculator> Speculator::create(const SpeculationSettings& settings, Model& target, Host& host,
                                               RunControl& run) {
    if (!settings.wanted()) return nullptr;
    const AbortGuard guard;
    try {
        std::unique_ptr<Speculator> speculator(new Speculator(settings, target, run));
        if (settings.follows_target()) {
            host.log(GENIEX_LOG_WARN, "speculation by hidden states is unverified: no such model was tried with it");
        }
        return speculator;
    } catch (const std::exception& error) {
        host.log(GENIEX_LOG_WARN, (std::string("no speculative decoding: ") + error.what()).c_str());
        return nullptr;
    }
}

Speculator::Speculator(const SpeculationSettings& settings, Model& target, RunControl& run)
    : target_(target),
      follows_target_(settings.follows_target()),
      reads_tokens_(settings.has(COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE)) {
    const int32_t n_max = std::min(settings.n_max, target.tokens_to_go_back());
    if (n_max == 0) {
        throw std::runtime_error("this model's state cannot go back by single tokens, as a wrong guess needs");
    }
    if (reads_tokens_ && follows_target_) {
        throw std::runtime_error("draft-simple and the kinds that read hidden states exclude each other");
    }
    params_.types = settings.types;
    params_.draft.n_max = n_max;
    params_.draft.n_min = std::min(settings.n_min, n_max);
    params_.draft.p_min = settings.p_min;
    params_.draft.backend_sampling = false;
    // The longest guess counts here, and a hash of many tokens seldom fails early.
    params_.ngram_mod.n_max = n_max;
    params_.ngram_mod.n_min = params_.draft.n_min;
    if (settings.needs_draft_model()) {
        const bool mtp = settings.has(COMMON_SPECULATIVE_TYPE_DRAFT_MTP);
        if (!settings.draft_model.empty()) {
            draft_model_ = target.load_companion(settings.draft_model.c_str(), mtp, run);
            if (!draft_model_) throw std::runtime_error("the draft model could not be loaded");
        } else if (!mtp) {
            throw std::runtime_error("this kind needs a draft model, and none is named");
        }
        llama_model* model = draft_model_ ? draft_model_.get() : target.get();
        draft_context_ = target.companion_context(model, mtp);
        if (!draft_context_) throw std::runtime_error("the draft model's context could not be created");
        params_.draft.ctx_tgt = target.context();
        params_.draft.ctx_dft = draft_context_.get();
    }
    initialize();
}

void Speculator::initialize() {
    engine_.reset();
    engine_.reset(common_speculative_init(params_, 1));
    if (!engine_) throw std::runtime_error("the engine knows no way to do it");
}

void Speculator::prompt_evaluated(size_t count, const KvRecord& record) {
    if (!follows_target_) return;
    const Tokens held = record.held_tokens();
    const size_t first = held.size() - count;
    process(held.data() + first, count, first);
}

void Speculator::begin(const KvRecord& record) {
    const Tokens& history = record.history();
    usable_ = !record.has_unknown();
    // The lookup tables only ever grow with a conversation.
    const bool went_back = !starts_with(history, history_seen_);
    if (went_back && draft_context_ == nullptr) initialize();
    history_seen_ = history;
    if (usable_) common_speculative_begin(engine_.get(), kSequence, history);
}

void Speculator::draft(const KvRecord& record, int32_t last, size_t limit, const RunControl& run, Tokens& draft) {
    draft.clear();
    if (!usable_) return;
    if (reads_tokens_ && !catch_up(record.held_tokens(), run)) return;
    // A model that follows the target has seen what it evaluated, or can only guess badly.
    if (follows_target_ && fed_.size() != record.held()) return;
    const auto n_max = static_cast<int32_t>(std::min<size_t>(limit, static_cast<size_t>(params_.draft.n_max)));
    common_speculative_get_draft_params(engine_.get(), kSequence) = {
        true, n_max, static_cast<llama_pos>(record.held()), last, &record.history(), &draft};
    common_speculative_draft(engine_.get());
    if (static_cast<int32_t>(draft.size()) > n_max) draft.resize(static_cast<size_t>(n_max));
    if (!reads_tokens_) return;
    // The guesses are in the draft model's cache, all but perhaps the last.
    const llama_pos end = llama_memory_seq_pos_max(llama_get_memory(draft_context_.get()), kSequence) + 1;
    fed_.push_back(last);
    fed_.insert(fed_.end(), draft.begin(), draft.end());
    drop_from(std::min(static_cast<size_t>(std::max(end, 0)), fed_.size()));
}

void Speculator::evaluated(int32_t token, const Tokens& draft, const KvRecord& record) {
    if (!follows_target_) return;
    Tokens batch{token};
    batch.insert(batch.end(), draft.begin(), draft.end());
    process(batch.data(), batch.size(), record.held() - 1);
}

void Speculator::accept(size_t count, const KvRecord& record) {
    common_speculative_accept(engine_.get(), kSequence, static_cast<uint16_t>(count));
    if (follows_target_) drop_from(record.held());
}

void Speculator::set_abort_source(const RunControl* run) {
    if (draft_context_) set_abort_callback(draft_context_.get(), run);
}

bool Speculator::catch_up(const Tokens& held, const RunControl& run) {
    const size_t known = std::min(fed_.size(), held.size());
    const auto mismatch = std::mismatch(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(known), fed_.begin());
    drop_from(static_cast<size_t>(mismatch.first - held.begin()));
    const auto n_batch = static_cast<size_t>(target_.n_batch());
    while (fed_.size() < held.size()) {
        const size_t count = std::min(n_batch, held.size() - fed_.size());
        if (run.cancelled() || !process(held.data() + fed_.size(), count, fed_.size())) return false;
    }
    return true;
}

bool Speculator::process(const int32_t* tokens, size_t count, size_t position) {
    drop_from(position);
    if (fed_.size() != position) return false;  // a gap: the context was shifted or came from a file
    common_batch batch(target_.context());
    for (size_t i = 0; i < count; ++i) batch.add(tokens[i], static_cast<llama_pos>(position + i), kSequence, true);
    if (!common_speculative_process(engine_.get(), batch)) {
        drop_from(position);
        return false;
    }
    fed_.insert(fed_.end(), tokens, tokens + count);
    return true;
}

void Speculator::drop_from(size_t position) {
    const llama_memory_t memory = llama_get_memory(draft_context_.get());
    if (position > 0 && llama_memory_seq_rm(memory, kSequence, static_cast<llama_pos>(position), -1)) {
        fed_.resize(std::min(fed_.size(), position));
        return;
    }
    llama_memory_clear(memory, false);
    fed_.clear();
}

}  // namespace geniex::llama
