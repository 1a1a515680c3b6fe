#include "store/zip_archive.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "store/error.h"
#include "store/file_names.h"
#include "store/zip_record.h"

namespace geniex::store {

namespace {

constexpr uint64_t kMaxEntries = 20'000;
constexpr uint64_t kMaxTableBytes = 64 << 20;
// Beyond the first 100 MB nothing that is worth shipping shrinks to less than a 200th.
constexpr uint64_t kFreelyUnpackedBytes = 100'000'000;
constexpr uint64_t kMaxRatio = 200;

constexpr uint16_t kStored = 0;
constexpr uint16_t kDeflated = 8;
constexpr uint16_t kEncryptionFlags = 1 | 1 << 6 | 1 << 13;
constexpr uint8_t kMadeOnUnix = 3;
constexpr uint32_t kUnixTypeMask = 0170000;
constexpr uint32_t kUnixRegular = 0100000;
constexpr uint32_t kUnixFolder = 0040000;

[[noreturn]] void refuse(const std::string& text) {
    throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "the archive is refused: " + text);
}

[[noreturn]] void damaged(const std::string& text) {
    throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, "the archive is damaged: " + text);
}

bool is_ignored(std::string_view path) {
    return starts_with(path, "__MACOSX/") || starts_with(base_name(path), "._") || base_name(path) == ".DS_Store";
}

/** Throws unless every folder of the path and the name itself may be stored. */
void check_path(std::string_view path) {
    size_t start = 0;
    while (start <= path.size()) {
        const size_t end = std::min(path.find('/', start), path.size());
        if (!is_portable_name(path.substr(start, end - start))) {
            refuse("the name '" + std::string(path) + "' is not a proper path");
        }
        start = end + 1;
    }
}

void check_kind(const CentralRecord& record) {
    if ((record.flags & kEncryptionFlags) != 0) refuse("'" + record.name + "' is encrypted");
    if (record.disk != 0) refuse("it is split over several files");
    if (record.made_on == kMadeOnUnix) {
        const uint32_t type = record.external_attributes >> 16 & kUnixTypeMask;
        if (type != 0 && type != kUnixRegular && type != kUnixFolder) {
            refuse("'" + record.name + "' is a link or a device");
        }
    }
}

void check_method(const CentralRecord& record) {
    if (record.method != kStored && record.method != kDeflated) {
        throw Error(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "'" + record.name + "' is packed by method " +
                                                           std::to_string(record.method) +
                                                           "; only stored and deflated files can be unpacked");
    }
    if (record.method == kStored && record.packed_size != record.size) {
        damaged("the sizes of '" + record.name + "' contradict each other");
    }
}

void check_ratio(uint64_t packed, uint64_t unpacked) {
    if (unpacked > kFreelyUnpackedBytes && unpacked / kMaxRatio > packed) {
        refuse("it unpacks to more than " + std::to_string(kMaxRatio) + " times its size");
    }
}

struct Span {
    uint64_t start;
    uint64_t end;
};

void check_overlap(std::vector<Span> spans) {
    std::sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) { return a.start < b.start; });
    for (size_t i = 1; i < spans.size(); ++i) {
        if (spans[i].start < spans[i - 1].end) refuse("its files overlap");
    }
}

class TableReader {
 public:
    explicit TableReader(const File& file) : file_(file), table_(find_zip_table(file)) {
        if (table_.entries > kMaxEntries) refuse("it has " + std::to_string(table_.entries) + " entries");
        if (table_.bytes > kMaxTableBytes) refuse("its table is " + std::to_string(table_.bytes) + " bytes long");
    }

    std::vector<ZipEntry> read() {
        std::string bytes(static_cast<size_t>(table_.bytes), '\0');
        if (file_.read_at(table_.offset, bytes.data(), bytes.size()) != bytes.size()) damaged("its table is cut off");
        std::string_view rest = bytes;
        for (uint64_t i = 0; i < table_.entries; ++i) add(take_central_record(rest));
        check_overlap(std::move(spans_));
        return std::move(entries_);
    }

 private:
    void add(const CentralRecord& record) {
        std::string_view path = record.name;
        const bool is_folder = !path.empty() && path.back() == '/';
        if (is_folder) path.remove_suffix(1);
        check_path(path);
        check_kind(record);
        if (is_folder || is_ignored(path)) return;
        check_method(record);
        packed_ += record.packed_size;
        unpacked_ += record.size;
        if (unpacked_ < record.size || packed_ > file_.size()) damaged("its sizes are impossible");
        check_ratio(packed_, unpacked_);
        ZipEntry entry{
            std::string(base_name(path)), record.method == kDeflated, record.crc, record.packed_size, record.size,
            find_zip_data(file_, record)};
        if (entry.data_offset > table_.offset || record.packed_size > table_.offset - entry.data_offset) {
            damaged("'" + entry.name + "' reaches into the table");
        }
        if (!names_.insert(lower_case(entry.name)).second) refuse("it has two files '" + entry.name + "'");
        spans_.push_back({record.header_offset, entry.data_offset + record.packed_size});
        entries_.push_back(std::move(entry));
    }

    const File& file_;
    const ZipTable table_;
    std::vector<ZipEntry> entries_;
    std::vector<Span> spans_;
    std::set<std::string> names_;
    uint64_t packed_ = 0;
    uint64_t unpacked_ = 0;
};

}  // namespace

std::vector<ZipEntry> read_zip_table(const File& file) { return TableReader(file).read(); }

}  // namespace geniex::store
