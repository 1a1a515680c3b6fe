/**
 * GenieX C ABI, layout of release 0.9.3.
 *
 * This header is the contract with every client of libgeniex, most of which
 * nobody here wrote; field order and sizes must never change. The model store
 * is declared in geniex_model.h, what this library adds in geniex_ext.h.
 *
 * Laws that hold for every function:
 *  - Return value: 0 on success, a negative geniex_ErrorCode otherwise. Nothing
 *    is thrown, and nothing aborts.
 *  - Strings are NUL-terminated UTF-8. Input strings and arrays are only read
 *    during the call.
 *  - An output structure is zeroed first, so it is readable whatever the code.
 *    Heap members of an output belong to the caller: geniex_free() each.
 *  - A handle serves one call at a time; different handles are independent.
 *    A busy, destroyed or foreign handle is answered with an error, not
 *    undefined behaviour.
 *
 *     geniex_init();
 *     geniex_LLM* llm = NULL;
 *     geniex_LlmCreateInput input = {0};
 *     input.model_path = "model.gguf";
 *     input.plugin_id = "llama_cpp";
 *     if (geniex_llm_create(&input, &llm) == GENIEX_SUCCESS) {
 *         geniex_LlmGenerateInput ask = {0};
 *         geniex_LlmGenerateOutput reply;
 *         ask.prompt_utf8 = "Once upon a time";
 *         if (geniex_llm_generate(llm, &ask, &reply) == GENIEX_SUCCESS) puts(reply.full_text);
 *         geniex_free(reply.full_text);
 *         geniex_llm_destroy(llm);
 *     }
 *     geniex_deinit();
 */
#ifndef GENIEX_H
#define GENIEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#if defined(GENIEX_BUILD)
#define GENIEX_API __declspec(dllexport)
#else
#define GENIEX_API __declspec(dllimport)
#endif
#else
#define GENIEX_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ------------------------------------------------------------------ errors */

typedef enum geniex_ErrorCode {
    GENIEX_SUCCESS = 0,
    GENIEX_ERROR_COMMON_UNKNOWN = -100000,
    GENIEX_ERROR_COMMON_INVALID_INPUT = -100001,
    GENIEX_ERROR_COMMON_INVALID_DEVICE = -100002,
    GENIEX_ERROR_COMMON_MEMORY_ALLOCATION = -100003,
    GENIEX_ERROR_COMMON_FILE_NOT_FOUND = -100004,
    GENIEX_ERROR_COMMON_NETWORK = -100005,
    GENIEX_ERROR_COMMON_CANCELLED = -100006,
    GENIEX_ERROR_COMMON_NOT_INITIALIZED = -100007,
    GENIEX_ERROR_COMMON_ALREADY_INITIALIZED = -100008,
    GENIEX_ERROR_COMMON_AUTH = -100009,
    GENIEX_ERROR_COMMON_HUB_MODEL_NOT_FOUND = -100010,
    GENIEX_ERROR_COMMON_RATE_LIMITED = -100011,
    GENIEX_ERROR_COMMON_HUB_SERVER = -100012,
    GENIEX_ERROR_COMMON_NOT_SUPPORTED = -100013,
    GENIEX_ERROR_COMMON_MANIFEST_PARSE = -100014,
    GENIEX_ERROR_COMMON_CHIPSET_UNAVAILABLE = -100015,
    GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED = -100016,
    GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE = -100017,
    GENIEX_ERROR_COMMON_MODEL_LOAD = -100201,
    GENIEX_ERROR_COMMON_MODEL_INVALID = -100203,
    GENIEX_ERROR_COMMON_PLUGIN_LOAD = -100301,
    GENIEX_ERROR_COMMON_PLUGIN_INVALID = -100302,
    GENIEX_ERROR_LLM_TOKENIZATION_FAILED = -200001,
    GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH = -200004,
    GENIEX_ERROR_LLM_GENERATION_FAILED = -200101,
    GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG = -200103,
    GENIEX_ERROR_VLM_IMAGE_LOAD = -201001,
    GENIEX_ERROR_VLM_IMAGE_FORMAT = -201002,
    GENIEX_ERROR_VLM_AUDIO_LOAD = -201101,
    GENIEX_ERROR_VLM_AUDIO_FORMAT = -201102,
    GENIEX_ERROR_VLM_GENERATION_FAILED = -201201,
    GENIEX_ERROR_VLM_PREFIX_REUSE_FAILED = -201202
} geniex_ErrorCode;

/** Static English text of a code; never NULL. */
GENIEX_API const char* geniex_get_error_message(int32_t code);

/* --------------------------------------------------------------------- log */

typedef enum geniex_LogLevel {
    GENIEX_LOG_TRACE = 0,
    GENIEX_LOG_DEBUG = 1,
    GENIEX_LOG_INFO = 2,
    GENIEX_LOG_WARN = 3,
    GENIEX_LOG_ERROR = 4
} geniex_LogLevel;

/** A message without prefix or newline, valid during the call. May come from
 *  any thread; must not call back into the library. */
typedef void (*geniex_log_callback)(int32_t level, const char* message);

/** Replaces the sink (stderr until the first call); NULL silences. Always 0. */
GENIEX_API int32_t geniex_set_log(geniex_log_callback callback);

/** Drops messages below `level`. Outside TRACE..ERROR: INVALID_INPUT. */
GENIEX_API int32_t geniex_set_log_level(int32_t level);

/* ----------------------------------------------------------------- runtime */

/** Scans for plugins. A plugin that fails costs only itself. Calling it again
 *  rescans. Not thread-safe. */
GENIEX_API int32_t geniex_init(void);

/** Destroys every handle and plugin; a new geniex_init() works. Always 0. */
GENIEX_API int32_t geniex_deinit(void);

/** Frees memory that this library allocated; NULL is allowed. */
GENIEX_API void geniex_free(void* memory);

GENIEX_API const char* geniex_version(void);

/** Folder of Qualcomm's runtime; NULL or "" clears. After the first successful
 *  geniex_init() of the process: ALREADY_INITIALIZED. */
GENIEX_API int32_t geniex_set_qairt_runtime_path(const char* path);

/** Never NULL; "" when unset. */
GENIEX_API const char* geniex_get_qairt_runtime_path(void);

typedef const char* (*geniex_plugin_id_fn)(void);
typedef void* (*geniex_plugin_create_fn)(void);

/** Adds a plugin that lives in the calling program (see geniex/plugin.h).
 *  The first registration of an id wins. Thread-safe. */
GENIEX_API int32_t geniex_register_plugin(geniex_plugin_id_fn plugin_id, geniex_plugin_create_fn create_plugin);

/** NULL for an unknown plugin; otherwise owned by the plugin. */
GENIEX_API const char* geniex_get_plugin_version(const char* plugin_id);

typedef struct geniex_GetPluginListOutput {
    const char** plugin_ids; /**< array and each string: caller frees; NULL when empty */
    int32_t plugin_count;
} geniex_GetPluginListOutput;

GENIEX_API int32_t geniex_get_plugin_list(geniex_GetPluginListOutput* output);

typedef struct geniex_GetDeviceListInput {
    const char* plugin_id;
} geniex_GetDeviceListInput;

typedef struct geniex_GetDeviceListOutput {
    const char** device_ids;   /**< caller frees the array; strings live until geniex_deinit() */
    const char** device_names; /**< likewise */
    int32_t device_count;
} geniex_GetDeviceListOutput;

GENIEX_API int32_t geniex_get_device_list(const geniex_GetDeviceListInput* input, geniex_GetDeviceListOutput* output);

typedef struct geniex_ResolveDeviceInput {
    const char* plugin_id;
    const char* model_name; /**< reserved; may be NULL */
    const char* mode;       /**< cpu, gpu, npu, hybrid, auto, "", NULL or a device list such as HTP0,HTP1 */
    int32_t ngl_default;
} geniex_ResolveDeviceInput;

typedef struct geniex_ResolveDeviceOutput {
    char* device_id; /**< NULL = the plugin's own choice; caller frees */
    int32_t ngl;
    char* warning; /**< NULL = none; caller frees */
} geniex_ResolveDeviceOutput;

/** Pure: needs no geniex_init(), looks at no hardware. Thread-safe. */
GENIEX_API int32_t geniex_resolve_device(const geniex_ResolveDeviceInput* input, geniex_ResolveDeviceOutput* output);

/* ------------------------------------------------- generation, LLM and VLM */

typedef enum geniex_PowerMode {
    GENIEX_POWER_LOW_POWER_SAVER = 0,
    GENIEX_POWER_POWER_SAVER = 1,
    GENIEX_POWER_HIGH_POWER_SAVER = 2,
    GENIEX_POWER_LOW_BALANCED = 3,
    GENIEX_POWER_BALANCED = 4,
    GENIEX_POWER_HIGH_PERFORMANCE = 5,
    GENIEX_POWER_SUSTAINED_HIGH_PERFORMANCE = 6,
    GENIEX_POWER_BURST = 7
} geniex_PowerMode;

/** One complete UTF-8 piece, valid during the call, on the thread that called
 *  generate. Returning false stops after this piece. */
typedef bool (*geniex_token_callback)(const char* piece, void* user_data);

typedef struct geniex_ProfileData {
    int64_t ttft;        /**< us from the generate call to the first sampled token */
    int64_t media_time;  /**< us inside the image or audio encoder */
    int64_t prompt_time; /**< us of prefill */
    int64_t decode_time; /**< us of the token loop */
    int64_t prompt_tokens;
    int64_t generated_tokens;
    double prefill_speed;  /**< tokens/s: prompt_tokens / prompt_time, 0 when there was none */
    double decoding_speed; /**< tokens/s: generated_tokens / decode_time */
    int64_t draft_n_total; /**< speculated tokens; 0 without speculation */
    int64_t draft_n_accepted;
    const char* stop_reason; /**< static: eos, length, user, stop_sequence, completed, unknown; NULL on early failure */
} geniex_ProfileData;

/** Every zero means the engine's default, so temperature 0 is *not* greedy. */
typedef struct geniex_SamplerConfig {
    float temperature;
    float top_p;
    int32_t top_k;
    float min_p;
    float repetition_penalty;
    float presence_penalty;
    float frequency_penalty;
    int32_t seed;               /**< 0 = random */
    const char* grammar_path;   /**< GBNF file, used when grammar_string is empty */
    const char* grammar_string; /**< GBNF text */
    bool ignore_eos;            /**< keep sampling past the end-of-generation token */
} geniex_SamplerConfig;

typedef struct geniex_GenerationConfig {
    int32_t max_tokens; /**< <= 0 = the plugin's default */
    const char** stop;
    int32_t stop_count;
    geniex_SamplerConfig* sampler_config; /**< NULL = defaults */
    const char** image_paths;
    int32_t image_count;
    const char** audio_paths;
    int32_t audio_count;
    bool sliding_window; /**< qairt only */
    int32_t sliding_window_n_keep;
} geniex_GenerationConfig;

typedef struct geniex_ModelConfig {
    int32_t n_ctx; /**< tokens; 0 = the plugin's default */
    int32_t n_threads;
    int32_t n_threads_batch;
    int32_t n_batch;
    int32_t n_ubatch;
    int32_t n_seq_max;
    int32_t n_gpu_layers; /**< 0 = CPU, negative = all */
    const char* chat_template_path;
    const char* chat_template_content; /**< wins over the path */
    const char* spec_type;
    const char* spec_draft_model;
    int32_t spec_n_max;
    int32_t spec_n_min;
    float spec_p_min;
    uint32_t power_mode; /**< geniex_PowerMode; note that 0 is the lowest */
} geniex_ModelConfig;

typedef struct geniex_ToolCall {
    const char* id;
    const char* name;
    const char* arguments; /**< JSON text */
} geniex_ToolCall;

typedef struct geniex_KvCacheSaveInput {
    const char* path;
} geniex_KvCacheSaveInput;

typedef struct geniex_KvCacheSaveOutput {
    void* reserved;
} geniex_KvCacheSaveOutput;

typedef struct geniex_KvCacheLoadInput {
    const char* path;
} geniex_KvCacheLoadInput;

typedef struct geniex_KvCacheLoadOutput {
    void* reserved;
} geniex_KvCacheLoadOutput;

/* --------------------------------------------------------------------- LLM */

typedef struct geniex_LLM geniex_LLM;

typedef struct geniex_LlmCreateInput {
    const char* model_path;
    const char* tokenizer_path; /**< may be NULL */
    geniex_ModelConfig config;
    const char* plugin_id;
    const char* device_id; /**< NULL = the plugin's own choice */
} geniex_LlmCreateInput;

/** `*handle` is written only on success. */
GENIEX_API int32_t geniex_llm_create(const geniex_LlmCreateInput* input, geniex_LLM** handle);

/** A running generate on another thread is cancelled and waited for. */
GENIEX_API int32_t geniex_llm_destroy(geniex_LLM* handle);

/** Forgets the conversation: KV cache, token history and sampler. */
GENIEX_API int32_t geniex_llm_reset(geniex_LLM* handle);

/** `output` may be NULL. */
GENIEX_API int32_t geniex_llm_save_kv_cache(geniex_LLM* handle, const geniex_KvCacheSaveInput* input,
                                            geniex_KvCacheSaveOutput* output);

/** `output` may be NULL. */
GENIEX_API int32_t geniex_llm_load_kv_cache(geniex_LLM* handle, const geniex_KvCacheLoadInput* input,
                                            geniex_KvCacheLoadOutput* output);

typedef struct geniex_LlmChatMessage {
    const char* role;
    const char* content; /**< NULL = empty */
    geniex_ToolCall* tool_calls;
    int32_t tool_call_count;
    const char* tool_call_id;
    const char* tool_name;
} geniex_LlmChatMessage;

typedef struct geniex_LlmApplyChatTemplateInput {
    geniex_LlmChatMessage* messages;
    int32_t message_count;
    const char* tools; /**< OpenAI tools as a JSON array, or NULL */
    bool enable_thinking;
    bool add_generation_prompt;
} geniex_LlmApplyChatTemplateInput;

typedef struct geniex_LlmApplyChatTemplateOutput {
    char* formatted_text; /**< caller frees */
} geniex_LlmApplyChatTemplateOutput;

GENIEX_API int32_t geniex_llm_apply_chat_template(geniex_LLM* handle, const geniex_LlmApplyChatTemplateInput* input,
                                                  geniex_LlmApplyChatTemplateOutput* output);

/** Of the three inputs, embeddings win over ids, ids over the prompt. */
typedef struct geniex_LlmGenerateInput {
    const char* prompt_utf8;
    const geniex_GenerationConfig* config; /**< NULL = defaults */
    geniex_token_callback on_token;        /**< may be NULL */
    void* user_data;
    const int32_t* input_ids;
    int32_t input_ids_count;
    const float* input_embd;  /**< row-major [input_embd_count, input_embd_dim] */
    int32_t input_embd_count; /**< rows */
    int32_t input_embd_dim;   /**< must equal the model's embedding width */
} geniex_LlmGenerateInput;

typedef struct geniex_LlmGenerateOutput {
    char* full_text; /**< caller frees; may be NULL on failure */
    geniex_ProfileData profile_data;
} geniex_LlmGenerateOutput;

/** Pass the whole rendered history each turn: what the KV cache already holds
 *  is not evaluated again. A window that fills while decoding gives
 *  TOKENIZATION_CONTEXT_LENGTH together with the text so far. */
GENIEX_API int32_t geniex_llm_generate(geniex_LLM* handle, const geniex_LlmGenerateInput* input,
                                       geniex_LlmGenerateOutput* output);

typedef struct geniex_LlmModelInfo {
    int32_t vocab_size;
    int32_t bos_token; /**< -1 = none */
    int32_t add_bos;   /**< 1 or 0 */
    int32_t embd_dim;  /**< 0 = embedding input unsupported */
} geniex_LlmModelInfo;

GENIEX_API int32_t geniex_llm_get_model_info(geniex_LLM* handle, geniex_LlmModelInfo* output);

typedef struct geniex_LlmForwardLogitsInput {
    const int32_t* input_ids;
    int32_t input_ids_count;
    bool all_positions; /**< false = the last position only */
    int32_t top_n;      /**< 0 = the whole vocabulary */
} geniex_LlmForwardLogitsInput;

typedef struct geniex_LlmForwardLogitsOutput {
    float* logits;      /**< [n_rows, row_width]; caller frees */
    int32_t* token_ids; /**< [n_rows, row_width], NULL when top_n is 0; caller frees */
    int32_t n_rows;
    int32_t row_width;
    int32_t vocab_size;
} geniex_LlmForwardLogitsOutput;

/** Logits of a token sequence; the conversation in the handle is untouched.
 *  Rows are sorted descending when top_n > 0, ties by the lower id. */
GENIEX_API int32_t geniex_llm_forward_logits(geniex_LLM* handle, const geniex_LlmForwardLogitsInput* input,
                                             geniex_LlmForwardLogitsOutput* output);

/* ------------------------------------------------------------------ decide */

typedef struct geniex_DecideOption {
    const char* key;
    bool key_is_bool;
    const char* description;
} geniex_DecideOption;

typedef struct geniex_DecideQuestion {
    const char* id;
    const char* question_type; /**< noul, choice or score */
    const char* instructions;
    const geniex_DecideOption* options;
    int32_t option_count;
} geniex_DecideQuestion;

typedef struct geniex_DecideInput {
    const char* state; /**< the text the decision is about */
    const geniex_DecideQuestion* questions;
    int32_t question_count;
    int32_t question_index; /**< which question to answer */
    const char** image_paths;
    int32_t image_count;
    const char** audio_paths;
    int32_t audio_count;
} geniex_DecideInput;

typedef struct geniex_DecideOutput {
    float* logits; /**< [option_count]; caller frees */
    int32_t option_count;
    int32_t input_tokens;
    float temperature;
    char* decision_type;  /**< caller frees */
    float* probabilities; /**< [option_count]; caller frees */
} geniex_DecideOutput;

GENIEX_API int32_t geniex_llm_decide(geniex_LLM* handle, const geniex_DecideInput* input, geniex_DecideOutput* output);

/* --------------------------------------------------------------------- VLM */

typedef struct geniex_VLM geniex_VLM;

typedef struct geniex_VlmContent {
    const char* type; /**< text, image, audio */
    const char* text; /**< the text, or a path */
} geniex_VlmContent;

typedef struct geniex_VlmChatMessage {
    const char* role;
    geniex_VlmContent* contents;
    int64_t content_count; /**< 64 bits, unlike every other count */
    geniex_ToolCall* tool_calls;
    int32_t tool_call_count;
    const char* tool_call_id;
    const char* tool_name;
} geniex_VlmChatMessage;

typedef struct geniex_VlmCreateInput {
    const char* model_path;
    const char* mmproj_path; /**< may be NULL: text only */
    geniex_ModelConfig config;
    const char* plugin_id;
    const char* device_id;
    const char* vit_device_id; /**< device of the vision tower; NULL = default */
    const char* tokenizer_path;
} geniex_VlmCreateInput;

GENIEX_API int32_t geniex_vlm_create(const geniex_VlmCreateInput* input, geniex_VLM** handle);
GENIEX_API int32_t geniex_vlm_destroy(geniex_VLM* handle);
GENIEX_API int32_t geniex_vlm_reset(geniex_VLM* handle);

typedef struct geniex_VlmGenerateInput {
    const char* prompt_utf8;
    const geniex_GenerationConfig* config;
    geniex_token_callback on_token;
    void* user_data;
} geniex_VlmGenerateInput;

typedef struct geniex_VlmGenerateOutput {
    char* full_text; /**< caller frees; may be NULL on failure */
    geniex_ProfileData profile_data;
} geniex_VlmGenerateOutput;

GENIEX_API int32_t geniex_vlm_generate(geniex_VLM* handle, const geniex_VlmGenerateInput* input,
                                       geniex_VlmGenerateOutput* output);

typedef struct geniex_VlmApplyChatTemplateInput {
    geniex_VlmChatMessage* messages;
    int32_t message_count;
    const char* tools;
    bool enable_thinking;
    bool grounding;
} geniex_VlmApplyChatTemplateInput;

typedef struct geniex_VlmApplyChatTemplateOutput {
    char* formatted_text; /**< caller frees */
} geniex_VlmApplyChatTemplateOutput;

GENIEX_API int32_t geniex_vlm_apply_chat_template(geniex_VLM* handle, const geniex_VlmApplyChatTemplateInput* input,
                                                  geniex_VlmApplyChatTemplateOutput* output);

typedef struct geniex_VlmCapabilities {
    bool supports_vision;
    bool supports_audio;
} geniex_VlmCapabilities;

GENIEX_API int32_t geniex_vlm_get_capabilities(geniex_VLM* handle, geniex_VlmCapabilities* output);

GENIEX_API int32_t geniex_vlm_decide(geniex_VLM* handle, const geniex_DecideInput* input, geniex_DecideOutput* output);

#ifdef __cplusplus
}
#endif

#endif /* GENIEX_H */
