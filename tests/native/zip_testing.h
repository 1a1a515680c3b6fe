// Builds ZIP archives for tests, also such as no honest program writes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace zip_testing {

/** What kPacked unpacks to. */
inline std::string unpacked() {
    std::string text;
    for (int i = 0; i < 40; ++i) text += std::to_string(i) + " little ducks went out one day;";
    return text;
}

inline const std::string kPacked(
    "\x85\xd3\xb1\x0d\xc2\x40\x0c\x40\xd1\x55\x6e\x84\xd8\x06\x02\x62\x1a\x04\x29\x22\xa2\xa4\xe0\x22"
    "\xc4\xf6\x64\x83\x57\x5c\xe3\xef\xea\xc9\x37\xb4\x65\xee\x7d\x99\xda\x6b\x7f\xbe\x3f\xed\x3b\xad"
    "\xbd\x6d\xfb\xf1\xd6\x63\xf4\xf8\xdd\x03\x3d\xd1\x0b\xfd\x84\x7e\x46\xbf\xa0\x8f\xe8\x57\xf4\x9b"
    "\x7c\x06\x2d\x48\x30\x44\x18\x32\x0c\x21\x86\x14\x43\x8c\x21\xc7\x10\x64\x48\x32\x25\x99\xbc\x45"
    "\x49\xa6\x24\x53\x92\x29\xc9\x94\x64\x4a\x32\x25\x99\x92\x2c\x49\x96\x24\x8b\xdf\x5a\x92\x25\xc9"
    "\x92\x64\x49\xb2\x24\x59\x92\x2c\x49\xfe\x01",
    131);

inline uint32_t crc_of(const std::string& bytes) {
    uint32_t crc = 0xFFFFFFFFu;
    for (const char c : bytes) {
        crc ^= static_cast<uint8_t>(c);
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    return ~crc;
}

/** One file; every member may be made to lie. */
struct Entry {
    std::string name;
    std::string data;
    uint16_t method = 0;
    uint16_t flags = 0;
    uint32_t crc = 0;
    uint64_t size = 0;
    uint64_t packed_size = 0;
    uint32_t unix_mode = 0100644;
    uint16_t disk = 0;
    std::string header_name;
    int64_t header_offset = -1;  // -1: where it is
};

class Archive {
 public:
    Archive& add(const std::string& name, const std::string& content) { return add_packed(name, content, content, 0); }

    Archive& add_packed(const std::string& name, const std::string& data, const std::string& content, uint16_t method) {
        Entry entry;
        entry.name = entry.header_name = name;
        entry.data = data;
        entry.method = method;
        entry.crc = crc_of(content);
        entry.size = content.size();
        entry.packed_size = data.size();
        return add(std::move(entry));
    }

    Archive& add(Entry entry) {
        entries_.push_back(std::move(entry));
        return *this;
    }

    Entry& last() { return entries_.back(); }
    Archive& use_zip64() {
        zip64_ = true;
        return *this;
    }
    Archive& comment(std::string text) {
        comment_ = std::move(text);
        return *this;
    }
    /** Number of entries that the end record claims. */
    Archive& claim_entries(uint64_t count) {
        claimed_entries_ = count;
        return *this;
    }

    std::string build() const {
        std::string file;
        std::string table;
        for (const Entry& entry : entries_) {
            const uint64_t offset = entry.header_offset >= 0 ? static_cast<uint64_t>(entry.header_offset) : file.size();
            file += local_header(entry) + entry.data;
            table += central_record(entry, offset);
        }
        return file + table + end_records(file.size(), table.size());
    }

 private:
    static std::string number(uint64_t value, size_t width) {
        std::string bytes;
        for (size_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i));
        return bytes;
    }

    static std::string local_header(const Entry& entry) {
        return number(0x04034b50, 4) + number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0, 4) +
               number(entry.crc, 4) + number(entry.packed_size, 4) + number(entry.size, 4) +
               number(entry.header_name.size(), 2) + number(0, 2) + entry.header_name;
    }

    std::string central_record(const Entry& entry, uint64_t offset) const {
        std::string extra;
        uint64_t size = entry.size;
        uint64_t packed = entry.packed_size;
        uint64_t place = offset;
        if (zip64_) {
            extra = number(1, 2) + number(24, 2) + number(size, 8) + number(packed, 8) + number(place, 8);
            size = packed = place = 0xFFFFFFFF;
        }
        return number(0x02014b50, 4) + number(3 << 8 | 20, 2) + number(20, 2) + number(entry.flags, 2) +
               number(entry.method, 2) + number(0, 4) + number(entry.crc, 4) + number(packed, 4) + number(size, 4) +
               number(entry.name.size(), 2) + number(extra.size(), 2) + number(0, 2) + number(entry.disk, 2) +
               number(0, 2) + number(static_cast<uint64_t>(entry.unix_mode) << 16, 4) + number(place, 4) + entry.name +
               extra;
    }

    std::string end_records(uint64_t offset, uint64_t bytes) const {
        const uint64_t count = claimed_entries_ > 0 ? claimed_entries_ : entries_.size();
        std::string records;
        if (zip64_) {
            records = number(0x06064b50, 4) + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
                      number(count, 8) + number(count, 8) + number(bytes, 8) + number(offset, 8);
            records += number(0x07064b50, 4) + number(0, 4) + number(offset + bytes, 8) + number(1, 4);
        }
        const uint64_t short_count = zip64_ ? 0xFFFF : count;
        return records + number(0x06054b50, 4) + number(0, 4) + number(short_count, 2) + number(short_count, 2) +
               number(zip64_ ? 0xFFFFFFFF : bytes, 4) + number(zip64_ ? 0xFFFFFFFF : offset, 4) +
               number(comment_.size(), 2) + comment_;
    }

    std::vector<Entry> entries_;
    std::string comment_;
    uint64_t claimed_entries_ = 0;
    bool zip64_ = false;
};

}  // namespace zip_testing
