// The model store: models in folders on the disk, shared with other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/download.h"
#include "store/import.h"
#include "store/manifest.h"
#include "store/model_folder.h"
#include "store/plan.h"

namespace geniex::store {

/** Where one quant of a model lies; absolute paths. */
struct ModelPaths {
    std::filesystem::path model;
    std::optional<std::filesystem::path> projector;
    std::optional<std::filesystem::path> tokenizer;
    std::filesystem::path folder;
    std::string model_name;
    std::string plugin_id;
    geniex_ModelType type = GENIEX_MODEL_TYPE_LLM;
};

struct QuantCandidate {
    std::string quant;
    int64_t size = 0;
};

struct QueryResult {
    Manifest manifest;
    std::vector<QuantCandidate> candidates;  // the best choice first
};

/** What an import of `source` could take. */
QueryResult query_source(const Source& source, const PlanRequest& request);

/**
 * Names are "org/repo". Nothing is kept in memory, so that objects, threads and processes may share a folder: what
 * changes a model holds its lock. Functions throw Error.
 */
class Store {
 public:
    /** Creates the folder of models in the data folder. */
    explicit Store(const std::filesystem::path& data_folder);

    const std::filesystem::path& data_folder() const { return data_folder_; }

    /** All models, sorted by name; broken manifests are logged and left out. */
    std::vector<Manifest> list() const;
    /** FILE_NOT_FOUND when it is not installed. */
    Manifest get(const std::string& name) const;
    /** `quant` "" takes the best that is installed. */
    ModelPaths get_paths(const std::string& name, const std::string& quant) const;
    void set_type(const std::string& name, geniex_ModelType type) const;
    /** A model that is not there counts as removed; a quant does not. `quant` "" removes all. */
    void remove(const std::string& name, const std::string& quant) const;
    /** Removes all models, unfinished ones too, and tells how many. */
    int32_t clean() const;

    /** What an import of `path` could take. */
    QueryResult query(const std::filesystem::path& path, const PlanRequest& request) const;
    void pull(const std::filesystem::path& path, const PlanRequest& request, const ImportOptions& options) const;
    /** Installs the files of a folder, or a file, where they lie. */
    void refer(const std::filesystem::path& path, const PlanRequest& request) const;

    /** Everything in the store, as JSON. */
    std::string overview() const;
    /** Null when somebody else is at work on the model. */
    std::unique_ptr<Download> begin_download(const Source& listing, const PlanRequest& request) const;
    /** False when somebody else is at work on the model. */
    bool discard_download(const std::string& name) const;

 private:
    std::vector<ModelFolder> folders() const;
    void remove_quant(const ModelFolder& folder, const std::string& quant) const;

    std::filesystem::path data_folder_;
    std::filesystem::path models_;
};

}  // namespace geniex::store
