// Fills the outputs of geniex_model.h; each is a zeroed structure, and is one again when memory runs out.
#pragma once

#include <vector>

#include "geniex_model.h"
#include "store/store.h"

namespace geniex {

// All throw std::bad_alloc.
void write_output(const store::Manifest& manifest, geniex_ModelDetail& output);
void write_output(const std::vector<store::Manifest>& manifests, geniex_ModelListDetailedOutput& output);
void write_output(const store::ModelPaths& paths, geniex_ModelPaths& output);
void write_output(const store::QueryResult& result, geniex_ModelQueryOutput& output);

}  // namespace geniex
