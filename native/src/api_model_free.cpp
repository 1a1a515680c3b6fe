// The functions that free the outputs of geniex_model.h.
#include <cstdint>
#include <cstdlib>
#include <initializer_list>

#include "geniex_model.h"

namespace {

void free_strings(char** strings, int32_t count) noexcept {
    for (int32_t i = 0; strings != nullptr && i < count; ++i) std::free(strings[i]);
    std::free(strings);
}

}  // namespace

void geniex_model_query_free(geniex_ModelQueryOutput* output) {
    if (output == nullptr) return;
    std::free(output->model_name);
    std::free(output->plugin_id);
    for (int32_t i = 0; output->candidates != nullptr && i < output->candidate_count; ++i) {
        std::free(output->candidates[i].quant);
    }
    std::free(output->candidates);
    *output = {};
}

void geniex_model_paths_free(geniex_ModelPaths* output) {
    if (output == nullptr) return;
    for (char* text : {output->model_path, output->mmproj_path, output->tokenizer_path, output->model_dir,
                       output->model_name, output->plugin_id}) {
        std::free(text);
    }
    *output = {};
}

void geniex_model_detail_free(geniex_ModelDetail* output) {
    if (output == nullptr) return;
    std::free(output->name);
    std::free(output->model_name);
    std::free(output->plugin_id);
    free_strings(output->precisions, output->precision_count);
    *output = {};
}

void geniex_model_list_detailed_free(geniex_ModelListDetailedOutput* output) {
    if (output == nullptr) return;
    for (int32_t i = 0; output->models != nullptr && i < output->count; ++i) {
        geniex_model_detail_free(&output->models[i]);
    }
    std::free(output->models);
    *output = {};
}

void geniex_model_list_chipsets_free(geniex_ChipsetList* output) {
    if (output == nullptr) return;
    for (int32_t i = 0; output->chipsets != nullptr && i < output->count; ++i) {
        std::free(output->chipsets[i].name);
        free_strings(output->chipsets[i].aliases, output->chipsets[i].alias_count);
    }
    std::free(output->chipsets);
    *output = {};
}

void geniex_model_list_hub_free(geniex_HubModelList* output) {
    if (output == nullptr) return;
    for (int32_t i = 0; output->models != nullptr && i < output->count; ++i) {
        std::free(output->models[i].name);
        free_strings(output->models[i].chipsets, output->models[i].chipset_count);
    }
    std::free(output->models);
    *output = {};
}
