#include "statistics.h"

#include <math.h>
#include <stdlib.h>

static int ascending(const void* a, const void* b) {
    const double x = *(const double*)a;
    const double y = *(const double*)b;
    return (x > y) - (x < y);
}

Summary summarize(double* values, size_t count) {
    Summary summary = {0};
    if (count == 0) return summary;
    qsort(values, count, sizeof *values, ascending);
    summary.min = values[0];
    summary.max = values[count - 1];
    summary.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    double sum = 0;
    for (size_t i = 0; i < count; ++i) sum += values[i];
    summary.mean = sum / (double)count;
    double squares = 0;
    for (size_t i = 0; i < count; ++i) squares += (values[i] - summary.mean) * (values[i] - summary.mean);
    if (count > 1) summary.stdev = sqrt(squares / (double)(count - 1));
    return summary;
}
