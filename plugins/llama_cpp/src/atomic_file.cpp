#include "atomic_file.h"

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <system_error>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <sys/stat.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace geniex::llama {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// A name beside `path` that no other writer in the world of this machine uses.
fs::path temporary_name(const fs::path& path) {
    static std::atomic<unsigned> counter{0};
#if defined(_WIN32)
    const int process = _getpid();
#else
    const int process = getpid();
#endif
    fs::path name = path;
    name += "." + std::to_string(process) + "." + std::to_string(counter++) + ".tmp";
    return name;
}

#if defined(_WIN32)

int open_new(const fs::path& path) {
    return _wopen(path.c_str(), _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
}
long long write_some(int file, const char* bytes, size_t count) {
    constexpr size_t kLimit = size_t{1} << 30;  // _write() counts in int
    return _write(file, bytes, static_cast<unsigned>(count < kLimit ? count : kLimit));
}
bool sync_file(int file) { return _commit(file) == 0; }
void close_file(int file) { _close(file); }
void move_over(const fs::path& from, const fs::path& to) {
    if (MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) != 0) return;
    throw std::system_error(static_cast<int>(GetLastError()), std::system_category(),
                            "the file cannot be put in place");
}

#else

int open_new(const fs::path& path) {
    return open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
}
long long write_some(int file, const char* bytes, size_t count) {
    for (;;) {
        const ssize_t written = ::write(file, bytes, count);
        if (written >= 0 || errno != EINTR) return written;
    }
}
bool sync_file(int file) { return fsync(file) == 0; }
void close_file(int file) { close(file); }
void move_over(const fs::path& from, const fs::path& to) {
    fs::rename(from, to);
    // The new name must outlive a power cut, too; a file system that cannot promise it is no reason to fail.
    const fs::path parent = to.parent_path();
    const int folder = open(parent.empty() ? "." : parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    fsync(folder);
    close(folder);
}

#endif

}  // namespace

struct AtomicFile::File {
    explicit File(const std::string& target)
        : path(fs::u8path(target)), temporary(temporary_name(path)), descriptor(open_new(temporary)) {
        if (descriptor < 0) fail("the file cannot be created");
    }
    ~File() {
        if (descriptor >= 0) close_file(descriptor);
        std::error_code ignored;
        if (!moved) fs::remove(temporary, ignored);
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    fs::path path;
    fs::path temporary;
    int descriptor;
    bool moved = false;
};

AtomicFile::AtomicFile(const std::string& path) : file_(std::make_unique<File>(path)) {}

AtomicFile::~AtomicFile() = default;

void AtomicFile::write(const void* bytes, size_t count) {
    const auto* next = static_cast<const char*>(bytes);
    while (count > 0) {
        const long long written = write_some(file_->descriptor, next, count);
        if (written <= 0) fail("the file cannot be written");
        next += written;
        count -= static_cast<size_t>(written);
    }
}

void AtomicFile::commit() {
    if (!sync_file(file_->descriptor)) fail("the file cannot be written");
    close_file(file_->descriptor);
    file_->descriptor = -1;
    move_over(file_->temporary, file_->path);
    file_->moved = true;
}

}  // namespace geniex::llama
