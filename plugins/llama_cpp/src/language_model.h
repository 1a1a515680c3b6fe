// The Llm of this plugin.
#pragma once

#include "text_generator.h"

namespace geniex::llama {

class LanguageModel final : public GeneratorHandle<Llm> {
 public:
    /// @throws LoadError, std::exception
    LanguageModel(const geniex_LlmCreateInput& input, Host& host, RunControl& run);

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
    int32_t detokenize(const int32_t* ids, int32_t count, char** text) noexcept override;
    int32_t get_kv_tokens(geniex_TokenList& output) noexcept override;

 private:
    int32_t run_generate(const geniex_LlmGenerateInput& input, ReplyCall& call);
    Tokens prompt_tokens(const geniex_LlmGenerateInput& input) const;
    /// Evaluates the prompt, or what of it is not in the cache yet.
    Step read_prompt(const Tokens& prompt, ReplyCall& call);
    Step read_embeddings(const geniex_LlmGenerateInput& input, ReplyCall& call);
};

}  // namespace geniex::llama
