// All that lies in the store, whole or not, for those who show it.
#pragma once

#include <string>
#include <vector>

#include "store/model_folder.h"

namespace geniex::store {

/** JSON as geniex_store_overview() documents it. What cannot be read is told in the entry, not thrown. */
std::string overview_of(const std::vector<ModelFolder>& folders);

}  // namespace geniex::store
