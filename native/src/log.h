// The log: one sink, one threshold, any thread.
#pragma once

#include <cstdint>
#include <string>

#include "geniex.h"

namespace geniex {

/** Sends a message to the sink unless it lies below the threshold. Trailing newlines are cut. */
void log(int32_t level, const char* message) noexcept;
void log(int32_t level, const std::string& message) noexcept;

int32_t log_level() noexcept;

/** false when `level` is none. */
bool set_log_level(int32_t level) noexcept;

/** Null silences. */
void set_log_callback(geniex_log_callback callback) noexcept;

/** Takes the threshold from GENIEX_LOG, unless the client has set one. */
void read_log_level_from_environment() noexcept;

}  // namespace geniex
