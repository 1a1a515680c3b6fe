// ggml devices, and what running on one class of them means for a model's parameters.
#pragma once

#include <string>
#include <vector>

#include <ggml-backend.h>
#include <llama.h>

#include "geniex/plugin.h"

namespace geniex::llama {

enum class DeviceClass { kCpu, kGpu, kNpu };

/// The class that decides a model's defaults. `device` as create got it; no GPU
/// layers means CPU, no device with layers means the engine's own choice of all
/// (hybrid), which is treated as NPU.
DeviceClass classify(const char* device, int32_t n_gpu_layers);

/// cpu, gpu, npu or accelerator, for people and reports.
const char* device_kind(ggml_backend_dev_t device);

/// Parses "HTP0,HTP1" into the devices that exist; the others are named in a
/// warning. NULL-terminated. Empty when `device` is: the engine chooses.
/// @throws std::invalid_argument when a device was asked for and none exists.
std::vector<ggml_backend_dev_t> find_devices(const char* device, Host& host);

/// Threads for one token at a time, while the rest of the machine stays responsive.
int32_t default_threads(DeviceClass device_class);

/// Threads for the many tokens of a prompt.
int32_t default_batch_threads(DeviceClass device_class);

}  // namespace geniex::llama
