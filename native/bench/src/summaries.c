#include "summaries.h"

#include <stdlib.h>

#include "memory.h"

typedef double (*Measure)(const Target* target, const Run* run);

static double ttft_ms(const Target* target, const Run* run) {
    (void)target;
    return (double)run->profile.ttft / 1000;
}

static double prefill_tps(const Target* target, const Run* run) { return prefill_speed(target, &run->profile); }

static double decode_tps(const Target* target, const Run* run) {
    (void)target;
    return run->profile.decoding_speed;
}

static double prompt_tokens(const Target* target, const Run* run) {
    (void)target;
    return (double)run->profile.prompt_tokens;
}

static double gen_tokens(const Target* target, const Run* run) {
    (void)target;
    return (double)run->profile.generated_tokens;
}

static Summary summarize_by(const Result* result, Measure measure, double* values) {
    for (int i = 0; i < result->run_count; ++i) values[i] = measure(&result->target, &result->runs[i]);
    return summarize(values, (size_t)result->run_count);
}

Summaries summarize_runs(const Result* result) {
    double* values = new_array((size_t)result->run_count, sizeof *values);
    const Summaries summaries = {
        summarize_by(result, ttft_ms, values),    summarize_by(result, prefill_tps, values),
        summarize_by(result, decode_tps, values), summarize_by(result, prompt_tokens, values),
        summarize_by(result, gen_tokens, values),
    };
    free(values);
    return summaries;
}
