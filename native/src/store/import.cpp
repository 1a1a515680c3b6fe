#include "store/import.h"

#include <algorithm>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "log.h"
#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/merge.h"
#include "store/transfer.h"

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

/** A file that will take the place of an installed one. */
struct Replacement {
    fs::path staged;
    fs::path final_path;
};

class Import {
 public:
    Import(const ModelFolder& folder, const Source& source, const Manifest& plan, const ImportOptions& options)
        : folder_(folder), source_(source), plan_(plan), options_(options), lock_(folder) {}

    void run() {
        read_installed();
        const Manifest merged = installed_ ? merge_manifests(*installed_, plan_, options_.type_is_given) : plan_;
        parse_manifest(to_json(merged));  // what could not be read again, being too long, must not be put in place
        collect_jobs();
        check_free_space();
        stage(merged);
        Progress progress(jobs_, options_.on_progress, options_.user_data);
        transfer(source_, jobs_, progress);
        commit(merged);
    }

 private:
    void read_installed() {
        try {
            installed_ = folder_.read_manifest();
        } catch (const Error& error) {
            if (error.code() != GENIEX_ERROR_COMMON_MANIFEST_PARSE || is_no_file()) throw;
            log(GENIEX_LOG_WARN, std::string(error.what()) + "; it will be replaced");
        }
    }

    bool is_no_file() const { return !is_real_file(folder_.manifest_path()); }

    /** The same file by the usual quick check, size and date: whoever asks again need not wait again. */
    bool is_up_to_date(const ManifestFile& file, const fs::path& path) const {
        if (!is_real_file(path) || !ChunkMarks::all_done(path)) return false;
        const File present = File::open_to_read(path);
        return present.size() == static_cast<uint64_t>(file.size) && present.modified() == source_.modified(file.name);
    }

    bool is_in_use(const ManifestFile& file) const {
        if (!installed_) return false;
        const auto files = installed_->installed_files();
        return std::any_of(files.begin(), files.end(), [&](const ManifestFile* other) {
            return other->name == file.name && folder_.find_finished(*other).has_value();
        });
    }

    void collect_jobs() {
        for (const ManifestFile* file : plan_.installed_files()) {
            const fs::path path = folder_.file_path(file->name);
            if (is_up_to_date(*file, path)) continue;
            fs::path target = path;
            if (is_in_use(*file)) {
                target = folder_.inflight_path() / kReplacementsName / from_utf8(file->name);
                replacements_.push_back({target, path});
            }
            jobs_.push_back({file->name, static_cast<uint64_t>(file->size), std::move(target)});
        }
    }

    void check_free_space() const {
        std::error_code error;
        const fs::space_info space = fs::space(folder_.path(), error);
        if (!error) check_space(bytes_to_add(jobs_), space.available);
    }

    void stage(const Manifest& merged) const {
        if (!is_free_for_folder(folder_.inflight_path())) {
            throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                        "'" + to_utf8(folder_.inflight_path()) + "' is not a folder of the store's own");
        }
        create_folders(folder_.inflight_path());
        write_file_durably(staged_manifest_path(), to_json(merged));
        for (const TransferJob& job : jobs_) create_folders(job.target.parent_path());
    }

    fs::path staged_manifest_path() const { return folder_.inflight_path() / kManifestName; }

    void commit(const Manifest& merged) const {
        for (const Replacement& replacement : replacements_) replace_file(replacement.staged, replacement.final_path);
        std::set<fs::path> folders = {folder_.path()};
        for (const ManifestFile* file : plan_.installed_files()) {
            folders.insert(folder_.file_path(file->name).parent_path());
        }
        for (const fs::path& path : folders) sync_folder(path);
        replace_file(staged_manifest_path(), folder_.manifest_path());
        sync_folder(folder_.path());
        // From here on the import has succeeded; what cannot be tidied up is only in the way.
        if (installed_) delete_superseded(folder_, *installed_, merged);
        std::error_code ignored;
        fs::remove_all(folder_.inflight_path(), ignored);
    }

    const ModelFolder& folder_;
    const Source& source_;
    const Manifest& plan_;
    const ImportOptions& options_;
    const ModelLock lock_;
    std::optional<Manifest> installed_;
    std::vector<TransferJob> jobs_;
    std::vector<Replacement> replacements_;
};

}  // namespace

void import_model(const ModelFolder& folder, const Source& source, const Manifest& plan, const ImportOptions& options) {
    Import(folder, source, plan, options).run();
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
