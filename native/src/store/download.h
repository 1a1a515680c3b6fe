// A model that someone else downloads: this side plans it, says where its bytes go, and makes it ready.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "store/manifest.h"
#include "store/model_folder.h"
#include "store/staging.h"

namespace geniex::store {

struct DownloadFile {
    std::string name;
    uint64_t size = 0;
    std::filesystem::path target;      // where its bytes are to be written, with the chunk marks beside it
    std::filesystem::path final_path;  // where it will be, and may already be
    bool is_kept = false;
};

/** Holds the model's lock for its life. Functions throw Error. */
class Download {
 public:
    /** Null when somebody else is at work on the model. */
    static std::unique_ptr<Download> begin(const ModelFolder& folder, Manifest plan, bool type_is_given);

    const ModelFolder& folder() const { return folder_; }
    const std::vector<DownloadFile>& files() const { return files_; }
    /** The file at its final path is the right one. FILE_NOT_FOUND when it is not in the plan or not on the disk. */
    void keep(const std::string& name);
    /** MODEL_INVALID when a file is missing or not whole; whether its bytes are right is the caller's to know. */
    void commit();

 private:
    Download(const ModelFolder& folder, Manifest plan) : folder_(folder), plan_(std::move(plan)) {}

    const ModelFolder folder_;
    const Manifest plan_;
    std::unique_ptr<ModelLock> lock_;
    std::unique_ptr<Staging> staging_;
    std::vector<DownloadFile> files_;
};

/** Forgets an unfinished download; what is installed stays. False when somebody else is at work on it. */
bool discard_download(const ModelFolder& folder);

}  // namespace geniex::store
