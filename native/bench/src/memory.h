// Memory and text. Running out of memory ends the program: a benchmark has
// nothing to save.
#ifndef GENIEX_BENCH_MEMORY_H
#define GENIEX_BENCH_MEMORY_H

#include <stddef.h>

/** Zeroed; at least one element. */
void* new_array(size_t count, size_t size);

/** `array` with room for `count` elements. */
void* resize_array(void* array, size_t count, size_t size);

char* copy_text(const char* text);

/** The first `length` bytes as a text. */
char* copy_part(const char* text, size_t length);

/** printf() into a new text; the caller frees. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
char* format_text(const char* format, ...);

/** A whole file, NUL-terminated; NULL when it cannot be read or has a NUL inside. */
char* read_text_file(const char* path);

#endif
