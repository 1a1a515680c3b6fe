#include "store/plan.h"

#include <algorithm>

#include "store/error.h"
#include "store/file_names.h"
#include "store/gguf_plan.h"
#include "store/json.h"
#include "store/quant.h"

namespace geniex::store {

namespace {

constexpr const char* kMetadataName = "metadata.json";
constexpr size_t kMaxPrecisionBytes = 32;

[[noreturn]] void invalid_model(const std::string& text) { throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, text); }

bool has_suffix(const Source& source, std::string_view suffix) {
    const auto& files = source.files();
    return std::any_of(files.begin(), files.end(),
                       [&](const SourceFile& file) { return ends_with(lower_case(file.name), suffix); });
}

bool has_file(const Source& source, std::string_view name) {
    const auto& files = source.files();
    return std::any_of(files.begin(), files.end(), [&](const SourceFile& file) { return file.name == name; });
}

// ------------------------------------------------------------------ its own manifest

/** Takes the file's size from the source, which is what will be copied. */
void adopt_size(const Source& source, ManifestFile& file) {
    if (!file.is_installed()) return;
    const auto found = source.find(file.name);
    if (!found) invalid_model("geniex.json names '" + file.name + "', which is not there");
    file.size = static_cast<int64_t>(found->size);
}

Manifest plan_by_manifest(const Source& source, const PlanRequest& request) {
    Manifest manifest = parse_manifest(read_text(source, kManifestName, kMaxManifestBytes));
    for (auto quant = manifest.quants.begin(); quant != manifest.quants.end();) {
        const bool is_wanted =
            quant->second.is_installed() && (request.quant.empty() || same_quant(request.quant, quant->first));
        if (!is_wanted) {
            quant = manifest.quants.erase(quant);
        } else {
            adopt_size(source, quant->second);
            ++quant;
        }
    }
    if (manifest.quants.empty()) {
        invalid_model(request.quant.empty() ? "geniex.json names no model file that is there"
                                            : "geniex.json names no file of the quant " + request.quant);
    }
    adopt_size(source, manifest.projector);
    adopt_size(source, manifest.tokenizer);
    for (ManifestFile& file : manifest.extra_files) adopt_size(source, file);
    if (manifest.plugin_id.empty()) manifest.plugin_id = kLlamaCppPlugin;
    if (manifest.model_name.empty()) manifest.model_name = model_name_of(request.name);
    return manifest;
}

// ------------------------------------------------------------------ qairt bundles

bool is_precision(std::string_view text) {
    const auto is_odd = [](char c) {
        return !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_' && c != '-' && c != '.';
    };
    return text.size() <= kMaxPrecisionBytes && std::none_of(text.begin(), text.end(), is_odd);
}

/** "W4A16" of "precision_w4a16"; "" for what is no precision. */
std::string precision_of(const JsonValue& metadata) {
    const JsonValue* value = metadata.find("precision");
    if (value == nullptr || value->as_text() == nullptr) return {};
    std::string precision = upper_case(*value->as_text());
    constexpr std::string_view kPrefix = "PRECISION_";
    if (starts_with(precision, kPrefix)) precision.erase(0, kPrefix.size());
    return is_precision(precision) ? precision : std::string();
}

std::string bundle_quant(const JsonValue& metadata, const std::string& asked) {
    const std::string precision = precision_of(metadata);
    if (precision.empty() && (asked.empty() || asked == kNoPrecision)) return kNoPrecision;
    if (precision.empty()) {
        if (!is_precision(upper_case(asked))) {
            throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + asked + "' cannot be the name of a precision");
        }
        return upper_case(asked);
    }
    if (!asked.empty() && !same_quant(asked, precision)) {
        invalid_model("the bundle has the precision " + precision + " and not " + asked);
    }
    return precision;
}

geniex_ModelType bundle_type(const JsonValue& metadata) {
    const JsonValue* genie = metadata.find("genie");
    const JsonValue* vision = genie != nullptr ? genie->find("supports_vision") : nullptr;
    const bool has_vision = vision != nullptr && vision->as_boolean() != nullptr && *vision->as_boolean();
    return has_vision ? GENIEX_MODEL_TYPE_VLM : GENIEX_MODEL_TYPE_LLM;
}

std::string bundle_model_name(const JsonValue& metadata, const PlanRequest& request) {
    const JsonValue* id = metadata.find("model_id");
    const bool is_proper = id != nullptr && id->as_text() != nullptr && is_portable_name(*id->as_text());
    return is_proper ? *id->as_text() : model_name_of(request.name);
}

/** Names that begin with a dot belong to the system that wrote the folder, not to the model. */
bool belongs_to_bundle(const SourceFile& file) {
    return file.name.front() != '.' && !ends_with(lower_case(file.name), kProgressSuffix);
}

Manifest plan_bundle(const Source& source, const PlanRequest& request) {
    const JsonValue metadata = parse_json(read_text(source, kMetadataName, kMaxManifestBytes));
    Manifest manifest;
    manifest.plugin_id = kQairtPlugin;
    manifest.model_name = bundle_model_name(metadata, request);
    manifest.model_type = bundle_type(metadata);
    const std::string quant = bundle_quant(metadata, request.quant);
    for (const SourceFile& file : source.files()) {
        if (!belongs_to_bundle(file)) continue;
        ManifestFile entry{file.name, true, static_cast<int64_t>(file.size)};
        if (manifest.quants.empty() && ends_with(lower_case(file.name), ".bin")) {
            manifest.quants.emplace(quant, std::move(entry));
        } else if (file.name == "tokenizer.json") {
            manifest.tokenizer = std::move(entry);
        } else {
            manifest.extra_files.push_back(std::move(entry));
        }
    }
    return manifest;
}

// ------------------------------------------------------------------ all kinds

[[noreturn]] void refuse_unknown(const Source& source) {
    const bool is_safetensors = has_suffix(source, ".safetensors");
    throw Error(GENIEX_ERROR_COMMON_UNKNOWN,
                is_safetensors
                    ? "these are safetensors files; convert them to GGUF, or get the GGUF version of this model"
                    : "neither .gguf files nor a bundle with metadata.json and .bin files are there");
}

Manifest plan_by_kind(const Source& source, const PlanRequest& request) {
    if (has_file(source, kManifestName)) return plan_by_manifest(source, request);
    if (has_file(source, kMetadataName) && has_suffix(source, ".bin")) return plan_bundle(source, request);
    if (has_suffix(source, ".gguf")) return plan_gguf(source, request);
    refuse_unknown(source);
}

/** Links and names that cannot be kept are refused before a byte is copied. */
void check_files(const Source& source, const Manifest& manifest) {
    for (const ManifestFile* file : manifest.installed_files()) {
        if (!is_model_file_name(file->name)) {
            throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT,
                        "'" + file->name + "' may not be the name of a model's file");
        }
        if (!source.has_bytes()) continue;
        if (ends_with(lower_case(file->name), ".gguf")) {
            check_gguf_head(source, *file);
        } else {
            source.open(file->name);
        }
    }
}

}  // namespace

Manifest plan_import(const Source& source, const PlanRequest& request) {
    Manifest manifest = plan_by_kind(source, request);
    check_files(source, manifest);
    manifest.name = request.name;
    if (request.type != GENIEX_MODEL_TYPE_AUTO) manifest.model_type = request.type;
    return manifest;
}

}  // namespace geniex::store
