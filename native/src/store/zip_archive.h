// The table of a ZIP archive, read with distrust.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/file.h"

namespace geniex::store {

struct ZipEntry {
    std::string name;  // without folders
    bool is_deflated = false;
    uint32_t crc = 0;
    uint64_t packed_size = 0;
    uint64_t size = 0;
    uint64_t data_offset = 0;
};

/**
 * The files of an archive, ZIP64 included, without the folders they lie in; what macOS adds is left out.
 * Refused as a whole (INVALID_INPUT) when any entry would lead out of a folder, is a link or a device, is
 * encrypted, overlaps another, has the same name as another, or unpacks to far more than an honest file would;
 * NOT_SUPPORTED for methods other than stored and deflate; MODEL_INVALID when the table is damaged.
 */
std::vector<ZipEntry> read_zip_table(const File& file);

}  // namespace geniex::store
