#include "cells.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { kRequiredFields = 4, kFields = 6 };

static char* copy_or_null(const char* text) { return text != NULL && text[0] != '\0' ? copy_text(text) : NULL; }

static void append(CellList* cells, Cell cell) {
    cells->items = resize_array(cells->items, (size_t)cells->count + 1, sizeof *cells->items);
    cells->items[cells->count++] = cell;
}

/** Splits `line` at its tabs, in place; returns the number of fields found, at most kFields + 1. */
static int split_fields(char* line, char* fields[kFields]) {
    int count = 0;
    for (char* at = line; at != NULL; ++count) {
        if (count == kFields) return kFields + 1;
        char* tab = strchr(at, '\t');
        if (tab != NULL) *tab++ = '\0';
        fields[count] = at;
        at = tab;
    }
    return count;
}

static bool add_line(char* line, const char* path, int number, CellList* cells) {
    char* fields[kFields] = {NULL};
    const int count = split_fields(line, fields);
    if (count < kRequiredFields || count > kFields) {
        complain(
            "%s:%d: %d to %d fields with tabs between are needed: cell_id, plugin, device, model[, tokenizer]"
            "[, mmproj]",
            path, number, kRequiredFields, kFields);
        return false;
    }
    if (!is_cell_id(fields[0])) {
        complain("%s:%d: the cell id '%s' must consist of letters, digits, '.', '_' and '-'", path, number, fields[0]);
        return false;
    }
    for (int i = 0; i < cells->count; ++i) {
        if (strcmp(cells->items[i].id, fields[0]) != 0) continue;
        complain("%s:%d: the cell id '%s' is there twice", path, number, fields[0]);
        return false;
    }
    if (fields[3][0] == '\0') {
        complain("%s:%d: the model is missing", path, number);
        return false;
    }
    append(cells, (Cell){.id = copy_text(fields[0]),
                         .plugin = copy_or_null(fields[1]),
                         .device = copy_or_null(fields[2]),
                         .model = copy_text(fields[3]),
                         .tokenizer = copy_or_null(fields[4]),
                         .mmproj = copy_or_null(fields[5])});
    return true;
}

static bool list_matrix(const char* path, CellList* cells) {
    char* text = read_text_file(path);
    if (text == NULL) {
        complain("the matrix file %s cannot be read as text", path);
        return false;
    }
    bool good = true;
    int number = 0;
    for (char* line = text; good && line != NULL;) {
        char* next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        const size_t length = strlen(line);
        if (length > 0 && line[length - 1] == '\r') line[length - 1] = '\0';
        ++number;
        if (line[0] != '#' && line[strspn(line, " \t")] != '\0') good = add_line(line, path, number, cells);
        line = next;
    }
    free(text);
    if (good && cells->count == 0) {
        complain("the matrix file %s has no cells", path);
        good = false;
    }
    return good;
}

bool list_cells(const Options* options, CellList* cells) {
    *cells = (CellList){NULL, 0};
    if (options->matrix_file != NULL) return list_matrix(options->matrix_file, cells);
    append(cells, (Cell){.id = copy_text(options->cell_id != NULL ? options->cell_id : "cell"),
                         .plugin = copy_or_null(options->plugin),
                         .device = copy_or_null(options->device),
                         .device_id = copy_or_null(options->device_id),
                         .model = copy_text(options->model),
                         .tokenizer = copy_or_null(options->tokenizer_path),
                         .mmproj = copy_or_null(options->mmproj_path)});
    return true;
}

void free_cells(CellList* cells) {
    for (int i = 0; i < cells->count; ++i) {
        Cell* cell = &cells->items[i];
        char* const texts[] = {cell->id,    cell->plugin,    cell->device, cell->device_id,
                               cell->model, cell->tokenizer, cell->mmproj};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k) free(texts[k]);
    }
    free(cells->items);
}
