// What every model of the fake plugin does; see fake_plugin.cpp for the behaviours.
#pragma once

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

namespace fake {

using geniex::Host;
using geniex::RunControl;
using geniex::TextSink;

constexpr int32_t kDefaultContext = 4096;
constexpr int32_t kVocabulary = 256;

inline std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

inline bool starts_with(const std::string& text, const std::string& prefix) {
    return text.compare(0, prefix.size(), prefix) == 0;
}

/** The behaviour's name, and what follows its first colon. */
struct Behaviour {
    std::string name;
    std::string argument;
};

inline Behaviour behaviour_of(std::string path) {
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

inline std::vector<std::string> parse_script(const std::string& script) {
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

inline int64_t microseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::microseconds>(now).count();
}

[[noreturn]] inline void throw_to_nobody() { throw std::runtime_error("nobody catches this"); }

/** Sleeps in steps of a millisecond; false once cancelled. */
inline bool pause(int milliseconds, const RunControl& run) {
    for (int i = 0; i < milliseconds; ++i) {
        if (run.cancelled()) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return !run.cancelled();
}

inline void wait_for_cancel(const RunControl& run) {
    while (pause(1000, run)) {
    }
}

/** Of bytes as tokens: what is behind the last whole UTF-8 character goes. */
inline void drop_half_character(std::vector<int32_t>& bytes) {
    size_t lead = bytes.size();
    while (lead > 0 && (bytes[lead - 1] & 0xC0) == 0x80) --lead;
    if (lead-- == 0 || bytes[lead] < 0xC0) return;
    const size_t wanted = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2;
    if (bytes.size() - lead < wanted) bytes.resize(lead);
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
    /** Whether this model's template leaves a message of that role out; throws if it refuses it. */
    bool leaves_out(const char* role) const {
        if (std::strcmp(role, "system") != 0) return false;
        if (behaviour_.argument == "refuse-system") throw std::runtime_error("System role not supported");
        return behaviour_.argument == "drop-system";
    }
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

    /** The delay of "slow". */
    void dawdle(const RunControl& run) const {
        if (behaviour_.name == "slow") pause(delay_ms_, run);
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
        if (std::strcmp(profile.stop_reason, "eos") != 0) drop_half_character(reply_);
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

inline std::vector<int32_t> tokens_of(const char* text, size_t length) {
    std::vector<int32_t> ids;
    for (size_t i = 0; i < length; ++i) ids.push_back(static_cast<uint8_t>(text[i]));
    return ids;
}

inline bool are_tokens(const int32_t* ids, int32_t count) {
    return std::all_of(ids, ids + count, [](int32_t id) { return id >= 0 && id < kVocabulary; });
}

inline std::string text_of(const int32_t* ids, int32_t count) {
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

inline char* allocate_text(Host& host, const std::string& text) {
    return allocate_copy(host, text.c_str(), text.size() + 1);
}

inline void fill(Host& host, const std::vector<int32_t>& ids, geniex_TokenList& list) {
    list.count = static_cast<int32_t>(ids.size());
    list.ids = ids.empty() ? nullptr : allocate_copy(host, ids.data(), ids.size());
}

/** The report of get_placement(). */
inline std::string placement(int32_t n_ctx) {
    return R"({"plugin":"fake","version":"1.0","model":{"description":"a script","parameters":1000,"bytes":2000,)"
           R"("layers":2},"devices":[{"id":"CPU","name":"Fake processor","kind":"cpu","layers":2}],)"
           R"("layers":[{"index":0,"device":"CPU"},{"index":1,"device":"CPU"}],)"
           R"("buffers":[{"device":"CPU","buffer":"FAKE","use":"model","bytes":2000}],)"
           R"("kv":{"type_k":"f16","type_v":"f16","bytes":64,"n_ctx":)" +
           std::to_string(n_ctx) +
           R"(},"graph":{"splits":1,"nodes":10},"fallback_ops":[],)"
           R"("threads":{"decode":1,"prefill":1},"flash_attention":null})";
}

inline void fill(int32_t n_ctx, size_t used, geniex_ContextUse& output) {
    output.n_ctx = n_ctx;
    output.n_used = static_cast<int32_t>(used);
    output.n_ctx_train = kDefaultContext;
}

}  // namespace fake
