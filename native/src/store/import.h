// Brings a planned model from its source into its folder.
#pragma once

#include "geniex_model.h"
#include "store/manifest.h"
#include "store/model_folder.h"
#include "store/source.h"

namespace geniex::store {

struct ImportOptions {
    bool type_is_given = false;
    geniex_download_progress_cb on_progress = nullptr;
    void* user_data = nullptr;
};

/**
 * Copies what `plan` names and is not there yet, and then puts the manifest in place: until that moment the model
 * is as it was before. Whatever an installed model uses is only replaced at the end. Throws Error; what was copied
 * by then is taken up by the next import.
 */
void import_model(const ModelFolder& folder, const Source& source, const Manifest& plan, const ImportOptions& options);

/** Deletes what `old_manifest` installed and `new_manifest` does not name any more. */
void delete_superseded(const ModelFolder& folder, const Manifest& old_manifest, const Manifest& new_manifest);

}  // namespace geniex::store
