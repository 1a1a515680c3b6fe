/**
 * The model store of the GenieX C ABI, release 0.9.3.
 *
 * Every call first clears the calling thread's error text; a failure that has
 * something to add sets it (geniex_model_last_error_message()). Strings and
 * arrays in outputs are freed by the matching *_free function, which accepts
 * NULL and zeroed structures.
 */
#ifndef GENIEX_MODEL_H
#define GENIEX_MODEL_H

#include "geniex.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum geniex_ModelType {
    GENIEX_MODEL_TYPE_AUTO = -1, /**< only in geniex_ModelPullInput */
    GENIEX_MODEL_TYPE_LLM = 0,
    GENIEX_MODEL_TYPE_VLM = 1
} geniex_ModelType;

typedef enum geniex_HubSource {
    GENIEX_HUB_AUTO = 0,
    GENIEX_HUB_HUGGINGFACE = 1,
    GENIEX_HUB_MODELSCOPE = 2,
    GENIEX_HUB_AIHUB = 3,
    GENIEX_HUB_VOLCES = 4,
    GENIEX_HUB_DOCKER = 5,
    GENIEX_HUB_LOCALFS = 127
} geniex_HubSource;

/** `data_dir` NULL: GENIEX_DATADIR, else ~/.cache/geniex. Twice without a
 *  deinit between: ALREADY_INITIALIZED. */
GENIEX_API int32_t geniex_model_init(const char* data_dir);
GENIEX_API int32_t geniex_model_deinit(void);

/** Text of this thread's last store error; NULL when there is none. */
GENIEX_API const char* geniex_model_last_error_message(void);

typedef struct geniex_FileProgress {
    const char* file_name;
    int64_t downloaded_bytes;
    int64_t total_bytes; /**< -1 = unknown */
} geniex_FileProgress;

/** Library-owned array of n files; returning false cancels. */
typedef bool (*geniex_download_progress_cb)(const geniex_FileProgress* files, int32_t n, void* user_data);

typedef struct geniex_ModelPullInput {
    uint32_t struct_size; /**< sizeof(geniex_ModelPullInput) */
    const char* model_name;
    const char* quant;
    int32_t hub; /**< geniex_HubSource */
    const char* local_path;
    const char* hf_token;
    const char* chipset;
    const char* display_name;
    geniex_download_progress_cb on_progress;
    void* user_data;
    int32_t model_type; /**< geniex_ModelType */
} geniex_ModelPullInput;

GENIEX_API int32_t geniex_model_pull(const geniex_ModelPullInput* input);

typedef struct geniex_QuantCandidate {
    char* quant;
    int64_t size;
} geniex_QuantCandidate;

typedef struct geniex_ModelQueryOutput {
    char* model_name;
    char* plugin_id;
    int32_t model_type;
    geniex_QuantCandidate* candidates;
    int32_t candidate_count;
} geniex_ModelQueryOutput;

GENIEX_API int32_t geniex_model_query(const geniex_ModelPullInput* input, geniex_ModelQueryOutput* output);
GENIEX_API void geniex_model_query_free(geniex_ModelQueryOutput* output);

typedef struct geniex_ModelPaths {
    char* model_path;
    char* mmproj_path;
    char* tokenizer_path;
    char* model_dir;
    char* model_name;
    char* plugin_id;
    int32_t model_type;
} geniex_ModelPaths;

GENIEX_API int32_t geniex_model_get_paths(const char* name, geniex_ModelPaths* output);
GENIEX_API void geniex_model_paths_free(geniex_ModelPaths* output);
GENIEX_API int32_t geniex_model_get_type(const char* name, int32_t* type);
GENIEX_API int32_t geniex_model_set_type(const char* name, int32_t type);
GENIEX_API int32_t geniex_model_remove(const char* name);
GENIEX_API int32_t geniex_model_clean(int32_t* removed);

typedef struct geniex_ModelDetail {
    char* name;
    char* model_name;
    char* plugin_id;
    int32_t model_type;
    int64_t total_size;
    char** precisions;
    int32_t precision_count;
} geniex_ModelDetail;

typedef struct geniex_ModelListDetailedOutput {
    geniex_ModelDetail* models;
    int32_t count;
} geniex_ModelListDetailedOutput;

GENIEX_API int32_t geniex_model_list_detailed(geniex_ModelListDetailedOutput* output);
GENIEX_API void geniex_model_list_detailed_free(geniex_ModelListDetailedOutput* output);
GENIEX_API int32_t geniex_model_get_detailed(const char* name, geniex_ModelDetail* output);
GENIEX_API void geniex_model_detail_free(geniex_ModelDetail* output);

/** Caller frees `*name` with geniex_free(). */
GENIEX_API int32_t geniex_model_resolve_alias(const char* alias, char** name);
GENIEX_API int32_t geniex_model_resolve_hub(const char* name, int32_t hub, int32_t* resolved);

typedef struct geniex_ChipsetInfo {
    char* name;
    char** aliases;
    int32_t alias_count;
} geniex_ChipsetInfo;

typedef struct geniex_ChipsetList {
    geniex_ChipsetInfo* chipsets;
    int32_t count;
} geniex_ChipsetList;

GENIEX_API int32_t geniex_model_list_chipsets(geniex_ChipsetList* output);
GENIEX_API void geniex_model_list_chipsets_free(geniex_ChipsetList* output);

/** Caller frees `*name`; NULL when this host is not a known one. */
GENIEX_API int32_t geniex_model_detect_chipset(int32_t offline, char** name);

typedef struct geniex_HubModelInfo {
    char* name;
    int32_t model_type;
    char** chipsets;
    int32_t chipset_count;
} geniex_HubModelInfo;

typedef struct geniex_HubModelList {
    geniex_HubModelInfo* models;
    int32_t count;
} geniex_HubModelList;

/** `chipset` NULL: all. */
GENIEX_API int32_t geniex_model_list_hub(const char* chipset, geniex_HubModelList* output);
GENIEX_API void geniex_model_list_hub_free(geniex_HubModelList* output);

#ifdef __cplusplus
}
#endif

#endif /* GENIEX_MODEL_H */
