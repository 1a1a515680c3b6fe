// The Llm of this plugin.
#pragma once

#include <string>
#include <vector>

#include "chat_template.h"
#include "conversation_cache.h"
#include "geniex/plugin.h"
#include "model.h"
#include "prompt_renderer.h"
#include "speculator.h"
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
    int32_t save_kv_cache(const char* path) noexcept override;
    int32_t load_kv_cache(const char* path) noexcept override;
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
    struct Call;  // state of one generate()

    int32_t run_generate(const geniex_LlmGenerateInput& input, Call& call);
    Tokens prompt_tokens(const geniex_LlmGenerateInput& input) const;
    void refuse_hopeless_length(size_t bytes) const;
    /// Evaluates the prompt, or what of it is not in the cache yet.
    Step read_prompt(const Tokens& prompt, Call& call);
    Step read_embeddings(const geniex_LlmGenerateInput& input, Call& call);
    /// Evaluates `total` positions in stretches by `evaluate(begin, count, wants_logits)`.
    template <typename Evaluate>
    Step prefill(size_t total, Call& call, Evaluate evaluate);
    int32_t copy_tokens(const Tokens& tokens, geniex_TokenList& output);
    char* copy_text(const std::string& text);

    Host& host_;
    const SpeculationSettings speculation_;
    Model model_;
    Vocabulary vocabulary_;
    ChatTemplate template_;
    PromptRenderer renderer_;
    ConversationCache cache_;
    std::unique_ptr<Speculator> speculator_;  ///< null: plain decoding
    Tokens reply_;
};

}  // namespace geniex::llama
