// What several runs of one measurement say together.
#ifndef GENIEX_BENCH_STATISTICS_H
#define GENIEX_BENCH_STATISTICS_H

#include <stddef.h>

typedef struct Summary {
    double median;
    double min;
    double max;
    double mean;
    double stdev; /**< of the sample; 0 for a single value */
} Summary;

/** All zero without values. Sorts `values`. */
Summary summarize(double* values, size_t count);

#endif
