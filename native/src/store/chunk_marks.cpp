#include "store/chunk_marks.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>

#include "platform.h"
#include "store/error.h"
#include "store/file_names.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr uint64_t kDefaultChunkBytes = 16 << 20;
constexpr uint64_t kMinChunkBytes = 4 << 10;
constexpr uint64_t kMaxChunks = 128;
constexpr size_t kMaxMarks = 1 << 20;  // far more than any writer makes

uint64_t configured_chunk_size() {
    const std::string text = get_environment("GENIEX_DL_CHUNK_SIZE");
    uint64_t bytes = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), bytes);
    const bool is_number = result.ec == std::errc() && result.ptr == text.data() + text.size() && bytes > 0;
    return is_number ? std::max(bytes, kMinChunkBytes) : kDefaultChunkBytes;
}

uint64_t divide_up(uint64_t value, uint64_t by) { return value / by + (value % by != 0); }

fs::path marks_path(const fs::path& target) {
    fs::path path = target;
    path += kProgressSuffix;
    return path;
}

/** "" when there are none that could be right. */
std::string read_marks(const fs::path& path) {
    if (!is_real_file(path)) return {};
    const File file = File::open_to_read(path);
    if (file.size() > kMaxMarks) return {};
    std::string marks(static_cast<size_t>(file.size()), '\0');
    marks.resize(file.read_at(0, marks.data(), marks.size()));
    return marks;
}

}  // namespace

uint64_t chunk_size_of(uint64_t file_size) {
    return std::max(configured_chunk_size(), divide_up(file_size, kMaxChunks));
}

ChunkMarks::ChunkMarks(const fs::path& target, uint64_t size)
    : path_(marks_path(target)), chunk_size_(chunk_size_of(size)) {
    const auto chunks = static_cast<size_t>(divide_up(size, chunk_size_));
    file_ = File::open_to_write(path_);
    if (file_->size() == chunks) {
        marks_.resize(chunks);
        file_->read_at(0, marks_.data(), chunks);
    } else {
        marks_.assign(chunks, '\0');
        file_->resize(0);
        file_->write_at(0, marks_.data(), chunks);
    }
}

void ChunkMarks::set_done(uint64_t chunk) {
    marks_[static_cast<size_t>(chunk)] = kDone;
    file_->write_at(chunk, &kDone, 1);
}

void ChunkMarks::remove() {
    file_.reset();
    std::error_code error;
    fs::remove(path_, error);
    if (error) throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "cannot delete '" + to_utf8(path_) + "': " + error.message());
}

uint64_t ChunkMarks::bytes_done(const fs::path& target, uint64_t size) {
    const std::string marks = read_marks(marks_path(target));
    const uint64_t chunk_size = chunk_size_of(size);
    if (marks.size() != divide_up(size, chunk_size)) return 0;
    uint64_t bytes = 0;
    for (uint64_t chunk = 0; chunk < marks.size(); ++chunk) {
        if (marks[static_cast<size_t>(chunk)] == kDone) bytes += std::min(chunk_size, size - chunk * chunk_size);
    }
    return bytes;
}

bool ChunkMarks::all_done(const fs::path& target) {
    const fs::path path = marks_path(target);
    if (!is_present(path)) return true;
    const std::string marks = read_marks(path);
    return !marks.empty() && std::all_of(marks.begin(), marks.end(), [](char mark) { return mark == kDone; });
}

}  // namespace geniex::store
