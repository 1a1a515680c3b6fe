#if !defined(_WIN32)

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform.h"
#include "store/error.h"
#include "store/file.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kNanosecondsPerSecond = 1000000000;

[[noreturn]] void fail_on(const char* action, const fs::path& path) {
    const int number = errno;
    int32_t code = GENIEX_ERROR_COMMON_UNKNOWN;
    if (number == ENOENT || number == ENOTDIR) code = GENIEX_ERROR_COMMON_FILE_NOT_FOUND;
    // EFBIG: the file system or a quota takes no files of this size.
    if (number == ENOSPC || number == EDQUOT || number == EFBIG) code = GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE;
    if (number == ELOOP || number == EISDIR) code = GENIEX_ERROR_COMMON_INVALID_INPUT;
    const std::string reason = number == ELOOP ? "it is a symbolic link" : std::generic_category().message(number);
    throw Error(code, std::string("cannot ") + action + " '" + to_utf8(path) + "': " + reason);
}

struct stat status_of(intptr_t handle, const fs::path& path) {
    struct stat status{};
    if (fstat(static_cast<int>(handle), &status) != 0) fail_on("examine", path);
    return status;
}

/** O_NONBLOCK, since to open a pipe would wait for its other end. */
intptr_t open_regular(const fs::path& path, int flags) {
    constexpr mode_t kMode = 0666;  // the umask has its say
    const int handle = open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kMode);
    if (handle < 0) fail_on("open", path);
    struct stat status{};
    if (fstat(handle, &status) == 0 && S_ISREG(status.st_mode)) return handle;
    close(handle);
    throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + to_utf8(path) + "' is not a regular file");
}

}  // namespace

File File::open_to_read(const fs::path& path) { return File(open_regular(path, O_RDONLY), path); }

File File::open_to_write(const fs::path& path) { return File(open_regular(path, O_RDWR | O_CREAT), path); }

File::~File() {
    if (handle_ != kNoHandle) close(static_cast<int>(handle_));
}

uint64_t File::size() const { return static_cast<uint64_t>(status_of(handle_, path_).st_size); }

size_t File::read_at(uint64_t offset, void* buffer, size_t length) const {
    size_t done = 0;
    while (done < length) {
        const ssize_t count = pread(static_cast<int>(handle_), static_cast<char*>(buffer) + done, length - done,
                                    static_cast<off_t>(offset + done));
        if (count == 0) break;
        if (count > 0) {
            done += static_cast<size_t>(count);
        } else if (errno != EINTR) {
            fail_on("read", path_);
        }
    }
    return done;
}

void File::write_at(uint64_t offset, const void* bytes, size_t length) {
    size_t done = 0;
    while (done < length) {
        const ssize_t count = pwrite(static_cast<int>(handle_), static_cast<const char*>(bytes) + done, length - done,
                                     static_cast<off_t>(offset + done));
        if (count >= 0) {
            done += static_cast<size_t>(count);
        } else if (errno != EINTR) {
            fail_on("write", path_);
        }
    }
}

void File::resize(uint64_t size) {
    if (ftruncate(static_cast<int>(handle_), static_cast<off_t>(size)) != 0) fail_on("resize", path_);
}

void File::sync() {
    if (fsync(static_cast<int>(handle_)) != 0) fail_on("save", path_);
}

FileIdentity File::identity() const {
    const struct stat status = status_of(handle_, path_);
    return {static_cast<uint64_t>(status.st_dev), static_cast<uint64_t>(status.st_ino)};
}

int64_t File::modified() const {
    const struct stat status = status_of(handle_, path_);
#if defined(__APPLE__)
    const timespec& time = status.st_mtimespec;
#else
    const timespec& time = status.st_mtim;
#endif
    return static_cast<int64_t>(time.tv_sec) * kNanosecondsPerSecond + time.tv_nsec;
}

void File::set_modified(int64_t time) {
    int64_t seconds = time / kNanosecondsPerSecond;
    int64_t nanoseconds = time % kNanosecondsPerSecond;
    if (nanoseconds < 0) {  // before 1970
        --seconds;
        nanoseconds += kNanosecondsPerSecond;
    }
    const timespec times[2] = {{0, UTIME_OMIT}, {static_cast<time_t>(seconds), static_cast<long>(nanoseconds)}};
    if (futimens(static_cast<int>(handle_), times) != 0) fail_on("date", path_);
}

void File::lock() {
    while (flock(static_cast<int>(handle_), LOCK_EX) != 0) {
        if (errno != EINTR) fail_on("lock", path_);
    }
}

bool File::try_lock() {
    while (flock(static_cast<int>(handle_), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK) return false;
        if (errno != EINTR) fail_on("lock", path_);
    }
    return true;
}

void sync_folder(const fs::path& folder) {
    const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (handle < 0) fail_on("open", folder);
    // Some network file systems have no such thing as syncing a folder, and say EINVAL.
    const bool failed = fsync(handle) != 0 && errno != EINVAL;
    const int number = errno;
    close(handle);
    errno = number;
    if (failed) fail_on("save", folder);
}

void replace_file(const fs::path& from, const fs::path& to) {
    if (rename(from.c_str(), to.c_str()) != 0) fail_on("rename to", to);
}

}  // namespace geniex::store

#endif
