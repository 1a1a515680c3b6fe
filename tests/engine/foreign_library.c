/*
 * A libgeniex of someone else's: the plain ABI and nothing of geniex_ext.h.
 *
 * Its one plugin behaves as the fake plugin does, so that the same tests run on both; see the head of
 * tests/native/fake/fake_plugin.cpp. Where the plain ABI cannot do the same, it is as near as it can be: without a
 * cancel, "hang-load" loads slowly and "hang" says "x" until the callback answers false. Text goes out byte by byte,
 * also in the middle of a character.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "geniex.h"

enum { kDefaultContext = 4096, kVocabulary = 256, kParts = 10, kSlowLoadMs = 300 };

struct geniex_LLM {
    char behaviour[4096]; /* with its argument behind a colon */
    int32_t n_ctx;
    int delay_ms;
    int slow_tokens;
    char* held; /* what the KV cache would hold, n_ctx bytes at most */
    size_t n_held;
};

static geniex_log_callback log_sink;

static void say(geniex_LogLevel level, const char* text) {
    if (log_sink != NULL) log_sink(level, text);
}

static void wait_ms(int milliseconds) {
    const struct timespec duration = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&duration, NULL);
}

static bool is(const geniex_LLM* model, const char* name) {
    const size_t length = strlen(name);
    return strncmp(model->behaviour, name, length) == 0 &&
           (model->behaviour[length] == ':' || model->behaviour[length] == '\0');
}

static const char* argument(const geniex_LLM* model) {
    const char* colon = strchr(model->behaviour, ':');
    return colon != NULL ? colon + 1 : "";
}

/* ---- the runtime */

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
const char* geniex_get_plugin_version(const char* plugin_id) { return plugin_id != NULL ? "1.0" : NULL; }

int32_t geniex_get_plugin_list(geniex_GetPluginListOutput* output) {
    output->plugin_ids = malloc(sizeof(char*));
    output->plugin_ids[0] = strdup("fake");
    output->plugin_count = 1;
    return GENIEX_SUCCESS;
}

int32_t geniex_get_device_list(const geniex_GetDeviceListInput* input, geniex_GetDeviceListOutput* output) {
    if (strcmp(input->plugin_id, "fake") != 0) return GENIEX_ERROR_COMMON_PLUGIN_INVALID;
    output->device_ids = malloc(2 * sizeof(char*));
    output->device_names = malloc(2 * sizeof(char*));
    output->device_ids[0] = "CPU";
    output->device_names[0] = "Fake processor";
    output->device_ids[1] = "FAKE0";
    output->device_names[1] = "Fake accelerator";
    output->device_count = 2;
    return GENIEX_SUCCESS;
}

int32_t geniex_resolve_device(const geniex_ResolveDeviceInput* input, geniex_ResolveDeviceOutput* output) {
    output->device_id = NULL;
    output->warning = NULL;
    output->ngl = strcmp(input->mode, "cpu") == 0 ? 0 : input->ngl_default;
    return GENIEX_SUCCESS;
}

/* ---- loading */

/** "script:" may have slashes behind it; any other behaviour is the last component of the path. */
static void read_behaviour(geniex_LLM* model, const char* path) {
    const char* slash = strrchr(path, '/');
    const char* script = strstr(path, "script:");
    snprintf(model->behaviour, sizeof model->behaviour, "%s",
             script != NULL  ? script
             : slash != NULL ? slash + 1
                             : path);
    if (strncmp(model->behaviour, "slow", 4) != 0) return;
    model->delay_ms = atoi(argument(model));
    const char* tokens = strchr(argument(model), ':');
    model->slow_tokens = tokens != NULL ? atoi(tokens + 1) : 16;
}

static int32_t load(const geniex_LLM* model) {
    if (is(model, "fail-load")) {
        say(GENIEX_LOG_ERROR, "the fake plugin was told to fail");
        return atoi(argument(model));
    }
    if (is(model, "throw-load")) {
        say(GENIEX_LOG_ERROR, "thrown by the fake plugin");
        return GENIEX_ERROR_COMMON_MODEL_LOAD;
    }
    if (is(model, "hang-load")) wait_ms(kSlowLoadMs);
    if (is(model, "slow")) wait_ms(kParts * model->delay_ms);
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_create(const geniex_LlmCreateInput* input, geniex_LLM** handle) {
    geniex_LLM* model = calloc(1, sizeof *model);
    read_behaviour(model, input->model_path);
    model->n_ctx = input->config.n_ctx > 0 ? input->config.n_ctx : kDefaultContext;
    model->held = malloc((size_t)model->n_ctx);
    char line[sizeof model->behaviour + 32];
    snprintf(line, sizeof line, "fake model: %s", model->behaviour);
    say(GENIEX_LOG_INFO, line);
    say(GENIEX_LOG_INFO, "Found device: CPU");
    const int32_t code = load(model);
    if (code == GENIEX_SUCCESS) {
        *handle = model;
    } else {
        geniex_llm_destroy(model);
    }
    return code;
}

int32_t geniex_llm_destroy(geniex_LLM* handle) {
    free(handle->held);
    free(handle);
    return GENIEX_SUCCESS;
}

int32_t geniex_llm_get_model_info(geniex_LLM* handle, geniex_LlmModelInfo* output) {
    if (is(handle, "no-extras")) return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    *output = (geniex_LlmModelInfo){.vocab_size = kVocabulary, .bos_token = -1};
    return GENIEX_SUCCESS;
}

/* ---- replies */

int32_t geniex_llm_apply_chat_template(geniex_LLM* handle, const geniex_LlmApplyChatTemplateInput* input,
                                       geniex_LlmApplyChatTemplateOutput* output) {
    size_t size = sizeof "assistant: ";
    for (int32_t i = 0; i < input->message_count; ++i) {
        if (strcmp(input->messages[i].role, "system") == 0 && strcmp(argument(handle), "refuse-system") == 0) {
            say(GENIEX_LOG_ERROR, "System role not supported");
            return GENIEX_ERROR_COMMON_UNKNOWN;
        }
        size += strlen(input->messages[i].role) + strlen(input->messages[i].content) + 3;
    }
    char* end = output->formatted_text = malloc(size);
    for (int32_t i = 0; i < input->message_count; ++i) {
        if (strcmp(input->messages[i].role, "system") == 0 && strcmp(argument(handle), "drop-system") == 0) continue;
        end += sprintf(end, "%s: %s\n", input->messages[i].role, input->messages[i].content);
    }
    strcpy(end, input->add_generation_prompt ? "assistant: " : "");
    return GENIEX_SUCCESS;
}

/** The bytes of a script, its piece marks left out: pieces are single bytes here. */
static size_t read_script(const char* script, char* bytes) {
    char* end = bytes;
    for (; *script != '\0'; ++script) {
        if (strncmp(script, "\\x", 2) == 0) {
            const char digits[] = {script[2], script[3], '\0'};
            *end++ = (char)strtol(digits, NULL, 16);
            script += 3;
        } else if (*script != '|') {
            *end++ = *script;
        }
    }
    return (size_t)(end - bytes);
}

/** What the model is going to say; `bytes` has room for n_ctx and for any script. */
static size_t plan_reply(const geniex_LLM* model, const char* prompt, char* bytes) {
    if (is(model, "script")) return read_script(argument(model), bytes);
    const int32_t repeated = is(model, "hang") ? model->n_ctx : model->slow_tokens;
    if (repeated > 0) {
        const size_t count = (size_t)(repeated < model->n_ctx ? repeated : model->n_ctx);
        memset(bytes, 'x', count);
        return count;
    }
    const char* text = is(model, "context-full") ? "partial" : is(model, "echo") ? prompt : "ok!";
    memcpy(bytes, text, strlen(text));
    return strlen(text);
}

static void prefill(geniex_LLM* model, const char* prompt, size_t length, geniex_ProfileData* profile) {
    size_t shared = 0;
    while (shared < length && shared < model->n_held && model->held[shared] == prompt[shared]) ++shared;
    if (is(model, "slow")) wait_ms(kParts * model->delay_ms);
    memcpy(model->held, prompt, length);
    model->n_held = length;
    profile->prompt_tokens = (int64_t)(length - shared);
}

/** Says `bytes` one by one; `text` gets what was said. */
static int32_t decode(geniex_LLM* model, const geniex_LlmGenerateInput* input, const char* bytes, size_t count,
                      char* text, geniex_ProfileData* profile) {
    profile->stop_reason = "eos";
    for (size_t i = 0; i < count; ++i) {
        profile->stop_reason = "length";
        if (model->n_held == (size_t)model->n_ctx) return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
        if ((int32_t)i == input->config->max_tokens) return GENIEX_SUCCESS;
        wait_ms(is(model, "hang") ? 1 : model->delay_ms);
        model->held[model->n_held++] = bytes[i];
        text[profile->generated_tokens++] = bytes[i];
        const char piece[] = {bytes[i], '\0'};
        profile->stop_reason = "user";
        if (input->on_token != NULL && !input->on_token(piece, input->user_data)) return GENIEX_SUCCESS;
        profile->stop_reason = "eos";
    }
    if (!is(model, "context-full")) return GENIEX_SUCCESS;
    profile->stop_reason = "length";
    return GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
}

int32_t geniex_llm_generate(geniex_LLM* handle, const geniex_LlmGenerateInput* input,
                            geniex_LlmGenerateOutput* output) {
    memset(output, 0, sizeof *output);
    if (is(handle, "fail-generate")) {
        say(GENIEX_LOG_ERROR, "the fake plugin was told to fail");
        return atoi(argument(handle));
    }
    const size_t length = strlen(input->prompt_utf8);
    if (length > (size_t)handle->n_ctx) return GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG;
    prefill(handle, input->prompt_utf8, length, &output->profile_data);
    char* bytes = malloc((size_t)handle->n_ctx + sizeof handle->behaviour);
    const size_t count = plan_reply(handle, input->prompt_utf8, bytes);
    output->full_text = calloc(count + 1, 1);
    const int32_t code = decode(handle, input, bytes, count, output->full_text, &output->profile_data);
    free(bytes);
    return code;
}
