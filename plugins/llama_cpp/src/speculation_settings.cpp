#include "speculation_settings.h"

#include <algorithm>
#include <sstream>

namespace geniex::llama {

namespace {

constexpr int32_t kMaxDraft = 64;
constexpr int32_t kDefaultDraft = 3;
// Looking a guess up costs nothing, and a long one that is wrong costs little more than a short one.
constexpr int32_t kDefaultLookup = 16;

}  // namespace

SpeculationSettings::SpeculationSettings(const geniex_ModelConfig& config, Host& host) {
    std::stringstream names(config.spec_type != nullptr ? config.spec_type : "");
    for (std::string name; std::getline(names, name, ',');) {
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        if (name.empty() || name == "none") continue;
        const common_speculative_type type = common_speculative_type_from_name(name);
        if (type == COMMON_SPECULATIVE_TYPE_COUNT) {
            host.log(GENIEX_LOG_WARN, ("there is no speculation named '" + name + "', skipping").c_str());
        } else if (!has(type)) {
            types.push_back(type);
        }
    }
    if (config.spec_draft_model != nullptr) draft_model = config.spec_draft_model;
    n_max = needs_draft_model() ? kDefaultDraft : kDefaultLookup;
    if (config.spec_n_max > 0) n_max = std::min(config.spec_n_max, kMaxDraft);
    if (config.spec_n_min > 0) n_min = std::min(config.spec_n_min, n_max);
    if (config.spec_p_min > 0) p_min = config.spec_p_min;
}

bool SpeculationSettings::has(common_speculative_type type) const {
    return std::find(types.begin(), types.end(), type) != types.end();
}

bool SpeculationSettings::follows_target() const {
    return has(COMMON_SPECULATIVE_TYPE_DRAFT_MTP) || has(COMMON_SPECULATIVE_TYPE_DRAFT_EAGLE3) ||
           has(COMMON_SPECULATIVE_TYPE_DRAFT_DFLASH) || has(COMMON_SPECULATIVE_TYPE_DRAFT_DSPARK);
}

bool SpeculationSettings::needs_draft_model() const {
    return has(COMMON_SPECULATIVE_TYPE_DRAFT_SIMPLE) || follows_target();
}

}  // namespace geniex::llama
