// The fake plugin's language models.
#pragma once

#include "engine.h"
#include "introspection.h"

namespace fake {

/** An LLM with the mandatory functions alone. */
class FakeLlm : public geniex::Llm {
 public:
    FakeLlm(Host& host, Engine engine) : host_(host), engine_(std::move(engine)) {}

    int32_t reset() noexcept override {
        return engine_.call([&] {
            engine_.reset();
            return GENIEX_SUCCESS;
        });
    }

    int32_t apply_chat_template(const geniex_LlmApplyChatTemplateInput& input,
                                geniex_LlmApplyChatTemplateOutput& output) noexcept override {
        return engine_.call([&] {
            const std::string text = render_text(input.messages, input.message_count, input.add_generation_prompt);
            output.formatted_text = allocate_text(host_, engine_.behaviour() == "empty-template" ? "" : text);
            return GENIEX_SUCCESS;
        });
    }

    int32_t generate(const geniex_LlmGenerateInput& input, TextSink& sink, RunControl& run,
                     geniex_ProfileData& profile) noexcept override {
        if (engine_.behaviour() == "throw-unguarded") throw_to_nobody();
        return engine_.call([&]() -> int32_t {
            if (input.input_embd != nullptr) return GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED;
            if (input.input_ids == nullptr) {
                const auto prompt = tokens_of(input.prompt_utf8, std::strlen(input.prompt_utf8));
                return engine_.generate(prompt, input.config, sink, run, profile);
            }
            if (!are_tokens(input.input_ids, input.input_ids_count)) return GENIEX_ERROR_COMMON_INVALID_INPUT;
            const std::vector<int32_t> prompt(input.input_ids, input.input_ids + input.input_ids_count);
            return engine_.generate(prompt, input.config, sink, run, profile);
        });
    }

 protected:
    std::string render_text(const geniex_LlmChatMessage* messages, int32_t count, bool add_generation_prompt) const {
        std::string text;
        for (int32_t i = 0; i < count; ++i) {
            if (engine_.leaves_out(messages[i].role)) continue;
            text += std::string(messages[i].role) + ": " + (messages[i].content ? messages[i].content : "") + "\n";
        }
        return add_generation_prompt ? text + "assistant: " : text;
    }

    Host& host_;
    Engine engine_;
};

/** An LLM with everything. */
class FullFakeLlm final : public Introspective<FakeLlm> {
 public:
    using Introspective::Introspective;

    int32_t save_kv_cache(const char* path) noexcept override {
        return engine_.call([&]() -> int32_t {
            FILE* file = std::fopen(path, "wb");
            if (file == nullptr) return GENIEX_ERROR_COMMON_UNKNOWN;
            const std::string text = text_of(engine_.kv().data(), static_cast<int32_t>(engine_.kv().size()));
            std::fwrite(text.data(), 1, text.size(), file);
            return std::fclose(file) == 0 ? GENIEX_SUCCESS : GENIEX_ERROR_COMMON_UNKNOWN;
        });
    }

    int32_t load_kv_cache(const char* path) noexcept override {
        return engine_.call([&]() -> int32_t {
            FILE* file = std::fopen(path, "rb");
            if (file == nullptr) return GENIEX_ERROR_COMMON_UNKNOWN;
            std::vector<int32_t> kv;
            for (int byte = std::fgetc(file); byte != EOF; byte = std::fgetc(file)) kv.push_back(byte);
            std::fclose(file);
            engine_.restore(std::move(kv));
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_model_info(geniex_LlmModelInfo& output) noexcept override {
        return engine_.call([&] {
            output = {kVocabulary, -1, 0, 0};
            return GENIEX_SUCCESS;
        });
    }

    int32_t forward_logits(const geniex_LlmForwardLogitsInput& input, RunControl&,
                           geniex_LlmForwardLogitsOutput& output) noexcept override {
        return engine_.call([&]() -> int32_t {
            if (!are_tokens(input.input_ids, input.input_ids_count)) return GENIEX_ERROR_COMMON_INVALID_INPUT;
            if (input.input_ids_count > engine_.n_ctx()) return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
            const int32_t rows = input.all_positions ? input.input_ids_count : 1;
            std::vector<float> logits;
            for (int32_t row = 0; row < rows; ++row) {
                for (int32_t id = 0; id < kVocabulary; ++id) logits.push_back(static_cast<float>((id * 7 + row) % 256));
            }
            output = {allocate_copy(host_, logits.data(), logits.size()), nullptr, rows, kVocabulary, kVocabulary};
            return GENIEX_SUCCESS;
        });
    }

    int32_t render(const geniex_LlmRenderInput& input, geniex_LlmRenderOutput& output) noexcept override {
        return engine_.call([&] {
            const std::string text = render_text(input.messages, input.message_count, input.add_generation_prompt);
            const std::vector<int32_t> ids = tokens_of(text.data(), text.size());
            output.ids = allocate_copy(host_, ids.data(), ids.size());
            output.count = static_cast<int32_t>(ids.size());
            output.text = allocate_text(host_, text);
            return GENIEX_SUCCESS;
        });
    }

    int32_t detokenize(const int32_t* ids, int32_t count, char** text) noexcept override {
        return engine_.call([&]() -> int32_t {
            if (!are_tokens(ids, count)) return GENIEX_ERROR_COMMON_INVALID_INPUT;
            *text = allocate_text(host_, text_of(ids, count));
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_kv_tokens(geniex_TokenList& output) noexcept override {
        return engine_.call([&] {
            fill(host_, engine_.kv(), output);
            return GENIEX_SUCCESS;
        });
    }
};

}  // namespace fake
