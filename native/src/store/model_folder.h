// One model's folder in the store, and its lock.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "store/file.h"
#include "store/manifest.h"

namespace geniex::store {

class ModelFolder {
 public:
    /** `models` is the folder of all models, `name` "org/repo". INVALID_INPUT when the name cannot be that of folders,
     *  or when something else than folders has it: a link is not followed. */
    ModelFolder(const std::filesystem::path& models, const std::string& name);

    const std::string& name() const { return name_; }
    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path manifest_path() const;
    std::filesystem::path lock_path() const;
    std::filesystem::path inflight_path() const;

    bool is_there() const;
    void create() const;

    /** Nothing when there is none. MANIFEST_PARSE when it is broken. */
    std::optional<Manifest> read_manifest() const;

    /** Place of a model's file, whose name has been checked. INVALID_INPUT when a link or file is in its way. */
    std::filesystem::path file_path(std::string_view file_name) const;

    /** Path of the file when it is all there, in the folder or where it was left; else nothing: a missing, unfinished
     *  or linked file is none. */
    std::optional<std::filesystem::path> find_finished(const ManifestFile& file) const;

 private:
    void check() const;

    std::string name_;
    std::filesystem::path path_;
};

/** Keeps everyone else from changing a model. A folder that is left without anything but the lock vanishes with it. */
class ModelLock {
 public:
    enum class Wait { kYes, kNo };

    /** Creates the folder and waits for the lock as long as it takes, unless told not to wait. */
    explicit ModelLock(const ModelFolder& folder, Wait wait = Wait::kYes);
    ~ModelLock();
    /** False only when it was not to wait and somebody else has the lock. */
    bool is_held() const { return file_.has_value(); }
    ModelLock(const ModelLock&) = delete;
    ModelLock& operator=(const ModelLock&) = delete;

 private:
    const ModelFolder& folder_;
    std::optional<File> file_;
};

}  // namespace geniex::store
