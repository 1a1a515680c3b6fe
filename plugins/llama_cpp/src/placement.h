// Where a loaded model really lives.
#pragma once

#include <string>

#include "model.h"

namespace geniex::llama {

/// The placement report of geniex_llm_get_placement() as JSON text.
std::string placement_report(const Model& model);

}  // namespace geniex::llama
