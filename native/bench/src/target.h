// A cell made concrete: files that exist and a device.
#ifndef GENIEX_BENCH_TARGET_H
#define GENIEX_BENCH_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "cells.h"
#include "options.h"

typedef struct Target {
    char* plugin;
    char* device;    /**< as it was asked for or chosen */
    char* device_id; /**< for the plugin; NULL = its own choice */
    int32_t ngl;
    char* model_path;
    char* mmproj_path;    /**< or NULL */
    char* tokenizer_path; /**< or NULL */
    int64_t model_bytes;  /**< 0 = unknown (a folder) */
    bool vlm;
} Target;

/** Fills `target` as far as it gets, for the report. Returns NULL, or what went wrong; the caller frees. */
char* resolve_target(const Options* options, const Cell* cell, Target* target);

void free_target(Target* target);

#endif
