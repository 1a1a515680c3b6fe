#include "text_generator.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "engine_log.h"
#include "placement.h"
#include "reply_writer.h"
#include "sampler.h"
#include "token_loop.h"

namespace geniex::llama {

namespace {

std::vector<std::string> stop_strings(const geniex_GenerationConfig& config) {
    std::vector<std::string> stops;
    for (int32_t i = 0; i < config.stop_count; ++i) {
        if (config.stop[i] != nullptr) stops.emplace_back(config.stop[i]);
    }
    return stops;
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

/// Hears how far the model's evaluations are for as long as this lives.
class EvaluationListener {
 public:
    EvaluationListener(Model& model, std::function<void(size_t)> listener) : model_(model) {
        model_.set_evaluation_listener(std::move(listener));
    }
    ~EvaluationListener() { model_.set_evaluation_listener({}); }
    EvaluationListener(const EvaluationListener&) = delete;
    EvaluationListener& operator=(const EvaluationListener&) = delete;

 private:
    Model& model_;
};

}  // namespace

int64_t microseconds_since(Clock::time_point begin) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
}

TextGenerator::TextGenerator(const geniex_LlmCreateInput& input, const ContextPolicy& policy, Host& host,
                             RunControl& run)
    : host_(host),
      speculation_(input.config, host),
      model_(input, speculation_, policy, host, run),
      vocabulary_(model_.get()),
      template_(model_.get(), vocabulary_.bos() != LLAMA_TOKEN_NULL, input.config),
      renderer_(vocabulary_, template_),
      cache_(model_, host, policy.shifts),
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

void TextGenerator::reset() {
    cache_.clear();
    reply_.clear();
}

int32_t TextGenerator::reply(const geniex_GenerationConfig* config, int32_t default_max_tokens, const Tokens& history,
                             ReplyCall& call, const std::function<Step()>& read_prompt) {
    static const geniex_GenerationConfig kDefaults{};
    const geniex_GenerationConfig& options = config != nullptr ? *config : kDefaults;
    ReplyWriter writer(vocabulary_, stop_strings(options), call.sink, reply_);
    TokenSampler sampler(model_.get(), options.sampler_config, host_);
    sampler.accept_prompt(history);

    const AbortSource abort_source(model_, speculator_.get(), call.run);
    const Step prefilled = read_prompt();
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
    const int32_t max_tokens = options.max_tokens > 0 ? options.max_tokens : default_max_tokens;
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

Step TextGenerator::prefill(size_t total, RunControl& run, const std::function<Stride(size_t, size_t)>& evaluate) {
    const auto reported_total = static_cast<int64_t>(total);
    // Shorter ones would leave the engine's batch half empty, and results must not depend on how quick it is.
    const size_t stretch = model_.n_ubatch();
    run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_BEGIN, 0, reported_total);
    Step step = Step::kDone;
    size_t done = 0;
    const EvaluationListener within(model_, [&](size_t count) {
        run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_PROGRESS, static_cast<int64_t>(done + count), reported_total);
    });
    while (done < total && step == Step::kDone) {
        const Stride stride =
            run.cancelled() ? Stride{Step::kCancelled, 0} : evaluate(done, std::min(stretch, total - done));
        step = stride.step;
        if (step != Step::kDone) break;
        done += stride.count;
        run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_PROGRESS, static_cast<int64_t>(done), reported_total);
    }
    run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_END, static_cast<int64_t>(done), reported_total);
    return step;
}

void TextGenerator::refuse_hopeless_length(size_t bytes) const {
    // Ordinary text has a few bytes per token; one this long cannot fit, and
    // tokenizing megabytes only to say so would take seconds.
    constexpr size_t kMaxBytesPerToken = 128;
    if (bytes / kMaxBytesPerToken <= model_.n_ctx()) return;
    throw Refusal{GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG, "a prompt of " + std::to_string(bytes) +
                                                                   " bytes cannot fit into a context of " +
                                                                   std::to_string(model_.n_ctx()) + " tokens"};
}

Tokens TextGenerator::tokenize_prompt(std::string_view text, bool begins) const {
    try {
        return begins ? vocabulary_.tokenize_prompt(text) : vocabulary_.tokenize(text, false, true);
    } catch (const std::exception& error) {
        throw Refusal{GENIEX_ERROR_LLM_TOKENIZATION_FAILED, error.what()};
    }
}

int32_t TextGenerator::tokenize(const char* text, int64_t length, bool parse_special, geniex_TokenList& output) {
    return copy_tokens(vocabulary_.tokenize({text, static_cast<size_t>(length)}, false, parse_special), output);
}

int32_t TextGenerator::context_use(geniex_ContextUse& output) {
    output.n_ctx = static_cast<int32_t>(model_.n_ctx());
    output.n_used = static_cast<int32_t>(cache_.record().held());
    output.n_ctx_train = llama_model_n_ctx_train(model_.get());
    return GENIEX_SUCCESS;
}

int32_t TextGenerator::copy_tokens(const Tokens& tokens, geniex_TokenList& output) {
    if (tokens.empty()) return GENIEX_SUCCESS;
    output.ids = static_cast<int32_t*>(host_.allocate(tokens.size() * sizeof(int32_t)));
    if (output.ids == nullptr) throw std::bad_alloc();
    std::copy(tokens.begin(), tokens.end(), output.ids);
    output.count = static_cast<int32_t>(tokens.size());
    return GENIEX_SUCCESS;
}

char* TextGenerator::copy_text(const std::string& text) {
    auto* copy = static_cast<char*>(host_.allocate(text.size() + 1));
    if (copy == nullptr) throw std::bad_alloc();
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

template <typename Base>
int32_t GeneratorHandle<Base>::get_placement(char** json) noexcept {
    return guarded([&] {
        *json = generator_.copy_text(placement_report(generator_.model()));
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

template class GeneratorHandle<Llm>;
template class GeneratorHandle<Vlm>;

}  // namespace geniex::llama
