// Where the reader's bytes come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>

namespace geniex::gguf {

/**
 * Random access to a fixed number of bytes. An interface, because the same reader also judges a file that
 * is still on a server, through range requests.
 */
class ByteSource {
 public:
    virtual ~ByteSource() = default;
    virtual uint64_t size() const = 0;
    /** Reads up to `length` bytes at `offset` and answers how many it got; fewer only at the end or on failure. */
    virtual size_t read(uint64_t offset, void* buffer, size_t length) = 0;
};

/** A regular file. */
class FileSource final : public ByteSource {
 public:
    /** Nothing when the path is no regular file or may not be read. */
    static std::optional<FileSource> open(const std::filesystem::path& path);

    uint64_t size() const override { return size_; }
    size_t read(uint64_t offset, void* buffer, size_t length) override;

 private:
    FileSource(std::ifstream stream, uint64_t size) : stream_(std::move(stream)), size_(size) {}

    std::ifstream stream_;
    uint64_t size_;
};

/** Bytes that a function of the caller's delivers. */
class CallbackSource final : public ByteSource {
 public:
    using Read = int64_t (*)(void* context, uint64_t offset, void* buffer, uint64_t length);

    CallbackSource(uint64_t size, Read read, void* context) : size_(size), read_(read), context_(context) {}

    uint64_t size() const override { return size_; }
    size_t read(uint64_t offset, void* buffer, size_t length) override;

 private:
    uint64_t size_;
    Read read_;
    void* context_;
};

}  // namespace geniex::gguf
