#include "devices.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include "machine_load.h"

namespace geniex::llama {

namespace {

// With the work on an accelerator, more threads than this only wait for it.
constexpr int32_t kOffloadThreads = 6;

bool starts_with(const char* text, const char* prefix) { return std::strncmp(text, prefix, std::strlen(prefix)) == 0; }

bool is_npu_name(const char* name) { return starts_with(name, "HTP") || starts_with(name, "CANN"); }

/// ggml counts NPUs as GPUs, too: devices that weights can be put on.
bool is_gpu(ggml_backend_dev_t device) {
    const enum ggml_backend_dev_type type = ggml_backend_dev_type(device);
    return type == GGML_BACKEND_DEVICE_TYPE_GPU || type == GGML_BACKEND_DEVICE_TYPE_IGPU;
}

std::string trimmed(const std::string& text) {
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string known_devices() {
    std::string names;
    for (size_t i = 0; i < ggml_backend_dev_count(); ++i) {
        if (!names.empty()) names += ", ";
        names += ggml_backend_dev_name(ggml_backend_dev_get(i));
    }
    return names;
}

/// The devices of a list that exist, at least one.
std::vector<ggml_backend_dev_t> find_devices(const char* device, Host& host) {
    std::vector<ggml_backend_dev_t> found;
    std::stringstream list(device);
    for (std::string name; std::getline(list, name, ',');) {
        name = trimmed(name);
        if (name.empty()) continue;
        ggml_backend_dev_t match = ggml_backend_dev_by_name(name.c_str());
        if (match == nullptr) {
            host.log(GENIEX_LOG_WARN, ("Device '" + name + "' not found, skipping").c_str());
            continue;
        }
        if (std::find(found.begin(), found.end(), match) != found.end()) continue;
        host.log(GENIEX_LOG_INFO, ("Found device: " + name).c_str());
        found.push_back(match);
    }
    if (found.empty()) {
        throw std::invalid_argument("no device of '" + std::string(device) +
                                    "' exists here; there are: " + known_devices());
    }
    host.log(GENIEX_LOG_INFO, ("Using " + std::to_string(found.size()) + " device(s)").c_str());
    return found;
}

DeviceClass class_of(ggml_backend_dev_t accelerator) {
    return is_npu_name(ggml_backend_dev_name(accelerator)) ? DeviceClass::kNpu : DeviceClass::kGpu;
}

Placement all_accelerators(Host& host) {
    Placement placement;
    for (size_t i = 0; i < ggml_backend_dev_count(); ++i) {
        if (is_gpu(ggml_backend_dev_get(i))) placement.accelerators.push_back(ggml_backend_dev_get(i));
    }
    if (placement.accelerators.empty()) {
        host.log(GENIEX_LOG_WARN, "there is no NPU or GPU here; the model runs on the CPU");
        return placement;
    }
    placement.device_class = DeviceClass::kNpu;
    placement.engine_chooses = true;
    return placement;
}

}  // namespace

const char* device_kind(ggml_backend_dev_t device) {
    if (is_npu_name(ggml_backend_dev_name(device))) return "npu";
    switch (ggml_backend_dev_type(device)) {
        case GGML_BACKEND_DEVICE_TYPE_CPU:
            return "cpu";
        case GGML_BACKEND_DEVICE_TYPE_GPU:
        case GGML_BACKEND_DEVICE_TYPE_IGPU:
            return "gpu";
        default:
            return "accelerator";
    }
}

bool Placement::leads_with(const char* prefix) const {
    return !accelerators.empty() && starts_with(ggml_backend_dev_name(accelerators.front()), prefix);
}

std::string Placement::names() const {
    std::string names;
    for (ggml_backend_dev_t device : accelerators) {
        if (!names.empty()) names += ", ";
        names += ggml_backend_dev_name(device);
    }
    return names;
}

Placement choose_placement(const char* device, int32_t n_gpu_layers, Host& host) {
    if (n_gpu_layers == 0) return {};
    if (device == nullptr || device[0] == '\0') return all_accelerators(host);
    Placement placement;
    const std::vector<ggml_backend_dev_t> found = find_devices(device, host);
    // The engine works with the CPU anyway; as a device of its own it would be there twice.
    std::copy_if(found.begin(), found.end(), std::back_inserter(placement.accelerators), is_gpu);
    if (!placement.accelerators.empty()) placement.device_class = class_of(placement.accelerators.front());
    return placement;
}

int32_t default_threads(DeviceClass device_class) {
    // One core stays free for the interface and for the driver's own thread. Of two cores that would
    // be half of the speed; there the threads' way to wait lets others in.
    const int32_t all = usable_cores();
    const int32_t cores = all == 2 && device_class == DeviceClass::kCpu ? all : std::max(1, all - 1);
    return device_class == DeviceClass::kCpu ? cores : std::min(cores, kOffloadThreads);
}

int32_t default_batch_threads(DeviceClass device_class) {
    // A prompt is bound by arithmetic, not by memory, and soon over: every core helps.
    return device_class == DeviceClass::kCpu ? usable_cores() : default_threads(device_class);
}

}  // namespace geniex::llama
