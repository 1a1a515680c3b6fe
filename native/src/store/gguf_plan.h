// GGUF files of a folder: which are models, which quants, which projector, and what kind of model.
#pragma once

#include "store/manifest.h"
#include "store/plan.h"
#include "store/source.h"

namespace geniex::store {

/** See plan_import(); the source has at least one .gguf file. */
Manifest plan_gguf(const Source& source, const PlanRequest& request);

/** Throws Error (MODEL_INVALID) that says what the file is instead of GGUF. */
void check_gguf_head(const Source& source, const ManifestFile& file);

}  // namespace geniex::store
