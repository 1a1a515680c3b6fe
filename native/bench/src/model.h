// A loaded model, language or vision-language, behind one set of calls.
#ifndef GENIEX_BENCH_MODEL_H
#define GENIEX_BENCH_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "geniex.h"
#include "options.h"
#include "target.h"

typedef struct Model {
    geniex_LLM* llm;
    geniex_VLM* vlm;
} Model;

/** What one call of generate cost. */
typedef struct Run {
    geniex_ProfileData profile;
    int64_t wall_us; /**< of the whole call, callbacks included */
    char* text;      /**< owned by the run */
} Run;

/** `ids` wins over `text`. */
typedef struct Prompt {
    const int32_t* ids;
    int32_t id_count;
    const char* text;
} Prompt;

/** All functions return a geniex_ErrorCode. */
int32_t open_model(const Options* options, const Target* target, int32_t n_ctx, Model* model);
void close_model(Model* model);
int32_t reset_model(const Model* model);

/** `options->images` and `audios` go along for a vision-language model. */
int32_t run_model(const Model* model, const Options* options, const Target* target, const Prompt* prompt, Run* run);

#endif
