// Numbers out of a file's bytes, never from beyond them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace geniex::media {

class Bytes {
 public:
    explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

    size_t size() const { return bytes_.size(); }
    bool has(size_t at, size_t count) const { return at <= bytes_.size() && count <= bytes_.size() - at; }
    bool spells(size_t at, std::string_view text) const {
        return has(at, text.size()) && bytes_.substr(at, text.size()) == text;
    }
    std::string_view view(size_t at, size_t count) const { return bytes_.substr(at, count); }

    /** 0 where there is no such byte. */
    uint8_t byte(size_t at) const { return at < bytes_.size() ? static_cast<uint8_t>(bytes_[at]) : 0; }
    uint32_t big16(size_t at) const { return byte(at) << 8U | byte(at + 1); }
    uint32_t big32(size_t at) const { return big16(at) << 16U | big16(at + 2); }
    uint32_t little16(size_t at) const { return byte(at) | byte(at + 1) << 8U; }
    uint32_t little32(size_t at) const { return little16(at) | little16(at + 2) << 16U; }

 private:
    std::string_view bytes_;
};

}  // namespace geniex::media
