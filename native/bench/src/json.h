// Writes JSON to a file, indented by two spaces.
#ifndef GENIEX_BENCH_JSON_H
#define GENIEX_BENCH_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Json {
    FILE* file;
    int depth;
    bool has_member;  /**< something was written at this depth */
    int compact_from; /**< depth below which all stays on one line; 0 = nowhere */
} Json;

/** Keys are NULL for elements of arrays and for the outermost value. */
void json_begin_object(Json* json, const char* key);
void json_end_object(Json* json);
void json_begin_array(Json* json, const char* key);
void json_end_array(Json* json);

/** An array on one line, for long lists of numbers. */
void json_begin_row(Json* json, const char* key);

/** NULL writes null. Bytes that are not UTF-8 become U+FFFD. */
void json_text(Json* json, const char* key, const char* value);
void json_integer(Json* json, const char* key, int64_t value);
void json_boolean(Json* json, const char* key, bool value);

/** Six significant digits; null when not finite. */
void json_number(Json* json, const char* key, double value);

/** Enough digits to read the same float back; null when not finite. */
void json_float(Json* json, const char* key, float value);

#endif
