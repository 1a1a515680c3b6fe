// What a client asked for in the way of speculative decoding.
#pragma once

#include <string>
#include <vector>

#include <common/speculative.h>

#include "geniex/plugin.h"

namespace geniex::llama {

/// The speculation fields of a model configuration. Unknown names are left out, with a warning.
struct SpeculationSettings {
    SpeculationSettings(const geniex_ModelConfig& config, Host& host);

    bool wanted() const { return !types.empty(); }
    bool has(common_speculative_type type) const;
    /// Kinds that read the model's hidden states and so must see every batch that it evaluates.
    bool follows_target() const;
    bool needs_draft_model() const;

    std::vector<common_speculative_type> types;
    std::string draft_model;
    int32_t n_max = 0;  ///< tokens of one draft
    int32_t n_min = 0;
    float p_min = 0;
};

}  // namespace geniex::llama
