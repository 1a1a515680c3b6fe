#include "store/store.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <tuple>
#include <utility>

#include "log.h"
#include "platform.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/overview.h"
#include "store/quant.h"
#include "store/staging.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void not_installed(const std::string& name) {
    throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "'" + name + "' is not installed");
}

Manifest read_installed(const ModelFolder& folder) {
    std::optional<Manifest> manifest = folder.read_manifest();
    if (!manifest) not_installed(folder.name());
    return std::move(*manifest);
}

/** Names of the folders in `parent`; those that the store would not make are not its own. */
std::vector<std::string> folder_names(const fs::path& parent) {
    std::vector<std::string> names;
    std::error_code error;
    for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
        const std::string name = to_utf8(entry->path().filename());
        if (is_real_folder(entry->path()) && is_portable_name(name)) names.push_back(name);
    }
    std::sort(names.begin(), names.end());
    return names;
}

/** The quant's file, once all of its parts are there. */
std::optional<fs::path> find_model(const ModelFolder& folder, const Manifest& manifest, const std::string& quant) {
    for (const ManifestFile* part : manifest.extra_files_of(quant)) {
        if (part->downloaded && !folder.find_finished(*part)) return std::nullopt;
    }
    return folder.find_finished(*manifest.find_quant(quant));
}

fs::path find_asked(const ModelFolder& folder, const Manifest& manifest, const std::string& quant) {
    const ManifestFile* file = manifest.find_quant(quant);
    if (file == nullptr || !file->is_installed()) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                    "'" + folder.name() + "' is not installed in the quant " + quant);
    }
    if (auto path = find_model(folder, manifest, quant)) return *path;
    throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND,
                "the files of '" + folder.name() + ":" + quant + "' are not all there; pull it again");
}

fs::path find_best(const ModelFolder& folder, const Manifest& manifest) {
    for (const std::string& quant : manifest.installed_quants()) {
        if (auto path = find_model(folder, manifest, quant)) return *path;
    }
    throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND,
                "the files of '" + folder.name() + "' are not all there; pull it again");
}

void remove_all_but_lock(const ModelFolder& folder) {
    std::error_code error;
    // First, so that nobody takes what is left of the model for the model.
    fs::remove_all(folder.manifest_path(), error);
    if (!error) fs::remove_all(folder.inflight_path(), error);
    for (fs::directory_iterator entry(folder.path(), error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename() != kLockName) fs::remove_all(entry->path(), error);
        if (error) break;
    }
    if (error) {
        throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot remove '" + folder.name() + "': " + error.message());
    }
}

}  // namespace

Store::Store(const fs::path& data_folder) : data_folder_(fs::absolute(data_folder)), models_(data_folder_ / "models") {
    std::error_code error;
    fs::create_directories(models_, error);
    if (error) {
        throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot create '" + to_utf8(models_) + "': " + error.message());
    }
}

std::vector<ModelFolder> Store::folders() const {
    std::vector<ModelFolder> folders;
    for (const std::string& organisation : folder_names(models_)) {
        for (const std::string& repository : folder_names(models_ / from_utf8(organisation))) {
            folders.emplace_back(models_, organisation + "/" + repository);
        }
    }
    return folders;
}

std::vector<Manifest> Store::list() const {
    std::vector<Manifest> manifests;
    for (const ModelFolder& folder : folders()) {
        try {
            if (auto manifest = folder.read_manifest()) manifests.push_back(std::move(*manifest));
        } catch (const Error& error) {
            log(GENIEX_LOG_WARN, std::string(error.what()) + "; the model is left out");
        }
    }
    return manifests;
}

Manifest Store::get(const std::string& name) const { return read_installed(ModelFolder(models_, name)); }

ModelPaths Store::get_paths(const std::string& name, const std::string& quant) const {
    const ModelFolder folder(models_, name);
    const Manifest manifest = read_installed(folder);
    ModelPaths paths;
    paths.model = quant.empty() ? find_best(folder, manifest) : find_asked(folder, manifest, quant);
    paths.projector = folder.find_finished(manifest.projector);
    paths.tokenizer = folder.find_finished(manifest.tokenizer);
    paths.folder = folder.path();
    paths.model_name = manifest.model_name;
    paths.plugin_id = manifest.plugin_id;
    paths.type = manifest.model_type;
    return paths;
}

void Store::set_type(const std::string& name, geniex_ModelType type) const {
    const ModelFolder folder(models_, name);
    if (!folder.is_there()) not_installed(name);
    const ModelLock lock(folder);
    Manifest manifest = read_installed(folder);
    manifest.model_type = type;
    write_file_durably(folder.manifest_path(), to_json(manifest));
}

void Store::remove(const std::string& name, const std::string& quant) const {
    const ModelFolder folder(models_, name);
    if (!folder.is_there()) {
        if (!quant.empty()) not_installed(name);
        return;
    }
    const ModelLock lock(folder);
    if (quant.empty()) {
        remove_all_but_lock(folder);
    } else {
        remove_quant(folder, quant);
    }
}

void Store::remove_quant(const ModelFolder& folder, const std::string& quant) const {
    const Manifest manifest = read_installed(folder);
    const ManifestFile* file = manifest.find_quant(quant);
    if (file == nullptr || !file->is_installed()) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                    "'" + folder.name() + "' is not installed in the quant " + quant);
    }
    Manifest rest = manifest;
    for (const auto& entry : manifest.quants) {
        if (same_quant(quant, entry.first)) rest.quants.erase(entry.first);
    }
    if (rest.installed_quants().empty()) return remove_all_but_lock(folder);
    const auto parts = manifest.extra_files_of(quant);
    const auto is_part = [&](const ManifestFile& extra) {
        return std::any_of(parts.begin(), parts.end(), [&](const auto* part) { return part->name == extra.name; });
    };
    rest.extra_files.erase(std::remove_if(rest.extra_files.begin(), rest.extra_files.end(), is_part),
                           rest.extra_files.end());
    write_file_durably(folder.manifest_path(), to_json(rest));
    delete_superseded(folder, manifest, rest);
}

int32_t Store::clean() const {
    int32_t removed = 0;
    for (const ModelFolder& folder : folders()) {
        const ModelLock lock(folder);
        remove_all_but_lock(folder);
        ++removed;
    }
    return removed;
}

QueryResult query_source(const Source& source, const PlanRequest& request) {
    QueryResult result;
    result.manifest = plan_import(source, request);
    for (const auto& [quant, file] : result.manifest.quants) {
        int64_t size = file.size;
        for (const ManifestFile* part : result.manifest.extra_files_of(quant)) size += part->size;
        result.candidates.push_back({quant, size});
    }
    std::sort(result.candidates.begin(), result.candidates.end(), [](const auto& a, const auto& b) {
        return std::make_tuple(quant_rank(a.quant), a.size, std::ref(a.quant)) <
               std::make_tuple(quant_rank(b.quant), b.size, std::ref(b.quant));
    });
    return result;
}

QueryResult Store::query(const fs::path& path, const PlanRequest& request) const {
    const ModelFolder folder(models_, request.name);
    return query_source(*open_source(path), request);
}

std::string Store::overview() const { return overview_of(folders()); }

std::unique_ptr<Download> Store::begin_download(const Source& listing, const PlanRequest& request) const {
    const ModelFolder folder(models_, request.name);
    return Download::begin(folder, plan_import(listing, request), request.type != GENIEX_MODEL_TYPE_AUTO);
}

bool Store::discard_download(const std::string& name) const {
    return store::discard_download(ModelFolder(models_, name));
}

void Store::refer(const fs::path& path, const PlanRequest& request) const {
    const ModelFolder folder(models_, request.name);
    const auto source = open_source(path);
    std::error_code error;
    fs::path origin = fs::canonical(path, error);
    if (!error && !is_real_folder(origin)) origin = origin.parent_path();
    if (error || ends_with(lower_case(to_utf8(path.filename())), ".zip")) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "an archive has to be unpacked: import a copy of it");
    }
    refer_to_model(folder, origin, plan_import(*source, request), request.type != GENIEX_MODEL_TYPE_AUTO);
}

void Store::pull(const fs::path& path, const PlanRequest& request, const ImportOptions& options) const {
    const ModelFolder folder(models_, request.name);
    const auto source = open_source(path);
    import_model(folder, *source, plan_import(*source, request), options);
}

}  // namespace geniex::store
