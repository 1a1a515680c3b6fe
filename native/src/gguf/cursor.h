// Sequential, buffered, bounded reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "byte_source.h"

namespace geniex::gguf {

/**
 * Reads forward from the start of a source and never past `limit`. Each call throws Malformed when the bytes
 * that it needs are not there; `where` tells the user which part of the file was being read.
 */
class Cursor {
 public:
    Cursor(ByteSource& source, uint64_t limit);

    uint64_t position() const { return buffer_start_ + buffer_used_; }
    uint64_t remaining() const { return source_.size() - position(); }

    /** Throws unless `bytes` more may be read. */
    void require(uint64_t bytes, const std::string& where) const;
    void skip(uint64_t bytes, const std::string& where);
    void append(std::string& target, uint64_t bytes, const std::string& where);
    /** An unsigned number of 1 to 8 bytes. */
    uint64_t number(size_t bytes, const std::string& where);

 private:
    void refill();

    ByteSource& source_;
    uint64_t limit_;
    std::vector<char> buffer_;
    uint64_t buffer_start_ = 0;
    size_t buffer_used_ = 0;
    size_t buffer_filled_ = 0;
};

}  // namespace geniex::gguf
