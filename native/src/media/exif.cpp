#include "media/exif.h"

#include "media/bytes.h"

namespace geniex::media {
namespace {

constexpr std::string_view kSignature("Exif\0\0", 6);
constexpr uint32_t kOrientationTag = 0x0112;
constexpr size_t kEntryBytes = 12;
constexpr uint32_t kMaxEntries = 512;

}  // namespace

int exif_orientation(std::string_view segment) {
    if (segment.substr(0, kSignature.size()) != kSignature) return 1;
    const Bytes tiff(segment.substr(kSignature.size()));
    const bool big = tiff.spells(0, "MM");
    if (!big && !tiff.spells(0, "II")) return 1;
    const auto read16 = [&](size_t at) { return big ? tiff.big16(at) : tiff.little16(at); };
    const size_t directory = big ? tiff.big32(4) : tiff.little32(4);
    const uint32_t entries = read16(directory);
    for (uint32_t i = 0; i < entries && i < kMaxEntries; ++i) {
        const size_t entry = directory + 2 + i * kEntryBytes;
        if (!tiff.has(entry, kEntryBytes)) return 1;
        if (read16(entry) != kOrientationTag) continue;
        const uint32_t value = read16(entry + 8);
        return value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
    }
    return 1;
}

}  // namespace geniex::media
