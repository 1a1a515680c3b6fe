#include "store/zip_record.h"

#include <algorithm>

#include "store/error.h"

namespace geniex::store {

namespace {

constexpr uint32_t kLocalSignature = 0x04034b50;
constexpr uint32_t kCentralSignature = 0x02014b50;
constexpr uint32_t kEndSignature = 0x06054b50;
constexpr uint32_t kEnd64Signature = 0x06064b50;
constexpr uint32_t kLocator64Signature = 0x07064b50;
constexpr size_t kLocalBytes = 30;
constexpr size_t kCentralBytes = 46;
constexpr size_t kEndBytes = 22;
constexpr size_t kEnd64Bytes = 56;
constexpr size_t kLocator64Bytes = 20;
constexpr size_t kMaxCommentBytes = 65535;
constexpr uint16_t kExtra64 = 1;
constexpr uint16_t kSaturated16 = 0xFFFF;
constexpr uint32_t kSaturated32 = 0xFFFFFFFF;

[[noreturn]] void damaged(const std::string& text) {
    throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, "the archive is damaged: " + text);
}

/** Little-endian fields, one after the other. */
class Fields {
 public:
    explicit Fields(std::string_view bytes) : bytes_(bytes) {}

    uint16_t u16() { return static_cast<uint16_t>(number(2)); }
    uint32_t u32() { return static_cast<uint32_t>(number(4)); }
    uint64_t u64() { return number(8); }
    std::string_view take(size_t count) {
        if (count > bytes_.size()) damaged("a record is cut off");
        const std::string_view part = bytes_.substr(0, count);
        bytes_.remove_prefix(count);
        return part;
    }
    size_t left() const { return bytes_.size(); }
    std::string_view rest() const { return bytes_; }

 private:
    uint64_t number(size_t width) {
        const std::string_view part = take(width);
        uint64_t value = 0;
        for (size_t i = 0; i < width; ++i) value |= static_cast<uint64_t>(static_cast<uint8_t>(part[i])) << (8 * i);
        return value;
    }

    std::string_view bytes_;
};

std::string read_exactly(const File& file, uint64_t offset, size_t length, const char* what) {
    std::string bytes(length, '\0');
    if (file.read_at(offset, bytes.data(), length) != length) damaged(std::string(what) + " is cut off");
    return bytes;
}

bool is_end_record(std::string_view bytes, size_t position) {
    Fields fields(bytes.substr(position));
    if (fields.left() < kEndBytes || fields.u32() != kEndSignature) return false;
    fields.take(16);
    return fields.u16() == fields.left();  // the comment reaches to the end of the file
}

ZipTable checked(const ZipTable& table, uint64_t end) {
    if (table.offset > end || table.bytes > end - table.offset) damaged("its table lies outside of it");
    if (table.entries > table.bytes / kCentralBytes) damaged("its table is too short for its entries");
    return table;
}

void check_single_disk(uint32_t disk, uint32_t table_disk, uint64_t entries_here, uint64_t entries) {
    if (disk == 0 && table_disk == 0 && entries_here == entries) return;
    throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "the archive is split over several files");
}

ZipTable read_table64(const File& file, uint64_t end_offset) {
    if (end_offset < kLocator64Bytes) damaged("it has no ZIP64 locator");
    const std::string locator = read_exactly(file, end_offset - kLocator64Bytes, kLocator64Bytes, "the ZIP64 locator");
    Fields place(locator);
    if (place.u32() != kLocator64Signature) damaged("it has no ZIP64 locator");
    place.u32();  // the disk, which the record itself tells again
    const uint64_t offset = place.u64();
    if (offset > end_offset) damaged("its ZIP64 record lies outside of it");
    const std::string record = read_exactly(file, offset, kEnd64Bytes, "the ZIP64 record");
    Fields fields(record);
    if (fields.u32() != kEnd64Signature) damaged("it has no ZIP64 record");
    fields.take(12);  // the record's size and the versions
    const uint32_t disk = fields.u32();
    const uint32_t table_disk = fields.u32();
    const uint64_t entries_here = fields.u64();
    ZipTable table;
    table.entries = fields.u64();
    table.bytes = fields.u64();
    table.offset = fields.u64();
    check_single_disk(disk, table_disk, entries_here, table.entries);
    return checked(table, offset);
}

/** Replaces saturated fields by those of the ZIP64 extra field, which holds only those, in this order. */
void apply_extra64(std::string_view extra, CentralRecord& record) {
    Fields fields(extra);
    while (fields.left() >= 4) {
        const uint16_t id = fields.u16();
        Fields content(fields.take(fields.u16()));
        if (id != kExtra64) continue;
        if (record.size == kSaturated32) record.size = content.u64();
        if (record.packed_size == kSaturated32) record.packed_size = content.u64();
        if (record.header_offset == kSaturated32) record.header_offset = content.u64();
        if (record.disk == kSaturated16) record.disk = content.u32();
    }
}

}  // namespace

ZipTable find_zip_table(const File& file) {
    const uint64_t size = file.size();
    const auto tail = static_cast<size_t>(std::min<uint64_t>(size, kEndBytes + kMaxCommentBytes));
    const std::string bytes = read_exactly(file, size - tail, tail, "the archive");
    size_t position = tail < kEndBytes ? std::string::npos : tail - kEndBytes;
    while (position != std::string::npos && !is_end_record(bytes, position)) {
        position = position == 0 ? std::string::npos : position - 1;
    }
    if (position == std::string::npos) damaged("it has no end record; it may not be a ZIP file, or be cut off");
    Fields fields(std::string_view(bytes).substr(position + 4));
    const uint16_t disk = fields.u16();
    const uint16_t table_disk = fields.u16();
    const uint16_t entries_here = fields.u16();
    ZipTable table;
    table.entries = fields.u16();
    table.bytes = fields.u32();
    table.offset = fields.u32();
    const uint64_t end_offset = size - tail + position;
    if (table.entries == kSaturated16 || table.bytes == kSaturated32 || table.offset == kSaturated32) {
        return read_table64(file, end_offset);
    }
    check_single_disk(disk, table_disk, entries_here, table.entries);
    return checked(table, end_offset);
}

CentralRecord take_central_record(std::string_view& rest) {
    Fields fields(rest);
    CentralRecord record;
    if (fields.u32() != kCentralSignature) damaged("its table holds something else than entries");
    record.made_on = static_cast<uint8_t>(fields.u16() >> 8);
    fields.u16();  // version needed
    record.flags = fields.u16();
    record.method = fields.u16();
    fields.u32();  // date
    record.crc = fields.u32();
    record.packed_size = fields.u32();
    record.size = fields.u32();
    const uint16_t name_bytes = fields.u16();
    const uint16_t extra_bytes = fields.u16();
    const uint16_t comment_bytes = fields.u16();
    record.disk = fields.u16();
    fields.u16();  // internal attributes
    record.external_attributes = fields.u32();
    record.header_offset = fields.u32();
    record.name = fields.take(name_bytes);
    apply_extra64(fields.take(extra_bytes), record);
    fields.take(comment_bytes);
    rest = fields.rest();
    return record;
}

uint64_t find_zip_data(const File& file, const CentralRecord& record) {
    const uint64_t size = file.size();
    if (record.header_offset > size) damaged("'" + record.name + "' lies outside of it");
    const std::string header = read_exactly(file, record.header_offset, kLocalBytes, "a file's header");
    Fields fields(header);
    if (fields.u32() != kLocalSignature) damaged("'" + record.name + "' has no header");
    fields.take(4);  // version and flags
    const uint16_t method = fields.u16();
    fields.take(16);  // date, CRC and sizes, which the table tells for certain
    const uint16_t name_bytes = fields.u16();
    const uint16_t extra_bytes = fields.u16();
    const std::string name = read_exactly(file, record.header_offset + kLocalBytes, name_bytes, "a file's name");
    if (name != record.name || method != record.method) {
        damaged("the header of '" + record.name + "' contradicts the table");
    }
    return record.header_offset + kLocalBytes + name_bytes + extra_bytes;
}

}  // namespace geniex::store
