#include "store/model_config.h"

#include <algorithm>
#include <iterator>

#include "log.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/json.h"

namespace geniex::store {

namespace {

constexpr const char* kConfigName = "config.json";
constexpr size_t kMaxConfigBytes = 1 << 20;
// Families whose ...ForConditionalGeneration classes take pictures; others of that suffix are text models.
constexpr std::string_view kVisionFamilies[] = {
    "VL",       "Vision",  "Llava", "MLlama", "PaliGemma", "MiniCPM-V",
    "MiniCPMV", "Idefics", "Aria",  "Fuyu",   "InternVL",  "Llama4",
};

std::vector<std::string> architectures_of(const JsonValue& config) {
    std::vector<std::string> names;
    const JsonValue* list = config.find("architectures");
    if (list == nullptr || list->as_array() == nullptr) return names;
    for (const JsonValue& name : *list->as_array()) {
        if (name.as_text() != nullptr) names.push_back(*name.as_text());
    }
    return names;
}

bool is_vision_class(const std::string& name) {
    return ends_with(name, "ForConditionalGeneration") &&
           std::any_of(std::begin(kVisionFamilies), std::end(kVisionFamilies), [&](std::string_view family) {
               return lower_case(name).find(lower_case(family)) != std::string::npos;
           });
}

std::optional<geniex_ModelType> type_of(const JsonValue& config) {
    const std::vector<std::string> names = architectures_of(config);
    const auto has = [&](auto&& test) { return std::any_of(names.begin(), names.end(), test); };
    const JsonValue* model_type = config.find("model_type");
    const bool is_gemma_text =
        model_type != nullptr && model_type->as_text() != nullptr && *model_type->as_text() == "gemma3_text";
    if (is_gemma_text || has([](const std::string& name) { return name == "Gemma3ForCausalLM"; })) {
        return GENIEX_MODEL_TYPE_LLM;
    }
    const JsonValue* vision = config.find("vision_config");
    if ((vision != nullptr && vision->as_object() != nullptr) || config.find("mm_vision_tower") != nullptr) {
        return GENIEX_MODEL_TYPE_VLM;
    }
    if (has(is_vision_class)) return GENIEX_MODEL_TYPE_VLM;
    if (has([](const std::string& name) { return ends_with(name, "ForCausalLM"); })) return GENIEX_MODEL_TYPE_LLM;
    return std::nullopt;
}

}  // namespace

std::optional<geniex_ModelType> type_by_config(const Source& source) {
    const auto& files = source.files();
    const auto is_config = [](const SourceFile& file) { return file.name == kConfigName; };
    if (std::none_of(files.begin(), files.end(), is_config)) return std::nullopt;
    try {
        return type_of(parse_json(read_text(source, kConfigName, kMaxConfigBytes)));
    } catch (const Error& error) {
        if (error.code() == GENIEX_ERROR_COMMON_FILE_NOT_FOUND) return std::nullopt;  // listed, but not read
        if (error.code() != GENIEX_ERROR_COMMON_MANIFEST_PARSE) throw;
        // It is only one of several hints, and not ours to judge.
        log(GENIEX_LOG_WARN, (std::string("config.json is left out of account: ") + error.what()).c_str());
        return std::nullopt;
    }
}

}  // namespace geniex::store
