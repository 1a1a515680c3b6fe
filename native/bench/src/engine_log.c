#include "engine_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geniex.h"
#include "memory.h"

static const char* const kLevels[] = {"trace", "debug", "info", "warn", "error"};
enum { kLevelCount = sizeof kLevels / sizeof *kLevels, kSilent = kLevelCount };

static int32_t shown_from = kSilent;  // set before the library is started

// Workers of an engine log as well; the reason of a failed call comes from the thread that made it.
static _Thread_local char last_error[1024];

static void on_message(int32_t level, const char* message) {
    if (level >= GENIEX_LOG_ERROR) snprintf(last_error, sizeof last_error, "%s", message);
    if (level < shown_from) return;
    const int32_t index = level < 0 ? 0 : level < kLevelCount ? level : kLevelCount - 1;
    fprintf(stderr, "[%-5s] %s\n", kLevels[index], message);
}

void start_engine_log(void) {
    const char* wanted = getenv("GENIEX_LOG");
    for (int32_t level = 0; wanted != NULL && level < kLevelCount; ++level) {
        if (strcmp(wanted, kLevels[level]) == 0) shown_from = level;
    }
    geniex_set_log(on_message);
    geniex_set_log_level(shown_from < GENIEX_LOG_ERROR ? shown_from : GENIEX_LOG_ERROR);
}

void forget_logged_error(void) { last_error[0] = '\0'; }

char* failure_text(int32_t code) {
    const char* meaning = geniex_get_error_message(code);
    if (last_error[0] == '\0') return format_text("%s (%d)", meaning, (int)code);
    return format_text("%s (%d): %s", meaning, (int)code, last_error);
}
