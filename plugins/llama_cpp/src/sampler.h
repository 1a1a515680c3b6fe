// Choice of the next token.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <llama.h>

#include "geniex/plugin.h"
#include "top_k.h"

namespace geniex::llama {

struct SamplerDeleter {
    void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
};
using SamplerPtr = std::unique_ptr<llama_sampler, SamplerDeleter>;

/// Samples from the logits of the last evaluated token. Zero fields of the
/// configuration mean: temperature 0.8, top_k 40, top_p 0.95, min_p 0.05,
/// repetition 1, other penalties 0, random seed. Negative temperature or top_k 1
/// is greedy.
///
/// The vocabulary is never copied on the usual path: the top k are selected from
/// the logits in place, and only those go through the sampler chain.
class TokenSampler {
 public:
    /// A grammar file that cannot be read is only logged.
    /// @throws std::invalid_argument for a grammar that does not parse.
    TokenSampler(const llama_model* model, const geniex_SamplerConfig* config, Host& host);

    /// Token history that penalties look at; what is below 0 is no token. Does not touch the grammar.
    void accept_prompt(const std::vector<int32_t>& tokens);

    /// @param logits [n_vocab], not changed.
    /// @throws std::runtime_error when the logits are not numbers.
    int32_t sample(const float* logits);

    bool ignore_eos() const { return ignore_eos_; }

 private:
    /// Leaves the best `top_k_` of all tokens in candidates_, best first.
    void take_best(const float* logits);
    /// The same of all tokens that the grammar allows.
    void take_allowed(const float* logits);
    void set_candidates();
    void keep_best_candidates();
    int32_t choose();
    bool grammar_allows(int32_t token);
    void accept(int32_t token);
    void accept_for_penalties(int32_t token);

    const llama_vocab* vocab_;
    size_t n_vocab_;
    bool greedy_ = false;
    bool ignore_eos_ = false;
    size_t top_k_ = 0;             ///< at least 1, at most the vocabulary
    SamplerPtr penalties_;         ///< null when all penalties are neutral
    SamplerPtr grammar_;           ///< null without a grammar
    SamplerPtr chain_;             ///< top_p, min_p, temperature, distribution; null when greedy
    std::vector<int32_t> recent_;  ///< what the penalties look at
    std::vector<Candidate> best_;
    std::vector<llama_token_data> candidates_;
};

}  // namespace geniex::llama
