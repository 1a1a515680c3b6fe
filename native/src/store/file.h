// Files as the store needs them: read and written at offsets, never through a symbolic link, and made durable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace geniex::store {

/** What identifies a file on its volume, whatever its name. */
struct FileIdentity {
    uint64_t volume = 0;
    uint64_t number = 0;
    bool operator==(const FileIdentity& other) const { return volume == other.volume && number == other.number; }
};

/** An open regular file. Every function throws Error with the system's text when the system refuses. */
class File {
 public:
    /** FILE_NOT_FOUND when there is nothing to open; INVALID_INPUT for a link, a folder or a device. */
    static File open_to_read(const std::filesystem::path& path);
    /** Created when missing; its content is kept. INVALID_INPUT for a link, a folder or a device. */
    static File open_to_write(const std::filesystem::path& path);

    File(File&& other) noexcept : handle_(std::exchange(other.handle_, kNoHandle)), path_(std::move(other.path_)) {}
    File& operator=(File&& other) noexcept {
        std::swap(handle_, other.handle_);
        path_.swap(other.path_);
        return *this;
    }
    ~File();

    uint64_t size() const;
    /** Fewer than `length` bytes only at the end of the file. */
    size_t read_at(uint64_t offset, void* buffer, size_t length) const;
    void write_at(uint64_t offset, const void* bytes, size_t length);
    void resize(uint64_t size);
    /** The bytes are on the disk when this returns. */
    void sync();
    FileIdentity identity() const;

    /** Time of the last change, in the file system's own unit; only compared with others of the same kind. */
    int64_t modified() const;
    void set_modified(int64_t time);

    /** Waits until no other open file on the same path, in any process, holds the lock; closing gives it up. */
    void lock();
    /** lock() that does not wait: whether it was free. */
    bool try_lock();

    const std::filesystem::path& path() const { return path_; }

 private:
    using Handle = intptr_t;
    static constexpr Handle kNoHandle = -1;  // also INVALID_HANDLE_VALUE
    File(Handle handle, std::filesystem::path path) : handle_(handle), path_(std::move(path)) {}

    Handle handle_;
    std::filesystem::path path_;
};

/** Makes names that came or went in a folder durable. */
void sync_folder(const std::filesystem::path& folder);

/** Renames over what is there, in one step. */
void replace_file(const std::filesystem::path& from, const std::filesystem::path& to);

/** Whole content. MANIFEST_PARSE when it is longer than `limit`. */
std::string read_small_file(const std::filesystem::path& path, size_t limit);

/** The file has its old content or the new one, whatever happens meanwhile. */
void write_file_durably(const std::filesystem::path& path, const std::string& content);

// Each of these asks once: what it is may have changed by the next question. Links are not followed.

/** Whether something has that name, a broken link included. */
bool is_present(const std::filesystem::path& path);
/** Whether nothing has that name but perhaps a folder. */
bool is_free_for_folder(const std::filesystem::path& path);
/** Whether nothing has that name but perhaps a regular file. */
bool is_free_for_file(const std::filesystem::path& path);
bool is_real_folder(const std::filesystem::path& path);
bool is_real_file(const std::filesystem::path& path);

}  // namespace geniex::store
