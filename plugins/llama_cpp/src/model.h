// A loaded model with its context: owner of llama.cpp's objects.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <llama.h>

#include "devices.h"
#include "geniex/plugin.h"

namespace geniex::llama {

struct SpeculationSettings;

struct ModelDeleter {
    void operator()(llama_model* model) const { llama_model_free(model); }
};
struct ContextDeleter {
    void operator()(llama_context* context) const { llama_free(context); }
};
using ModelPtr = std::unique_ptr<llama_model, ModelDeleter>;
using ContextPtr = std::unique_ptr<llama_context, ContextDeleter>;

/// A failure that has a code of its own.
struct LoadError {
    int32_t code;
    std::string reason;
};

/// While set, the context's graph computation asks `run` at every node whether to go on. Null clears.
void set_abort_callback(llama_context* context, const RunControl* run);

/// Weights and context, loaded together.
class Model {
 public:
    /// Blocks while loading; reports GENIEX_PHASE_LOAD in per mille.
    /// @throws LoadError, std::exception
    Model(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, Host& host, RunControl& run);

    llama_model* get() const { return model_.get(); }
    llama_context* context() const { return context_.get(); }
    llama_memory_t memory() const { return llama_get_memory(context_.get()); }
    const llama_vocab* vocab() const { return llama_model_get_vocab(model_.get()); }
    int32_t n_batch() const { return static_cast<int32_t>(llama_n_batch(context_.get())); }
    size_t n_ctx() const { return llama_n_ctx(context_.get()); }
    DeviceClass device_class() const { return device_class_; }
    /// Threads for one token and for many, and whether they may be fewer when the machine is
    /// busy: not where the client chose the number or another device does the work.
    struct Threads {
        int32_t step;
        int32_t batch;
        bool step_adapts;
        bool batch_adapts;
    };
    Threads threads() const { return threads_; }
    /// gpt-oss speaks in channels whose markers are special tokens, so they are text there.
    bool special_tokens_are_text() const { return is_gpt_oss_; }
    bool flash_attention() const { return flash_attention_; }
    /// What the engine said while loading, for the placement report.
    const std::vector<std::string>& load_log() const { return load_log_; }

    /// While set, the graph computation asks `run` at every node whether to go on. Null clears.
    void set_abort_source(const RunControl* run) { set_abort_callback(context_.get(), run); }

    /// How many of its last tokens the cache can surely give back one by one; recurrent states
    /// can only by the snapshots they keep.
    int32_t tokens_to_go_back() const;

    /// A second, empty context of the same shape for `n_ctx` tokens. Null when there is no memory for it.
    ContextPtr scratch_context(size_t n_ctx) const;

    /// A draft model on the same devices. Null when the engine refuses it.
    /// @throws LoadError when loading was cancelled.
    ModelPtr load_companion(const char* path, bool with_mtp, RunControl& run) const;
    /// A context for a draft model, or for this model's own prediction layers.
    ContextPtr companion_context(llama_model* model, bool mtp) const;

 private:
    void load_weights(const geniex_LlmCreateInput& input, bool with_mtp, Host& host, RunControl& run);
    /// Brings the weights into memory, which the first reply would else wait for.
    void warm_up(RunControl& run);
    void create_context(const geniex_ModelConfig& config, const SpeculationSettings& speculation);

    DeviceClass device_class_;
    bool is_gpt_oss_;
    bool flash_attention_;
    std::vector<ggml_backend_dev_t> devices_;
    llama_model_params load_params_{};
    llama_context_params context_params_{};
    Threads threads_{};
    ModelPtr model_;
    ContextPtr context_;
    std::vector<std::string> load_log_;
};

}  // namespace geniex::llama
