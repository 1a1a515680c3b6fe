// What the runs of a cell say together.
#ifndef GENIEX_BENCH_SUMMARIES_H
#define GENIEX_BENCH_SUMMARIES_H

#include "measure.h"
#include "statistics.h"

typedef struct Summaries {
    Summary ttft_ms;
    Summary prefill_tps;
    Summary decode_tps;
    Summary prompt_tokens;
    Summary gen_tokens;
} Summaries;

Summaries summarize_runs(const Result* result);

#endif
