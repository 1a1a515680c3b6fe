// The library with the fake plugin, and short ways to use both.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "geniex.h"
#include "geniex_ext.h"

namespace fixture {

inline void set_environment(const char* name, const std::string& value) {
#if defined(_WIN32)
    _putenv_s(name, value.c_str());
#else
    setenv(name, value.c_str(), 1);
#endif
}

/** The library between init and deinit, with the plugins of `root`. */
class Runtime {
 public:
    explicit Runtime(const std::string& root = GENIEX_TEST_PLUGINS) {
        set_environment("GENIEX_PLUGIN_PATH", root);
        geniex_set_log(nullptr);
        result = geniex_init();
    }
    ~Runtime() { geniex_deinit(); }
    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;

    int32_t result;
};

inline int32_t create_llm(const char* model_path, geniex_LLM** handle, const char* plugin_id = "fake",
                          int32_t n_ctx = 0) {
    geniex_LlmCreateInput input{};
    input.model_path = model_path;
    input.plugin_id = plugin_id;
    input.config.n_ctx = n_ctx;
    return geniex_llm_create(&input, handle);
}

inline int32_t create_vlm(const char* model_path, geniex_VLM** handle, const char* plugin_id = "fake") {
    geniex_VlmCreateInput input{};
    input.model_path = model_path;
    input.plugin_id = plugin_id;
    return geniex_vlm_create(&input, handle);
}

/** A handle for the length of a scope; null when it could not be made. */
class Llm {
 public:
    explicit Llm(const char* model_path, int32_t n_ctx = 0) { create_llm(model_path, &handle_, "fake", n_ctx); }
    ~Llm() {
        if (handle_ != nullptr) geniex_llm_destroy(handle_);
    }
    Llm(const Llm&) = delete;
    Llm& operator=(const Llm&) = delete;
    operator geniex_LLM*() const { return handle_; }

 private:
    geniex_LLM* handle_ = nullptr;
};

class Vlm {
 public:
    explicit Vlm(const char* model_path) { create_vlm(model_path, &handle_); }
    ~Vlm() {
        if (handle_ != nullptr) geniex_vlm_destroy(handle_);
    }
    Vlm(const Vlm&) = delete;
    Vlm& operator=(const Vlm&) = delete;
    operator geniex_VLM*() const { return handle_; }

 private:
    geniex_VLM* handle_ = nullptr;
};

class Run {
 public:
    Run() { geniex_run_create(&handle_); }
    ~Run() { geniex_run_destroy(handle_); }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;
    operator geniex_Run*() const { return handle_; }

 private:
    geniex_Run* handle_ = nullptr;
};

/** What generate gave. */
struct Reply {
    int32_t code = 0;
    std::string text;
    bool has_text = false;
    geniex_ProfileData profile{};
    std::vector<std::string> pieces;
    std::string stop_reason;
};

inline bool collect_piece(const char* piece, void* user_data) {
    static_cast<Reply*>(user_data)->pieces.emplace_back(piece);
    return true;
}

inline Reply generate(geniex_LLM* handle, const char* prompt, const geniex_GenerationConfig* config = nullptr) {
    Reply reply;
    geniex_LlmGenerateInput input{};
    input.prompt_utf8 = prompt;
    input.config = config;
    input.on_token = collect_piece;
    input.user_data = &reply;
    geniex_LlmGenerateOutput output;
    reply.code = geniex_llm_generate(handle, &input, &output);
    reply.has_text = output.full_text != nullptr;
    if (reply.has_text) reply.text = output.full_text;
    reply.profile = output.profile_data;
    if (reply.profile.stop_reason != nullptr) reply.stop_reason = reply.profile.stop_reason;
    geniex_free(output.full_text);
    return reply;
}

/** An output structure that carries its size, full of garbage otherwise. */
template <typename T>
T sized() {
    T value;
    std::memset(&value, 0x5A, sizeof(value));
    value.size = sizeof(value);
    return value;
}

inline std::vector<int32_t> take(geniex_TokenList& list) {
    std::vector<int32_t> ids(list.ids, list.ids + list.count);
    geniex_free(list.ids);
    list.ids = nullptr;
    return ids;
}

}  // namespace fixture
