// Threshold, callback, default sink and the environment.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include "check.h"
#include "fixture.h"
#include "log.h"

namespace {

struct Message {
    int32_t level;
    std::string text;
};

std::vector<Message> g_messages;

void collect(int32_t level, const char* message) { g_messages.push_back({level, message}); }

void explode(int32_t, const char*) { throw std::string("a client's mistake"); }

#if !defined(_WIN32)
/** What `body` writes to stderr. */
template <typename Body>
std::string captured_stderr(Body&& body) {
    std::fflush(stderr);
    FILE* file = std::tmpfile();
    const int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    body();
    std::fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    std::rewind(file);
    std::string text;
    for (int c = std::fgetc(file); c != EOF; c = std::fgetc(file)) text += static_cast<char>(c);
    std::fclose(file);
    return text;
}

void the_default_sink_writes_prefixed_lines() {
    const std::string text = captured_stderr([] {
        geniex::log(GENIEX_LOG_DEBUG, "below the threshold");
        geniex::log(GENIEX_LOG_INFO, "one\n");
        geniex::log(GENIEX_LOG_WARN, std::string("two"));
        geniex::log(GENIEX_LOG_ERROR, "three");
    });
    CHECK_EQ(text, "[ INFO] one\n[ WARN] two\n[ERROR] three\n");
}
#endif

void the_environment_sets_the_threshold_until_a_client_does() {
    fixture::set_environment("GENIEX_LOG", "trace");
    geniex::read_log_level_from_environment();
    CHECK_EQ(geniex::log_level(), static_cast<int32_t>(GENIEX_LOG_TRACE));
    fixture::set_environment("GENIEX_LOG", "none");
    geniex::read_log_level_from_environment();
    CHECK_EQ(geniex::log_level(), static_cast<int32_t>(GENIEX_LOG_ERROR));
    fixture::set_environment("GENIEX_LOG", "nonsense");
    geniex::read_log_level_from_environment();
    CHECK_EQ(geniex::log_level(), static_cast<int32_t>(GENIEX_LOG_ERROR));
    CHECK_EQ(geniex_set_log_level(GENIEX_LOG_WARN), 0);
    fixture::set_environment("GENIEX_LOG", "trace");
    geniex::read_log_level_from_environment();
    CHECK_EQ(geniex::log_level(), static_cast<int32_t>(GENIEX_LOG_WARN));
}

void a_level_outside_the_range_is_refused() {
    CHECK_FAILS(geniex_set_log_level(-1), GENIEX_ERROR_COMMON_INVALID_INPUT, "-1");
    CHECK_FAILS(geniex_set_log_level(5), GENIEX_ERROR_COMMON_INVALID_INPUT, "5");
    CHECK_EQ(geniex::log_level(), static_cast<int32_t>(GENIEX_LOG_WARN));
}

void a_callback_gets_what_reaches_the_threshold() {
    CHECK_EQ(geniex_set_log(collect), 0);
    geniex::log(GENIEX_LOG_INFO, "below");
    geniex::log(GENIEX_LOG_WARN, "at\r\n\n");
    geniex::log(GENIEX_LOG_ERROR, "above");
    geniex::log(7, "no such level");
    geniex::log(GENIEX_LOG_ERROR, static_cast<const char*>(nullptr));
    std::thread([] { geniex::log(GENIEX_LOG_ERROR, "from a thread"); }).join();
    CHECK_EQ(g_messages.size(), 3u);
    CHECK_EQ(g_messages[0].level, static_cast<int32_t>(GENIEX_LOG_WARN));
    CHECK_EQ(g_messages[0].text, "at");
    CHECK_EQ(g_messages[1].text, "above");
    CHECK_EQ(g_messages[2].text, "from a thread");
}

void null_silences() {
    g_messages.clear();
    CHECK_EQ(geniex_set_log(nullptr), 0);
    geniex::log(GENIEX_LOG_ERROR, "nobody hears this");
    CHECK_EQ(g_messages.size(), 0u);
}

void a_callback_that_throws_does_no_harm() {
    CHECK_EQ(geniex_set_log(explode), 0);
    geniex::log(GENIEX_LOG_ERROR, "boom");
    CHECK_EQ(geniex_set_log(nullptr), 0);
}

}  // namespace

int main() {
#if !defined(_WIN32)
    the_default_sink_writes_prefixed_lines();
#endif
    the_environment_sets_the_threshold_until_a_client_does();
    a_level_outside_the_range_is_refused();
    a_callback_gets_what_reaches_the_threshold();
    null_silences();
    a_callback_that_throws_does_no_harm();
    return check::report();
}
