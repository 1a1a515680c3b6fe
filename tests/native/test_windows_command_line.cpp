// What a Windows program makes of its command line: the very arguments that were meant.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#if defined(_WIN32)
#include <windows.h>
#endif

#include "check.h"
#include "platform.h"
#include "windows_command_line.h"

namespace {

using geniex::is_windows_script;
using geniex::windows_command_line;

/** Takes a line apart by the documented rules of CommandLineToArgvW. */
std::vector<std::string> parsed(const std::string& line) {
    std::vector<std::string> result;
    const size_t end = line.find('"', 1);  // the program: up to the next quote, whatever is in between
    result.push_back(line.substr(1, end - 1));
    size_t at = end + 1;
    while (true) {
        while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
        if (at >= line.size()) return result;
        std::string argument;
        bool quoted = false;
        for (; at < line.size() && (quoted || (line[at] != ' ' && line[at] != '\t')); ++at) {
            size_t backslashes = 0;
            while (at + backslashes < line.size() && line[at + backslashes] == '\\') ++backslashes;
            at += backslashes;
            const bool before_quote = at < line.size() && line[at] == '"';
            argument.append(before_quote ? backslashes / 2 : backslashes, '\\');
            if (before_quote && backslashes % 2 == 1) {
                argument += '"';
            } else if (before_quote && quoted && at + 1 < line.size() && line[at + 1] == '"') {
                argument += '"';  // two in a row, which we never write
                ++at;
            } else if (before_quote) {
                quoted = !quoted;
            } else if (backslashes > 0) {
                --at;  // what follows them is looked at next
            } else {
                argument += line[at];
            }
        }
        result.push_back(argument);
    }
}

#if defined(_WIN32)
std::vector<std::string> parsed_by_windows(const std::string& line) {
    int count = 0;
    wchar_t** const arguments = CommandLineToArgvW(geniex::from_utf8(line).wstring().c_str(), &count);
    std::vector<std::string> result;
    for (int i = 0; i < count; ++i) result.push_back(geniex::to_utf8(std::filesystem::path(arguments[i])));
    LocalFree(arguments);
    return result;
}
#endif

void check_arguments(const std::vector<std::string>& arguments) {
    const std::string program = "C:\\Program Files\\GenieX\\geniex-desktop.exe";
    std::vector<std::string> whole = {program};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    const std::string line = windows_command_line(program, arguments);
    CHECK(parsed(line) == whole);
#if defined(_WIN32)
    CHECK(parsed_by_windows(line) == whole);
#endif
}

void plain_arguments_stay_as_they_are() {
    CHECK_EQ(windows_command_line("a.exe", {"models", "pull", "--json", "org/m:Q4_0"}),
             std::string("\"a.exe\" models pull --json org/m:Q4_0"));
    CHECK_EQ(windows_command_line("a.exe", {"C:\\x\\", "\\\\server\\y"}),
             std::string("\"a.exe\" C:\\x\\ \\\\server\\y"));
}

void blanks_quotes_and_backslashes_are_written_as_documented() {
    CHECK_EQ(windows_command_line("a b.exe", {}), std::string("\"a b.exe\""));
    CHECK_EQ(windows_command_line("a", {""}), std::string("\"a\" \"\""));
    CHECK_EQ(windows_command_line("a", {"b c"}), std::string("\"a\" \"b c\""));
    CHECK_EQ(windows_command_line("a", {"C:\\b c\\"}), std::string("\"a\" \"C:\\b c\\\\\""));
    CHECK_EQ(windows_command_line("a", {"b\"c"}), std::string("\"a\" \"b\\\"c\""));
    CHECK_EQ(windows_command_line("a", {"b\\\"c"}), std::string("\"a\" \"b\\\\\\\"c\""));
    CHECK_EQ(windows_command_line("a", {"b\\\\c d"}), std::string("\"a\" \"b\\\\c d\""));
}

void every_argument_comes_back() {
    check_arguments({});
    check_arguments({"", " ", "\t", "\"", "\\", "\\\"", "\"\"", "a\"\"b", "\n", "\\\\"});
    check_arguments(
        {"--data-dir=C:\\Benutzer\\J\xc3\xbcrgen \xe6\xa8\xa1\xe5\x9e\x8b\\", "--", "-x", "%PATH%", "^&|<>"});
    std::mt19937 random(7);
    constexpr char kUnits[] = {'"', '\\', ' ', '\t', 'a', '\n', '\v', '\''};
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::string> arguments(random() % 4);
        for (std::string& argument : arguments) {
            for (uint32_t length = random() % 9; length > 0; --length) argument += kUnits[random() % sizeof(kUnits)];
        }
        check_arguments(arguments);
    }
}

void scripts_are_told_from_programs() {
    for (const char* script : {"a.bat", "C:\\x\\A.CMD", "a.Bat. .", "a.cmd ", ".cmd"}) CHECK(is_windows_script(script));
    for (const char* program : {"a.exe", "bat", "a.bat.exe", "a.cmdx", "", "...", "cmd"}) {
        CHECK(!is_windows_script(program));
    }
}

}  // namespace

int main() {
    plain_arguments_stay_as_they_are();
    blanks_quotes_and_backslashes_are_written_as_documented();
    every_argument_comes_back();
    scripts_are_told_from_programs();
    return check::report();
}
