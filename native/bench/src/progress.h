// What a long measurement is at, for a program that watches it.
#ifndef GENIEX_BENCH_PROGRESS_H
#define GENIEX_BENCH_PROGRESS_H

#include "options.h"

/** With --progress: "[stage] cell at/total" on stderr, before the step begins; without a total, no count. */
void show_progress(const Options* options, const char* cell_id, const char* stage, int at, int total);

#endif
