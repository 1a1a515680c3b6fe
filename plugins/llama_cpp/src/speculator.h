// Speculative decoding: guesses at the next tokens, for the model to verify in one batch.
#pragma once

#include <memory>

#include <common/speculative.h>

#include "geniex/plugin.h"
#include "kv_record.h"
#include "model.h"
#include "speculation_settings.h"

namespace geniex::llama {

/// Drafts by one or more of the engine's methods. Whatever goes wrong here costs a draft,
/// never a token: the model verifies each.
class Speculator {
 public:
    /// Null, after a warning that says why, when the settings do not work with this model.
    /// @throws LoadError when loading a draft model was cancelled.
    static std::unique_ptr<Speculator> create(const SpeculationSettings& settings, Model& target, Host& host,
                                              RunControl& run);

    /// Tokens of a prompt have just been evaluated; they are the last `count` of the record.
    void prompt_evaluated(size_t count, const KvRecord& record);

    /// A reply begins behind the record.
    void begin(const KvRecord& record);

    /// Guesses at most `limit` tokens behind `last`, which follows the record. `draft` is empty
    /// when there is no guess.
    void draft(const KvRecord& record, int32_t last, size_t limit, const RunControl& run, Tokens& draft);

    /// `token`, now the record's last, and `draft` have just been evaluated in one batch.
    void evaluated(int32_t token, const Tokens& draft, const KvRecord& record);

    /// `count` tokens of the last draft were right; the record ends with them.
    void accept(size_t count, const KvRecord& record);

    /// As Model::set_abort_source(), for the draft model.
    void set_abort_source(const RunControl* run);

 private:
    Speculator(const SpeculationSettings& settings, Model& target, RunControl& run);
    void initialize();
    bool process(const int32_t* tokens, size_t count, size_t position);
    /// Makes the draft model hold `held`. False when cancelled or failed.
    bool catch_up(const Tokens& held, const RunControl& run);
    void drop_from(size_t position);

    Model& target_;
    common_params_speculative params_;
    bool follows_target_;
    bool reads_tokens_;  ///< a draft model that is fed with tokens alone
    ModelPtr draft_model_;
    ContextPtr draft_context_;  ///< null for the kinds that only look things up
    common_speculative_ptr engine_;
    Tokens history_seen_;  ///< of the last draft, to notice when a conversation went back
    Tokens fed_;           ///< what the draft model's cache holds
    bool usable_ = false;
};

}  // namespace geniex::llama
