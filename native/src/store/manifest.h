// geniex.json: what a model in the store consists of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "geniex_model.h"

namespace geniex::store {

inline constexpr size_t kMaxManifestBytes = 1 << 20;
inline constexpr const char* kLlamaCppPlugin = "llama_cpp";
inline constexpr const char* kQairtPlugin = "qairt";
/** Quant of a qairt bundle that does not say its precision. */
inline constexpr const char* kNoPrecision = "N/A";

struct ManifestFile {
    std::string name;  // relative to the model's folder; "" when there is no such file
    bool downloaded = false;
    int64_t size = 0;

    bool is_installed() const { return downloaded && !name.empty(); }
};

struct Manifest {
    std::string name;        // "org/repo"
    std::string model_name;  // what the plugin calls it
    geniex_ModelType model_type = GENIEX_MODEL_TYPE_LLM;
    std::string plugin_id;
    std::map<std::string, ManifestFile> quants;  // the file to load, by quant
    ManifestFile projector;
    ManifestFile tokenizer;
    std::vector<ManifestFile> extra_files;

    /** The entry of a quant, in whatever case it is written; null when there is none. */
    const ManifestFile* find_quant(std::string_view quant) const;
    /** Every file that is installed, each once. */
    std::vector<const ManifestFile*> installed_files() const;
    /** Sum of the installed files' sizes. */
    int64_t total_size() const;
    /** Installed quants, the preferred ones first. */
    std::vector<std::string> installed_quants() const;
    /** Extra files whose names carry this quant's tag: the other parts of a split model. */
    std::vector<const ManifestFile*> extra_files_of(std::string_view quant) const;
};

/** Throws Error (MANIFEST_PARSE) when the text is no manifest or names a file that has no place in a model's folder. */
Manifest parse_manifest(std::string_view text);

std::string to_json(const Manifest& manifest);

/** "repo" of "org/repo-GGUF". */
std::string model_name_of(std::string_view name);

}  // namespace geniex::store
