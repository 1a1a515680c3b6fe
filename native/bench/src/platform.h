// What C11 leaves to the operating system.
#ifndef GENIEX_BENCH_PLATFORM_H
#define GENIEX_BENCH_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/** Monotonic, microseconds. */
int64_t now_us(void);

void sleep_us(int64_t microseconds);

/** Like fopen(), with a path in UTF-8 everywhere. */
FILE* open_file(const char* path, const char* mode);

bool path_exists(const char* path);

bool is_folder(const char* path);

/** Bytes of a regular file; -1 for anything else. */
int64_t file_size(const char* path);

/** The program's arguments in UTF-8; lives until the program ends. */
char** utf8_arguments(int* argc, char** argv);

#endif
