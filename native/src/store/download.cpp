#include "store/download.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <utility>

#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/file_names.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

bool is_whole(const fs::path& path, uint64_t size) {
    return is_real_file(path) && ChunkMarks::all_done(path) && File::open_to_read(path).size() == size;
}

fs::path marks_of(fs::path target) { return target += kProgressSuffix; }

void finish(const DownloadFile& file) {
    if (!is_whole(file.target, file.size)) {
        throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, "'" + file.name + "' has not been downloaded completely");
    }
    File::open_to_write(file.target).sync();
    std::error_code error;
    fs::remove(marks_of(file.target), error);
    if (error) throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot finish '" + file.name + "': " + error.message());
}

}  // namespace

std::unique_ptr<Download> Download::begin(const ModelFolder& folder, Manifest plan, bool type_is_given) {
    std::unique_ptr<Download> download(new Download(folder, std::move(plan)));
    const ModelFolder& own = download->folder_;
    download->lock_ = std::make_unique<ModelLock>(own, ModelLock::Wait::kNo);
    if (!download->lock_->is_held()) return nullptr;
    download->staging_ = std::make_unique<Staging>(own, download->plan_, type_is_given);
    for (const ManifestFile* file : download->plan_.installed_files()) {
        download->files_.push_back({file->name, static_cast<uint64_t>(file->size), download->staging_->add(*file),
                                    own.file_path(file->name), false});
    }
    download->staging_->stage();
    return download;
}

void Download::keep(const std::string& name) {
    const auto file = std::find_if(files_.begin(), files_.end(), [&](const auto& entry) { return entry.name == name; });
    if (file == files_.end() || !is_whole(file->final_path, file->size)) {
        throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "'" + name + "' is not there to be kept");
    }
    file->is_kept = true;
}

void Download::commit() {
    for (const DownloadFile& file : files_) {
        if (!file.is_kept) finish(file);
    }
    staging_->commit();
}

bool discard_download(const ModelFolder& folder) {
    if (!folder.is_there()) return true;
    const ModelLock lock(folder, ModelLock::Wait::kNo);
    if (!lock.is_held()) return false;
    std::set<std::string> kept;
    bool is_installed = false;
    if (const auto manifest = folder.read_manifest()) {
        is_installed = true;
        for (const ManifestFile* file : manifest->installed_files()) kept.insert(lower_case(file->name));
    }
    std::error_code error;
    const fs::path staged = folder.inflight_path() / kManifestName;
    if (is_real_file(staged)) {
        const Manifest manifest = parse_manifest(read_small_file(staged, kMaxManifestBytes));
        for (const ManifestFile* file : manifest.installed_files()) {
            if (kept.count(lower_case(file->name)) != 0) continue;
            const fs::path path = folder.file_path(file->name);
            if (!is_real_folder(path)) fs::remove(path, error);
            fs::remove(marks_of(path), error);
        }
    }
    if (!is_installed) fs::remove(folder.path() / kOriginName, error);
    fs::remove_all(folder.inflight_path(), error);
    if (error) throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot discard '" + folder.name() + "': " + error.message());
    return true;
}

}  // namespace geniex::store
