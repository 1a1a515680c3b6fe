// How well a model foresees a text: perplexity, and what it expects after it.
#ifndef GENIEX_BENCH_TEXT_SCORE_H
#define GENIEX_BENCH_TEXT_SCORE_H

#include <stdint.h>

#include "geniex.h"
#include "options.h"

/** Tokens per evaluation unless --ctx-size says otherwise: whole rows of logits are kept for each. */
enum { kScoreWindow = 256 };

typedef struct TextScore {
    int32_t tokens;         /**< of the text */
    int32_t scored;         /**< those that something stands before */
    double mean_nll;        /**< negative log-likelihood per scored token, in nats */
    double mean_nll_stderr; /**< its standard error */
    double log_sum;         /**< of the exponentials of the last row: makes probabilities out of logits */
    int64_t wall_us;
    geniex_LlmForwardLogitsOutput next; /**< one row: the likeliest tokens after the text */
    char** pieces;                      /**< their texts; NULL = the score failed */
} TextScore;

/** Evaluates the text in windows that overlap by half, so that each token is scored once and, but for those at
 *  the beginning, with at least half a window before it. Returns why it failed, for the caller to free, or NULL. */
char* score_text(const Options* options, const char* cell_id, geniex_LLM* llm, const geniex_LlmModelInfo* info,
                 const char* text, int32_t window, TextScore* score);

double perplexity(const TextScore* score);

double next_probability(const TextScore* score, int32_t index);

void free_text_score(TextScore* score);

#endif
