// Results as a line on the console, a row of Markdown, and JSON.
#ifndef GENIEX_BENCH_REPORT_H
#define GENIEX_BENCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "measure.h"
#include "options.h"

void print_result(FILE* file, const Options* options, const Result* result);

void print_markdown_header(FILE* file);
void print_markdown_row(FILE* file, const Options* options, const Result* result);

/** Schema "2": one cell with its parameters, runs and aggregates. */
void print_json(FILE* file, const Options* options, const Result* result);

/** Schema "perplexity-1". */
void print_score_json(FILE* file, const Options* options, const Result* result);

/** Schema "logits-1". */
void print_logits_json(FILE* file, const Options* options, const Result* result);

#endif
