// A loaded model with its context: owner of llama.cpp's objects.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <llama.h>

#include "devices.h"
#include "fallback.h"
#include "geniex/plugin.h"
#include "load_error.h"
#include "sessions.h"

namespace geniex::llama {

struct ModelDeleter {
    void operator()(llama_model* model) const { llama_model_free(model); }
};
struct ContextDeleter {
    void operator()(llama_context* context) const { llama_free(context); }
};
using ModelPtr = std::unique_ptr<llama_model, ModelDeleter>;
using ContextPtr = std::unique_ptr<llama_context, ContextDeleter>;

/// Weights and context, loaded together.
class Model {
 public:
    /// Blocks while loading; reports GENIEX_PHASE_LOAD in per mille.
    /// @throws LoadError, std::exception
    Model(const geniex_LlmCreateInput& input, Host& host, RunControl& run);

    llama_model* get() const { return model_.get(); }
    llama_context* context() const { return context_.get(); }
    llama_memory_t memory() const { return llama_get_memory(context_.get()); }
    const llama_vocab* vocab() const { return llama_model_get_vocab(model_.get()); }
    int32_t n_batch() const { return static_cast<int32_t>(llama_n_batch(context_.get())); }
    size_t n_ctx() const { return llama_n_ctx(context_.get()); }
    /// What the accelerators leave to the CPU; nothing when the engine cannot tell.
    const std::optional<Fallback>& fallback() const { return fallback_; }
    /// gpt-oss speaks in channels whose markers are special tokens, so they are text there.
    bool special_tokens_are_text() const { return is_gpt_oss_; }
    bool flash_attention() const { return flash_attention_; }
    /// What the engine said while loading, for the placement report.
    const std::vector<std::string>& load_log() const { return load_log_; }

    /// While set, the graph computation asks `run` at every node whether to go on. Null clears.
    void set_abort_source(const RunControl* run);

    /// A second, empty context of the same shape for `n_ctx` tokens. Null when there is no memory for it.
    ContextPtr scratch_context(size_t n_ctx) const;

 private:
    void load(const geniex_LlmCreateInput& input, Host& host, RunControl& run);
    void load_weights(const geniex_LlmCreateInput& input, RunControl& run);
    void create_context(const geniex_ModelConfig& config, Host& host);
    ggml_type kv_type() const;
    std::optional<Fallback> probe_fallback() const;
    void warn_when_not_offloaded(Host& host) const;

    Placement placement_;
    std::vector<ggml_backend_dev_t> devices_;  ///< the accelerators as the engine wants them, NULL-terminated
    bool is_gpt_oss_;
    bool flash_attention_;
    std::optional<SessionLease> sessions_;  // outlives what the sessions hold
    llama_context_params context_params_{};
    ModelPtr model_;
    ContextPtr context_;
    std::vector<std::string> load_log_;
    std::optional<Fallback> fallback_;
};

}  // namespace geniex::llama
