#include "store/import.h"

#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/references.h"
#include "store/staging.h"
#include "store/transfer.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

/** The same file by the usual quick check, size and date: whoever asks again need not wait again. */
bool is_up_to_date(const Source& source, const ManifestFile& file, const fs::path& path) {
    if (!is_real_file(path) || !ChunkMarks::all_done(path)) return false;
    const File present = File::open_to_read(path);
    return present.size() == static_cast<uint64_t>(file.size) && present.modified() == source.modified(file.name);
}

void check_free_space(const ModelFolder& folder, const std::vector<TransferJob>& jobs) {
    std::error_code error;
    const fs::space_info space = fs::space(folder.path(), error);
    if (!error) check_space(bytes_to_add(jobs), space.available);
}

}  // namespace

void import_model(const ModelFolder& folder, const Source& source, const Manifest& plan, const ImportOptions& options) {
    const ModelLock lock(folder);
    Staging staging(folder, plan, options.type_is_given);
    std::vector<TransferJob> jobs;
    for (const ManifestFile* file : plan.installed_files()) {
        if (is_up_to_date(source, *file, folder.file_path(file->name))) continue;
        jobs.push_back({file->name, static_cast<uint64_t>(file->size), staging.add(*file)});
    }
    check_free_space(folder, jobs);
    staging.stage();
    Progress progress(jobs, options.on_progress, options.user_data);
    transfer(source, jobs, progress);
    staging.commit();
}

void refer_to_model(const ModelFolder& folder, const fs::path& origin, const Manifest& plan, bool type_is_given) {
    const ModelLock lock(folder);
    References references = read_references(folder.path());
    for (const ManifestFile* file : plan.installed_files()) {
        if (is_present(folder.file_path(file->name))) {
            throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                        "'" + folder.name() + "' has a copy of '" + file->name + "'; remove it first");
        }
        references[file->name] = origin / from_utf8(file->name);
    }
    Staging staging(folder, plan, type_is_given);
    staging.stage();
    write_references(folder.path(), references);
    staging.commit();
}

}  // namespace geniex::store
