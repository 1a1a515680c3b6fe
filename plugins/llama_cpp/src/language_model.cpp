#include "language_model.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "engine_log.h"
#include "logits.h"
#include "placement.h"
#include "refusal.h"
#include "reply_writer.h"
#include "sampler.h"
#include "token_loop.h"

namespace geniex::llama {

namespace {

constexpr int32_t kDefaultMaxTokens = 128;

using Clock = std::chrono::steady_clock;

int64_t microseconds_since(Clock::time_point begin) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
}

std::vector<std::string> stop_strings(const geniex_GenerationConfig& config) {
    std::vector<std::string> stops;
    for (int32_t i = 0; i < config.stop_count; ++i) {
        if (config.stop[i] != nullptr) stops.emplace_back(config.stop[i]);
    }
    return stops;
}

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

/// Asks all graph computations to poll `run` for as long as this lives.
class AbortSource {
 public:
    AbortSource(Model& model, Speculator* speculator, const RunControl& run) : model_(model), speculator_(speculator) {
        set(&run);
    }
    ~AbortSource() { set(nullptr); }
    AbortSource(const AbortSource&) = delete;
    AbortSource& operator=(const AbortSource&) = delete;

 private:
    void set(const RunControl* run) {
        model_.set_abort_source(run);
        if (speculator_ != nullptr) speculator_->set_abort_source(run);
        EngineLog::instance().set_cancel_source(run);
    }

    Model& model_;
    Speculator* speculator_;
};

}  // namespace

struct LanguageModel::Call {
    TextSink& sink;
    RunControl& run;
    geniex_ProfileData& profile;
    Clock::time_point begin = Clock::now();
};

LanguageModel::LanguageModel(const geniex_LlmCreateInput& input, Host& host, RunControl& run)
    : host_(host),
      speculation_(input.config, host),
      model_(input, speculation_, host, run),
      vocabulary_(model_.vocab()),
      template_(model_.get(), input.config),
      renderer_(vocabulary_, template_),
      cache_(model_, host),
      speculator_(Speculator::create(speculation_, model_, host, run)) {
    if (!template_.failure().empty()) {
        host_.log(GENIEX_LOG_WARN, ("the chat template does not work: " + template_.failure()).c_str());
    }
    if (model_.special_tokens_are_text()) vocabulary_.show_all();
    for (const std::string& tag : {template_.thinking_start(), template_.thinking_end()}) {
        const int32_t token = vocabulary_.control_token(tag);
        if (token >= 0) vocabulary_.show(token);
    }
}

int32_t LanguageModel::reset() noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        cache_.clear();
        reply_.clear();
        return GENIEX_SUCCESS;
    });
}

int32_t LanguageModel::apply_chat_template(const geniex_LlmApplyChatTemplateInput& input,
                                           geniex_LlmApplyChatTemplateOutput& output) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        const ChatMessages messages = to_chat_messages(input.messages, input.message_count);
        const std::string tools = input.tools != nullptr ? input.tools : "";
        output.formatted_text =
            copy_text(template_.apply(messages, tools, input.enable_thinking, input.add_generation_prompt));
        return GENIEX_SUCCESS;
    });
}

int32_t LanguageModel::generate(const geniex_LlmGenerateInput& input, TextSink& sink, RunControl& run,
                                geniex_ProfileData& profile) noexcept {
    Call call{sink, run, profile};
    profile.stop_reason = "unknown";
    return guard(host_, GENIEX_ERROR_LLM_GENERATION_FAILED, [&]() -> int32_t {
        try {
            return or_refusal(host_, [&] { return run_generate(input, call); });
        } catch (const std::invalid_argument& error) {  // the sampler's configuration
            host_.set_error_detail(error.what());
            return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
    });
}

int32_t LanguageModel::run_generate(const geniex_LlmGenerateInput& input, Call& call) {
    static const geniex_GenerationConfig kDefaults{};
    const geniex_GenerationConfig& config = input.config != nullptr ? *input.config : kDefaults;
    const bool embedded = input.input_embd != nullptr && input.input_embd_count > 0;
    const Tokens prompt = embedded ? Tokens{} : prompt_tokens(input);
    ReplyWriter writer(vocabulary_, stop_strings(config), call.sink, reply_);
    TokenSampler sampler(model_.get(), config.sampler_config, host_);
    sampler.accept_prompt(prompt);

    const AbortSource abort_source(model_, speculator_.get(), call.run);
    const Clock::time_point prefill_begin = Clock::now();
    const Step prefilled = embedded ? read_embeddings(input, call) : read_prompt(prompt, call);
    call.profile.prompt_time = microseconds_since(prefill_begin);
    if (prefilled == Step::kCancelled) {
        call.profile.stop_reason = "user";
        return GENIEX_SUCCESS;
    }
    if (prefilled == Step::kNoRoom) {
        throw Refusal{GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG, "the prompt does not fit into the context"};
    }
    if (prefilled == Step::kFailed) throw std::runtime_error("the prompt could not be evaluated");

    const Clock::time_point decode_begin = Clock::now();
    TokenLoop loop(cache_, vocabulary_, sampler, writer, speculator_.get());
    const int32_t max_tokens = config.max_tokens > 0 ? config.max_tokens : kDefaultMaxTokens;
    const Step decoded = loop.run(max_tokens, call.begin, call.run, call.profile);
    call.profile.decode_time = microseconds_since(decode_begin);
    call.run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_END, call.profile.generated_tokens, call.profile.generated_tokens);
    if (decoded == Step::kNoRoom) {
        call.profile.stop_reason = "length";
        host_.set_error_detail("the context is full");
        return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
    }
    if (decoded == Step::kFailed) throw std::runtime_error("a token could not be evaluated");
    return GENIEX_SUCCESS;
}

Tokens LanguageModel::prompt_tokens(const geniex_LlmGenerateInput& input) const {
    Tokens tokens;
    if (input.input_ids != nullptr && input.input_ids_count > 0) {
        tokens.assign(input.input_ids, input.input_ids + input.input_ids_count);
        for (const int32_t token : tokens) {
            if (!vocabulary_.contains(token)) {
                throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT,
                              "token id " + std::to_string(token) + " is not in the vocabulary"};
            }
        }
    } else {
        const size_t length = std::strlen(input.prompt_utf8);
        refuse_hopeless_length(length);
        try {
            tokens = vocabulary_.tokenize({input.prompt_utf8, length}, true, true);
        } catch (const std::exception& error) {
            throw Refusal{GENIEX_ERROR_LLM_TOKENIZATION_FAILED, error.what()};
        }
    }
    if (tokens.empty()) throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the prompt has no tokens"};
    return tokens;
}

void LanguageModel::refuse_hopeless_length(size_t bytes) const {
    // Ordinary text has a few bytes per token; one this long cannot fit, and
    // tokenizing megabytes only to say so would take seconds.
    constexpr size_t kMaxBytesPerToken = 128;
    if (bytes / kMaxBytesPerToken <= model_.n_ctx()) return;
    throw Refusal{GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG, "a prompt of " + std::to_string(bytes) +
                                                                   " bytes cannot fit into a context of " +
                                                                   std::to_string(model_.n_ctx()) + " tokens"};
}

Step LanguageModel::read_prompt(const Tokens& prompt, Call& call) {
    const Tokens rest = cache_.continue_with(prompt);
    call.profile.prompt_tokens = static_cast<int64_t>(rest.size());
    return prefill(rest.size(), call, [&](size_t begin, size_t count, bool wants_logits) {
        const Step step = cache_.evaluate(rest.data() + begin, count, wants_logits);
        if (step == Step::kDone && speculator_) speculator_->prompt_evaluated(count, cache_.record());
        return step;
    });
}

Step LanguageModel::read_embeddings(const geniex_LlmGenerateInput& input, Call& call) {
    const int32_t width = llama_model_n_embd_inp(model_.get());
    if (input.input_embd_dim != width) {
        throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the embeddings are " + std::to_string(input.input_embd_dim) +
                                                             " wide, the model's input is " + std::to_string(width)};
    }
    const auto count = static_cast<size_t>(input.input_embd_count);
    if (count > model_.n_ctx()) cache_.refuse_too_long(count);
    // Nothing can be compared with what is in the cache, so nothing of it is reused.
    cache_.clear();
    call.profile.prompt_tokens = input.input_embd_count;
    return prefill(count, call, [&](size_t begin, size_t stretch, bool wants_logits) {
        return cache_.evaluate_embeddings(input.input_embd + begin * static_cast<size_t>(width), stretch, wants_logits);
    });
}

template <typename Evaluate>
Step LanguageModel::prefill(size_t total, Call& call, Evaluate evaluate) {
    const auto reported_total = static_cast<int64_t>(total);
    // Progress is reported between two of these; shorter ones would leave the engine's batch half empty.
    const size_t stretch = model_.n_ubatch();
    call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_BEGIN, 0, reported_total);
    Step step = Step::kDone;
    size_t done = 0;
    while (done < total && step == Step::kDone) {
        const size_t count = std::min(stretch, total - done);
        step = call.run.cancelled() ? Step::kCancelled : evaluate(done, count, done + count == total);
        if (step != Step::kDone) break;
        done += count;
        call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_PROGRESS, static_cast<int64_t>(done), reported_total);
    }
    call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_END, static_cast<int64_t>(done), reported_total);
    return step;
}

int32_t LanguageModel::save_kv_cache(const char* path) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return or_refusal(host_, [&] {
            cache_.save(path);
            return GENIEX_SUCCESS;
        });
    });
}

int32_t LanguageModel::load_kv_cache(const char* path) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return or_refusal(host_, [&] {
            cache_.load(path);
            return GENIEX_SUCCESS;
        });
    });
}

int32_t LanguageModel::get_model_info(geniex_LlmModelInfo& output) noexcept {
    output.vocab_size = vocabulary_.size();
    output.bos_token = llama_vocab_bos(model_.vocab());
    output.add_bos = llama_vocab_get_add_bos(model_.vocab()) ? 1 : 0;
    output.embd_dim = llama_model_n_embd_inp(model_.get());
    return GENIEX_SUCCESS;
}

int32_t LanguageModel::forward_logits(const geniex_LlmForwardLogitsInput& input, RunControl& run,
                                      geniex_LlmForwardLogitsOutput& output) noexcept {
    return guard(host_, GENIEX_ERROR_LLM_GENERATION_FAILED, [&]() -> int32_t {
        for (int32_t i = 0; i < input.input_ids_count; ++i) {
            if (!vocabulary_.contains(input.input_ids[i])) return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
        const auto count = static_cast<size_t>(input.input_ids_count);
        if (count > model_.n_ctx()) return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
        return compute_logits(model_, host_, input, run, output);
    });
}

int32_t LanguageModel::render(const geniex_LlmRenderInput& input, geniex_LlmRenderOutput& output) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return or_refusal(host_, [&] {
            size_t bytes = 0;
            for (int32_t i = 0; i < input.message_count; ++i) {
                if (input.messages[i].content != nullptr) bytes += std::strlen(input.messages[i].content);
            }
            refuse_hopeless_length(bytes);
            const PromptRenderer::Result result = renderer_.render(input);
            geniex_TokenList list{sizeof(geniex_TokenList), nullptr, 0};
            copy_tokens(result.tokens, list);
            output.ids = list.ids;
            output.count = list.count;
            output.text = copy_text(result.text);
            if (!template_.thinking_start().empty()) output.thinking_start = copy_text(template_.thinking_start());
            if (!template_.thinking_end().empty()) output.thinking_end = copy_text(template_.thinking_end());
            output.thinking_open = template_.opens_thinking(result.text);
            output.supports_thinking = template_.supports_thinking_switch();
            return GENIEX_SUCCESS;
        });
    });
}

int32_t LanguageModel::tokenize(const char* text, int64_t length, bool parse_special,
                                geniex_TokenList& output) noexcept {
    return guard(host_, GENIEX_ERROR_LLM_TOKENIZATION_FAILED, [&] {
        return copy_tokens(vocabulary_.tokenize({text, static_cast<size_t>(length)}, false, parse_special), output);
    });
}

int32_t LanguageModel::detokenize(const int32_t* ids, int32_t count, char** text) noexcept {
    return guard(host_, GENIEX_ERROR_LLM_TOKENIZATION_FAILED, [&]() -> int32_t {
        for (int32_t i = 0; i < count; ++i) {
            if (!vocabulary_.contains(ids[i])) return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
        *text = copy_text(vocabulary_.detokenize(ids, count));
        return GENIEX_SUCCESS;
    });
}

int32_t LanguageModel::get_kv_tokens(geniex_TokenList& output) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN,
                 [&] { return copy_tokens(cache_.record().held_tokens(), output); });
}

int32_t LanguageModel::get_reply_tokens(geniex_TokenList& output) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] { return copy_tokens(reply_, output); });
}

int32_t LanguageModel::get_context_use(geniex_ContextUse& output) noexcept {
    output.n_ctx = static_cast<int32_t>(model_.n_ctx());
    output.n_used = static_cast<int32_t>(cache_.record().held());
    output.n_ctx_train = llama_model_n_ctx_train(model_.get());
    return GENIEX_SUCCESS;
}

int32_t LanguageModel::get_placement(char** json) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        *json = copy_text(placement_report(model_));
        return GENIEX_SUCCESS;
    });
}

int32_t LanguageModel::copy_tokens(const Tokens& tokens, geniex_TokenList& output) {
    if (tokens.empty()) return GENIEX_SUCCESS;
    output.ids = static_cast<int32_t*>(host_.allocate(tokens.size() * sizeof(int32_t)));
    if (output.ids == nullptr) throw std::bad_alloc();
    std::copy(tokens.begin(), tokens.end(), output.ids);
    output.count = static_cast<int32_t>(tokens.size());
    return GENIEX_SUCCESS;
}

char* LanguageModel::copy_text(const std::string& text) {
    auto* copy = static_cast<char*>(host_.allocate(text.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

}  // namespace geniex::llama
