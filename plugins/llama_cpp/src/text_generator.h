// A model with its conversation: what LLM and VLM handles have in common.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include "chat_template.h"
#include "conversation_cache.h"
#include "geniex/plugin.h"
#include "model.h"
#include "prompt_renderer.h"
#include "refusal.h"
#include "speculator.h"
#include "vocabulary.h"

namespace geniex::llama {

using Clock = std::chrono::steady_clock;

int64_t microseconds_since(Clock::time_point begin);

/// One call that makes a reply.
struct ReplyCall {
    TextSink& sink;
    RunControl& run;
    geniex_ProfileData& profile;
    Clock::time_point begin = Clock::now();
};

class TextGenerator {
 public:
    /// @throws LoadError, std::exception
    TextGenerator(const geniex_LlmCreateInput& input, const ContextPolicy& policy, Host& host, RunControl& run);

    Host& host() const { return host_; }
    Model& model() { return model_; }
    const Vocabulary& vocabulary() const { return vocabulary_; }
    const ChatTemplate& chat_template() const { return template_; }
    const PromptRenderer& renderer() const { return renderer_; }
    ConversationCache& cache() { return cache_; }
    Speculator* speculator() { return speculator_.get(); }  ///< null: plain decoding

    void reset();

    /// Makes a reply: `read_prompt` evaluates the prompt, then tokens are generated.
    /// @param history the prompt's tokens, for the sampler's penalties; those below 0 are skipped.
    /// @returns the call's code.  @throws Refusal, std::exception
    int32_t reply(const geniex_GenerationConfig* config, int32_t default_max_tokens, const Tokens& history,
                  ReplyCall& call, const std::function<Step()>& read_prompt);

    /// What a step of reading a prompt came to, and how many positions it took.
    struct Stride {
        Step step;
        size_t count;
    };
    /// Evaluates `total` positions in strides by `evaluate(begin, at most that many)`, with the phase's events.
    Step prefill(size_t total, RunControl& run, const std::function<Stride(size_t, size_t)>& evaluate);

    /// @throws Refusal for a text so long that it cannot fit.
    void refuse_hopeless_length(size_t bytes) const;
    /// @param begins the text is the prompt's beginning, to get the token that this model's prompts begin with.
    /// @throws Refusal (TOKENIZATION_FAILED)
    Tokens tokenize_prompt(std::string_view text, bool begins) const;

    int32_t tokenize(const char* text, int64_t length, bool parse_special, geniex_TokenList& output);
    int32_t reply_tokens(geniex_TokenList& output) { return copy_tokens(reply_, output); }
    int32_t context_use(geniex_ContextUse& output);

    int32_t copy_tokens(const Tokens& tokens, geniex_TokenList& output);
    char* copy_text(const std::string& text);

 private:
    Host& host_;
    const SpeculationSettings speculation_;
    Model model_;
    Vocabulary vocabulary_;
    ChatTemplate template_;
    PromptRenderer renderer_;
    ConversationCache cache_;
    std::unique_ptr<Speculator> speculator_;
    Tokens reply_;
};

/// Runs `body`; a refusal becomes its code and the call's error detail.
template <typename Body>
int32_t or_refusal(Host& host, Body body) {
    try {
        return body();
    } catch (const Refusal& refusal) {
        host.set_error_detail(refusal.reason.c_str());
        return refusal.code;
    }
}

/// guard() for a call that makes a reply.
template <typename Body>
int32_t guard_reply(Host& host, int32_t code_on_exception, geniex_ProfileData& profile, Body body) noexcept {
    profile.stop_reason = "unknown";
    return guard(host, code_on_exception, [&]() -> int32_t {
        try {
            return or_refusal(host, body);
        } catch (const std::invalid_argument& error) {  // the sampler's configuration
            host.set_error_detail(error.what());
            return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
    });
}

/// The answers that both kinds of handle give in the same way. `Base` is Llm or Vlm.
template <typename Base>
class GeneratorHandle : public Base {
 public:
    int32_t reset() noexcept override {
        return guarded([&] {
            generator_.reset();
            return static_cast<int32_t>(GENIEX_SUCCESS);
        });
    }
    int32_t tokenize(const char* text, int64_t length, bool parse_special, geniex_TokenList& output) noexcept override {
        return guard(generator_.host(), GENIEX_ERROR_LLM_TOKENIZATION_FAILED,
                     [&] { return generator_.tokenize(text, length, parse_special, output); });
    }
    int32_t get_reply_tokens(geniex_TokenList& output) noexcept override {
        return guarded([&] { return generator_.reply_tokens(output); });
    }
    int32_t get_context_use(geniex_ContextUse& output) noexcept override { return generator_.context_use(output); }
    int32_t get_placement(char** json) noexcept override;

 protected:
    GeneratorHandle(const geniex_LlmCreateInput& input, const ContextPolicy& policy, Host& host, RunControl& run)
        : generator_(input, policy, host, run) {}

    template <typename Body>
    int32_t guarded(Body body) noexcept {
        return guard(generator_.host(), GENIEX_ERROR_COMMON_UNKNOWN,
                     [&] { return or_refusal(generator_.host(), body); });
    }

    TextGenerator generator_;
};

extern template class GeneratorHandle<Llm>;
extern template class GeneratorHandle<Vlm>;

}  // namespace geniex::llama
