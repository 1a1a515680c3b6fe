// What lets a language model see and hear.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tools/mtmd/mtmd.h>

#include "conversation_cache.h"
#include "media_file.h"
#include "model.h"
#include "sessions.h"

namespace geniex::llama {

struct ProjectorDeleter {
    void operator()(mtmd_context* context) const { mtmd_free(context); }
};
struct ChunksDeleter {
    void operator()(mtmd_input_chunks* chunks) const { mtmd_input_chunks_free(chunks); }
};
using ChunksPtr = std::unique_ptr<mtmd_input_chunks, ChunksDeleter>;

/// Vision or audio encoder with the projection into the model's embeddings.
class Projector {
 public:
    /// @param device where it computes, as in the plugin's device list; "" = the GPU of a model that
    ///     is on one, else the CPU.
    /// @returns null, after a warning that says why, when the file does not go with the model.
    /// @throws LoadError when there is no such device, or when loading was cancelled.
    static std::unique_ptr<Projector> create(const char* path, const std::string& device, const Model& model,
                                             Host& host, RunControl& run);

    bool sees() const { return mtmd_support_vision(context_.get()); }
    bool hears() const { return mtmd_support_audio(context_.get()); }
    bool takes(Modality modality) const { return modality == Modality::kImage ? sees() : hears(); }

    /// Decodes a file and cuts it into what the model reads: pieces of media, and the tokens
    /// that belong around them.  @throws Refusal
    ChunksPtr prepare(const MediaFile& file) const;

    /// Computes the embeddings of a piece of media.
    Step encode(const mtmd_input_chunk* chunk, const RunControl& run, std::vector<float>& rows);

    /// Evaluates those embeddings at `position`; returns as llama_decode() does.
    int32_t decode(const mtmd_input_chunk* chunk, std::vector<float>& rows, llama_context* context, int32_t position,
                   int32_t n_batch) const;

 private:
    explicit Projector(const Model& model) : model_(model) {}
    /// False when the engine refuses the file on this device.
    bool load(const char* path, ggml_backend_dev_t device, RunControl& run);
    static bool on_node(ggml_tensor* node, bool ask, void* self);

    const Model& model_;
    std::optional<SessionLease> session_;  // outlives what the session holds
    std::unique_ptr<mtmd_context, ProjectorDeleter> context_;
    const RunControl* run_ = nullptr;  ///< of the encoding under way
    double work_ = 0;                  ///< since the engine last came back
};

}  // namespace geniex::llama
