#include "language_model.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "engine_log.h"
#include "logits.h"
#include "placement.h"

namespace geniex::llama {

namespace {

constexpr int32_t kDefaultMaxTokens = 128;
// Tokens between two looks at the cancel flag's clean edge and two progress
// events; on a CPU larger stretches evaluate no faster.
constexpr size_t kPrefillStretch = 256;
constexpr auto kProgressInterval = std::chrono::milliseconds(100);

using Clock = std::chrono::steady_clock;

int64_t microseconds_since(Clock::time_point begin) {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - begin).count();
}

/// A refusal that the client is told by code.
struct Refusal {
    int32_t code;
    std::string reason;
};

std::vector<std::string> stop_strings(const geniex_GenerationConfig& config) {
    std::vector<std::string> stops;
    for (int32_t i = 0; i < config.stop_count; ++i) {
        if (config.stop[i] != nullptr) stops.emplace_back(config.stop[i]);
    }
    return stops;
}

/// Asks the graph computation to poll `run` for as long as this lives.
class AbortSource {
 public:
    AbortSource(Model& model, const RunControl& run) : model_(model) {
        model_.set_abort_source(&run);
        EngineLog::instance().set_cancel_source(&run);
    }
    ~AbortSource() {
        EngineLog::instance().set_cancel_source(nullptr);
        model_.set_abort_source(nullptr);
    }
    AbortSource(const AbortSource&) = delete;
    AbortSource& operator=(const AbortSource&) = delete;

 private:
    Model& model_;
};

}  // namespace

struct LanguageModel::Call {
    TextSink& sink;
    RunControl& run;
    geniex_ProfileData& profile;
    Clock::time_point begin = Clock::now();
    bool refused = false;     ///< the client asked to stop
    size_t held_back = 0;     ///< bytes sampled but not shown yet
    size_t whole_tokens = 0;  ///< tokens of reply_ whose text is out as a whole
    size_t shown_behind = 0;  ///< bytes shown behind those tokens
};

LanguageModel::LanguageModel(const geniex_LlmCreateInput& input, Host& host, RunControl& run)
    : host_(host),
      model_(input, host, run),
      vocabulary_(model_.vocab()),
      template_(model_.get(), input.config),
      renderer_(vocabulary_, template_) {
    if (!template_.failure().empty()) {
        host_.log(GENIEX_LOG_WARN, ("the chat template does not work: " + template_.failure()).c_str());
    }
    if (input.config.spec_type != nullptr && input.config.spec_type[0] != '\0' &&
        std::strcmp(input.config.spec_type, "none") != 0) {
        host_.log(GENIEX_LOG_WARN, "speculative decoding is not part of this version; decoding plainly");
    }
    for (const std::string& tag : {template_.thinking_start(), template_.thinking_end()}) {
        const int32_t token = vocabulary_.control_token(tag);
        if (token >= 0) visible_control_tokens_.push_back(token);
    }
}

int32_t LanguageModel::reset() noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        drop_from(0);
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
            return run_generate(input, call);
        } catch (const Refusal& refusal) {
            host_.set_error_detail(refusal.reason.c_str());
            return refusal.code;
        } catch (const std::invalid_argument& error) {  // the sampler's configuration
            host_.set_error_detail(error.what());
            return GENIEX_ERROR_COMMON_INVALID_INPUT;
        }
    });
}

int32_t LanguageModel::run_generate(const geniex_LlmGenerateInput& input, Call& call) {
    static const geniex_GenerationConfig kDefaults{};
    const geniex_GenerationConfig& config = input.config != nullptr ? *input.config : kDefaults;
    if (input.input_embd != nullptr && input.input_embd_count > 0) {
        throw Refusal{GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED, "embedding input is not part of this version"};
    }
    const Tokens prompt = prompt_tokens(input);
    reply_.clear();
    TokenSampler sampler(model_.get(), config.sampler_config);
    sampler.accept_prompt(prompt);

    const Clock::time_point prefill_begin = Clock::now();
    const Tokens rest = reuse_cache(prompt);
    call.profile.prompt_tokens = static_cast<int64_t>(rest.size());
    const AbortSource abort_source(model_, call.run);
    const Step prefilled = prefill(rest, call);
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
    const Step decoded = decode_loop(sampler, config, call);
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

void LanguageModel::refuse_too_long(size_t tokens) const {
    throw Refusal{
        GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG,
        "the prompt has " + std::to_string(tokens) + " tokens, the context holds " + std::to_string(model_.n_ctx())};
}

Tokens LanguageModel::reuse_cache(Tokens prompt) {
    KvRecord::Plan plan = record_.plan(prompt);
    const size_t n_ctx = model_.n_ctx();
    const bool fits = plan.keep + (prompt.size() - plan.reused) <= n_ctx;
    // Only a conversation that goes on may push its own beginning out of the window;
    // a prompt that never fitted is refused, not cut behind its author's back.
    if (!fits && plan.extends) {
        if (prompt.size() - plan.reused > n_ctx - KvRecord::kKeep) refuse_too_long(prompt.size());
    } else if (!fits) {
        if (record_.dropped() == 0) refuse_too_long(prompt.size());
        keep_head_and_newest(prompt);
        plan = record_.plan(prompt);
    }
    if (plan.keep < record_.held()) drop_from(plan.keep);
    if (record_.held() < plan.keep || !cache_covers_window(record_.held())) {
        drop_from(0);
        if (prompt.size() > n_ctx) keep_head_and_newest(prompt);
        plan = {0, 0, false};
    }
    Tokens rest(prompt.begin() + static_cast<std::ptrdiff_t>(plan.reused), prompt.end());
    // In one go, so that a later shift cannot drop the new message's own beginning.
    if (!make_room(rest.size())) refuse_too_long(prompt.size());
    return rest;
}

bool LanguageModel::cache_covers_window(size_t keep) const {
    // A sliding-window cache has forgotten what left the window; after going back
    // further than that, the next token would look at holes.
    const int32_t window = llama_model_n_swa(model_.get());
    if (window <= 0 || keep == 0) return true;
    const llama_pos first = llama_memory_seq_pos_min(model_.memory(), 0);
    return first >= 0 && first <= std::max(0, static_cast<int32_t>(keep) - window);
}

void LanguageModel::keep_head_and_newest(Tokens& prompt) const {
    const size_t target = model_.n_ctx() * 3 / 4;
    const size_t cut = prompt.size() - target;
    prompt.erase(prompt.begin() + KvRecord::kKeep, prompt.begin() + static_cast<std::ptrdiff_t>(KvRecord::kKeep + cut));
    host_.log(GENIEX_LOG_INFO, ("context shift: the prompt's middle is left out, " + std::to_string(cut) +
                                " tokens behind the first " + std::to_string(KvRecord::kKeep))
                                   .c_str());
}

LanguageModel::Step LanguageModel::prefill(const Tokens& tokens, Call& call) {
    const auto total = static_cast<int64_t>(tokens.size());
    const size_t stretch = std::min<size_t>(kPrefillStretch, static_cast<size_t>(model_.n_batch()));
    call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_BEGIN, 0, total);
    Step step = Step::kDone;
    size_t done = 0;
    while (done < tokens.size() && step == Step::kDone) {
        const size_t count = std::min(stretch, tokens.size() - done);
        step = call.run.cancelled() ? Step::kCancelled : evaluate(tokens.data() + done, count);
        if (step != Step::kDone) break;
        done += count;
        call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_PROGRESS, static_cast<int64_t>(done), total);
    }
    call.run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_END, static_cast<int64_t>(done), total);
    return step;
}

LanguageModel::Step LanguageModel::decode_loop(TokenSampler& sampler, const geniex_GenerationConfig& config,
                                               Call& call) {
    const int32_t max_tokens = config.max_tokens > 0 ? config.max_tokens : kDefaultMaxTokens;
    StopMatcher stops(stop_strings(config));
    Clock::time_point last_progress = Clock::now();
    const char* reason = nullptr;
    Step step = Step::kDone;
    while (reason == nullptr) {
        const int32_t token = sampler.sample(llama_get_logits_ith(model_.context(), -1));
        if (reply_.empty() && call.profile.ttft == 0) {
            call.profile.ttft = microseconds_since(call.begin);
            call.run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_BEGIN, 0, max_tokens);
        }
        if (llama_vocab_is_eog(model_.vocab(), token) && !sampler.ignore_eos()) {
            reason = "eos";
            break;
        }
        reason = emit(token, stops, call);
        if (reason == nullptr && call.profile.generated_tokens >= max_tokens) reason = "length";
        if (reason == nullptr && call.run.cancelled()) reason = "user";
        if (reason != nullptr) break;
        // The token's own evaluation comes last: one that nobody will continue from is never paid for.
        step = evaluate(&token, 1);
        if (step == Step::kCancelled) reason = "user";
        if (step != Step::kDone) break;
        if (Clock::now() - last_progress >= kProgressInterval) {
            last_progress = Clock::now();
            call.run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_PROGRESS, call.profile.generated_tokens, max_tokens);
        }
    }
    if (!call.refused) {
        const std::string held = stops.flush();
        call.held_back -= std::min(call.held_back, held.size());
        if (!held.empty()) call.sink.write(held.data(), held.size());
    }
    // Tokens are handed out only as far as they stand for the text that was.
    if (call.held_back > 0) reply_.resize(call.shown_behind == 0 ? call.whole_tokens : 0);
    if (reason != nullptr) call.profile.stop_reason = reason;
    return step == Step::kCancelled ? Step::kDone : step;
}

const char* LanguageModel::emit(int32_t token, StopMatcher& stops, Call& call) {
    const std::string piece = visible_piece(token);
    const std::string text = stops.feed(piece);
    // The stop token itself does not count as generated.
    if (!stops.matched()) {
        ++call.profile.generated_tokens;
        reply_.push_back(token);
    }
    call.held_back += piece.size();
    call.held_back -= std::min(call.held_back, text.size());
    call.shown_behind += text.size();
    if (!text.empty() && !call.sink.write(text.data(), text.size())) call.refused = true;
    if (stops.matched()) return "stop_sequence";
    if (call.held_back == 0) {
        call.whole_tokens = reply_.size();
        call.shown_behind = 0;
    }
    return call.refused ? "user" : nullptr;
}

LanguageModel::Step LanguageModel::evaluate(const int32_t* tokens, size_t count) {
    if (!make_room(count)) return Step::kNoRoom;
    std::vector<llama_token> batch(tokens, tokens + count);
    const int32_t result =
        llama_decode(model_.context(), llama_batch_get_one(batch.data(), static_cast<int32_t>(count)));
    if (result == 0) {
        record_.append(tokens, count);
        return Step::kDone;
    }
    // Some of the batch may have been evaluated: back to what is known to be whole.
    drop_from(record_.held());
    if (result == 2) return Step::kCancelled;
    return result == 1 ? Step::kNoRoom : Step::kFailed;
}

bool LanguageModel::make_room(size_t needed) {
    if (record_.held() + needed <= model_.n_ctx()) return true;
    if (!llama_memory_can_shift(model_.memory())) return false;
    const size_t count = record_.shift_size(needed, model_.n_ctx());
    if (count == 0) return false;
    const auto begin = static_cast<llama_pos>(KvRecord::kKeep);
    const auto end = begin + static_cast<llama_pos>(count);
    if (!llama_memory_seq_rm(model_.memory(), 0, begin, end)) return false;
    llama_memory_seq_add(model_.memory(), 0, end, -1, -static_cast<llama_pos>(count));
    record_.drop(count);
    host_.log(GENIEX_LOG_INFO, ("context shift: " + std::to_string(count) + " tokens dropped behind the first " +
                                std::to_string(KvRecord::kKeep) + ", " + std::to_string(record_.held()) + " kept")
                                   .c_str());
    return true;
}

void LanguageModel::drop_from(size_t position) {
    const auto begin = static_cast<llama_pos>(position);
    // Recurrent states cannot go back by a part; then everything goes.
    if (position > 0 && llama_memory_seq_rm(model_.memory(), 0, begin, -1)) {
        record_.truncate(position);
        return;
    }
    llama_memory_clear(model_.memory(), false);
    record_.clear();
}

std::string LanguageModel::visible_piece(int32_t token) const {
    const bool visible = model_.special_tokens_are_text() ||
                         std::find(visible_control_tokens_.begin(), visible_control_tokens_.end(), token) !=
                             visible_control_tokens_.end();
    return vocabulary_.piece(token, visible);
}

int32_t LanguageModel::get_model_info(geniex_LlmModelInfo& output) noexcept {
    output.vocab_size = vocabulary_.size();
    output.bos_token = llama_vocab_bos(model_.vocab());
    output.add_bos = llama_vocab_get_add_bos(model_.vocab()) ? 1 : 0;
    output.embd_dim = 0;  // embedding input is not supported yet
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
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        size_t bytes = 0;
        for (int32_t i = 0; i < input.message_count; ++i) {
            if (input.messages[i].content != nullptr) bytes += std::strlen(input.messages[i].content);
        }
        try {
            refuse_hopeless_length(bytes);
        } catch (const Refusal& refusal) {
            host_.set_error_detail(refusal.reason.c_str());
            return refusal.code;
        }
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
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] { return copy_tokens(record_.held_tokens(), output); });
}

int32_t LanguageModel::get_reply_tokens(geniex_TokenList& output) noexcept {
    return guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] { return copy_tokens(reply_, output); });
}

int32_t LanguageModel::get_context_use(geniex_ContextUse& output) noexcept {
    output.n_ctx = static_cast<int32_t>(model_.n_ctx());
    output.n_used = static_cast<int32_t>(record_.held());
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
