#include "store/file.h"

#include <system_error>

#include "platform.h"
#include "store/error.h"

namespace geniex::store {

namespace fs = std::filesystem;

std::string read_small_file(const fs::path& path, size_t limit) {
    const File file = File::open_to_read(path);
    const uint64_t size = file.size();
    if (size > limit) {
        throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, "'" + to_utf8(path) + "' is " + std::to_string(size) +
                                                            " bytes long; at most " + std::to_string(limit) +
                                                            " are accepted");
    }
    std::string content(static_cast<size_t>(size), '\0');
    content.resize(file.read_at(0, content.data(), content.size()));
    return content;
}

void write_file_durably(const fs::path& path, const std::string& content) {
    fs::path draft = path;
    draft += ".new";
    {
        File file = File::open_to_write(draft);
        file.resize(0);
        file.write_at(0, content.data(), content.size());
        file.sync();
    }
    replace_file(draft, path);
    sync_folder(path.parent_path());
}

namespace {

fs::file_type type_of(const fs::path& path) {
    std::error_code error;
    return fs::symlink_status(path, error).type();
}

bool is_absent(fs::file_type type) { return type == fs::file_type::not_found || type == fs::file_type::none; }

}  // namespace

bool is_present(const fs::path& path) { return !is_absent(type_of(path)); }

bool is_free_for_folder(const fs::path& path) {
    const fs::file_type type = type_of(path);
    return is_absent(type) || type == fs::file_type::directory;
}

bool is_free_for_file(const fs::path& path) {
    const fs::file_type type = type_of(path);
    return is_absent(type) || type == fs::file_type::regular;
}

bool is_real_folder(const fs::path& path) { return type_of(path) == fs::file_type::directory; }

bool is_real_file(const fs::path& path) { return type_of(path) == fs::file_type::regular; }

}  // namespace geniex::store
