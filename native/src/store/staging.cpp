#include "store/staging.h"

#include <algorithm>
#include <set>
#include <string>
#include <system_error>

#include "log.h"
#include "platform.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/merge.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr const char* kReplacementsName = "files";

void create_folders(const fs::path& path) {
    std::error_code error;
    fs::create_directories(path, error);
    if (error) {
        throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot create '" + to_utf8(path) + "': " + error.message());
    }
}

}  // namespace

Staging::Staging(const ModelFolder& folder, const Manifest& plan, bool type_is_given) : folder_(folder), plan_(plan) {
    read_installed();
    merged_ = installed_ ? merge_manifests(*installed_, plan, type_is_given) : plan;
    parse_manifest(to_json(merged_));  // what could not be read again, being too long, must not be put in place
}

void Staging::read_installed() {
    try {
        installed_ = folder_.read_manifest();
    } catch (const Error& error) {
        const bool is_file = is_real_file(folder_.manifest_path());
        if (error.code() != GENIEX_ERROR_COMMON_MANIFEST_PARSE || !is_file) throw;
        log(GENIEX_LOG_WARN, std::string(error.what()) + "; it will be replaced");
    }
}

bool Staging::is_in_use(const ManifestFile& file) const {
    if (!installed_) return false;
    const auto files = installed_->installed_files();
    return std::any_of(files.begin(), files.end(), [&](const ManifestFile* other) {
        return other->name == file.name && folder_.find_finished(*other).has_value();
    });
}

fs::path Staging::staged_manifest_path() const { return folder_.inflight_path() / kManifestName; }

fs::path Staging::add(const ManifestFile& file) {
    fs::path target = folder_.file_path(file.name);
    if (is_in_use(file)) {
        const fs::path final_path = target;
        target = folder_.inflight_path() / kReplacementsName / from_utf8(file.name);
        replacements_.push_back({target, final_path});
    }
    targets_.push_back(target);
    return target;
}

void Staging::stage() const {
    if (!is_free_for_folder(folder_.inflight_path())) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                    "'" + to_utf8(folder_.inflight_path()) + "' is not a folder of the store's own");
    }
    create_folders(folder_.inflight_path());
    write_file_durably(staged_manifest_path(), to_json(merged_));
    for (const fs::path& target : targets_) create_folders(target.parent_path());
}

void Staging::commit() const {
    for (const Replacement& replacement : replacements_) {
        if (is_real_file(replacement.staged)) replace_file(replacement.staged, replacement.final_path);
    }
    std::set<fs::path> folders = {folder_.path()};
    for (const ManifestFile* file : plan_.installed_files()) {
        const fs::path parent = folder_.file_path(file->name).parent_path();
        if (is_real_folder(parent)) folders.insert(parent);
    }
    for (const fs::path& path : folders) sync_folder(path);
    replace_file(staged_manifest_path(), folder_.manifest_path());
    sync_folder(folder_.path());
    // From here on the import has succeeded; what cannot be tidied up is only in the way.
    if (installed_) delete_superseded(folder_, *installed_, merged_);
    std::error_code ignored;
    fs::remove_all(folder_.inflight_path(), ignored);
}

void delete_superseded(const ModelFolder& folder, const Manifest& old_manifest, const Manifest& new_manifest) {
    std::set<std::string> kept;
    for (const ManifestFile* file : new_manifest.installed_files()) kept.insert(lower_case(file->name));
    for (const ManifestFile* file : old_manifest.installed_files()) {
        if (kept.count(lower_case(file->name)) != 0) continue;
        std::error_code ignored;
        fs::path path = folder.file_path(file->name);
        if (!is_real_folder(path)) fs::remove(path, ignored);
        fs::remove(path += kProgressSuffix, ignored);
    }
}

}  // namespace geniex::store
