/* A libgeniex of someone else's: the plain ABI, none of geniex_ext.h. Its model repeats the prompt word by word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geniex.h"

struct geniex_LLM {
    int alive;
};

static geniex_log_callback log_sink;

const char* geniex_get_error_message(int32_t code) {
    return code == GENIEX_ERROR_COMMON_FILE_NOT_FOUND ? "no such file" : "failed";
}
int32_t geniex_set_log(geniex_log_callback callback) {
    log_sink = callback;
    return GENIEX_SUCCESS;
}
int32_t geniex_init(void) { return GENIEX_SUCCESS; }
int32_t geniex_deinit(void) { return GENIEX_SUCCESS; }
void geniex_free(void* memory) { free(memory); }
const char* geniex_version(void) { return "foreign 1.0"; }
const char* geniex_get_plugin_version(const char* plugin_id) { return plugin_id != NULL ? "7" : NULL; }

int32_t geniex_get_plugin_list(geniex_GetPluginListOutput* output) {
    output->plugin_ids = malloc(sizeof(char*));
    output->plugin_ids[0] = strdup("llama_cpp");
    output->plugin_count = 1;
    return GENIEX_SUCCESS;
}

int32_t geniex_get_device_list(const geniex_GetDeviceListInput* input, geniex_GetDeviceListOutput* output) {
    (void)input;
    output->device_ids = malloc(sizeof(char*));
    output->device_names = malloc(sizeof(char*));
    output->device_ids[0] = "CPU";
    output->device_names[0] = "A processor";
    output->device_count = 1;
    return GENIEX_SUCCESS;
}

int32_t geniex_resolve_device(const geniex_ResolveDeviceInput* input, geniex_ResolveDeviceOutput* output) {
    output->device_id = NULL;
    output->warning = NULL;
    output->ngl = strcmp(input->mode, "cpu") == 0 ? 0 : input->ngl_default;
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_create(const geniex_LlmCreateInput* input, geniex_LLM** handle) {
    FILE* file = fopen(input->model_path, "rb");
    if (file == NULL) {
        return GENIEX_ERROR_COMMON_FILE_NOT_FOUND;
    }
    fclose(file);
    if (log_sink != NULL) {
        log_sink(GENIEX_LOG_INFO, "Found device: CPU");
        log_sink(GENIEX_LOG_INFO, "loaded");
    }
    *handle = calloc(1, sizeof(struct geniex_LLM));
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_destroy(geniex_LLM* handle) {
    free(handle);
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_apply_chat_template(geniex_LLM* handle, const geniex_LlmApplyChatTemplateInput* input,
                                       geniex_LlmApplyChatTemplateOutput* output) {
    (void)handle;
    output->formatted_text = strdup(input->messages[input->message_count - 1].content);
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_generate(geniex_LLM* handle, const geniex_LlmGenerateInput* input,
                            geniex_LlmGenerateOutput* output) {
    (void)handle;
    memset(output, 0, sizeof(*output));
    output->full_text = calloc(strlen(input->prompt_utf8) + 1, 1);
    output->profile_data.stop_reason = "eos";
    const char* word = input->prompt_utf8;
    while (*word != '\0') {
        size_t length = strcspn(word, " ") + strspn(word + strcspn(word, " "), " ");
        char* piece = strndup(word, length);
        strcat(output->full_text, piece);
        output->profile_data.generated_tokens++;
        bool go_on = input->on_token == NULL || input->on_token(piece, input->user_data);
        free(piece);
        if (!go_on) {
            output->profile_data.stop_reason = "user";
            break;
        }
        word += length;
    }
    return GENIEX_SUCCESS;
}
