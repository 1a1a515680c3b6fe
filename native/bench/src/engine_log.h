// The library's log: shown as GENIEX_LOG asks, and asked for the reason when a call fails.
#ifndef GENIEX_BENCH_ENGINE_LOG_H
#define GENIEX_BENCH_ENGINE_LOG_H

#include <stdint.h>

/** Takes over the library's log sink. */
void start_engine_log(void);

/** Forgets earlier errors; call before what may fail. */
void forget_logged_error(void);

/** The code's text, and what the library logged about it on this thread. The caller frees. */
char* failure_text(int32_t code);

#endif
