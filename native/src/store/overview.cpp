#include "store/overview.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>

#include "json_writer.h"
#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/file_names.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

struct FileState {
    std::string name;
    const char* role;
    std::string quant;
    int64_t size;
    int64_t done;
    fs::path path;
    bool is_whole() const { return done == size; }
};

using FileStates = std::vector<FileState>;

int64_t size_of(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? 0 : static_cast<int64_t>(size);
}

/** Bytes of the file that are there for sure; never more than its size. */
int64_t bytes_done(const ModelFolder& folder, const ManifestFile& file, const fs::path& path) {
    if (const auto finished = folder.find_finished(file)) {
        const int64_t present = size_of(*finished);
        if (present == file.size) return file.size;
        return std::min(present, file.size > 0 ? file.size - 1 : 0);
    }
    return is_real_file(path) ? static_cast<int64_t>(ChunkMarks::bytes_done(path, static_cast<uint64_t>(file.size)))
                              : 0;
}

void add_file(const ModelFolder& folder, const ManifestFile& file, const char* role, const std::string& quant,
              FileStates& states) {
    if (!file.is_installed()) return;
    const fs::path path = folder.file_path(file.name);
    const fs::path shown = folder.find_finished(file).value_or(path);
    states.push_back({file.name, role, quant, file.size, bytes_done(folder, file, path), shown});
}

FileStates states_of(const ModelFolder& folder, const Manifest& manifest) {
    FileStates states;
    std::set<std::string> parts;
    for (const auto& [quant, file] : manifest.quants) {
        add_file(folder, file, "model", quant, states);
        if (!file.is_installed()) continue;
        for (const ManifestFile* part : manifest.extra_files_of(quant)) {
            if (parts.insert(part->name).second) add_file(folder, *part, "part", quant, states);
        }
    }
    add_file(folder, manifest.projector, "projector", "", states);
    add_file(folder, manifest.tokenizer, "tokenizer", "", states);
    for (const ManifestFile& file : manifest.extra_files) {
        if (parts.count(file.name) == 0) add_file(folder, file, "extra", "", states);
    }
    return states;
}

bool are_whole(const FileStates& states) {
    for (const FileState& state : states) {
        if (!state.is_whole()) return false;
    }
    return true;
}

void write_files(JsonWriter& json, const char* key, const FileStates& states) {
    json.key(key).begin_array();
    for (const FileState& state : states) {
        json.begin_object();
        json.key("name").string(state.name);
        json.key("role").string(state.role);
        json.key("quant").string(state.quant);
        json.key("size").integer(state.size);
        json.key("done").integer(state.done);
        json.key("path").string(to_utf8(state.path));
        json.end_object();
    }
    json.end_array();
}

std::optional<Manifest> read_staged(const ModelFolder& folder) {
    const fs::path path = folder.inflight_path() / kManifestName;
    if (!is_real_file(path)) return std::nullopt;
    return parse_manifest(read_small_file(path, kMaxManifestBytes));
}

bool has_more_than_lock(const ModelFolder& folder) {
    std::error_code error;
    for (fs::directory_iterator entry(folder.path(), error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().filename() != kLockName) return true;
    }
    return false;
}

struct Entry {
    std::string state;
    std::string problem;
    Manifest manifest;
    FileStates files;
    FileStates pending;
};

/** Nothing for a folder in which there is nothing to show. */
std::optional<Entry> examine(const ModelFolder& folder) {
    Entry entry;
    try {
        const auto installed = folder.read_manifest();
        const auto staged = read_staged(folder);
        if (staged) entry.pending = states_of(folder, *staged);
        if (installed) {
            entry.manifest = *installed;
            entry.files = states_of(folder, *installed);
            const bool is_ready = !entry.files.empty() && are_whole(entry.files);
            entry.state = is_ready ? "ready" : "broken";
            if (!is_ready) entry.problem = "files are missing or are not whole";
        } else if (staged) {
            entry.manifest = *staged;
            entry.state = "incomplete";
        } else if (has_more_than_lock(folder)) {
            entry.state = "broken";
            entry.problem = "there is no manifest beside the files";
        } else {
            return std::nullopt;
        }
    } catch (const Error& error) {
        entry.state = "broken";
        entry.problem = error.what();
    }
    return entry;
}

void write_entry(JsonWriter& json, const ModelFolder& folder, const Entry& entry) {
    json.begin_object();
    json.key("name").string(folder.name());
    json.key("folder").string(to_utf8(folder.path()));
    json.key("state").string(entry.state);
    json.key("problem").string(entry.problem);
    json.key("plugin_id").string(entry.manifest.plugin_id);
    json.key("model_name").string(entry.manifest.model_name);
    json.key("type").string(entry.manifest.model_type == GENIEX_MODEL_TYPE_VLM ? "vlm" : "llm");
    write_files(json, "files", entry.files);
    write_files(json, "pending", entry.pending);
    json.end_object();
}

}  // namespace

std::string overview_of(const std::vector<ModelFolder>& folders) {
    JsonWriter json;
    json.begin_object();
    json.key("models").begin_array();
    for (const ModelFolder& folder : folders) {
        if (const auto entry = examine(folder)) write_entry(json, folder, *entry);
    }
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace geniex::store
