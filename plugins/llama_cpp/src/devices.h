// ggml devices, and what running on one class of them means for a model's parameters.
#pragma once

#include <string>
#include <vector>

#include <ggml-backend.h>
#include <llama.h>

#include "geniex/plugin.h"

namespace geniex::llama {

enum class DeviceClass { kCpu, kGpu, kNpu };

/// cpu, gpu, npu or accelerator, for people and reports.
const char* device_kind(ggml_backend_dev_t device);

/// What a model is loaded onto, beside the CPU that is always there.
struct Placement {
    DeviceClass device_class = DeviceClass::kCpu;  ///< of the first accelerator; decides the model's defaults
    std::vector<ggml_backend_dev_t> accelerators;  ///< in the order asked for
    bool engine_chooses = false;                   ///< no device was named: the engine spreads over all of them

    /// Whether the first accelerator's name begins so.
    bool leads_with(const char* prefix) const;
    /// "HTP0, HTP1" for people.
    std::string names() const;
};

/// Reads `device` as create got it: "HTP0,HTP1" is those of the two that exist,
/// the others are named in a warning; no GPU layers means the CPU; no device
/// with layers means every accelerator (hybrid), treated as NPU.
/// @throws std::invalid_argument when devices were asked for and none exists.
Placement choose_placement(const char* device, int32_t n_gpu_layers, Host& host);

/// Threads for one token at a time, while the rest of the machine stays responsive.
int32_t default_threads(DeviceClass device_class);

/// Threads for the many tokens of a prompt.
int32_t default_batch_threads(DeviceClass device_class);

}  // namespace geniex::llama
