#include "language_model.h"

#include <cstring>

#include "logits.h"

namespace geniex::llama {

namespace {

constexpr int32_t kDefaultMaxTokens = 128;
// Fixed by the documented behaviour of this ABI; the header's "0 = from model" is not what clients see.
constexpr ContextPolicy kContextPolicy{4096, false, true};

}  // namespace

LanguageModel::LanguageModel(const geniex_LlmCreateInput& input, Host& host, RunControl& run)
    : GeneratorHandle(input, kContextPolicy, host, run) {}

int32_t LanguageModel::apply_chat_template(const geniex_LlmApplyChatTemplateInput& input,
                                           geniex_LlmApplyChatTemplateOutput& output) noexcept {
    return guarded([&] {
        const TemplateOptions options{input.tools != nullptr ? input.tools : "", input.enable_thinking,
                                      input.add_generation_prompt, false};
        const ChatMessages messages = messages_of(to_turns(input.messages, input.message_count));
        output.formatted_text = generator_.copy_text(generator_.chat_template().apply(messages, options));
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t LanguageModel::generate(const geniex_LlmGenerateInput& input, TextSink& sink, RunControl& run,
                                geniex_ProfileData& profile) noexcept {
    ReplyCall call{sink, run, profile};
    return guard_reply(generator_.host(), GENIEX_ERROR_LLM_GENERATION_FAILED, profile,
                       [&] { return run_generate(input, call); });
}

int32_t LanguageModel::run_generate(const geniex_LlmGenerateInput& input, ReplyCall& call) {
    const bool embedded = input.input_embd != nullptr && input.input_embd_count > 0;
    const Tokens prompt = embedded ? Tokens{} : prompt_tokens(input);
    return generator_.reply(input.config, kDefaultMaxTokens, prompt, call, [&] {
        const Clock::time_point begin = Clock::now();
        const Step step = embedded ? read_embeddings(input, call) : read_prompt(prompt, call);
        call.profile.prompt_time = microseconds_since(begin);
        return step;
    });
}

Tokens LanguageModel::prompt_tokens(const geniex_LlmGenerateInput& input) const {
    Tokens tokens;
    if (input.input_ids != nullptr && input.input_ids_count > 0) {
        tokens.assign(input.input_ids, input.input_ids + input.input_ids_count);
        for (const int32_t token : tokens) {
            if (!generator_.vocabulary().contains(token)) {
                throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT,
                              "token id " + std::to_string(token) + " is not in the vocabulary"};
            }
        }
    } else {
        const std::string_view text(input.prompt_utf8);
        generator_.refuse_hopeless_length(text.size());
        tokens = generator_.tokenize_prompt(text, true);
    }
    if (tokens.empty()) throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the prompt has no tokens"};
    return tokens;
}

Step LanguageModel::read_prompt(const Tokens& prompt, ReplyCall& call) {
    ConversationCache& cache = generator_.cache();
    const Tokens rest = cache.continue_with(prompt);
    call.profile.prompt_tokens = static_cast<int64_t>(rest.size());
    return generator_.prefill(rest.size(), call.run, [&](size_t begin, size_t count) {
        const Step step = cache.evaluate(rest.data() + begin, count, begin + count == rest.size());
        Speculator* speculator = generator_.speculator();
        if (step == Step::kDone && speculator != nullptr) speculator->prompt_evaluated(count, cache.record());
        return TextGenerator::Stride{step, count};
    });
}

Step LanguageModel::read_embeddings(const geniex_LlmGenerateInput& input, ReplyCall& call) {
    ConversationCache& cache = generator_.cache();
    const int32_t width = llama_model_n_embd_inp(generator_.model().get());
    if (input.input_embd_dim != width) {
        throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the embeddings are " + std::to_string(input.input_embd_dim) +
                                                             " wide, the model's input is " + std::to_string(width)};
    }
    const auto total = static_cast<size_t>(input.input_embd_count);
    if (total > generator_.model().n_ctx()) cache.refuse_too_long(total);
    // Nothing can be compared with what is in the cache, so nothing of it is reused.
    cache.clear();
    call.profile.prompt_tokens = input.input_embd_count;
    return generator_.prefill(total, call.run, [&](size_t begin, size_t count) {
        const float* rows = input.input_embd + begin * static_cast<size_t>(width);
        return TextGenerator::Stride{cache.evaluate_embeddings(rows, count, begin + count == total), count};
    });
}

int32_t LanguageModel::save_kv_cache(const char* path) noexcept {
    return guarded([&] {
        generator_.cache().save(path);
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t LanguageModel::load_kv_cache(const char* path) noexcept {
    return guarded([&] {
        generator_.cache().load(path);
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t LanguageModel::get_model_info(geniex_LlmModelInfo& output) noexcept {
    const Vocabulary& vocabulary = generator_.vocabulary();
    output.vocab_size = vocabulary.size();
    output.bos_token = vocabulary.bos();
    output.add_bos = vocabulary.leading_token() != LLAMA_TOKEN_NULL ? 1 : 0;
    output.embd_dim = llama_model_n_embd_inp(generator_.model().get());
    return GENIEX_SUCCESS;
}

int32_t LanguageModel::forward_logits(const geniex_LlmForwardLogitsInput& input, RunControl& run,
                                      geniex_LlmForwardLogitsOutput& output) noexcept {
    return guard(generator_.host(), GENIEX_ERROR_LLM_GENERATION_FAILED, [&]() -> int32_t {
        for (int32_t i = 0; i < input.input_ids_count; ++i) {
            if (!generator_.vocabulary().contains(input.input_ids[i])) return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
        const auto count = static_cast<size_t>(input.input_ids_count);
        if (count > generator_.model().n_ctx()) return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
        return compute_logits(generator_.model(), generator_.host(), input, run, output);
    });
}

int32_t LanguageModel::render(const geniex_LlmRenderInput& input, geniex_LlmRenderOutput& output) noexcept {
    return guarded([&] {
        const TemplateOptions options{input.tools != nullptr ? input.tools : "", input.enable_thinking,
                                      input.add_generation_prompt, false};
        const Turns turns = to_turns(input.messages, input.message_count);
        size_t bytes = 0;
        for (const Turn& turn : turns) bytes += turn.message.content.size();
        generator_.refuse_hopeless_length(bytes);
        const PromptRenderer::Result result = generator_.renderer().render(turns, input.contents, options);
        geniex_TokenList list{sizeof(geniex_TokenList), nullptr, 0};
        generator_.copy_tokens(result.tokens, list);
        output.ids = list.ids;
        output.count = list.count;
        output.text = generator_.copy_text(result.text);
        const ChatTemplate& chat_template = generator_.chat_template();
        const std::string& start = chat_template.thinking_start();
        const std::string& end = chat_template.thinking_end();
        if (!start.empty()) output.thinking_start = generator_.copy_text(start);
        if (!end.empty()) output.thinking_end = generator_.copy_text(end);
        output.thinking_open = chat_template.opens_thinking(result.text);
        output.supports_thinking = chat_template.supports_thinking_switch();
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t LanguageModel::detokenize(const int32_t* ids, int32_t count, char** text) noexcept {
    return guard(generator_.host(), GENIEX_ERROR_LLM_TOKENIZATION_FAILED, [&]() -> int32_t {
        for (int32_t i = 0; i < count; ++i) {
            if (!generator_.vocabulary().contains(ids[i])) return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
        *text = generator_.copy_text(generator_.vocabulary().detokenize(ids, count));
        return GENIEX_SUCCESS;
    });
}

int32_t LanguageModel::get_kv_tokens(geniex_TokenList& output) noexcept {
    return guarded([&] { return generator_.copy_tokens(generator_.cache().record().held_tokens(), output); });
}

}  // namespace geniex::llama
