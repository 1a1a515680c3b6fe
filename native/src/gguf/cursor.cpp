#include "cursor.h"

#include <algorithm>

#include "finding.h"
#include "text.h"
#include "value.h"

namespace geniex::gguf {

namespace {

constexpr size_t kBufferBytes = 64 * 1024;

}  // namespace

Cursor::Cursor(ByteSource& source, uint64_t limit) : source_(source), limit_(limit), buffer_(kBufferBytes) {}

void Cursor::require(uint64_t bytes, const std::string& where) const {
    if (bytes > remaining()) {
        throw Malformed{
            {"truncated",
             concat("The file ends too early: ", where, " needs ", format_bytes(bytes), ", but only ",
                    format_bytes(remaining()), " follow. The download is not complete, or the file is damaged."),
             where, kDownloadAgain}};
    }
    if (position() > limit_ || bytes > limit_ - position()) {
        throw Malformed{{"metadata_too_large",
                         concat("The metadata is longer than ", format_bytes(limit_), "; no model needs that much."),
                         where, kOtherFile}};
    }
}

void Cursor::skip(uint64_t bytes, const std::string& where) {
    require(bytes, where);
    const size_t buffered = buffer_filled_ - buffer_used_;
    if (bytes <= buffered) {
        buffer_used_ += static_cast<size_t>(bytes);
        return;
    }
    buffer_start_ = position() + bytes;
    buffer_used_ = buffer_filled_ = 0;
}

void Cursor::append(std::string& target, uint64_t bytes, const std::string& where) {
    require(bytes, where);
    while (bytes > 0) {
        if (buffer_used_ == buffer_filled_) refill();
        const auto part = static_cast<size_t>(std::min<uint64_t>(bytes, buffer_filled_ - buffer_used_));
        target.append(buffer_.data() + buffer_used_, part);
        buffer_used_ += part;
        bytes -= part;
    }
}

uint64_t Cursor::number(size_t bytes, const std::string& where) {
    if (bytes <= buffer_filled_ - buffer_used_ && position() + bytes <= limit_) {
        const uint64_t value = load_little_endian(buffer_.data() + buffer_used_, bytes);
        buffer_used_ += bytes;
        return value;
    }
    std::string octets;
    append(octets, bytes, where);
    return load_little_endian(octets.data(), bytes);
}

void Cursor::refill() {
    buffer_start_ += buffer_used_;
    buffer_used_ = 0;
    buffer_filled_ = source_.read(buffer_start_, buffer_.data(), buffer_.size());
    if (buffer_filled_ == 0) {
        throw Malformed{{"read_failed", concat("The file could not be read at byte ", buffer_start_, "."), "file",
                         "Check the disk or the network drive that holds the file, and try again."}};
    }
}

}  // namespace geniex::gguf
