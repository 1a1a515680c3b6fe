#include "store/zip_source.h"

#include <algorithm>
#include <array>
#include <utility>

#include "store/error.h"
#include "store/inflater.h"
#include "store/zip_archive.h"

namespace geniex::store {

namespace {

using CrcTable = std::array<uint32_t, 256>;

constexpr CrcTable make_crc_table() {
    CrcTable table{};
    for (uint32_t byte = 0; byte < table.size(); ++byte) {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
        table[byte] = crc;
    }
    return table;
}

constexpr CrcTable kCrcTable = make_crc_table();

class Crc32 {
 public:
    void add(const void* bytes, size_t length) {
        const auto* next = static_cast<const uint8_t*>(bytes);
        for (size_t i = 0; i < length; ++i) crc_ = kCrcTable[(crc_ ^ next[i]) & 0xFF] ^ crc_ >> 8;
    }
    uint32_t value() const { return ~crc_; }

 private:
    uint32_t crc_ = 0xFFFFFFFFu;
};

/** One file of an archive; never gives more bytes than the table promised. */
class EntryStream final : public ByteStream {
 public:
    EntryStream(const File& file, const ZipEntry& entry) : file_(file), entry_(entry) {
        if (entry.is_deflated) {
            inflater_ = make_inflater([this](void* buffer, size_t length) { return read_packed(buffer, length); });
        }
    }

    size_t read(void* buffer, size_t length) override {
        length = static_cast<size_t>(std::min<uint64_t>(length, entry_.size - unpacked_));
        if (length == 0) return 0;
        const size_t count = inflater_ ? inflater_->read(buffer, length) : read_packed(buffer, length);
        crc_.add(buffer, count);
        unpacked_ += count;
        return count;
    }

    void finish() override {
        char more = 0;
        const bool has_more = inflater_ && inflater_->read(&more, 1) != 0;
        if (unpacked_ == entry_.size && !has_more && packed_ == entry_.packed_size && crc_.value() == entry_.crc) {
            return;
        }
        throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID,
                    "the archive is damaged: '" + entry_.name + "' does not match its size and checksum");
    }

 private:
    size_t read_packed(void* buffer, size_t length) {
        length = static_cast<size_t>(std::min<uint64_t>(length, entry_.packed_size - packed_));
        const size_t count = file_.read_at(entry_.data_offset + packed_, buffer, length);
        packed_ += count;
        return count;
    }

    const File& file_;
    const ZipEntry& entry_;
    std::unique_ptr<Inflater> inflater_;
    Crc32 crc_;
    uint64_t packed_ = 0;
    uint64_t unpacked_ = 0;
};

class ZipSource final : public Source {
 public:
    explicit ZipSource(File file) : file_(std::move(file)), entries_(read_zip_table(file_)) {
        for (const ZipEntry& entry : entries_) files_.push_back({entry.name, entry.size});
        std::sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    }

    const std::vector<SourceFile>& files() const override { return files_; }

    std::optional<SourceFile> find(std::string_view name) const override {
        const ZipEntry* entry = find_entry(name);
        if (entry == nullptr) return std::nullopt;
        return SourceFile{entry->name, entry->size};
    }

    std::unique_ptr<ByteStream> open(std::string_view name) const override {
        const ZipEntry* entry = find_entry(name);
        if (entry == nullptr) {
            throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "the archive has no file '" + std::string(name) + "'");
        }
        return std::make_unique<EntryStream>(file_, *entry);
    }

    int64_t modified(std::string_view) const override { return file_.modified(); }

 private:
    const ZipEntry* find_entry(std::string_view name) const {
        const auto found =
            std::find_if(entries_.begin(), entries_.end(), [&](const ZipEntry& entry) { return entry.name == name; });
        return found != entries_.end() ? &*found : nullptr;
    }

    File file_;
    std::vector<ZipEntry> entries_;
    std::vector<SourceFile> files_;
};

}  // namespace

std::unique_ptr<Source> open_zip_source(const std::filesystem::path& path) {
    return std::make_unique<ZipSource>(File::open_to_read(path));
}

}  // namespace geniex::store
