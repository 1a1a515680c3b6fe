// Runs a cell: loads the model, warms up, measures.
#ifndef GENIEX_BENCH_MEASURE_H
#define GENIEX_BENCH_MEASURE_H

#include <stdbool.h>

#include "cells.h"
#include "model.h"
#include "options.h"
#include "prompts.h"
#include "target.h"
#include "text_score.h"

typedef enum Mode { MODE_RANDOM_IDS, MODE_TEXT, MODE_VLM } Mode;

typedef struct Result {
    const Cell* cell;
    Target target;
    Mode mode;
    int32_t n_ctx; /**< as asked for; 0 = the plugin's default */
    Run* runs;     /**< the measured ones */
    int run_count;
    char* failure; /**< NULL = everything worked */

    int32_t* ids; /**< with --logits: what the rows belong to */
    int id_count;
    geniex_LlmForwardLogitsOutput logits;

    TextScore score; /**< with --perplexity */
} Result;

/** Measures, or with --logits and --perplexity evaluates once. What went wrong is in the result. */
void measure_cell(const Options* options, const Cell* cell, const TextPrompts* prompts, Result* result);

void free_result(Result* result);

/** Tokens of a run's prompt as its speed counts them: qairt's graphs take whole blocks. */
int64_t counted_prompt_tokens(const Target* target, const geniex_ProfileData* profile);

double prefill_speed(const Target* target, const geniex_ProfileData* profile);

#endif
