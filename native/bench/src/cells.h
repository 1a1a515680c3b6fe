// What is to be measured: one cell from the command line, or many from a matrix file.
#ifndef GENIEX_BENCH_CELLS_H
#define GENIEX_BENCH_CELLS_H

#include <stdbool.h>

#include "options.h"

/** NULL where the options' defaults count. */
typedef struct Cell {
    char* id;
    char* plugin;
    char* device;
    char* device_id;
    char* model;
    char* tokenizer;
    char* mmproj;
} Cell;

typedef struct CellList {
    Cell* items;
    int count;
} CellList;

/** False after saying on stderr what is wrong. */
bool list_cells(const Options* options, CellList* cells);

void free_cells(CellList* cells);

#endif
