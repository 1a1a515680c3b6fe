// Preloaded into geniex-bench, this takes the time of each decode step inside llama_decode().
//
// The plugin's calls are bound to the first definition of llama_decode that the
// loader finds, which is this one; the engine's own is found by its library.
// When the program ends, the nanoseconds of the last calls with a single token
// go to the file that DECODE_TIMER_FILE names, one a line.
#define _GNU_SOURCE

#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "llama.h"

typedef int32_t (*DecodeFunction)(struct llama_context*, struct llama_batch);

enum { kKept = 1 << 14 };

static uint64_t steps;
static uint64_t nanoseconds[kKept];  // a ring

static uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000U + (uint64_t)time.tv_nsec;
}

static int find_engine(struct dl_phdr_info* info, size_t size, void* found) {
    (void)size;
    if (strstr(info->dlpi_name, "libgeniex-llama.so") == NULL) return 0;
    *(void**)found = dlopen(info->dlpi_name, RTLD_NOW | RTLD_NOLOAD);
    return 1;
}

static DecodeFunction engine_decode(void) {
    void* engine = NULL;
    dl_iterate_phdr(find_engine, &engine);
    void* symbol = engine != NULL ? dlsym(engine, "llama_decode") : NULL;
    if (symbol == NULL) {
        fputs("decode_timer: there is no libgeniex-llama.so in this process\n", stderr);
        abort();
    }
    DecodeFunction function;
    memcpy(&function, &symbol, sizeof function);
    return function;
}

int32_t llama_decode(struct llama_context* context, struct llama_batch batch) {
    static DecodeFunction decode;
    if (decode == NULL) decode = engine_decode();
    const uint64_t begin = now_ns();
    const int32_t result = decode(context, batch);
    if (batch.n_tokens == 1) nanoseconds[steps++ % kKept] = now_ns() - begin;
    return result;
}

__attribute__((destructor)) static void write_steps(void) {
    const char* path = getenv("DECODE_TIMER_FILE");
    FILE* file = path != NULL && steps > 0 ? fopen(path, "w") : NULL;
    if (file == NULL) return;
    for (uint64_t i = steps > kKept ? steps - kKept : 0; i < steps; ++i) {
        fprintf(file, "%llu\n", (unsigned long long)nanoseconds[i % kKept]);
    }
    fclose(file);
}
