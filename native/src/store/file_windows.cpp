#if defined(_WIN32)

#include <algorithm>
#include <system_error>

#include <windows.h>

#include "platform.h"
#include "store/error.h"
#include "store/file.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxTransfer = 64u << 20;  // lengths of one call are 32 bits wide

[[noreturn]] void fail_on(const char* action, const fs::path& path) {
    const DWORD number = GetLastError();
    int32_t code = GENIEX_ERROR_COMMON_UNKNOWN;
    if (number == ERROR_FILE_NOT_FOUND || number == ERROR_PATH_NOT_FOUND) code = GENIEX_ERROR_COMMON_FILE_NOT_FOUND;
    if (number == ERROR_DISK_FULL || number == ERROR_HANDLE_DISK_FULL)
        code = GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE;
    throw Error(code, std::string("cannot ") + action + " '" + to_utf8(path) +
                          "': " + std::system_category().message(static_cast<int>(number)));
}

HANDLE handle_of(intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

OVERLAPPED at(uint64_t offset) {
    OVERLAPPED position{};
    position.Offset = static_cast<DWORD>(offset);
    position.OffsetHigh = static_cast<DWORD>(offset >> 32);
    return position;
}

intptr_t open_regular(const fs::path& path, DWORD access, DWORD disposition) {
    constexpr DWORD kShare = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    // BACKUP_SEMANTICS opens folders, too, so that they are told from what may not be opened.
    constexpr DWORD kFlags = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
    const HANDLE handle = CreateFileW(path.c_str(), access, kShare, nullptr, disposition, kFlags, nullptr);
    if (handle == INVALID_HANDLE_VALUE) fail_on("open", path);
    BY_HANDLE_FILE_INFORMATION facts{};
    constexpr DWORD kUnwanted = FILE_ATTRIBUTE_REPARSE_POINT | FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE;
    if (GetFileType(handle) == FILE_TYPE_DISK && GetFileInformationByHandle(handle, &facts) &&
        (facts.dwFileAttributes & kUnwanted) == 0) {
        return reinterpret_cast<intptr_t>(handle);
    }
    CloseHandle(handle);
    throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + to_utf8(path) + "' is not a regular file");
}

}  // namespace

File File::open_to_read(const fs::path& path) { return File(open_regular(path, GENERIC_READ, OPEN_EXISTING), path); }

File File::open_to_write(const fs::path& path) {
    return File(open_regular(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS), path);
}

File::~File() {
    if (handle_ != kNoHandle) CloseHandle(handle_of(handle_));
}

uint64_t File::size() const {
    LARGE_INTEGER size{};
    if (!GetFileSizeEx(handle_of(handle_), &size)) fail_on("examine", path_);
    return static_cast<uint64_t>(size.QuadPart);
}

size_t File::read_at(uint64_t offset, void* buffer, size_t length) const {
    size_t done = 0;
    while (done < length) {
        OVERLAPPED position = at(offset + done);
        const DWORD wanted = static_cast<DWORD>(std::min(length - done, kMaxTransfer));
        DWORD count = 0;
        if (!ReadFile(handle_of(handle_), static_cast<char*>(buffer) + done, wanted, &count, &position)) {
            if (GetLastError() == ERROR_HANDLE_EOF) break;
            fail_on("read", path_);
        }
        if (count == 0) break;
        done += count;
    }
    return done;
}

void File::write_at(uint64_t offset, const void* bytes, size_t length) {
    size_t done = 0;
    while (done < length) {
        OVERLAPPED position = at(offset + done);
        const DWORD wanted = static_cast<DWORD>(std::min(length - done, kMaxTransfer));
        DWORD count = 0;
        if (!WriteFile(handle_of(handle_), static_cast<const char*>(bytes) + done, wanted, &count, &position)) {
            fail_on("write", path_);
        }
        done += count;
    }
}

void File::resize(uint64_t size) {
    FILE_END_OF_FILE_INFO end{};
    end.EndOfFile.QuadPart = static_cast<LONGLONG>(size);
    if (!SetFileInformationByHandle(handle_of(handle_), FileEndOfFileInfo, &end, sizeof(end))) fail_on("resize", path_);
}

void File::sync() {
    if (!FlushFileBuffers(handle_of(handle_))) fail_on("save", path_);
}

FileIdentity File::identity() const {
    BY_HANDLE_FILE_INFORMATION facts{};
    if (!GetFileInformationByHandle(handle_of(handle_), &facts)) fail_on("examine", path_);
    return {facts.dwVolumeSerialNumber, static_cast<uint64_t>(facts.nFileIndexHigh) << 32 | facts.nFileIndexLow};
}

int64_t File::modified() const {
    FILETIME time{};
    if (!GetFileTime(handle_of(handle_), nullptr, nullptr, &time)) fail_on("examine", path_);
    return static_cast<int64_t>(static_cast<uint64_t>(time.dwHighDateTime) << 32 | time.dwLowDateTime);
}

void File::set_modified(int64_t time) {
    FILETIME value{};
    value.dwLowDateTime = static_cast<DWORD>(time);
    value.dwHighDateTime = static_cast<DWORD>(static_cast<uint64_t>(time) >> 32);
    if (!SetFileTime(handle_of(handle_), nullptr, nullptr, &value)) fail_on("date", path_);
}

void File::lock() {
    OVERLAPPED start{};
    if (!LockFileEx(handle_of(handle_), LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &start)) fail_on("lock", path_);
}

bool File::try_lock() {
    OVERLAPPED start{};
    constexpr DWORD kFlags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    if (LockFileEx(handle_of(handle_), kFlags, 0, 1, 0, &start)) return true;
    if (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING) fail_on("lock", path_);
    return false;
}

void sync_folder(const fs::path&) {
    // NTFS journals names; replace_file() writes through, and there is no call to sync a folder.
}

void replace_file(const fs::path& from, const fs::path& to) {
    if (!MoveFileExW(from.c_str(), to.c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        fail_on("rename to", to);
    }
}

}  // namespace geniex::store

#endif
