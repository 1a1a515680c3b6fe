// The fake plugin: an engine whose every move is scripted, for tests.
//
// A token is one byte, its id the byte's value (0 to 255); there is no BOS. The
// context holds config.n_ctx tokens (4096 by default). Rendering gives
// "role: content\n" per message and "assistant: " at the end when asked for.
// The KV record is real: what a prompt shares with it is not counted in
// prompt_tokens. Devices: "CPU" and "FAKE0". The plugin's id is "fake".
//
// What happens is chosen by the model path: the last component, with or without
// a final ".gguf", or, for `script:`, all that follows the first "script:". The
// environment variable GENIEX_FAKE_BEHAVIOUR, where set, stands in for the path.
//
//   echo                 replies with the prompt, a token (a byte) at a time
//   echo:refuse-system, echo:drop-system
//                        the same, with a template that throws at a system message, or leaves it out
//   script:<text>        replies with <text>: '|' ends a piece, \xHH is a byte, \n a newline, \p a '|', and \\ itself
//   slow:<ms>:<n>        n tokens "x", <ms> milliseconds before each; the same delay per 10 % of loading,
//                        for each medium, and before each of 10 parts of the prompt
//   slow-decode:<ms>:<n> the same, but the delay is before tokens alone
//   slow-prefill:<ms>:<n> the same, but the delay is before the parts of the prompt alone
//   hang                 generates nothing and waits to be cancelled
//   hang-load            loads until it is cancelled
//   context-full         "partial" and then TOKENIZATION_CONTEXT_LENGTH
//   fail-load:<code>     loading fails with <code>
//   fail-generate:<code> each generate fails with <code>
//   fail-all:<code>      loads; every call fails with <code>
//   throw                every call throws inside its guard: UNKNOWN and the text "thrown by the fake plugin"
//   throw-load           the same while loading: MODEL_LOAD
//   no-extras            leaves every optional function to its default ("not supported")
//   bare                 a VLM that sees, but leaves every optional function to its default
//   no-model             loading succeeds and gives no model
//   empty-template       renders nothing
//   foreign-stop         a stop_reason that the ABI does not know
//   abort-load, abort-decode, segv-decode, throw-unguarded
//                        kill the process: while loading, after three tokens, on generate
//   anything else        replies with "ok"
//
// Any behaviour: max_tokens gives "length", a callback's false and a cancel give
// "user", the end of the text gives "eos". forward_logits: row r, id v has the
// logit of ((v * 7 + r) mod 256). A VLM sees images, and hears when its
// projector's path has "audio" in it; "no-extras" and "blind" do neither. More
// environment variables:
//   GENIEX_FAKE_ATTACH=<code>   attach() fails with <code>

#include "fake_llm.h"
#include "fake_vlm.h"

namespace fake {

class FakePlugin final : public geniex::Plugin {
 public:
    int32_t attach(Host& host) noexcept override {
        host_ = &host;
        return geniex::guard(host, GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
            const std::string code = environment("GENIEX_FAKE_ATTACH");
            return code.empty() ? GENIEX_SUCCESS : std::stoi(code);
        });
    }
    const char* version() noexcept override { return "1.0"; }
    int32_t device_count() noexcept override { return 2; }
    geniex::Device device(int32_t index) noexcept override {
        if (index == 0) return {"CPU", "Fake processor"};
        return {"FAKE0", "Fake accelerator"};
    }

    int32_t create_llm(const geniex_LlmCreateInput& input, RunControl& run, geniex::Llm** model) noexcept override {
        return load(input.model_path, input.config.n_ctx, run, [&](Engine engine) {
            if (engine.behaviour() == "no-model") return;
            if (engine.behaviour() == "no-extras") {
                *model = new FakeLlm(*host_, std::move(engine));
            } else {
                *model = new FullFakeLlm(*host_, std::move(engine));
            }
        });
    }

    int32_t create_vlm(const geniex_VlmCreateInput& input, RunControl& run, geniex::Vlm** model) noexcept override {
        return load(input.model_path, input.config.n_ctx, run, [&](Engine engine) {
            const bool blind = engine.behaviour() == "no-extras" || engine.behaviour() == "blind";
            const std::string projector = input.mmproj_path != nullptr ? input.mmproj_path : "";
            const geniex_VlmCapabilities senses{!blind, !blind && projector.find("audio") != std::string::npos};
            if (engine.behaviour() == "no-model") return;
            if (engine.behaviour() == "no-extras" || engine.behaviour() == "bare") {
                *model = new FakeVlm(*host_, std::move(engine), senses);
            } else {
                *model = new FullFakeVlm(*host_, std::move(engine), senses);
            }
        });
    }

 private:
    template <typename Make>
    int32_t load(const char* path, int32_t n_ctx, RunControl& run, Make&& make) noexcept {
        return geniex::guard(*host_, GENIEX_ERROR_COMMON_MODEL_LOAD, [&] {
            Engine engine(*host_, behaviour_of(path), n_ctx);
            host_->log(GENIEX_LOG_INFO, ("fake model: " + engine.behaviour()).c_str());
            const int32_t code = engine.load(run);
            if (code == GENIEX_SUCCESS) make(std::move(engine));
            return code;
        });
    }

    Host* host_ = nullptr;
};

}  // namespace fake

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "fake"; }

GENIEX_PLUGIN_EXPORT void* create_plugin() { return static_cast<geniex::Plugin*>(new fake::FakePlugin); }
