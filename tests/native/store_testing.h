// What the tests of the model store share: a folder of their own, small files, and the ABI in short.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "check.h"
#include "geniex_ext.h"
#include "geniex_model.h"
#include "store/error.h"

namespace store_testing {

namespace fs = std::filesystem;

/** An empty folder for one test. */
inline fs::path fresh_folder(const std::string& name) {
    const fs::path folder = fs::path(GENIEX_TEST_FOLDER) / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

inline void write(const fs::path& path, const std::string& content) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

inline std::string read(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/** A file that starts as GGUF files do; `mark` tells one from another. */
inline std::string gguf(const std::string& mark, size_t size = 64) {
    std::string content = std::string("GGUF\x03\0\0\0", 8) + mark;
    content.resize(std::max(size, content.size()), '.');
    return content;
}

/** The code of the store::Error that `call` throws; 0 when it throws none. */
inline int32_t code_of(const std::function<void()>& call, std::string* text = nullptr) {
    try {
        call();
    } catch (const geniex::store::Error& error) {
        if (text != nullptr) *text = error.what();
        return error.code();
    }
    return 0;
}

/** The store between init and deinit. */
class OpenStore {
 public:
    explicit OpenStore(const fs::path& data) : models_(data / "models") {
        CHECK_EQ(geniex_model_init(data.u8string().c_str()), 0);
    }
    ~OpenStore() { geniex_model_deinit(); }
    OpenStore(const OpenStore&) = delete;
    OpenStore& operator=(const OpenStore&) = delete;

    fs::path folder(const std::string& name) const { return models_ / fs::u8path(name); }

 private:
    fs::path models_;
};

struct PullOptions {
    const char* quant = nullptr;
    int32_t type = GENIEX_MODEL_TYPE_AUTO;
    geniex_download_progress_cb on_progress = nullptr;
    void* user_data = nullptr;
};

inline geniex_ModelPullInput pull_input(const std::string& name, const std::string& path, const PullOptions& options) {
    geniex_ModelPullInput input{};
    input.struct_size = sizeof(input);
    input.model_name = name.c_str();
    input.quant = options.quant;
    input.hub = GENIEX_HUB_LOCALFS;
    input.local_path = path.c_str();
    input.on_progress = options.on_progress;
    input.user_data = options.user_data;
    input.model_type = options.type;
    return input;
}

inline int32_t pull(const std::string& name, const fs::path& path, const PullOptions& options = {}) {
    const std::string text = path.u8string();
    const geniex_ModelPullInput input = pull_input(name, text, options);
    return geniex_model_pull(&input);
}

inline std::string text_of(const char* text) { return check::shown(text); }

struct Paths {
    int32_t code = 0;
    std::string model, projector, tokenizer, folder, model_name, plugin;
    int32_t type = -1;
};

inline Paths get_paths(const std::string& name) {
    geniex_ModelPaths output;
    Paths paths;
    paths.code = geniex_model_get_paths(name.c_str(), &output);
    paths.model = text_of(output.model_path);
    paths.projector = text_of(output.mmproj_path);
    paths.tokenizer = text_of(output.tokenizer_path);
    paths.folder = text_of(output.model_dir);
    paths.model_name = text_of(output.model_name);
    paths.plugin = text_of(output.plugin_id);
    paths.type = output.model_type;
    geniex_model_paths_free(&output);
    return paths;
}

inline std::string file_name(const std::string& path) { return fs::u8path(path).filename().u8string(); }

/** "org/repo[Q4_0,Q8_0] org/other[...]" */
inline std::string listed() {
    geniex_ModelListDetailedOutput output;
    CHECK_EQ(geniex_model_list_detailed(&output), 0);
    std::string text;
    for (int32_t i = 0; i < output.count; ++i) {
        const geniex_ModelDetail& model = output.models[i];
        text += (i > 0 ? " " : "") + std::string(model.name) + "[";
        for (int32_t j = 0; j < model.precision_count; ++j)
            text += (j > 0 ? "," : "") + std::string(model.precisions[j]);
        text += "]";
    }
    geniex_model_list_detailed_free(&output);
    return text;
}

/** The files below a folder, sorted and joined by blanks; the lock is left out. */
inline std::string files_in(const fs::path& folder) {
    std::vector<std::string> names;
    if (fs::exists(folder)) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            const std::string name = entry.path().lexically_relative(folder).generic_u8string();
            if (!entry.is_directory() && name != ".lock") names.push_back(name);
        }
    }
    std::sort(names.begin(), names.end());
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
}

}  // namespace store_testing
