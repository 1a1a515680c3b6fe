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
//   script:<text>        replies with <text>: '|' ends a piece, \xHH is a byte, \n a newline, \p a '|', and \\ itself
//   slow:<ms>:<n>        n tokens "x", <ms> milliseconds before each; the same delay per 10 % of loading,
//                        and before each of 10 parts of the prompt
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
//   no-model             loading succeeds and gives no model
//   empty-template       renders nothing
//   foreign-stop         a stop_reason that the ABI does not know
//   abort-load, abort-decode, segv-decode, throw-unguarded
//                        kill the process: while loading, after three tokens, on generate
//   anything else        replies with "ok"
//
// Any behaviour: max_tokens gives "length", a callback's false and a cancel give
// "user", the end of the text gives "eos". forward_logits: row r, id v has the
// logit of ((v * 7 + r) mod 256). A VLM sees images and hears nothing;
// "no-extras" sees nothing either. More environment variables:
//   GENIEX_FAKE_ATTACH=<code>   attach() fails with <code>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "geniex/plugin.h"

namespace {

using geniex::Host;
using geniex::RunControl;
using geniex::TextSink;

constexpr int32_t kDefaultContext = 4096;
constexpr int32_t kVocabulary = 256;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

bool starts_with(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

/** The behaviour's name, and what follows its first colon. */
struct Behaviour {
    std::string name;
    std::string argument;
};

Behaviour behaviour_of(std::string path) {
    const std::string from_environment = environment("GENIEX_FAKE_BEHAVIOUR");
    if (!from_environment.empty()) path = from_environment;
    const size_t script = path.find("script:");
    if (script != std::string::npos) return {"script", path.substr(script + std::strlen("script:"))};
    path = path.substr(path.find_last_of("/\\") + 1);
    const size_t suffix = path.rfind(".gguf");
    if (suffix != std::string::npos && suffix + 5 == path.size()) path.resize(suffix);
    const size_t colon = path.find(':');
    if (colon == std::string::npos) return {path, ""};
    return {path.substr(0, colon), path.substr(colon + 1)};
}

std::vector<std::string> parse_script(const std::string& script) {
    std::vector<std::string> pieces(1);
    for (size_t i = 0; i < script.size(); ++i) {
        if (script[i] == '|') {
            pieces.emplace_back();
        } else if (script[i] != '\\' || i + 1 == script.size()) {
            pieces.back() += script[i];
        } else if (script[++i] == 'x') {
            pieces.back() += static_cast<char>(std::stoi(script.substr(i + 1, 2), nullptr, 16));
            i += 2;
        } else {
            pieces.back() += script[i] == 'n' ? '\n' : script[i] == 'p' ? '|' : script[i];
        }
    }
    return pieces;
}

int64_t microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

[[noreturn]] void throw_to_nobody() { throw std::runtime_error("nobody catches this"); }

/** Sleeps in steps of a millisecond; false once cancelled. */
bool pause(int milliseconds, const RunControl& run) {
    for (int i = 0; i < milliseconds; ++i) {
        if (run.cancelled()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return !run.cancelled();
}

void wait_for_cancel(const RunControl& run) {
    while (pause(1000, run)) {
    }
}

/** What every model of the fake does, LLM and VLM alike. */
class Engine {
 public:
    Engine(Host& host, Behaviour behaviour, int32_t n_ctx)
        : host_(host), behaviour_(std::move(behaviour)), n_ctx_(n_ctx > 0 ? n_ctx : kDefaultContext) {
        const size_t colon = behaviour_.argument.find(':');
        if (!starts_with(behaviour_.name, "slow")) return;
        delay_ms_ = std::stoi(behaviour_.argument);
        slow_tokens_ = colon == std::string::npos ? 16 : std::stoi(behaviour_.argument.substr(colon + 1));
    }

    const std::string& behaviour() const { return behaviour_.name; }
    int32_t n_ctx() const { return n_ctx_; }
    const std::vector<int32_t>& kv() const { return kv_; }
    const std::vector<int32_t>& reply() const { return reply_; }

    /** Runs a call's body, unless the behaviour is to fail or to throw. */
    template <typename Body>
    int32_t call(Body&& body) noexcept {
        return geniex::guard(host_, GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
            if (behaviour_.name == "throw") throw std::runtime_error("thrown by the fake plugin");
            if (behaviour_.name == "fail-all") return std::stoi(behaviour_.argument);
            return body();
        });
    }

    int32_t load(RunControl& run) {
        if (behaviour_.name == "fail-load") {
            host_.set_error_detail("the fake plugin was told to fail");
            return std::stoi(behaviour_.argument);
        }
        if (behaviour_.name == "abort-load") std::abort();
        if (behaviour_.name == "throw-load") throw std::runtime_error("thrown by the fake plugin");
        run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_BEGIN, 0, 1000);
        if (behaviour_.name == "hang-load") wait_for_cancel(run);
        for (int part = 1; part <= 10 && !run.cancelled(); ++part) {
            if (behaviour_.name == "slow") pause(delay_ms_, run);
            run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_PROGRESS, part * 100, 1000);
        }
        run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_END, 1000, 1000);
        return run.cancelled() ? GENIEX_ERROR_COMMON_CANCELLED : GENIEX_SUCCESS;
    }

    void reset() {
        kv_.clear();
        reply_.clear();
    }

    void restore(std::vector<int32_t> kv) { kv_ = std::move(kv); }

    int32_t generate(const std::vector<int32_t>& prompt, const geniex_GenerationConfig* config, TextSink& sink,
                     RunControl& run, geniex_ProfileData& profile) {
        const int64_t start = microseconds();
        reply_.clear();
        if (behaviour_.name == "fail-generate") {
            host_.set_error_detail("the fake plugin was told to fail");
            return std::stoi(behaviour_.argument);
        }
        if (static_cast<int32_t>(prompt.size()) > n_ctx_) return GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG;
        prefill(prompt, run, profile);
        profile.prompt_time = microseconds() - start;
        profile.ttft = profile.prompt_time;
        const int32_t code = decode(reply_pieces(prompt), config, sink, run, profile);
        profile.decode_time = microseconds() - start - profile.prompt_time;
        return code;
    }

 private:
    void prefill(const std::vector<int32_t>& prompt, RunControl& run, geniex_ProfileData& profile) {
        const auto shared = std::mismatch(kv_.begin(), kv_.end(), prompt.begin(), prompt.end()).first - kv_.begin();
        const auto total = static_cast<int64_t>(prompt.size()) - shared;
        run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_BEGIN, 0, total);
        for (int64_t part = 1; part <= 10 && !run.cancelled(); ++part) {
            if (behaviour_.name == "slow" || behaviour_.name == "slow-prefill") pause(delay_ms_, run);
            run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_PROGRESS, total * part / 10, total);
        }
        run.report(GENIEX_PHASE_PREFILL, GENIEX_EDGE_END, total, total);
        profile.prompt_tokens = total;
        kv_ = prompt;
    }

    std::vector<std::string> reply_pieces(const std::vector<int32_t>& prompt) const {
        if (behaviour_.name == "script") return parse_script(behaviour_.argument);
        if (starts_with(behaviour_.name, "slow"))
            return std::vector<std::string>(static_cast<size_t>(slow_tokens_), "x");
        if (behaviour_.name == "context-full") return {"part", "ial"};
        if (behaviour_.name == "hang") return {};
        if (behaviour_.name != "echo") return {"o", "k", "!"};
        std::vector<std::string> pieces;
        for (const int32_t id : prompt) pieces.emplace_back(1, static_cast<char>(id));
        return pieces;
    }

    int32_t decode(const std::vector<std::string>& pieces, const geniex_GenerationConfig* config, TextSink& sink,
                   RunControl& run, geniex_ProfileData& profile) {
        const int64_t limit = config != nullptr && config->max_tokens > 0 ? config->max_tokens : n_ctx_;
        run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_BEGIN, 0, limit);
        profile.stop_reason = behaviour_.name == "foreign-stop" ? "because" : "eos";
        if (behaviour_.name == "hang") wait_for_cancel(run);
        for (const std::string& piece : pieces) {
            if (!pause(behaviour_.name == "slow-prefill" ? 0 : delay_ms_, run)) break;
            if (profile.generated_tokens == limit) {
                profile.stop_reason = "length";
                break;
            }
            die_if_told(profile.generated_tokens);
            ++profile.generated_tokens;
            remember(piece);
            run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_PROGRESS, profile.generated_tokens, limit);
            if (!sink.write(piece.data(), piece.size())) {
                profile.stop_reason = "user";
                break;
            }
        }
        if (run.cancelled()) profile.stop_reason = "user";
        die_if_told(profile.generated_tokens);
        run.report(GENIEX_PHASE_DECODE, GENIEX_EDGE_END, profile.generated_tokens, limit);
        if (behaviour_.name != "context-full") return GENIEX_SUCCESS;
        profile.stop_reason = "length";
        return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
    }

    void remember(const std::string& piece) {
        for (const char byte : piece) {
            kv_.push_back(static_cast<uint8_t>(byte));
            reply_.push_back(static_cast<uint8_t>(byte));
        }
    }

    void die_if_told(int64_t tokens) const {
        if (tokens < 3) return;
        if (behaviour_.name == "abort-decode") std::abort();
        if (behaviour_.name == "segv-decode") std::raise(SIGSEGV);
    }

    Host& host_;
    const Behaviour behaviour_;
    const int32_t n_ctx_;
    int delay_ms_ = 0;
    int slow_tokens_ = 0;
    std::vector<int32_t> kv_;
    std::vector<int32_t> reply_;
};

std::vector<int32_t> tokens_of(const char* text, size_t length) {
    std::vector<int32_t> ids;
    for (size_t i = 0; i < length; ++i) ids.push_back(static_cast<uint8_t>(text[i]));
    return ids;
}

bool are_tokens(const int32_t* ids, int32_t count) {
    return std::all_of(ids, ids + count, [](int32_t id) { return id >= 0 && id < kVocabulary; });
}

std::string text_of(const int32_t* ids, int32_t count) {
    std::string text;
    for (int32_t i = 0; i < count; ++i) text += static_cast<char>(ids[i]);
    return text;
}

/** Copies into memory of the host's. */
template <typename T>
T* allocate_copy(Host& host, const T* from, size_t count) {
    auto* copy = static_cast<T*>(host.allocate(count * sizeof(T)));
    if (copy == nullptr) throw std::bad_alloc();
    std::copy_n(from, count, copy);
    return copy;
}

char* allocate_text(Host& host, const std::string& text) { return allocate_copy(host, text.c_str(), text.size() + 1); }

void fill(Host& host, const std::vector<int32_t>& ids, geniex_TokenList& list) {
    list.count = static_cast<int32_t>(ids.size());
    list.ids = ids.empty() ? nullptr : allocate_copy(host, ids.data(), ids.size());
}

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
    static std::string render_text(const geniex_LlmChatMessage* messages, int32_t count, bool add_generation_prompt) {
        std::string text;
        for (int32_t i = 0; i < count; ++i) {
            text += std::string(messages[i].role) + ": " + (messages[i].content ? messages[i].content : "") + "\n";
        }
        return add_generation_prompt ? text + "assistant: " : text;
    }

    Host& host_;
    Engine engine_;
};

/** An LLM with everything. */
class FullFakeLlm final : public FakeLlm {
 public:
    using FakeLlm::FakeLlm;

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

    int32_t tokenize(const char* text, int64_t length, bool, geniex_TokenList& output) noexcept override {
        return engine_.call([&] {
            fill(host_, tokens_of(text, static_cast<size_t>(length)), output);
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

    int32_t get_reply_tokens(geniex_TokenList& output) noexcept override {
        return engine_.call([&] {
            fill(host_, engine_.reply(), output);
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_context_use(geniex_ContextUse& output) noexcept override {
        return engine_.call([&] {
            output.n_ctx = engine_.n_ctx();
            output.n_used = static_cast<int32_t>(engine_.kv().size());
            output.n_ctx_train = kDefaultContext;
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_placement(char** json) noexcept override {
        return engine_.call([&] {
            const std::string n_ctx = std::to_string(engine_.n_ctx());
            *json = allocate_text(
                host_,
                R"({"plugin":"fake","version":"1.0","model":{"description":"a script","parameters":1000,"bytes":2000,)"
                R"("layers":2},"devices":[{"id":"CPU","name":"Fake processor","kind":"cpu","layers":2}],)"
                R"("layers":[{"index":0,"device":"CPU"},{"index":1,"device":"CPU"}],)"
                R"("buffers":[{"device":"CPU","buffer":"FAKE","use":"model","bytes":2000}],)"
                R"("kv":{"type_k":"f16","type_v":"f16","bytes":64,"n_ctx":)" +
                    n_ctx +
                    R"(},"graph":{"splits":1,"nodes":10},"fallback_ops":[],)"
                    R"("threads":{"decode":1,"prefill":1},"flash_attention":null})");
            return GENIEX_SUCCESS;
        });
    }
};

class FakeVlm final : public geniex::Vlm {
 public:
    FakeVlm(Host& host, Engine engine) : host_(host), engine_(std::move(engine)) {}

    int32_t reset() noexcept override {
        return engine_.call([&] {
            engine_.reset();
            return GENIEX_SUCCESS;
        });
    }

    int32_t apply_chat_template(const geniex_VlmApplyChatTemplateInput& input,
                                geniex_VlmApplyChatTemplateOutput& output) noexcept override {
        return engine_.call([&] {
            std::string text;
            for (int32_t i = 0; i < input.message_count; ++i) {
                const geniex_VlmChatMessage& message = input.messages[i];
                text += std::string(message.role) + ": ";
                for (int64_t part = 0; part < message.content_count; ++part) {
                    const geniex_VlmContent& content = message.contents[part];
                    if (std::strcmp(content.type, "text") != 0) text += "<" + std::string(content.type) + ">";
                    if (std::strcmp(content.type, "text") == 0 && content.text != nullptr) text += content.text;
                }
                text += "\n";
            }
            output.formatted_text = allocate_text(host_, engine_.behaviour() == "empty-template" ? "" : text);
            return GENIEX_SUCCESS;
        });
    }

    int32_t generate(const geniex_VlmGenerateInput& input, TextSink& sink, RunControl& run,
                     geniex_ProfileData& profile) noexcept override {
        return engine_.call([&] {
            const auto prompt = tokens_of(input.prompt_utf8, std::strlen(input.prompt_utf8));
            return engine_.generate(prompt, input.config, sink, run, profile);
        });
    }

    int32_t get_capabilities(geniex_VlmCapabilities& output) noexcept override {
        return engine_.call([&] {
            output = {engine_.behaviour() != "no-extras", false};
            return GENIEX_SUCCESS;
        });
    }

 private:
    Host& host_;
    Engine engine_;
};

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
            if (engine.behaviour() != "no-model") *model = new FakeVlm(*host_, std::move(engine));
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

}  // namespace

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "fake"; }

GENIEX_PLUGIN_EXPORT void* create_plugin() { return static_cast<geniex::Plugin*>(new FakePlugin); }
