// A loaded model with its context: owner of llama.cpp's objects.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <llama.h>

#include "devices.h"
#include "evaluation_progress.h"
#include "fallback.h"
#include "geniex/plugin.h"
#include "load_error.h"
#include "sessions.h"
#include "thread_pool.h"

namespace geniex::llama {

struct SpeculationSettings;

/// How a kind of handle uses its context.
struct ContextPolicy {
    int32_t default_size;  ///< tokens, when the client names none
    bool within_training;  ///< the default is no more than the model was trained for, and 4096 on an NPU
    bool shifts;           ///< a full window drops its oldest part
};

struct ModelDeleter {
    void operator()(llama_model* model) const { llama_model_free(model); }
};
struct ContextDeleter {
    void operator()(llama_context* context) const { llama_free(context); }
};
using ModelPtr = std::unique_ptr<llama_model, ModelDeleter>;
using ContextPtr = std::unique_ptr<llama_context, ContextDeleter>;

/// While set, the context's graph computation asks `run` at every node whether to go on. Null clears.
void set_abort_callback(llama_context* context, const RunControl* run);

/// Weights and context, loaded together.
class Model {
 public:
    /// Blocks while loading; reports GENIEX_PHASE_LOAD in per mille.
    /// @throws LoadError, std::exception
    Model(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, const ContextPolicy& policy,
          Host& host, RunControl& run);

    llama_model* get() const { return model_.get(); }
    llama_context* context() const { return context_.get(); }
    llama_memory_t memory() const { return llama_get_memory(context_.get()); }
    const llama_vocab* vocab() const { return llama_model_get_vocab(model_.get()); }
    size_t n_ubatch() const { return llama_n_ubatch(context_.get()); }
    int32_t n_batch() const { return static_cast<int32_t>(llama_n_batch(context_.get())); }
    size_t n_ctx() const { return llama_n_ctx(context_.get()); }
    /// Threads for one token and for many, and whether they may be fewer when the machine is
    /// busy: not where the client chose the number or another device does the work.
    struct Threads {
        int32_t step;
        int32_t batch;
        bool step_adapts;
        bool batch_adapts;
    };
    Threads threads() const { return threads_; }
    /// What the accelerators leave to the CPU; nothing when the engine cannot tell.
    const std::optional<Fallback>& fallback() const { return fallback_; }
    DeviceClass device_class() const { return placement_.device_class; }
    /// Null on the CPU, and where the engine chooses.
    ggml_backend_dev_t first_accelerator() const {
        return placement_.accelerators.empty() ? nullptr : placement_.accelerators.front();
    }
    /// gpt-oss speaks in channels whose markers are special tokens, so they are text there.
    bool special_tokens_are_text() const { return is_gpt_oss_; }
    bool flash_attention() const { return flash_attention_; }
    /// What the engine said while loading, for the placement report.
    const std::vector<std::string>& load_log() const { return load_log_; }

    /// While set, the graph computation asks `run` at every node whether to go on. Null clears.
    void set_abort_source(const RunControl* run);

    /// While set, told about ten times a second how many tokens of a running evaluation are likely done,
    /// on the thread that evaluates. Empty clears.
    void set_evaluation_listener(std::function<void(size_t)> listener) { node_poll_.listener = std::move(listener); }
    /// An evaluation of `count` tokens begins, and ends; without a listener nobody counts.
    void evaluation_begins(size_t count);
    void evaluation_ends(bool whole) { node_poll_.progress.end(whole); }

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
    void load(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, Host& host, RunControl& run);
    void load_weights(const geniex_LlmCreateInput& input, bool with_mtp, RunControl& run);
    void create_context(const geniex_ModelConfig& config, const SpeculationSettings& speculation, Host& host);
    int32_t default_context() const;
    void choose_threads(const geniex_ModelConfig& config);
    /// With this model's compute threads. Null when the engine refuses it.
    ContextPtr new_context(llama_model* model, const llama_context_params& params) const;
    /// Brings the weights into memory, which the first reply would else wait for.
    void warm_up(RunControl& run);
    ggml_type kv_type() const;
    std::optional<Fallback> probe_fallback() const;
    void warn_when_not_offloaded(Host& host) const;

    /// What the graph computation calls at every node.
    struct NodePoll {
        const RunControl* run = nullptr;
        EvaluationProgress progress;
        std::function<void(size_t)> listener;
    };
    static bool on_node(void* poll);

    NodePoll node_poll_;
    ContextPolicy policy_;
    Placement placement_;
    std::vector<ggml_backend_dev_t> devices_;  ///< the accelerators as the engine wants them, NULL-terminated
    bool is_gpt_oss_;
    bool flash_attention_;
    llama_model_params load_params_{};
    std::optional<SessionLease> sessions_;  // outlives what the sessions hold
    llama_context_params context_params_{};
    Threads threads_{};
    std::optional<ThreadPool> thread_pool_;  // outlives the contexts that compute with it
    ModelPtr model_;
    ContextPtr context_;
    std::vector<std::string> load_log_;
    std::optional<Fallback> fallback_;
};

}  // namespace geniex::llama
