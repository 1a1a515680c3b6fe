#include "model.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "abort_guard.h"
#include "engine_log.h"
#include "speculation_settings.h"

namespace geniex::llama {

namespace {

// Fixed by the documented behaviour of this ABI; the header's "0 = from model" is not what clients see.
constexpr int32_t kDefaultContext = 4096;
// Logical batch; also the longest stretch of prefill between two looks at the KV cache.
constexpr int32_t kDefaultBatch = 2048;

// Of a recurrent state, for speculation; each takes as much memory as the state itself.
constexpr int32_t kMaxSnapshots = 4;

constexpr int64_t kLoadStep = 10;  // per mille between two progress events

int32_t or_default(int32_t value, int32_t fallback) { return value > 0 ? value : fallback; }

int32_t default_ubatch(DeviceClass device_class) {
    switch (device_class) {
        case DeviceClass::kNpu:
            return 1024;
        default:
            // On a CPU a larger one buys no speed and costs compute-buffer memory.
            return 512;
    }
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

Model::Model(const geniex_LlmCreateInput& input, const SpeculationSettings& speculation, Host& host, RunControl& run)
    : device_class_(classify(input.device_id, input.config.n_gpu_layers)),
      is_gpt_oss_(is_gpt_oss_path(input.model_path)),
      flash_attention_(device_class_ != DeviceClass::kGpu) {
    const EngineLog::Capture capture;
    const AbortGuard guard;
    run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_BEGIN, 0, 1000);
    try {
        load_weights(input, speculation.has(COMMON_SPECULATIVE_TYPE_DRAFT_MTP), host, run);
        create_context(input.config, speculation);
        warm_up(run);
    } catch (const LoadError& error) {
        run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_END, 0, 1000);
        if (error.code != GENIEX_ERROR_COMMON_MODEL_LOAD) throw;
        const std::string reason = capture.first_error();
        throw LoadError{error.code, reason.empty() ? error.reason : reason};
    }
    load_log_ = capture.lines();
    run.report(GENIEX_PHASE_LOAD, GENIEX_EDGE_END, 1000, 1000);
}

void Model::load_weights(const geniex_LlmCreateInput& input, bool with_mtp, Host& host, RunControl& run) {
    llama_model_params params = llama_model_default_params();
    LoadProgress progress{run};
    params.progress_callback = LoadProgress::on_progress;
    params.progress_callback_user_data = &progress;
    params.n_gpu_layers = input.config.n_gpu_layers;
    params.load_mtp = with_mtp;
    // An explicit CPU run must not probe accelerators: an empty list is not "all".
    const char* device = device_class_ == DeviceClass::kCpu && input.config.n_gpu_layers == 0 ? "CPU" : input.device_id;
    devices_ = find_devices(device, host);
    if (device_class_ == DeviceClass::kCpu) devices_ = {nullptr};
    if (!devices_.empty()) params.devices = devices_.data();
#if defined(__linux__)
    params.load_mode = device_class_ == DeviceClass::kCpu ? LLAMA_LOAD_MODE_MMAP : LLAMA_LOAD_MODE_NONE;
#else
    params.load_mode = LLAMA_LOAD_MODE_NONE;
#endif
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
    if (mtp) params.ctx_type = LLAMA_CONTEXT_TYPE_MTP;
    params.ctx_other = context_.get();
    return ContextPtr(llama_init_from_model(model, params));
}

int32_t Model::tokens_to_go_back() const {
    const bool recurrent = llama_model_is_recurrent(model_.get()) || llama_model_is_hybrid(model_.get());
    return recurrent ? static_cast<int32_t>(llama_n_rs_seq(context_.get())) : std::numeric_limits<int32_t>::max();
}

void Model::create_context(const geniex_ModelConfig& config, const SpeculationSettings& speculation) {
    llama_context_params params = llama_context_default_params();
    params.n_ctx = static_cast<uint32_t>(or_default(config.n_ctx, kDefaultContext));
    params.n_batch = static_cast<uint32_t>(or_default(config.n_batch, kDefaultBatch));
    params.n_ubatch = static_cast<uint32_t>(or_default(config.n_ubatch, default_ubatch(device_class_)));
    params.n_ubatch = std::min(params.n_ubatch, params.n_batch);
    params.n_seq_max = static_cast<uint32_t>(or_default(config.n_seq_max, 1));
    const bool cpu = device_class_ == DeviceClass::kCpu;
    params.n_threads = or_default(config.n_threads, default_threads(device_class_));
    const int32_t batch_default = config.n_threads > 0 ? config.n_threads : default_batch_threads(device_class_);
    params.n_threads_batch = or_default(config.n_threads_batch, batch_default);
    threads_ = {params.n_threads, params.n_threads_batch, cpu && config.n_threads == 0,
                cpu && config.n_threads == 0 && config.n_threads_batch == 0};
    params.flash_attn_type = flash_attention_ ? LLAMA_FLASH_ATTN_TYPE_ENABLED : LLAMA_FLASH_ATTN_TYPE_DISABLED;
    params.swa_full = false;
    params.no_perf = true;
    // Snapshots that let a recurrent state take back a wrong draft; other models ignore it.
    if (speculation.wanted()) params.n_rs_seq = static_cast<uint32_t>(std::min(speculation.n_max, kMaxSnapshots));
    context_params_ = params;
    context_.reset(llama_init_from_model(model_.get(), params));
    if (!context_) {
        throw LoadError{GENIEX_ERROR_COMMON_MODEL_LOAD,
                        "the context could not be created; a smaller context length needs less memory"};
    }
}

void Model::warm_up(RunControl& run) {
    llama_token token = 0;
    set_abort_source(&run);
    const int32_t result = llama_decode(context_.get(), llama_batch_get_one(&token, 1));
    llama_memory_clear(memory(), true);
    set_abort_source(nullptr);
    if (result == 2) throw LoadError{GENIEX_ERROR_COMMON_CANCELLED, "loading was cancelled"};
    // Why else it fails, the first prompt will tell.
}

ContextPtr Model::scratch_context(size_t n_ctx) const {
    llama_context_params params = context_params_;
    params.n_ctx = static_cast<uint32_t>(n_ctx);
    params.n_seq_max = 1;
    return ContextPtr(llama_init_from_model(model_.get(), params));
}

}  // namespace geniex::llama
