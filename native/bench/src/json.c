#include "json.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static void write_text(FILE* file, const char* text);

static void begin_value(Json* json, const char* key) {
    const bool one_line = json->compact_from != 0 && json->depth >= json->compact_from;
    if (json->has_member) fputs(one_line ? ", " : ",", json->file);
    if (json->depth > 0 && !one_line) fprintf(json->file, "\n%*s", json->depth * 2, "");
    json->has_member = true;
    if (key == NULL) return;
    write_text(json->file, key);
    fputs(": ", json->file);
}

static void begin_container(Json* json, const char* key, char bracket) {
    begin_value(json, key);
    fputc(bracket, json->file);
    ++json->depth;
    json->has_member = false;
}

static void end_container(Json* json, char bracket) {
    const bool one_line = json->compact_from != 0 && json->depth >= json->compact_from;
    if (json->compact_from == json->depth) json->compact_from = 0;
    --json->depth;
    if (json->has_member && !one_line) fprintf(json->file, "\n%*s", json->depth * 2, "");
    fputc(bracket, json->file);
    json->has_member = true;
    if (json->depth == 0) fputc('\n', json->file);
}

/** Bytes of the UTF-8 character at `text`; 0 when there is none. */
static size_t character_length(const unsigned char* text) {
    const size_t length = text[0] < 0x80 ? 1 : text[0] >= 0xF0 ? 4 : text[0] >= 0xE0 ? 3 : 2;
    if (length == 1) return 1;
    if (text[0] < 0xC2 || text[0] > 0xF4) return 0;
    for (size_t i = 1; i < length; ++i) {
        if ((text[i] & 0xC0) != 0x80) return 0;
    }
    // Overlong forms, surrogates, and what lies beyond U+10FFFF.
    if (text[0] == 0xE0 && text[1] < 0xA0) return 0;
    if (text[0] == 0xED && text[1] > 0x9F) return 0;
    if (text[0] == 0xF0 && text[1] < 0x90) return 0;
    if (text[0] == 0xF4 && text[1] > 0x8F) return 0;
    return length;
}

static void write_text(FILE* file, const char* text) {
    fputc('"', file);
    for (const unsigned char* at = (const unsigned char*)text; *at != '\0';) {
        const size_t length = character_length(at);
        if (length == 0) {
            fputs("\\ufffd", file);
        } else if (*at == '"' || *at == '\\') {
            fprintf(file, "\\%c", *at);
        } else if (*at < 0x20) {
            fprintf(file, "\\u%04x", *at);
        } else {
            fwrite(at, 1, length, file);
        }
        at += length > 0 ? length : 1;
    }
    fputc('"', file);
}

static void write_number(Json* json, const char* key, double value, int digits) {
    begin_value(json, key);
    if (isfinite(value)) {
        fprintf(json->file, "%.*g", digits, value);
    } else {
        fputs("null", json->file);
    }
}

void json_begin_object(Json* json, const char* key) { begin_container(json, key, '{'); }

void json_end_object(Json* json) { end_container(json, '}'); }

void json_begin_array(Json* json, const char* key) { begin_container(json, key, '['); }

void json_end_array(Json* json) { end_container(json, ']'); }

void json_begin_row(Json* json, const char* key) {
    begin_container(json, key, '[');
    if (json->compact_from == 0) json->compact_from = json->depth;
}

void json_text(Json* json, const char* key, const char* value) {
    begin_value(json, key);
    if (value != NULL) {
        write_text(json->file, value);
    } else {
        fputs("null", json->file);
    }
}

void json_integer(Json* json, const char* key, int64_t value) {
    begin_value(json, key);
    fprintf(json->file, "%lld", (long long)value);
}

void json_boolean(Json* json, const char* key, bool value) {
    begin_value(json, key);
    fputs(value ? "true" : "false", json->file);
}

void json_number(Json* json, const char* key, double value) { write_number(json, key, value, 6); }

void json_float(Json* json, const char* key, float value) { write_number(json, key, value, 9); }
