#include "store/manifest.h"

#include <algorithm>
#include <utility>

#include "json_writer.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/json.h"
#include "store/quant.h"

namespace geniex::store {

namespace {

constexpr int64_t kMaxFileBytes = int64_t{1} << 50;  // a sum over a whole manifest stays far from overflow

[[noreturn]] void fail(const std::string& text) { throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, text); }

bool is_printable(std::string_view text) {
    return std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/** "" when the member is absent or null. */
std::string text_member(const JsonValue& object, std::string_view key) {
    const JsonValue* value = object.find(key);
    if (value == nullptr) return {};
    if (value->as_text() == nullptr) fail(std::string(key) + " is not a string");
    if (!is_printable(*value->as_text())) fail(std::string(key) + " holds a control character");
    return *value->as_text();
}

/** An absent file has the name "". */
ManifestFile file_of(const JsonValue& value, const std::string& where) {
    if (value.as_object() == nullptr) fail(where + " is not an object");
    ManifestFile file;
    file.name = text_member(value, "Name");
    if (const JsonValue* downloaded = value.find("Downloaded")) {
        if (downloaded->as_boolean() == nullptr) fail(where + ": Downloaded is not true or false");
        file.downloaded = *downloaded->as_boolean();
    }
    if (const JsonValue* size = value.find("Size")) {
        const int64_t* bytes = size->as_integer();
        if (bytes == nullptr || *bytes < 0 || *bytes > kMaxFileBytes) fail(where + ": Size is not a number of bytes");
        file.size = *bytes;
    }
    if (!file.name.empty() && !is_model_file_name(file.name)) {
        fail(where + ": '" + file.name + "' may not be the name of a model's file");
    }
    return file;
}

ManifestFile file_member(const JsonValue& root, const char* key) {
    const JsonValue* value = root.find(key);
    return value != nullptr ? file_of(*value, key) : ManifestFile{};
}

std::map<std::string, ManifestFile> quants_of(const JsonValue& root) {
    std::map<std::string, ManifestFile> quants;
    const JsonValue* value = root.find("ModelFile");
    if (value == nullptr) return quants;
    if (value->as_object() == nullptr) fail("ModelFile is not an object");
    for (const auto& [quant, entry] : *value->as_object()) {
        const std::string where = "ModelFile." + quant;
        if (quant.empty() || !is_printable(quant)) fail("ModelFile has a quant without a proper name");
        ManifestFile file = file_of(entry, where);
        if (file.downloaded && file.name.empty()) fail(where + " has no Name");
        quants.emplace(quant, std::move(file));
    }
    return quants;
}

std::vector<ManifestFile> extra_files_of(const JsonValue& root) {
    std::vector<ManifestFile> files;
    const JsonValue* value = root.find("ExtraFiles");
    if (value == nullptr) return files;
    if (value->as_array() == nullptr) fail("ExtraFiles is not a list");
    for (const JsonValue& entry : *value->as_array()) {
        ManifestFile file = file_of(entry, "ExtraFiles");
        if (!file.name.empty()) files.push_back(std::move(file));
    }
    return files;
}

geniex_ModelType type_of(const std::string& text) {
    if (text.empty() || text == "llm") return GENIEX_MODEL_TYPE_LLM;
    if (text == "vlm") return GENIEX_MODEL_TYPE_VLM;
    fail("ModelType '" + text + "' is neither llm nor vlm");
}

/** Old qairt manifests kept the precision beside a quant without a name. */
void adopt_legacy_precision(const JsonValue& root, Manifest& manifest) {
    const std::string precision = text_member(root, "Precision");
    const auto only = manifest.quants.begin();
    if (precision.empty() || manifest.plugin_id != kQairtPlugin || manifest.quants.size() != 1) return;
    if (only->first != kNoPrecision) return;
    ManifestFile file = std::move(only->second);
    manifest.quants.clear();
    manifest.quants.emplace(precision, std::move(file));
}

void write_file(const ManifestFile& file, JsonWriter& json) {
    json.begin_object();
    json.key("Name").string(file.name);
    json.key("Downloaded").boolean(file.downloaded);
    json.key("Size").integer(file.size);
    json.end_object();
}

}  // namespace

const ManifestFile* Manifest::find_quant(std::string_view quant) const {
    for (const auto& [name, file] : quants) {
        if (same_quant(quant, name)) return &file;
    }
    return nullptr;
}

std::vector<const ManifestFile*> Manifest::installed_files() const {
    std::map<std::string_view, const ManifestFile*> by_name;
    const auto add = [&](const ManifestFile& file) {
        if (file.is_installed()) by_name.emplace(file.name, &file);
    };
    for (const auto& entry : quants) add(entry.second);
    add(projector);
    add(tokenizer);
    for (const ManifestFile& file : extra_files) add(file);
    std::vector<const ManifestFile*> files;
    for (const auto& entry : by_name) files.push_back(entry.second);
    return files;
}

int64_t Manifest::total_size() const {
    int64_t sum = 0;
    for (const ManifestFile* file : installed_files()) sum += file->size;
    return sum;
}

std::vector<std::string> Manifest::installed_quants() const {
    std::vector<std::string> names;
    for (const auto& [name, file] : quants) {
        if (file.is_installed()) names.push_back(name);
    }
    std::stable_sort(names.begin(), names.end(), [](const std::string& a, const std::string& b) {
        return quant_rank(upper_case(a)) < quant_rank(upper_case(b));
    });
    return names;
}

std::vector<const ManifestFile*> Manifest::extra_files_of(std::string_view quant) const {
    std::vector<const ManifestFile*> files;
    for (const ManifestFile& file : extra_files) {
        if (!ends_with(lower_case(file.name), ".gguf")) continue;
        if (same_quant(find_quant_tag(file.name).value_or(kDefaultQuant), quant)) files.push_back(&file);
    }
    return files;
}

Manifest parse_manifest(std::string_view text) {
    const JsonValue root = parse_json(text, {kMaxManifestBytes});
    if (root.as_object() == nullptr) fail("the manifest is not an object");
    Manifest manifest;
    manifest.name = text_member(root, "Name");
    manifest.model_name = text_member(root, "ModelName");
    manifest.model_type = type_of(text_member(root, "ModelType"));
    manifest.plugin_id = text_member(root, "PluginId");
    manifest.quants = quants_of(root);
    manifest.projector = file_member(root, "MMProjFile");
    manifest.tokenizer = file_member(root, "TokenizerFile");
    manifest.extra_files = extra_files_of(root);
    adopt_legacy_precision(root, manifest);
    return manifest;
}

std::string to_json(const Manifest& manifest) {
    JsonWriter json;
    json.begin_object();
    json.key("Name").string(manifest.name);
    json.key("ModelName").string(manifest.model_name);
    json.key("ModelType").string(manifest.model_type == GENIEX_MODEL_TYPE_VLM ? "vlm" : "llm");
    json.key("PluginId").string(manifest.plugin_id);
    json.key("ModelFile").begin_object();
    for (const auto& [quant, file] : manifest.quants) {
        json.key(quant);
        write_file(file, json);
    }
    json.end_object();
    json.key("MMProjFile");
    write_file(manifest.projector, json);
    json.key("TokenizerFile");
    write_file(manifest.tokenizer, json);
    json.key("ExtraFiles").begin_array();
    for (const ManifestFile& file : manifest.extra_files) write_file(file, json);
    json.end_array();
    json.end_object();
    return json.take();
}

std::string model_name_of(std::string_view name) {
    name = base_name(name);
    for (const std::string_view suffix : {"-GGUF", "-gguf"}) {
        if (ends_with(name, suffix) && name.size() > suffix.size()) return std::string(stem(name, suffix));
    }
    return std::string(name);
}

}  // namespace geniex::store
