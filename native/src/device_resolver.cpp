#include "device_resolver.h"

#include <algorithm>
#include <string_view>

namespace geniex {
namespace {

enum class Layers { kNone, kDefault };

struct Alias {
    std::string_view mode;
    const char* device_id;
    Layers layers;
};

constexpr Alias kAliases[] = {
    {"", "HTP0", Layers::kDefault},         {"auto", "HTP0", Layers::kDefault}, {"npu", "HTP0", Layers::kDefault},
    {"gpu", "GPUOpenCL", Layers::kDefault}, {"cpu", nullptr, Layers::kNone},    {"hybrid", nullptr, Layers::kDefault},
};

constexpr std::string_view kNpuOnlyPlugin = "qairt";
constexpr const char* kNpuOnlyDevice = "NPU";
constexpr std::string_view kWhitespace = " \t\n\v\f\r";

// The C library's own tests depend on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::string_view trim(std::string_view text) {
    const size_t first = text.find_first_not_of(kWhitespace);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kWhitespace) - first + 1);
}

bool is_device(std::string_view name) {
    constexpr std::string_view kNpu = "HTP";
    if (name == "GPUOpenCL") return true;
    return name.size() > kNpu.size() && name.substr(0, kNpu.size()) == kNpu &&
           std::all_of(name.begin() + kNpu.size(), name.end(), is_digit);
}

/** The list with one comma and no spaces between its devices; none when it is no device list. */
std::optional<std::string> normalise_device_list(std::string_view text) {
    std::string list;
    for (size_t start = 0; start <= text.size();) {
        const size_t comma = std::min(text.find(',', start), text.size());
        const std::string_view device = trim(text.substr(start, comma - start));
        if (!is_device(device)) return std::nullopt;
        if (start != 0) list += ',';
        list += device;
        start = comma + 1;
    }
    return list;
}

const Alias* find_alias(std::string_view mode) {
    const auto* end = std::end(kAliases);
    const auto* found = std::find_if(std::begin(kAliases), end, [&](const Alias& alias) { return alias.mode == mode; });
    return found == end ? nullptr : found;
}

ResolvedDevice resolve_npu_only(const std::string& wanted, bool is_npu) {
    ResolvedDevice result{kNpuOnlyDevice, 0, std::nullopt};
    if (!is_npu) result.warning = "the qairt plugin runs on the NPU alone: device='" + wanted + "' is ignored";
    return result;
}

}  // namespace

std::optional<ResolvedDevice> resolve_device(const std::string& plugin_id, const std::string& mode,
                                             int32_t default_gpu_layers) {
    const std::string_view raw = trim(mode);
    if (const auto list = normalise_device_list(raw)) {
        if (plugin_id == kNpuOnlyPlugin) return resolve_npu_only(*list, false);
        return ResolvedDevice{*list, default_gpu_layers, std::nullopt};
    }
    std::string lower(raw);
    std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
    const Alias* alias = find_alias(lower);
    if (alias == nullptr) return std::nullopt;
    if (plugin_id == kNpuOnlyPlugin) {
        const bool is_npu = alias->mode.empty() || alias->mode == "auto" || alias->mode == "npu";
        return resolve_npu_only(lower, is_npu);
    }
    ResolvedDevice result{std::nullopt, alias->layers == Layers::kNone ? 0 : default_gpu_layers, std::nullopt};
    if (alias->device_id != nullptr) result.device_id = alias->device_id;
    return result;
}

}  // namespace geniex
