#include "store/model_folder.h"

#include <system_error>
#include <utility>

#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/references.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr int kMaxFailures = 100;  // of a disk that cannot be written, which are over in no time

void check_folder(const fs::path& path) {
    if (is_free_for_folder(path)) return;
    throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + to_utf8(path) + "' is not a folder of the store's own");
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& models, const std::string& name) : name_(name) {
    const size_t slash = name.find('/');
    const std::string organisation = name.substr(0, slash);
    const std::string repository = slash == std::string::npos ? std::string() : name.substr(slash + 1);
    if (!is_portable_name(organisation) || !is_portable_name(repository)) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + name + "' cannot be the name of a model's folder");
    }
    path_ = models / from_utf8(organisation) / from_utf8(repository);
    check();
}

void ModelFolder::check() const {
    check_folder(path_.parent_path());
    check_folder(path_);
}

fs::path ModelFolder::manifest_path() const { return path_ / kManifestName; }
fs::path ModelFolder::lock_path() const { return path_ / kLockName; }
fs::path ModelFolder::inflight_path() const { return path_ / kInflightName; }

bool ModelFolder::is_there() const { return is_real_folder(path_); }

void ModelFolder::create() const {
    check();
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) {
        throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot create '" + to_utf8(path_) + "': " + error.message());
    }
}

std::optional<Manifest> ModelFolder::read_manifest() const {
    if (!is_free_for_file(manifest_path())) {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, "'" + to_utf8(manifest_path()) + "' is not a regular file");
    }
    try {
        Manifest manifest = parse_manifest(read_small_file(manifest_path(), kMaxManifestBytes));
        manifest.name = name_;  // the folder decides, so that every listed name can be opened
        if (manifest.model_name.empty()) manifest.model_name = model_name_of(name_);
        return manifest;
    } catch (const Error& error) {
        if (error.code() == GENIEX_ERROR_COMMON_FILE_NOT_FOUND) return std::nullopt;
        throw Error(error.code(), "the manifest of '" + name_ + "': " + error.what());
    }
}

fs::path ModelFolder::file_path(std::string_view file_name) const {
    fs::path path = path_;
    for (size_t slash; (slash = file_name.find('/')) != std::string_view::npos; file_name.remove_prefix(slash + 1)) {
        path /= from_utf8(std::string(file_name.substr(0, slash)));
        check_folder(path);
    }
    return path / from_utf8(std::string(file_name));
}

std::optional<fs::path> ModelFolder::find_finished(const ManifestFile& file) const {
    if (!file.is_installed()) return std::nullopt;
    fs::path path = file_path(file.name);
    if (is_present(path)) {
        if (!is_real_file(path) || !ChunkMarks::all_done(path)) return std::nullopt;
        return path;
    }
    const References references = read_references(path_);
    const auto reference = references.find(file.name);
    if (reference == references.end() || !is_real_file(reference->second)) return std::nullopt;
    return reference->second;
}

ModelLock::ModelLock(const ModelFolder& folder, Wait wait) : folder_(folder) {
    for (int failures = 0; !file_;) {
        try {
            folder.create();
            File file = File::open_to_write(folder.lock_path());
            if (wait == Wait::kYes) {
                file.lock();
            } else if (!file.try_lock()) {
                return;
            }
            // Whoever held it may have deleted the model and the lock with it: then this is a lock on nothing.
            if (file.identity() == File::open_to_read(folder.lock_path()).identity()) file_ = std::move(file);
        } catch (const Error& error) {
            // The folders, too, may vanish between any two of these steps, with various errors as the outcome.
            if (error.code() == GENIEX_ERROR_COMMON_INVALID_INPUT || ++failures == kMaxFailures) throw;
        }
    }
}

ModelLock::~ModelLock() {
    if (!file_) return;
    std::error_code ignored;  // a folder that is not empty stays, and that is right
    const bool is_bare = !is_present(folder_.manifest_path()) && !is_present(folder_.inflight_path());
    if (is_bare) fs::remove(folder_.lock_path(), ignored);
    file_.reset();
    if (!is_bare) return;
    fs::remove(folder_.path(), ignored);
    fs::remove(folder_.path().parent_path(), ignored);
}

}  // namespace geniex::store
