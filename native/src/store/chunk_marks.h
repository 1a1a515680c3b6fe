// The .progress file beside a file that is being written: one byte per chunk, 1 when it is done.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "store/file.h"

namespace geniex::store {

class ChunkMarks {
 public:
    /** Marks of `target`, which will have `size` bytes; marks that are there are kept when they are as many. */
    ChunkMarks(const std::filesystem::path& target, uint64_t size);

    uint64_t chunk_size() const { return chunk_size_; }
    bool is_done(uint64_t chunk) const { return marks_[static_cast<size_t>(chunk)] == kDone; }
    void set_done(uint64_t chunk);
    /** The file is whole: without marks. */
    void remove();

    /** No marks, or nothing but set ones. */
    static bool all_done(const std::filesystem::path& target);
    /** Bytes in chunks that are marked as done, in a file that will have `size` bytes. */
    static uint64_t bytes_done(const std::filesystem::path& target, uint64_t size);

 private:
    static constexpr char kDone = 1;

    std::filesystem::path path_;
    uint64_t chunk_size_;
    std::string marks_;
    std::optional<File> file_;
};

/** Bytes per chunk: 16 MiB, or GENIEX_DL_CHUNK_SIZE, and more in large files, which have at most 128 chunks. */
uint64_t chunk_size_of(uint64_t file_size);

}  // namespace geniex::store
