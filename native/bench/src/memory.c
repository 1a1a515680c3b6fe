#include "memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "platform.h"

static void* checked(void* memory) {
    if (memory != NULL) return memory;
    fputs("geniex-bench: out of memory\n", stderr);
    exit(1);
}

void* new_array(size_t count, size_t size) { return checked(calloc(count > 0 ? count : 1, size)); }

void* resize_array(void* array, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) return checked(NULL);
    return checked(realloc(array, count > 0 ? count * size : size));
}

char* copy_part(const char* text, size_t length) {
    char* copy = new_array(length + 1, 1);
    memcpy(copy, text, length);
    return copy;
}

char* copy_text(const char* text) { return copy_part(text, strlen(text)); }

char* format_text(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char* text = new_array(length > 0 ? (size_t)length + 1 : 1, 1);
    if (length <= 0) return text;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

char* read_text_file(const char* path) {
    FILE* file = is_folder(path) ? NULL : open_file(path, "rb");
    if (file == NULL) return NULL;
    size_t length = 0;
    size_t capacity = 4096;
    char* text = new_array(capacity, 1);
    size_t got;
    while ((got = fread(text + length, 1, capacity - 1 - length, file)) > 0) {
        length += got;
        if (length + 1 < capacity) continue;
        capacity *= 2;
        text = resize_array(text, capacity, 1);
    }
    const int failed = ferror(file);
    fclose(file);
    text[length] = '\0';
    if (!failed && strlen(text) == length) return text;
    free(text);
    return NULL;
}
