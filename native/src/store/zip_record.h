// The records of the ZIP format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "store/file.h"

namespace geniex::store {

/** Where the central directory lies. */
struct ZipTable {
    uint64_t offset = 0;
    uint64_t bytes = 0;
    uint64_t entries = 0;
};

/** One row of the central directory. */
struct CentralRecord {
    std::string name;
    uint8_t made_on = 0;
    uint16_t flags = 0;
    uint16_t method = 0;
    uint32_t crc = 0;
    uint64_t packed_size = 0;
    uint64_t size = 0;
    uint32_t disk = 0;
    uint32_t external_attributes = 0;
    uint64_t header_offset = 0;
};

// All throw Error (MODEL_INVALID) when the bytes are not such a record, and INVALID_INPUT for a split archive.

/** Finds the end record, and the ZIP64 one that stands in for it in large archives. */
ZipTable find_zip_table(const File& file);

/** Reads the record at the start of `rest` and moves behind it. */
CentralRecord take_central_record(std::string_view& rest);

/** Offset of the file's bytes, behind the local header, which must name the same file. */
uint64_t find_zip_data(const File& file, const CentralRecord& record);

}  // namespace geniex::store
