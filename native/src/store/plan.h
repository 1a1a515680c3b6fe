// What a folder or an archive is, as the manifest that an import of it will have.
#pragma once

#include <string>

#include "store/manifest.h"
#include "store/source.h"

namespace geniex::store {

struct PlanRequest {
    std::string name;                                // "org/repo"
    std::string quant;                               // "" takes all
    geniex_ModelType type = GENIEX_MODEL_TYPE_AUTO;  // AUTO tells it from the files
};

/**
 * The manifest of all files to import, each marked as downloaded and with its size in the source:
 *  - a geniex.json of the source's own, once its files are found to be there;
 *  - a qairt bundle: metadata.json beside *.bin;
 *  - GGUF files, grouped by quant.
 * Throws Error: UNKNOWN when it is none of these; MODEL_INVALID when files are missing or are not what their
 * names say, or the asked quant is not there; INVALID_INPUT when a file that is wanted is a link or has a name that
 * the store cannot keep; MANIFEST_PARSE for a broken geniex.json or metadata.json.
 */
Manifest plan_import(const Source& source, const PlanRequest& request);

}  // namespace geniex::store
