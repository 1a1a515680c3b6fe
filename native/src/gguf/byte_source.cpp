#include "byte_source.h"

#include <algorithm>
#include <limits>
#include <system_error>
#include <utility>

namespace geniex::gguf {

std::optional<FileSource> FileSource::open(const std::filesystem::path& path) {
    // Asked before opening: to open a pipe would wait for its other end.
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
    const uintmax_t size = std::filesystem::file_size(path, error);
    if (error) return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return std::nullopt;
    return FileSource(std::move(stream), size);
}

size_t FileSource::read(uint64_t offset, void* buffer, size_t length) {
    if (offset > static_cast<uint64_t>(std::numeric_limits<std::streamoff>::max())) return 0;
    stream_.clear();
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(static_cast<char*>(buffer), static_cast<std::streamsize>(length));
    return static_cast<size_t>(stream_.gcount());
}

size_t CallbackSource::read(uint64_t offset, void* buffer, size_t length) {
    if (offset >= size_) return 0;
    const uint64_t wanted = std::min<uint64_t>(length, size_ - offset);
    const int64_t got = read_(context_, offset, buffer, wanted);
    // A function that claims more than it was asked for has not been understood by its author.
    return got > 0 && static_cast<uint64_t>(got) <= wanted ? static_cast<size_t>(got) : 0;
}

}  // namespace geniex::gguf
