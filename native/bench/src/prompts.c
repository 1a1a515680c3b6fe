#include "prompts.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"

/** Bytes of the line at `text` without its end; the next line begins at `*next`, NULL at the end. */
static size_t line_length(const char* text, const char** next) {
    const char* end = strchr(text, '\n');
    *next = end != NULL ? end + 1 : NULL;
    size_t length = end != NULL ? (size_t)(end - text) : strlen(text);
    if (length > 0 && text[length - 1] == '\r') --length;
    return length;
}

static bool is_separator(const char* line, size_t length) { return length == 3 && memcmp(line, "---", 3) == 0; }

/** Adds what lies between two separators, without the newlines around it, unless nothing is left. */
static void add_segment(const char* begin, const char* end, TextPrompts* prompts) {
    while (begin < end && (*begin == '\n' || *begin == '\r')) ++begin;
    while (begin < end && (end[-1] == '\n' || end[-1] == '\r')) --end;
    if (begin == end) return;
    prompts->items = resize_array(prompts->items, (size_t)prompts->count + 1, sizeof *prompts->items);
    prompts->items[prompts->count++] = copy_part(begin, (size_t)(end - begin));
}

static void split_segments(const char* text, TextPrompts* prompts) {
    const char* begin = text;
    const char* line = text;
    while (line != NULL) {
        const char* next;
        const size_t length = line_length(line, &next);
        if (is_separator(line, length)) {
            add_segment(begin, line, prompts);
            begin = next != NULL ? next : line + strlen(line);
        }
        line = next;
    }
    add_segment(begin, begin + strlen(begin), prompts);
}

bool read_prompts(const Options* options, TextPrompts* prompts) {
    *prompts = (TextPrompts){NULL, 0};
    if (options->prompt != NULL) add_segment(options->prompt, options->prompt + strlen(options->prompt), prompts);
    if (options->prompt_file != NULL) {
        char* text = read_text_file(options->prompt_file);
        if (text == NULL) {
            complain("the prompt file %s cannot be read as text", options->prompt_file);
            return false;
        }
        if (options->perplexity) {
            add_segment(text, text + strlen(text), prompts);  // one text, whatever its lines are
        } else {
            split_segments(text, prompts);
        }
        free(text);
    }
    if (prompts->count > 0 || (options->prompt == NULL && options->prompt_file == NULL)) return true;
    complain("the prompt is empty");
    return false;
}

void free_prompts(TextPrompts* prompts) {
    for (int i = 0; i < prompts->count; ++i) free(prompts->items[i]);
    free(prompts->items);
}

RandomIds random_ids(int seed, geniex_LlmModelInfo info) { return (RandomIds){(uint64_t)seed, info}; }

/** SplitMix64: rand() gives other numbers on every C library, and often only 15 bits. */
static uint64_t next_random(uint64_t* state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

int32_t* next_ids(RandomIds* ids, int count) {
    int32_t* array = new_array((size_t)count, sizeof *array);
    for (int i = 0; i < count; ++i) array[i] = (int32_t)(next_random(&ids->state) % (uint64_t)ids->info.vocab_size);
    if (ids->info.add_bos != 0 && ids->info.bos_token >= 0) array[0] = ids->info.bos_token;
    return array;
}
