#include "model_names.h"

#include <algorithm>
#include <iterator>

namespace geniex {
namespace {

constexpr std::string_view kHubUrl = "https://huggingface.co/";
constexpr std::string_view kDefaultOrganisation = "qualcomm";
constexpr std::string_view kAiHubOrganisation = "ai-hub-models";
constexpr size_t kMaxNameBytes = 255;
constexpr std::string_view kForbidden("\\\0", 2);

constexpr std::string_view kDockerPrefixes[] = {
    "docker.io/",        "index.docker.io/",         "registry-1.docker.io/",
    "hub.docker.com/r/", "http://hub.docker.com/r/", "https://hub.docker.com/r/",
};

struct Alias {
    std::string_view alias;
    std::string_view model;
};

constexpr Alias kAliases[] = {{"qwen3", "ggml-org/Qwen3-1.7B-GGUF:Q4_K_M"}};

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_folder_name(std::string_view part) { return !part.empty() && part != "." && part != ".."; }

}  // namespace

bool is_model_name(std::string_view name) {
    const size_t slash = name.find('/');
    if (name.size() > kMaxNameBytes || slash == std::string_view::npos) return false;
    if (name.find('/', slash + 1) != std::string_view::npos) return false;
    if (name.find_first_of(kForbidden) != std::string_view::npos) return false;
    return is_folder_name(name.substr(0, slash)) && is_folder_name(name.substr(slash + 1));
}

std::optional<std::string> canonical_model_name(std::string_view name) {
    if (starts_with(name, kHubUrl)) name.remove_prefix(kHubUrl.size());
    const size_t slash = name.find('/');
    std::string canonical;
    if (slash == std::string_view::npos) {
        canonical = std::string(kDefaultOrganisation) + "/" + std::string(name);
    } else if (equal_ignoring_case(name.substr(0, slash), kAiHubOrganisation)) {
        canonical = std::string(kDefaultOrganisation) + std::string(name.substr(slash));
    } else {
        canonical = name;
    }
    if (!is_model_name(canonical)) return std::nullopt;
    return canonical;
}

NameAndQuant split_quant(std::string_view name) {
    const size_t colon = name.rfind(':');
    const size_t slash = name.rfind('/');
    if (colon == std::string_view::npos || (slash != std::string_view::npos && colon < slash)) return {name, {}};
    return {name.substr(0, colon), name.substr(colon + 1)};
}

std::optional<std::string_view> model_of_alias(std::string_view alias) {
    for (const Alias& entry : kAliases) {
        if (entry.alias == alias) return entry.model;
    }
    return std::nullopt;
}

bool is_docker_name(std::string_view name) {
    return std::any_of(std::begin(kDockerPrefixes), std::end(kDockerPrefixes),
                       [&](std::string_view prefix) { return starts_with(name, prefix); });
}

}  // namespace geniex
