// A model on its way into its folder: what is merged, what is replaced, and the moment at which it is there.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "store/manifest.h"
#include "store/model_folder.h"

namespace geniex::store {

/**
 * Until commit() the model is as it was before: whatever an installed model uses is written beside it and only
 * replaced at the end. What was written when a staging is given up is found by the next one. The caller holds the
 * model's lock. Functions throw Error.
 */
class Staging {
 public:
    Staging(const ModelFolder& folder, const Manifest& plan, bool type_is_given);

    /** Where the bytes of a planned file are to be written; commit() puts them in their place. */
    std::filesystem::path add(const ManifestFile& file);
    /** Leaves a mark of the unfinished model on the disk; to be called before anything is written. */
    void stage() const;
    void commit() const;

 private:
    /** A file that will take the place of an installed one. */
    struct Replacement {
        std::filesystem::path staged;
        std::filesystem::path final_path;
    };

    void read_installed();
    bool is_in_use(const ManifestFile& file) const;
    std::filesystem::path staged_manifest_path() const;

    const ModelFolder& folder_;
    const Manifest& plan_;
    std::optional<Manifest> installed_;
    Manifest merged_;
    std::vector<std::filesystem::path> targets_;
    std::vector<Replacement> replacements_;
};

/** Deletes what `old_manifest` installed and `new_manifest` does not name any more. */
void delete_superseded(const ModelFolder& folder, const Manifest& old_manifest, const Manifest& new_manifest);

}  // namespace geniex::store
