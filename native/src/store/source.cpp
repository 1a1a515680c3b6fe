#include "store/source.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include "platform.h"
#include "store/error.h"
#include "store/file.h"
#include "store/file_names.h"
#include "store/split_name.h"
#include "store/zip_source.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxFolderEntries = 20'000;

class FileStream final : public ByteStream {
 public:
    explicit FileStream(File file) : file_(std::move(file)), size_(file_.size()), modified_(file_.modified()) {}

    size_t read(void* buffer, size_t length) override {
        const size_t count = file_.read_at(offset_, buffer, length);
        offset_ += count;
        return count;
    }

    void finish() override {
        if (offset_ == size_ && file_.size() == size_ && file_.modified() == modified_) return;
        throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "'" + to_utf8(file_.path()) + "' changed while it was copied");
    }

 private:
    File file_;
    uint64_t offset_ = 0;
    const uint64_t size_;
    const int64_t modified_;
};

class FolderSource final : public Source {
 public:
    FolderSource(fs::path folder, std::vector<SourceFile> files)
        : folder_(std::move(folder)), files_(std::move(files)) {}

    const std::vector<SourceFile>& files() const override { return files_; }

    std::optional<SourceFile> find(std::string_view name) const override {
        const fs::path path = path_of(name);
        if (!is_present(path)) return std::nullopt;
        return SourceFile{std::string(name), File::open_to_read(path).size()};
    }

    std::unique_ptr<ByteStream> open(std::string_view name) const override {
        return std::make_unique<FileStream>(File::open_to_read(path_of(name)));
    }

    int64_t modified(std::string_view name) const override { return File::open_to_read(path_of(name)).modified(); }

 private:
    /** Goes down folder by folder, for a link to a folder leads out of the source as one to a file does. */
    fs::path path_of(std::string_view name) const {
        fs::path path = folder_;
        for (size_t slash; (slash = name.find('/')) != std::string_view::npos; name.remove_prefix(slash + 1)) {
            path /= from_utf8(std::string(name.substr(0, slash)));
            if (!is_free_for_folder(path)) {
                throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + to_utf8(path) + "' is not a folder");
            }
        }
        return path / from_utf8(std::string(name));
    }

    fs::path folder_;
    std::vector<SourceFile> files_;
};

/** Regular files and links; what a link leads to is not asked, for it is refused if it is wanted at all. */
std::vector<SourceFile> list_folder(const fs::path& folder) {
    std::vector<SourceFile> files;
    size_t count = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        if (++count > kMaxFolderEntries) {
            throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + to_utf8(folder) + "' holds more than " +
                                                               std::to_string(kMaxFolderEntries) +
                                                               " files; choose the model's own folder");
        }
        const fs::file_type type = entry.symlink_status().type();
        if (type != fs::file_type::regular && type != fs::file_type::symlink) continue;
        const uint64_t size = type == fs::file_type::regular ? entry.file_size() : 0;
        files.push_back({to_utf8(entry.path().filename()), size});
    }
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return files;
}

/** The file, and if it is one part of a split model, the other parts. */
std::vector<SourceFile> list_model_file(const fs::path& path) {
    const std::string name = to_utf8(path.filename());
    const auto split = parse_split_name(name);
    if (!split) return {{name, File::open_to_read(path).size()}};
    std::vector<SourceFile> parts = list_folder(path.parent_path());
    const auto is_foreign = [&](const SourceFile& file) {
        const auto other = parse_split_name(file.name);
        return !other || other->prefix != split->prefix || other->count != split->count ||
               !ends_with(lower_case(file.name), ".gguf");
    };
    parts.erase(std::remove_if(parts.begin(), parts.end(), is_foreign), parts.end());
    return parts;
}

}  // namespace

std::unique_ptr<Source> open_source(const fs::path& given) {
    std::error_code error;
    const fs::path path = fs::canonical(given, error);  // the user may well name a link
    if (error) {
        throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "cannot open '" + to_utf8(given) + "': " + error.message());
    }
    if (is_real_folder(path)) return std::make_unique<FolderSource>(path, list_folder(path));
    const std::string name = lower_case(to_utf8(path.filename()));
    if (ends_with(name, ".gguf")) return std::make_unique<FolderSource>(path.parent_path(), list_model_file(path));
    if (ends_with(name, ".zip")) return open_zip_source(path);
    throw Error(GENIEX_ERROR_COMMON_UNKNOWN, "'" + to_utf8(given) + "' is neither a folder nor a .gguf or .zip file");
}

std::string read_text(const Source& source, std::string_view name, size_t limit) {
    const auto stream = source.open(name);
    std::string text(limit + 1, '\0');
    text.resize(stream->read(text.data(), text.size()));
    if (text.size() > limit) {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE,
                    "'" + std::string(name) + "' is longer than the accepted " + std::to_string(limit) + " bytes");
    }
    stream->finish();
    return text;
}

}  // namespace geniex::store
