// The loop that makes a reply: sample, show, evaluate.
#pragma once

#include <chrono>

#include "conversation_cache.h"
#include "geniex/plugin.h"
#include "reply_writer.h"
#include "sampler.h"
#include "speculator.h"

namespace geniex::llama {

/// Decodes until the reply ends. With a speculator, several tokens are evaluated at once and
/// verified in order; each of them then goes the way of a token that was evaluated alone, so
/// that every way to stop is exact to the token.
class TokenLoop {
 public:
    /// @param speculator may be null.
    TokenLoop(ConversationCache& cache, const Vocabulary& vocabulary, TokenSampler& sampler, ReplyWriter& writer,
              Speculator* speculator)
        : cache_(cache), vocabulary_(vocabulary), sampler_(sampler), writer_(writer), speculator_(speculator) {}

    /// Whatever ended the loop, the cache keeps nothing that the reply did not take.
    ~TokenLoop() {
        if (!draft_.empty()) cache_.discard_draft();
    }
    TokenLoop(const TokenLoop&) = delete;
    TokenLoop& operator=(const TokenLoop&) = delete;

    /// Goes on from the last evaluated token's logits. Fills the profile's counts, ttft
    /// (from `begin`) and, unless the window is full or something fails, stop_reason.
    Step run(int32_t max_tokens, std::chrono::steady_clock::time_point begin, RunControl& run,
             geniex_ProfileData& profile);

 private:
    /// The reason to stop before `token` is evaluated, or null.
    const char* show(int32_t token, int32_t max_tokens, const RunControl& run);
    /// Evaluates `token` with a draft behind it.
    Step advance(int32_t token, int32_t max_tokens, const RunControl& run);
    /// Whether `token` is the draft's next one, whose logits are there already.
    bool matches_draft(int32_t token);
    /// Ends the draft; false when the cache could not give back its wrong part.
    bool close_draft();

    ConversationCache& cache_;
    const Vocabulary& vocabulary_;
    TokenSampler& sampler_;
    ReplyWriter& writer_;
    Speculator* speculator_;
    Tokens draft_;
    size_t confirmed_ = 0;     ///< tokens at the draft's head that the reply has taken
    int32_t logits_row_ = -1;  ///< token of the last batch that the next sample comes from
    int64_t drafted_ = 0;
    int64_t accepted_ = 0;
};

}  // namespace geniex::llama
