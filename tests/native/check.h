// The checks of the C++ tests: a failed one is printed and counted, and the
// program goes on; main() ends with `return report();`.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

namespace check {

inline std::atomic<int>& failures() {
    static std::atomic<int> count{0};
    return count;
}

inline std::atomic<int>& checks() {
    static std::atomic<int> count{0};
    return count;
}

inline void record(bool passed, const char* file, int line, const std::string& text) {
    ++checks();
    if (passed) return;
    ++failures();
    std::fprintf(stderr, "%s:%d: failed: %s\n", file, line, text.c_str());
}

template <typename A, typename B>
void equal(const A& actual, const B& expected, const char* file, int line, const char* text) {
    std::ostringstream message;
    message << text << ": " << actual << " instead of " << expected;
    record(actual == expected, file, line, message.str());
}

/** Null is a text of its own. */
inline std::string shown(const char* text) { return text == nullptr ? "(null)" : text; }

/** The program's exit code; a program without a single check has failed, too. */
inline int report() {
    std::printf("%d checks, %d failed\n", checks().load(), failures().load());
    return failures() == 0 && checks() > 0 ? 0 : 1;
}

}  // namespace check

#define CHECK(condition) check::record(static_cast<bool>(condition), __FILE__, __LINE__, #condition)
#define CHECK_EQ(actual, expected) check::equal((actual), (expected), __FILE__, __LINE__, #actual)
#define CHECK_TEXT(actual, expected) \
    check::equal(check::shown(actual), check::shown(expected), __FILE__, __LINE__, #actual)
/** The call failed with `code`, and the detail text says `words` somewhere. */
#define CHECK_FAILS(call, code, words)                                                                               \
    do {                                                                                                             \
        CHECK_EQ((call), static_cast<int32_t>(code));                                                                \
        check::record(std::strstr(geniex_last_error_detail(), (words)) != nullptr, __FILE__, __LINE__,               \
                      std::string(#call) + ": detail '" + geniex_last_error_detail() + "' lacks '" + (words) + "'"); \
    } while (false)
