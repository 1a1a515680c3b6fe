// The fake plugin's models with a projector.
#pragma once

#include "engine.h"
#include "introspection.h"

namespace fake {

/** Renders as the language models do; an image in a message is "<image>" in a template's text and
 *  "<image:its path>" in a chat. */
class FakeVlm : public geniex::Vlm {
 public:
    FakeVlm(Host& host, Engine engine, geniex_VlmCapabilities capabilities)
        : host_(host), engine_(std::move(engine)), capabilities_(capabilities) {}

    int32_t reset() noexcept override {
        return engine_.call([&] {
            engine_.reset();
            return GENIEX_SUCCESS;
        });
    }

    int32_t apply_chat_template(const geniex_VlmApplyChatTemplateInput& input,
                                geniex_VlmApplyChatTemplateOutput& output) noexcept override {
        return engine_.call([&] {
            std::string text = render_text(input.messages, input.message_count, false);
            if (input.grounding) text += "grounding\n";
            output.formatted_text = allocate_text(host_, engine_.behaviour() == "empty-template" ? "" : text);
            return GENIEX_SUCCESS;
        });
    }

    int32_t generate(const geniex_VlmGenerateInput& input, TextSink& sink, RunControl& run,
                     geniex_ProfileData& profile) noexcept override {
        return engine_.call([&] {
            const auto prompt = tokens_of(input.prompt_utf8, std::strlen(input.prompt_utf8));
            if (input.config != nullptr) encode(input.config->image_count + input.config->audio_count, run, profile);
            return engine_.generate(prompt, input.config, sink, run, profile);
        });
    }

    int32_t get_capabilities(geniex_VlmCapabilities& output) noexcept override {
        return engine_.call([&] {
            output = capabilities_;
            return GENIEX_SUCCESS;
        });
    }

 protected:
    std::string render_text(const geniex_VlmChatMessage* messages, int32_t count, bool with_paths) const {
        std::string text;
        for (int32_t i = 0; i < count; ++i) {
            if (engine_.leaves_out(messages[i].role)) continue;
            text += std::string(messages[i].role) + ": ";
            for (int64_t part = 0; part < messages[i].content_count; ++part) {
                const geniex_VlmContent& content = messages[i].contents[part];
                const std::string what = content.text != nullptr ? content.text : "";
                const bool is_text = std::strcmp(content.type, "text") == 0;
                text += is_text ? what : std::string("<") + content.type + (with_paths ? ":" + what : "") + ">";
            }
            text += "\n";
        }
        return text;
    }

    /** A millisecond for each medium; "slow" takes its delay for each. */
    void encode(int64_t count, RunControl& run, geniex_ProfileData& profile) {
        if (count == 0) return;
        run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_BEGIN, 0, count);
        for (int64_t done = 1; done <= count && !run.cancelled(); ++done) {
            engine_.dawdle(run);
            run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_PROGRESS, done, count);
        }
        run.report(GENIEX_PHASE_MEDIA_ENCODE, GENIEX_EDGE_END, count, count);
        profile.media_time = count * 1000;
    }

    Host& host_;
    Engine engine_;
    geniex_VlmCapabilities capabilities_;
};

/** One with everything. */
class FullFakeVlm final : public Introspective<FakeVlm> {
 public:
    using Introspective::Introspective;

    int32_t chat(const geniex_VlmChatInput& input, TextSink& sink, RunControl& run,
                 geniex_ProfileData& profile) noexcept override {
        return engine_.call([&] {
            std::string text = render_text(input.messages, input.message_count, true);
            if (input.grounding) text += "grounding\n";
            int64_t media = 0;
            for (int32_t i = 0; i < input.message_count; ++i) {
                for (int64_t part = 0; part < input.messages[i].content_count; ++part) {
                    media += std::strcmp(input.messages[i].contents[part].type, "text") != 0 ? 1 : 0;
                }
            }
            encode(media, run, profile);
            const std::string prompt = text + "assistant: ";
            return engine_.generate(tokens_of(prompt.data(), prompt.size()), input.config, sink, run, profile);
        });
    }
};

}  // namespace fake
