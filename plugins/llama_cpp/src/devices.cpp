#include "devices.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace geniex::llama {

namespace {

bool starts_with(const char* text, const char* prefix) { return std::strncmp(text, prefix, std::strlen(prefix)) == 0; }

bool is_npu_name(const char* name) { return starts_with(name, "HTP") || starts_with(name, "CANN"); }

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

int32_t usable_cores() {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
#endif
    return static_cast<int32_t>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

DeviceClass classify(const char* device, int32_t n_gpu_layers) {
    if (n_gpu_layers == 0) return DeviceClass::kCpu;
    if (device == nullptr || device[0] == '\0') return DeviceClass::kNpu;
    if (starts_with(device, "GPU")) return DeviceClass::kGpu;
    return is_npu_name(device) ? DeviceClass::kNpu : DeviceClass::kCpu;
}

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

std::vector<ggml_backend_dev_t> find_devices(const char* device, Host& host) {
    std::vector<ggml_backend_dev_t> found;
    if (device == nullptr || device[0] == '\0') return found;
    std::stringstream list(device);
    for (std::string name; std::getline(list, name, ',');) {
        name = trimmed(name);
        if (name.empty()) continue;
        ggml_backend_dev_t match = ggml_backend_dev_by_name(name.c_str());
        if (match == nullptr) {
            host.log(GENIEX_LOG_WARN, ("Device '" + name + "' not found, skipping").c_str());
            continue;
        }
        host.log(GENIEX_LOG_INFO, ("Found device: " + name).c_str());
        found.push_back(match);
    }
    if (found.empty()) {
        throw std::invalid_argument("no device of '" + std::string(device) +
                                    "' exists here; there are: " + known_devices());
    }
    host.log(GENIEX_LOG_INFO, ("Using " + std::to_string(found.size()) + " device(s)").c_str());
    found.push_back(nullptr);
    return found;
}

int32_t default_threads(DeviceClass device_class) {
    // One core stays free for the interface and for the driver's own thread; a
    // second decode thread on a two-core machine measured slower than one.
    const int32_t cores = std::max(1, usable_cores() - 1);
    return device_class == DeviceClass::kCpu ? cores : std::min(cores, 6);
}

int32_t default_batch_threads(DeviceClass device_class) {
    // A prompt is bound by arithmetic, not by memory, and soon over: every core helps.
    return device_class == DeviceClass::kCpu ? usable_cores() : default_threads(device_class);
}

}  // namespace geniex::llama
