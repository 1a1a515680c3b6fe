// The config.json that model makers publish: here, only whether the model sees.
#pragma once

#include <optional>

#include "geniex_model.h"
#include "store/source.h"

namespace geniex::store {

/** Nothing when there is no config.json, or it does not tell. */
std::optional<geniex_ModelType> type_by_config(const Source& source);

}  // namespace geniex::store
