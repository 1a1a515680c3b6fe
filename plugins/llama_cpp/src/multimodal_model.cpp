#include "multimodal_model.h"

#include <algorithm>
#include <string_view>

#include "load_error.h"
#include "media_binding.h"

namespace geniex::llama {

namespace {

constexpr int32_t kDefaultMaxTokens = 512;
// What the documentation of this ABI names, for conversations about pictures; a window that is full is not
// shifted, since a medium cannot lose a part of itself.
constexpr ContextPolicy kContextPolicy{16384, true, false};

/// The same request in the words of a language model. Speculative decoding knows no media.
geniex_LlmCreateInput without_projector(const geniex_VlmCreateInput& input, Host& host) {
    geniex_LlmCreateInput plain{};
    plain.model_path = input.model_path;
    plain.tokenizer_path = input.tokenizer_path;
    plain.config = input.config;
    plain.plugin_id = input.plugin_id;
    plain.device_id = input.device_id;
    if (input.config.spec_type != nullptr && input.config.spec_type[0] != '\0') {
        host.log(GENIEX_LOG_WARN, "no speculative decoding: it does not go with images and audio");
        plain.config.spec_type = nullptr;
    }
    return plain;
}

std::string or_empty(const char* text) { return text != nullptr ? text : ""; }

}  // namespace

MultimodalModel::MultimodalModel(const geniex_VlmCreateInput& input, Host& host, RunControl& run)
    : GeneratorHandle(without_projector(input, host), kContextPolicy, host, run) {
    const std::string path = or_empty(input.mmproj_path);
    if (path.empty()) return;
    projector_ = Projector::create(path.c_str(), or_empty(input.vit_device_id), generator_.model(), host, run);
}

int32_t MultimodalModel::reset() noexcept {
    conversation_.clear();
    shelf_.keep_only({});
    return GeneratorHandle::reset();
}

int32_t MultimodalModel::get_capabilities(geniex_VlmCapabilities& output) noexcept {
    output = {projector_ != nullptr && projector_->sees(), projector_ != nullptr && projector_->hears()};
    return GENIEX_SUCCESS;
}

int32_t MultimodalModel::apply_chat_template(const geniex_VlmApplyChatTemplateInput& input,
                                             geniex_VlmApplyChatTemplateOutput& output) noexcept {
    return guarded([&] {
        const TemplateOptions options{or_empty(input.tools), input.enable_thinking, true, input.grounding};
        const ChatMessages messages = with_markers(to_turns(input.messages, input.message_count));
        output.formatted_text = generator_.copy_text(generator_.chat_template().apply(messages, options));
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t MultimodalModel::generate(const geniex_VlmGenerateInput& input, TextSink& sink, RunControl& run,
                                  geniex_ProfileData& profile) noexcept {
    ReplyCall call{sink, run, profile};
    return guard_reply(generator_.host(), GENIEX_ERROR_VLM_GENERATION_FAILED, profile,
                       [&] { return reply(prompt_of(input), input.config, call); });
}

int32_t MultimodalModel::chat(const geniex_VlmChatInput& input, TextSink& sink, RunControl& run,
                              geniex_ProfileData& profile) noexcept {
    ReplyCall call{sink, run, profile};
    return guard_reply(generator_.host(), GENIEX_ERROR_VLM_GENERATION_FAILED, profile,
                       [&] { return reply(prompt_of(input), input.config, call); });
}

MediumPtr MultimodalModel::load(Modality modality, const std::string& path) {
    if (projector_ != nullptr && projector_->takes(modality)) return shelf_.get(*projector_, modality, path);
    const char* verb = modality == Modality::kImage ? "see" : "hear";
    generator_.host().log(GENIEX_LOG_WARN,
                          (std::string("left out, since this model cannot ") + verb + ": " + path).c_str());
    return nullptr;
}

Tokens MultimodalModel::tokens_of(const Turn& turn, const geniex_TokenSpan* known) const {
    if (known != nullptr && known->count > 0) {
        const Tokens tokens(known->ids, known->ids + known->count);
        const auto is_known = [&](int32_t token) { return generator_.vocabulary().contains(token); };
        if (std::all_of(tokens.begin(), tokens.end(), is_known)) return tokens;
        throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "a token id is not in the vocabulary"};
    }
    generator_.refuse_hopeless_length(turn.message.content.size());
    return generator_.vocabulary().tokenize(turn.message.content, false, false);
}

MediaPrompt MultimodalModel::prompt_of(const geniex_VlmChatInput& input) {
    const TemplateOptions options{or_empty(input.tools), input.enable_thinking, true, input.grounding};
    Turns turns = to_turns(input.messages, input.message_count);
    Tokens begun;
    if (!turns.empty() && turns.back().message.role == "assistant" && turns.back().media.empty()) {
        // A reply that comes last is one to go on with: it stands after the prompt for it, and has no end yet.
        begun = tokens_of(turns.back(), input.contents != nullptr ? input.contents + (turns.size() - 1) : nullptr);
        turns.pop_back();
    }
    size_t bytes = 0;
    std::vector<MediumPtr> media;
    for (const Turn& turn : turns) {
        bytes += turn.message.content.size();
        for (const MediaReference& reference : turn.media) {
            if (reference.modality == Modality::kAny) {
                throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "a content is neither text nor image nor audio"};
            }
            media.push_back(load(reference.modality, reference.path));
        }
    }
    generator_.refuse_hopeless_length(bytes);
    const PromptRenderer::Result rendered = generator_.renderer().render(turns, input.contents, options);
    MediaPrompt prompt;
    size_t done = 0;
    const auto append_until = [&](size_t end) {
        const auto begin = rendered.tokens.begin();
        prompt.append(Tokens(begin + static_cast<std::ptrdiff_t>(done), begin + static_cast<std::ptrdiff_t>(end)));
        done = end;
    };
    for (const PromptRenderer::Place& place : rendered.media) {
        append_until(place.position);
        prompt.append(media.at(place.medium));
    }
    append_until(rendered.tokens.size());
    prompt.append(begun);
    return prompt;
}

MediaPrompt MultimodalModel::prompt_of(const geniex_VlmGenerateInput& input) {
    const std::string_view text(input.prompt_utf8);
    generator_.refuse_hopeless_length(text.size());
    GivenMedia given;
    for (int32_t i = 0; input.config != nullptr && i < input.config->image_count; ++i) {
        given.images.push_back(load(Modality::kImage, input.config->image_paths[i]));
    }
    for (int32_t i = 0; input.config != nullptr && i < input.config->audio_count; ++i) {
        given.recordings.push_back(load(Modality::kAudio, input.config->audio_paths[i]));
    }
    const std::vector<Marker> markers = markers_in(text);
    // A model without a projector leaves out what it cannot take, named or not.
    const std::vector<MediumPtr> bound =
        projector_ != nullptr ? bind_media(markers, given, conversation_) : std::vector<MediumPtr>(markers.size());
    MediaPrompt prompt;
    size_t done = 0;
    for (size_t i = 0; i < markers.size(); ++i) {
        prompt.append(generator_.tokenize_prompt(text.substr(done, markers[i].begin - done), i == 0));
        prompt.append(bound[i]);
        done = markers[i].begin + markers[i].length;
    }
    prompt.append(generator_.tokenize_prompt(text.substr(done), markers.empty()));
    return prompt;
}

int32_t MultimodalModel::reply(const MediaPrompt& prompt, const geniex_GenerationConfig* config, ReplyCall& call) {
    if (prompt.tokens().empty()) throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the prompt has no tokens"};
    if (prompt.ends_with_medium()) {
        throw Refusal{GENIEX_ERROR_COMMON_INVALID_INPUT, "the prompt ends with a medium; text must follow"};
    }
    return generator_.reply(config, kDefaultMaxTokens, prompt.tokens(), call,
                            [&] { return read_prompt(prompt, call); });
}

Step MultimodalModel::read_prompt(const MediaPrompt& prompt, ReplyCall& call) {
    const size_t total = prompt.tokens().size();
    const size_t rest = generator_.cache().continue_with(prompt.tokens()).size();
    const size_t reused = total - rest;
    conversation_ = prompt.media();
    shelf_.keep_only(conversation_);
    call.profile.prompt_tokens = static_cast<int64_t>(rest);

    std::vector<std::vector<float>> rows(prompt.spans().size());
    const Step encoded = encode(prompt, reused, call, rows);
    if (encoded != Step::kDone) return encoded;
    const Clock::time_point begin = Clock::now();
    const Step step = generator_.prefill(
        rest, call.run, [&](size_t done, size_t limit) { return evaluate(prompt, reused + done, limit, rows); });
    call.profile.prompt_time = microseconds_since(begin);
    return step;
}

Step MultimodalModel::encode(const MediaPrompt& prompt, size_t begin, ReplyCall& call,
                             std::vector<std::vector<float>>& rows) {
    const std::vector<MediaPrompt::Span>& spans = prompt.spans();
    const auto is_new = [&](const MediaPrompt::Span& span) { return span.begin >= begin; };
    const int64_t total = std::count_if(spans.begin(), spans.end(), is_new);
    if (total == 0) return Step::kDone;
    const Clock::time_point start = Clock::now();
    call.run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_BEGIN, 0, total);
    Step step = Step::kDone;
    int64_t done = 0;
    for (size_t i = 0; i < spans.size() && step == Step::kDone; ++i) {
        if (!is_new(spans[i])) continue;
        step = call.run.cancelled() ? Step::kCancelled : projector_->encode(spans[i].piece.chunk, call.run, rows[i]);
        if (step != Step::kDone) break;
        call.run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_PROGRESS, ++done, total);
    }
    call.run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_END, done, total);
    call.profile.media_time = microseconds_since(start);
    if (step == Step::kFailed) throw Refusal{GENIEX_ERROR_VLM_GENERATION_FAILED, "a medium could not be encoded"};
    return step;
}

TextGenerator::Stride MultimodalModel::evaluate(const MediaPrompt& prompt, size_t begin, size_t limit,
                                                std::vector<std::vector<float>>& rows) {
    ConversationCache& cache = generator_.cache();
    size_t end = begin + limit;
    for (size_t i = 0; i < prompt.spans().size(); ++i) {
        const MediaPrompt::Span& span = prompt.spans()[i];
        if (span.begin == begin) {
            const MediaPiece& piece = span.piece;
            const auto decode = [&](llama_context* context, int32_t position, int32_t n_batch) {
                return projector_->decode(piece.chunk, rows[i], context, position, n_batch);
            };
            return {cache.evaluate_medium(piece.id, piece.tokens, piece.positions, decode), piece.tokens};
        }
        if (span.begin > begin) end = std::min(end, span.begin);
    }
    const size_t count = end - begin;
    return {cache.evaluate(prompt.tokens().data() + begin, count, end == prompt.tokens().size()), count};
}

}  // namespace geniex::llama
