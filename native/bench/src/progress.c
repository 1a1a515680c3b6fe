#include "progress.h"

#include <stdio.h>

void show_progress(const Options* options, const char* cell_id, const char* stage, int at, int total) {
    if (!options->progress) return;
    if (total > 0) {
        fprintf(stderr, "[%s] %s %d/%d\n", stage, cell_id, at, total);
    } else {
        fprintf(stderr, "[%s] %s\n", stage, cell_id);
    }
    fflush(stderr);
}
