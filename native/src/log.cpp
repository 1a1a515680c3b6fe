#include "log.h"

#include <atomic>
#include <cstdio>
#include <mutex>
#include <string_view>

#include "platform.h"

namespace geniex {
namespace {

struct LevelStyle {
    const char* prefix;
    const char* colour;
};

constexpr LevelStyle kStyles[] = {
    {"[TRACE] ", "\x1b[90m"}, {"[DEBUG] ", "\x1b[36m"}, {"[ INFO] ", "\x1b[32m"},
    {"[ WARN] ", "\x1b[33m"}, {"[ERROR] ", "\x1b[31m"},
};
constexpr const char* kColourEnd = "\x1b[0m";

struct LevelName {
    std::string_view name;
    int32_t level;
};

// There is no level above ERROR: what asks for silence gets the errors alone.
constexpr LevelName kLevelNames[] = {
    {"trace", GENIEX_LOG_TRACE}, {"debug", GENIEX_LOG_DEBUG}, {"info", GENIEX_LOG_INFO},
    {"warn", GENIEX_LOG_WARN},   {"error", GENIEX_LOG_ERROR}, {"none", GENIEX_LOG_ERROR},
    {"off", GENIEX_LOG_ERROR},   {"false", GENIEX_LOG_ERROR}, {"0", GENIEX_LOG_ERROR},
};

void write_to_stderr(int32_t level, const char* message) noexcept;

std::atomic<geniex_log_callback> g_sink{write_to_stderr};
std::atomic<int32_t> g_level{GENIEX_LOG_INFO};
std::atomic<bool> g_level_was_set{false};

bool is_level(int32_t level) noexcept { return level >= GENIEX_LOG_TRACE && level <= GENIEX_LOG_ERROR; }

void write_to_stderr(int32_t level, const char* message) noexcept {
    static std::mutex one_line_at_a_time;
    const LevelStyle& style = kStyles[level];
    const bool coloured = get_environment("NO_COLOR").empty() && stderr_is_terminal();
    const std::lock_guard<std::mutex> lock(one_line_at_a_time);
    std::fprintf(stderr, "%s%s%s%s\n", coloured ? style.colour : "", style.prefix, coloured ? kColourEnd : "", message);
    std::fflush(stderr);
}

}  // namespace

void log(int32_t level, const char* message) noexcept {
    if (message == nullptr) return;
    try {
        log(level, std::string(message));
    } catch (...) {
        // No memory for a copy: this message is lost.
    }
}

void log(int32_t level, const std::string& message) noexcept {
    if (!is_level(level) || level < log_level()) return;
    const geniex_log_callback sink = g_sink.load();
    if (sink == nullptr) return;
    try {
        sink(level, message.substr(0, message.find_last_not_of("\r\n") + 1).c_str());
    } catch (...) {
        // A client's sink that throws must not take the library down.
    }
}

int32_t log_level() noexcept { return g_level.load(std::memory_order_relaxed); }

bool set_log_level(int32_t level) noexcept {
    if (!is_level(level)) return false;
    g_level = level;
    g_level_was_set = true;
    return true;
}

void set_log_callback(geniex_log_callback callback) noexcept { g_sink = callback; }

void read_log_level_from_environment() noexcept {
    if (g_level_was_set) return;
    const std::string wanted = get_environment("GENIEX_LOG");
    for (const LevelName& entry : kLevelNames) {
        if (entry.name == wanted) g_level = entry.level;
    }
}

}  // namespace geniex
