// From the words people use for a device to what a plugin is given.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace geniex {

struct ResolvedDevice {
    std::optional<std::string> device_id; /**< none = the plugin's own choice */
    int32_t gpu_layers;
    std::optional<std::string> warning;
};

/** Pure; knows no hardware and no plugin list. None for a mode that is neither an alias nor a device list. */
std::optional<ResolvedDevice> resolve_device(const std::string& plugin_id, const std::string& mode,
                                             int32_t default_gpu_layers);

}  // namespace geniex
