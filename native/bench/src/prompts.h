// What the runs of a cell are asked: random token ids, or texts.
#ifndef GENIEX_BENCH_PROMPTS_H
#define GENIEX_BENCH_PROMPTS_H

#include <stdbool.h>
#include <stdint.h>

#include "geniex.h"
#include "options.h"

typedef struct TextPrompts {
    char** items;
    int count; /**< 0 = random ids are wanted */
} TextPrompts;

/** The texts that the options name. False after saying on stderr what is wrong. */
bool read_prompts(const Options* options, TextPrompts* prompts);

void free_prompts(TextPrompts* prompts);

/** A sequence of random ids that is the same everywhere for the same seed. */
typedef struct RandomIds {
    uint64_t state;
    geniex_LlmModelInfo info;
} RandomIds;

RandomIds random_ids(int seed, geniex_LlmModelInfo info);

/** The next `count` ids, BOS first where the model wants one. The caller frees. */
int32_t* next_ids(RandomIds* ids, int count);

#endif
