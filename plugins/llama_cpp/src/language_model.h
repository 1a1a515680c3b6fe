// The Llm of this plugin: prompt evaluation, KV reuse and the token loop.
#pragma once

#include <string>
#include <vector>

#include "chat_template.h"
#include "geniex/plugin.h"
#include "kv_record.h"
#include "model.h"
#include "prompt_renderer.h"
#include "sampler.h"
#include "stop_matcher.h"
#include "vocabulary.h"

namespace geniex::llama {

class LanguageModel final : public Llm {
 public:
    /// @throws LoadError, std::exception
    LanguageModel(const geniex_LlmCreateInput& input, Host& host, RunControl& run);

    int32_t reset() noexcept override;
    int32_t apply_chat_template(const geniex_LlmApplyChatTemplateInput& input,
                                geniex_LlmApplyChatTemplateOutput& output) noexcept override;
    int32_t generate(const geniex_LlmGenerateInput& input, TextSink& sink, RunControl& run,
                     geniex_ProfileData& profile) noexcept override;
    int32_t get_model_info(geniex_LlmModelInfo& output) noexcept override;
    int32_t forward_logits(const geniex_LlmForwardLogitsInput& input, RunControl& run,
                           geniex_LlmForwardLogitsOutput& output) noexcept override;
    int32_t render(const geniex_LlmRenderInput& input, geniex_LlmRenderOutput& output) noexcept override;
    int32_t tokenize(const char* text, int64_t length, bool parse_special, geniex_TokenList& output) noexcept override;
    int32_t detokenize(const int32_t* ids, int32_t count, char** text) noexcept override;
    int32_t get_kv_tokens(geniex_TokenList& output) noexcept override;
    int32_t get_reply_tokens(geniex_TokenList& output) noexcept override;
    int32_t get_context_use(geniex_ContextUse& output) noexcept override;
    int32_t get_placement(char** json) noexcept override;

 private:
    /// Why a step of generation ended before its work was done.
    enum class Step { kDone, kCancelled, kNoRoom, kFailed };

    struct Call;  // state of one generate()

    int32_t run_generate(const geniex_LlmGenerateInput& input, Call& call);
    Tokens prompt_tokens(const geniex_LlmGenerateInput& input) const;
    /// Makes the cache hold what `prompt` shares with it; returns the tokens left to evaluate.
    Tokens reuse_cache(Tokens prompt);
    void refuse_hopeless_length(size_t bytes) const;
    [[noreturn]] void refuse_too_long(size_t tokens) const;
    bool cache_covers_window(size_t keep) const;
    void keep_head_and_newest(Tokens& prompt) const;
    Step prefill(const Tokens& tokens, Call& call);
    Step decode_loop(TokenSampler& sampler, const geniex_GenerationConfig& config, Call& call);
    /// Shows one token's text; returns the stop reason, or null to go on.
    const char* emit(int32_t token, StopMatcher& stops, Call& call);
    Step evaluate(const int32_t* tokens, size_t count);
    bool make_room(size_t needed);
    void drop_from(size_t position);
    std::string visible_piece(int32_t token) const;
    int32_t copy_tokens(const Tokens& tokens, geniex_TokenList& output);
    char* copy_text(const std::string& text);

    Host& host_;
    Model model_;
    Vocabulary vocabulary_;
    ChatTemplate template_;
    PromptRenderer renderer_;
    KvRecord record_;
    Tokens reply_;
    std::vector<int32_t> visible_control_tokens_;  ///< thinking tags that are control tokens
};

}  // namespace geniex::llama
