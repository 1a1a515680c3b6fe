#include "target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine_log.h"
#include "geniex_model.h"
#include "memory.h"
#include "platform.h"

static const char kDefaultPlugin[] = "llama_cpp";

static char* copy_or_null(const char* text) { return text != NULL && text[0] != '\0' ? copy_text(text) : NULL; }

static char* store_failure(const char* name, int32_t code) {
    const char* text = geniex_model_last_error_message();
    return format_text("%s: there is no such file, and the model store says: %s (%d)", name,
                       text != NULL ? text : geniex_get_error_message(code), (int)code);
}

static int32_t pull(const char* name, const Options* options) {
    fprintf(stderr, "geniex-bench: pulling %s\n", name);
    const char* quant = strrchr(name, ':');
    char* model_name = copy_part(name, quant != NULL ? (size_t)(quant - name) : strlen(name));
    const geniex_ModelPullInput input = {.struct_size = sizeof input,
                                         .model_name = model_name,
                                         .quant = quant != NULL ? quant + 1 : NULL,
                                         .hub = options->hub,
                                         .chipset = options->chipset,
                                         .model_type = GENIEX_MODEL_TYPE_AUTO};
    const int32_t code = geniex_model_pull(&input);
    free(model_name);
    return code;
}

static char* resolve_from_store(const Options* options, const Cell* cell, Target* target) {
    int32_t code = geniex_model_init(NULL);
    if (code < 0 && code != GENIEX_ERROR_COMMON_ALREADY_INITIALIZED) return store_failure(cell->model, code);
    geniex_ModelPaths paths = {0};
    code = geniex_model_get_paths(cell->model, &paths);
    if (code < 0 && options->hub >= 0) {
        code = pull(cell->model, options);
        if (code >= 0) code = geniex_model_get_paths(cell->model, &paths);
    }
    if (code < 0) return store_failure(cell->model, code);
    target->model_path = copy_or_null(paths.model_path);
    target->mmproj_path = copy_or_null(paths.mmproj_path);
    target->tokenizer_path = copy_or_null(paths.tokenizer_path);
    target->plugin = copy_or_null(paths.plugin_id);
    target->vlm = paths.model_type == GENIEX_MODEL_TYPE_VLM;
    geniex_model_paths_free(&paths);
    if (target->model_path == NULL) return format_text("%s: the model store names no file for it", cell->model);
    return NULL;
}

static void replace(char** text, const char* with) {
    if (with == NULL) return;
    free(*text);
    *text = copy_text(with);
}

static char* resolve_files(const Options* options, const Cell* cell, Target* target) {
    char* failure = NULL;
    if (path_exists(cell->model)) {
        target->model_path = copy_text(cell->model);
    } else {
        failure = resolve_from_store(options, cell, target);
    }
    replace(&target->plugin, cell->plugin);
    replace(&target->mmproj_path, cell->mmproj);
    replace(&target->tokenizer_path, cell->tokenizer);
    if (target->plugin == NULL) target->plugin = copy_text(kDefaultPlugin);
    target->vlm =
        target->vlm || options->vlm || cell->mmproj != NULL || options->images.count > 0 || options->audios.count > 0;
    if (target->model_path == NULL) {
        target->model_path = copy_text(cell->model);
    } else {
        const int64_t bytes = file_size(target->model_path);
        target->model_bytes = bytes > 0 ? bytes : 0;
    }
    return failure;
}

static int32_t resolve_alias(const Options* options, const char* alias, Target* target) {
    const geniex_ResolveDeviceInput input = {target->plugin, target->model_path, alias,
                                             options->has_n_gpu_layers ? options->n_gpu_layers : -1};
    geniex_ResolveDeviceOutput output;
    const int32_t code = geniex_resolve_device(&input, &output);
    if (code < 0) return code;
    free(target->device);
    free(target->device_id);
    target->device = copy_text(alias);
    target->device_id = copy_or_null(output.device_id);
    target->ngl = output.ngl;
    if (output.warning != NULL) fprintf(stderr, "geniex-bench: %s\n", output.warning);
    geniex_free(output.device_id);
    geniex_free(output.warning);
    return code;
}

static bool device_exists(const char* plugin, const char* device_id) {
    if (device_id == NULL) return true;
    const geniex_GetDeviceListInput input = {plugin};
    geniex_GetDeviceListOutput list;
    if (geniex_get_device_list(&input, &list) < 0) return false;
    bool found = false;
    for (int32_t i = 0; i < list.device_count; ++i) found = found || strcmp(list.device_ids[i], device_id) == 0;
    geniex_free((void*)list.device_ids);
    geniex_free((void*)list.device_names);
    return found;
}

/** Without a wish, the resolver's own default would fail on every machine without an NPU. */
static int32_t choose_device(const Options* options, Target* target) {
    static const char* const kPreferences[] = {"npu", "gpu", "cpu"};
    int32_t code = GENIEX_SUCCESS;
    for (size_t i = 0; i < sizeof kPreferences / sizeof *kPreferences; ++i) {
        code = resolve_alias(options, kPreferences[i], target);
        if (code < 0 || device_exists(target->plugin, target->device_id)) return code;
    }
    return code;
}

static char* resolve_device(const Options* options, const Cell* cell, Target* target) {
    if (cell->device_id != NULL) {
        target->device = copy_text(cell->device_id);
        target->device_id = copy_text(cell->device_id);
        const int32_t all = strcmp(cell->device_id, "CPU") == 0 ? 0 : -1;
        target->ngl = options->has_n_gpu_layers ? options->n_gpu_layers : all;
        return NULL;
    }
    forget_logged_error();
    const int32_t code =
        cell->device != NULL ? resolve_alias(options, cell->device, target) : choose_device(options, target);
    if (code >= 0) return NULL;
    if (target->device == NULL) target->device = copy_text(cell->device != NULL ? cell->device : "");
    return failure_text(code);
}

char* resolve_target(const Options* options, const Cell* cell, Target* target) {
    *target = (Target){0};
    char* failure = resolve_files(options, cell, target);
    if (failure == NULL) return resolve_device(options, cell, target);
    target->device = copy_text(cell->device != NULL ? cell->device : "");
    return failure;
}

void free_target(Target* target) {
    free(target->plugin);
    free(target->device);
    free(target->device_id);
    free(target->model_path);
    free(target->mmproj_path);
    free(target->tokenizer_path);
}
