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
 * Copies what `plan` names and is not there yet, and then puts the manifest in place. Throws Error; what was copied
 * by then is taken up by the next import.
 */
void import_model(const ModelFolder& folder, const Source& source, const Manifest& plan, const ImportOptions& options);

/** Installs the files of `plan` where they lie, in `origin`: nothing is copied, and removing the model leaves them. */
void refer_to_model(const ModelFolder& folder, const std::filesystem::path& origin, const Manifest& plan,
                    bool type_is_given);

}  // namespace geniex::store
