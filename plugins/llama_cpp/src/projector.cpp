#include "projector.h"

#include <algorithm>

#include <tools/mtmd/mtmd-helper.h>

#include "abort_guard.h"
#include "engine_log.h"
#include "load_error.h"
#include "refusal.h"

namespace geniex::llama {

namespace {

// Operations between two looks at the cancel flag: some 50 ms on a weak processor. Looking more often would
// stop its threads more often.
constexpr double kWorkBetweenLooks = 1e9;

/// Roughly how many operations a graph node takes.
double work_of(const ggml_tensor* node) {
    const auto elements = static_cast<double>(ggml_nelements(node));
    if (node->op == GGML_OP_MUL_MAT) return 2 * elements * static_cast<double>(node->src[0]->ne[0]);
    if (node->op == GGML_OP_FLASH_ATTN_EXT) return 4 * elements * static_cast<double>(node->src[1]->ne[1]);
    return elements;
}

/// @returns null for the CPU.
ggml_backend_dev_t choose_device(const std::string& wanted, const Model& model) {
    if (!wanted.empty()) {
        ggml_backend_dev_t device = ggml_backend_dev_by_name(wanted.c_str());
        if (device == nullptr) {
            throw LoadError{GENIEX_ERROR_COMMON_INVALID_INPUT, "there is no device '" + wanted + "' for the projector"};
        }
        return ggml_backend_dev_type(device) == GGML_BACKEND_DEVICE_TYPE_CPU ? nullptr : device;
    }
    return model.device_class() == DeviceClass::kGpu ? model.first_accelerator() : nullptr;
}

}  // namespace

std::unique_ptr<Projector> Projector::create(const char* path, const std::string& device, const Model& model,
                                             Host& host, RunControl& run) {
    const EngineLog::Capture capture;
    const AbortGuard guard;
    ggml_backend_dev_t chosen = choose_device(device, model);
    std::unique_ptr<Projector> projector(new Projector(model));
    bool loaded = projector->load(path, chosen, run);
    if (!loaded && chosen != nullptr && !run.cancelled()) {
        host.log(GENIEX_LOG_WARN,
                 (std::string("the projector does not work on ") + ggml_backend_dev_name(chosen) + "; it is on the CPU")
                     .c_str());
        loaded = projector->load(path, nullptr, run);
    }
    if (run.cancelled()) throw LoadError{GENIEX_ERROR_COMMON_CANCELLED, "loading was cancelled"};
    if (loaded) return projector;
    const std::string reason = capture.first_error();
    host.log(GENIEX_LOG_ERROR,
             ("no images and no audio: the projector: " + (reason.empty() ? "the engine refused the file" : reason))
                 .c_str());
    return nullptr;
}

bool Projector::load(const char* path, ggml_backend_dev_t device, RunControl& run) {
    session_.reset();
    try {
        if (device != nullptr) session_.emplace(std::vector<ggml_backend_dev_t>{device});
    } catch (const LoadError&) {  // the driver refuses; there is still the CPU
        return false;
    }
    mtmd_context_params params = mtmd_context_params_default();
    params.use_gpu = device != nullptr;
    params.device = device;
    params.print_timings = false;
    params.n_threads = model_.threads().batch;
    params.cb_eval = on_node;
    params.cb_eval_user_data = this;
    params.progress_callback = [](float, void* control) { return !static_cast<RunControl*>(control)->cancelled(); };
    params.progress_callback_user_data = &run;
    run_ = &run;
    context_.reset(mtmd_init_from_file(path, model_.get(), params));
    run_ = nullptr;
    return context_ != nullptr;
}

bool Projector::on_node(ggml_tensor* node, bool ask, void* self) {
    auto& projector = *static_cast<Projector*>(self);
    // Asked about every node first: answering yes to a few of them makes the engine come back in between.
    if (ask) {
        projector.work_ += work_of(node);
        return projector.work_ >= kWorkBetweenLooks;
    }
    projector.work_ = 0;
    return projector.run_ == nullptr || !projector.run_->cancelled();
}

ChunksPtr Projector::prepare(const MediaFile& file) const {
    const AbortGuard guard;
    const bool image = file.modality == Modality::kImage;
    const BitmapPtr bitmap = image ? decode_image(file) : decode_audio(file, context_.get());
    const mtmd_input_part part{nullptr, bitmap.get()};
    const mtmd_input_part* parts[] = {&part};
    ChunksPtr chunks(mtmd_input_chunks_init());
    const EngineLog::Capture capture;
    if (mtmd_tokenize_from_parts(context_.get(), chunks.get(), parts, 1, false) == 0) return chunks;
    const std::string reason = capture.first_error();
    throw Refusal{image ? GENIEX_ERROR_VLM_IMAGE_LOAD : GENIEX_ERROR_VLM_AUDIO_LOAD,
                  reason.empty() ? "it cannot be prepared for this model" : reason};
}

Step Projector::encode(const mtmd_input_chunk* chunk, const RunControl& run, std::vector<float>& rows) {
    const AbortGuard guard;
    run_ = &run;
    const int32_t result = mtmd_encode_chunk(context_.get(), chunk);
    run_ = nullptr;
    if (run.cancelled()) return Step::kCancelled;
    if (result != 0) return Step::kFailed;
    const size_t count = mtmd_input_chunk_get_n_tokens(chunk);
    const auto width = static_cast<size_t>(llama_model_n_embd_inp(model_.get()));
    const float* computed = mtmd_get_output_embd(context_.get());
    rows.assign(computed, computed + count * width);
    return Step::kDone;
}

int32_t Projector::decode(const mtmd_input_chunk* chunk, std::vector<float>& rows, llama_context* context,
                          int32_t position, int32_t n_batch) const {
    const size_t count = mtmd_input_chunk_get_n_tokens(chunk);
    if (mtmd_decode_use_non_causal(context_.get(), chunk) &&
        count > std::min(model_.n_ubatch(), static_cast<size_t>(n_batch))) {
        // The engine would end the process.
        throw Refusal{GENIEX_ERROR_VLM_GENERATION_FAILED,
                      "this model reads an image in one piece of " + std::to_string(count) +
                          " tokens; load it with n_batch and n_ubatch of at least that"};
    }
    llama_pos next = position;
    return mtmd_helper_decode_image_chunk(context_.get(), context, chunk, rows.data(), position, 0, n_batch, &next,
                                          nullptr, nullptr);
}

}  // namespace geniex::llama
