#include "model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <limits>

#include "abort_guard.h"
#include "engine_log.h"
#include "speculation_settings.h"
#include "weights.h"

namespace geniex::llama {

namespace {

// Of policies that keep within bounds: what the memory of an NPU's session has room for beside a vision tower.
constexpr int32_t kNpuContext = 4096;
// Logical batch; also the longest stretch of prefill between two looks at the KV cache.
constexpr int32_t kDefaultBatch = 2048;

// Of a recurrent state, for speculation; each takes as much memory as the state itself.
constexpr int32_t kMaxSnapshots = 4;
constexpr uint32_t kSmallestUbatch = 128;
// Enough for a graph that evaluates a batch, and next to no memory.
constexpr uint32_t kProbeTokens = 32;

constexpr int64_t kLoadStep = 10;  // per mille between two progress events

int32_t or_default(int32_t value, int32_t fallback) { return value > 0 ? value : fallback; }

int32_t default_ubatch(const Placement& placement) {
    // Ascend's operators are tuned for small batches and their buffers are dear.
    if (placement.leads_with("CANN")) return 128;
    // On a CPU a larger one buys no speed and costs compute-buffer memory.
    return placement.device_class == DeviceClass::kNpu ? 1024 : 512;
}

/// Length of one head's keys or values.
int32_t head_size(const llama_model* model, const char* what) {
    std::array<char, 64> text{};
    const auto read = [&](const std::string& key) {
        return llama_model_meta_val_str(model, key.c_str(), text.data(), text.size()) > 0;
    };
    if (!read("general.architecture")) return 0;
    if (read(std::string(text.data()) + ".attention." + what + "_length")) return std::atoi(text.data());
    const int32_t heads = llama_model_n_head(model);
    return heads > 0 ? llama_model_n_embd(model) / heads : 0;
}

bool is_gpt_oss_path(const char* path) {
    std::string lower(path);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    return lower.find("gpt") != std::string::npos && lower.find("oss") != std::string::npos;
}

struct LoadProgress {
    RunControl& run;
    int64_t reported = 0;
    bool cancelled = false;

    static bool on_progress(float fraction, void* self) {
        auto& progress = *static_cast<LoadProgress*>(self);
        const auto per_mille = static_cast<int64_t>(fraction * 1000);
        // Called per tensor; a step that nobody could see is not worth an event.
        if (per_mille >= progress.reported + kLoadStep) {
            progress.reported = per_mille;
            progress.run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_PROGRESS, per_mille, 1000);
        }
        progress.cancelled = progress.run.cancelled();
        return !progress.cancelled;
    }
};

bool on_abort_poll(void* run) { return static_cast<const RunControl*>(run)->cancelled(); }

}  // namespace

void set_abort_callback(llama_context* context, const RunControl* run) {
    llama_set_abort_callback(context, run != nullptr ? on_abort_poll : nullptr, const_cast<RunControl*>(run));
}

Model::Model(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, const ContextPolicy& policy,
             Host& host, RunControl& run)
    : policy_(policy),
      placement_(choose_placement(input.device_id, input.config.n_gpu_layers, host)),
      is_gpt_oss_(is_gpt_oss_path(input.model_path)),
      flash_attention_(placement_.device_class != DeviceClass::kGpu) {
    const EngineLog::Capture capture;
    const AbortGuard guard;
    run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_BEGIN, 0, 1000);
    try {
        load(input, speculation, host, run);
    } catch (const LoadError& error) {
        run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_END, 0, 1000);
        if (error.code != GENIEX_ERROR_COMMON_MODEL_LOAD) throw;
        const std::string reason = capture.first_error();
        throw LoadError{error.code, reason.empty() ? error.reason : reason};
    }
    load_log_ = capture.lines();
    fallback_ = probe_fallback();
    warn_when_not_offloaded(host);
    run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_END, 1000, 1000);
}

void Model::load(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, Host& host,
                 RunControl& run) {
    if (!placement_.accelerators.empty()) sessions_.emplace(placement_.accelerators);
    set_power_mode(placement_.accelerators, input.config.power_mode, host);
    load_weights(input, speculation.has(COMMON_SPECULATIVE_TYPE_DRAFT_MTP), run);
    create_context(input.config, speculation, host);
    warm_up(run);
}

void Model::load_weights(const geniex_LlmCreateInput& input, bool with_mtp, RunControl& run) {
    llama_model_params params = llama_model_default_params();
    LoadProgress progress{run};
    params.progress_callback = LoadProgress::on_progress;
    params.progress_callback_user_data = &progress;
    params.n_gpu_layers = input.config.n_gpu_layers;
    params.load_mtp = with_mtp;
    // A list, even an empty one, keeps the engine from probing devices that nobody asked for.
    devices_ = placement_.accelerators;
    devices_.push_back(nullptr);
    if (!placement_.engine_chooses) params.devices = devices_.data();
    params.load_mode = choose_load_mode(input.model_path, placement_.device_class == DeviceClass::kCpu);
    // The experts of gpt-oss are in a type that accelerators cannot multiply.
    const std::array<llama_model_tensor_buft_override, 2> experts_on_cpu{
        {{"\\.ffn_(up|down|gate)_(ch|)exps", ggml_backend_cpu_buffer_type()}, {nullptr, nullptr}}};
    if (is_gpt_oss_) params.tensor_buft_overrides = experts_on_cpu.data();

    model_.reset(llama_model_load_from_file(input.model_path, params));
    load_params_ = params;
    if (progress.cancelled) throw LoadError{GENIEX_ERROR_COMMON_CANCELLED, "loading was cancelled"};
    if (!model_) throw LoadError{GENIEX_ERROR_COMMON_MODEL_LOAD, "the engine refused the model file"};
    if (llama_model_has_encoder(model_.get()) || !llama_model_has_decoder(model_.get())) {
        throw LoadError{GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this model does not generate text (no decoder-only model)"};
    }
}

ModelPtr Model::load_companion(const char* path, bool with_mtp, RunControl& run) const {
    llama_model_params params = load_params_;
    // Only cancelling matters here: the load's own progress has reached its end.
    params.progress_callback = [](float, void* control) { return !static_cast<RunControl*>(control)->cancelled(); };
    params.progress_callback_user_data = &run;
    params.load_mtp = with_mtp;
    params.tensor_buft_overrides = nullptr;
    ModelPtr model(llama_model_load_from_file(path, params));
    if (!model && run.cancelled()) throw LoadError{GENIEX_ERROR_COMMON_CANCELLED, "loading was cancelled"};
    return model;
}

ContextPtr Model::companion_context(llama_model* model, bool mtp) const {
    llama_context_params params = context_params_;
    params.n_ctx = static_cast<uint32_t>(n_ctx());
    params.n_seq_max = 1;
    params.n_rs_seq = 0;
    params.n_outputs_max = 0;  // as many as it likes
    if (mtp) params.ctx_type = LLAMA_CONTEXT_TYPE_MTP;
    params.ctx_other = context_.get();
    return new_context(model, params);
}

int32_t Model::tokens_to_go_back() const {
    const bool recurrent = llama_model_is_recurrent(model_.get()) || llama_model_is_hybrid(model_.get());
    return recurrent ? static_cast<int32_t>(llama_n_rs_seq(context_.get())) : std::numeric_limits<int32_t>::max();
}

ggml_type Model::kv_type() const {
    const int32_t block = static_cast<int32_t>(ggml_blck_size(GGML_TYPE_Q8_0));
    // One HTP session maps little memory, so its KV cache is halved where the heads fit the blocks.
    const bool quantized = placement_.leads_with("HTP0") && !placement_.engine_chooses &&
                           head_size(model_.get(), "key") % block == 0 && head_size(model_.get(), "value") % block == 0;
    return quantized ? GGML_TYPE_Q8_0 : GGML_TYPE_F16;
}

int32_t Model::default_context() const {
    if (!policy_.within_training) return policy_.default_size;
    const bool npu = placement_.device_class == DeviceClass::kNpu;
    const int32_t trained = llama_model_n_ctx_train(model_.get());
    const int32_t size = npu ? std::min(policy_.default_size, kNpuContext) : policy_.default_size;
    return trained > 0 ? std::min(size, trained) : size;
}

void Model::choose_threads(const geniex_ModelConfig& config) {
    const DeviceClass device_class = placement_.device_class;
    const bool free = config.n_threads == 0 && device_class == DeviceClass::kCpu;
    const int32_t step = or_default(config.n_threads, default_threads(device_class));
    const int32_t batch = config.n_threads > 0 ? config.n_threads : default_batch_threads(device_class);
    threads_ = {step, or_default(config.n_threads_batch, batch), free, free && config.n_threads_batch == 0};
}

void Model::create_context(const geniex_ModelConfig& config, const SpeculationSettings& speculation, Host& host) {
    llama_context_params params = llama_context_default_params();
    params.n_ctx = static_cast<uint32_t>(or_default(config.n_ctx, default_context()));
    params.n_batch = static_cast<uint32_t>(or_default(config.n_batch, kDefaultBatch));
    params.n_ubatch = static_cast<uint32_t>(or_default(config.n_ubatch, default_ubatch(placement_)));
    params.n_ubatch = std::min(params.n_ubatch, params.n_batch);
    params.n_seq_max = static_cast<uint32_t>(or_default(config.n_seq_max, 1));
    choose_threads(config);
    params.n_threads = threads_.step;
    params.n_threads_batch = threads_.batch;
    params.flash_attn_type = flash_attention_ ? LLAMA_FLASH_ATTN_TYPE_ENABLED : LLAMA_FLASH_ATTN_TYPE_DISABLED;
    params.type_k = params.type_v = kv_type();
    params.swa_full = false;
    params.no_perf = true;
    // Snapshots that let a recurrent state take back a wrong draft; other models ignore it.
    if (speculation.wanted()) params.n_rs_seq = static_cast<uint32_t>(std::min(speculation.n_max, kMaxSnapshots));
    // Logits are wanted for the last token only, or for a draft's; room for those of a whole batch would
    // cost n_ubatch x vocabulary floats. Kinds that follow the model need every token's hidden state.
    if (!speculation.follows_target()) {
        params.n_outputs_max =
            params.n_seq_max * static_cast<uint32_t>(1 + (speculation.wanted() ? speculation.n_max : 0));
    }
    if (!placement_.accelerators.empty()) {
        host.log(GENIEX_LOG_INFO, ("Offloading to " + placement_.names() + " with " + std::to_string(params.n_threads) +
                                   " CPU thread(s) beside")
                                      .c_str());
    }
    thread_pool_.emplace(std::max(threads_.step, threads_.batch));
    context_ = new_context(model_.get(), params);
    // What an NPU can map is known only by trying; its buffers shrink with the batch.
    const bool may_shrink = placement_.device_class == DeviceClass::kNpu && config.n_ubatch <= 0;
    while (!context_ && may_shrink && params.n_ubatch > kSmallestUbatch) {
        params.n_ubatch /= 2;
        context_ = new_context(model_.get(), params);
    }
    context_params_ = params;
    if (!context_) {
        throw LoadError{GENIEX_ERROR_COMMON_MODEL_LOAD,
                        "the context could not be created; a smaller context length needs less memory"};
    }
}

bool Model::on_node(void* poll) {
    auto& [run, progress, listener] = *static_cast<NodePoll*>(poll);
    if (listener) {
        if (const std::optional<size_t> done = progress.poll(EvaluationProgress::Clock::now())) listener(*done);
    }
    return run->cancelled();
}

void Model::set_abort_source(const RunControl* run) {
    node_poll_.run = run;
    llama_set_abort_callback(context_.get(), run != nullptr ? on_node : nullptr, &node_poll_);
}

void Model::evaluation_begins(size_t count) {
    if (node_poll_.listener) node_poll_.progress.begin(count, EvaluationProgress::Clock::now());
}

void Model::warm_up(RunControl& run) {
    llama_token token = 0;
    set_abort_source(&run);
    // Nobody listens yet, but the graph's length is learned.
    set_evaluation_listener([](size_t) {});
    evaluation_begins(1);
    const int32_t result = llama_decode(context_.get(), llama_batch_get_one(&token, 1));
    evaluation_ends(result == 0);
    set_evaluation_listener({});
    llama_memory_clear(memory(), true);
    set_abort_source(nullptr);
    if (result == 2) throw LoadError{GENIEX_ERROR_COMMON_CANCELLED, "loading was cancelled"};
    // Why else it fails, the first prompt will tell.
}

std::optional<Fallback> Model::probe_fallback() const {
    if (placement_.accelerators.empty()) return Fallback{};
    const EngineLog::Quiet quiet;  // else its sizes would be taken for the model's
    llama_context_params params = context_params_;
    params.n_ctx = params.n_batch = params.n_ubatch = kProbeTokens;
    params.n_outputs_max = params.n_seq_max = 1;
    try {
        const ContextPtr probe(llama_init_from_model(model_.get(), params));
        return probe ? find_fallback(model_.get(), probe.get()) : std::nullopt;
    } catch (const std::exception&) {  // a report is not worth a model that loads
        return std::nullopt;
    }
}

void Model::warn_when_not_offloaded(Host& host) const {
    if (!fallback_.has_value() || 2 * fallback_->products_on_cpu <= fallback_->products) return;
    host.log(GENIEX_LOG_WARN,
             (placement_.names() + " was asked for, but " + std::to_string(fallback_->products_on_cpu) + " of " +
              std::to_string(fallback_->products) +
              " matrix products stay on the CPU: it cannot compute with this file's types")
                 .c_str());
}

ContextPtr Model::scratch_context(size_t n_ctx) const {
    llama_context_params params = context_params_;
    params.n_ctx = static_cast<uint32_t>(n_ctx);
    params.n_seq_max = 1;
    params.n_outputs_max = 0;  // logits of every position may be asked for
    return new_context(model_.get(), params);
}

ContextPtr Model::new_context(llama_model* model, const llama_context_params& params) const {
    ContextPtr context(llama_init_from_model(model, params));
    thread_pool_->attach_to(context.get());
    return context;
}

}  // namespace geniex::llama
