// Another program run with pipes: this one again, told by its first argument what to do.
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#endif

#include "check.h"
#include "child_process.h"
#include "platform.h"
#include "store/error.h"

namespace {

using geniex::ChildProcess;

constexpr const char* kVariable = "GENIEX_TEST_CHILD";
constexpr size_t kLimit = 1 << 16;

std::string own_program;

std::string next_line(ChildProcess& child) {
    std::string line;
    return child.read_line(line, kLimit) ? line : "(end)";
}

void arguments_and_environment_arrive_as_they_were_given() {
    const std::vector<std::string> given = {"tell",         "",          "a b", "q\"uo\\\"te\\", "C:\\x y\\",
                                            "\xe6\xa8\xa1", "--x=%PATH%"};
    geniex::set_environment(kVariable, "old");
    ChildProcess child(own_program, given, {std::string(kVariable) + "=new \xc3\xbc"});
    for (const std::string& argument : given) CHECK_EQ(next_line(child), argument);
    CHECK_EQ(next_line(child), std::string("new \xc3\xbc"));
    CHECK_EQ(next_line(child), std::string("(end)"));
    CHECK_EQ(geniex::get_environment(kVariable), std::string("old"));
}

void the_end_of_its_input_is_its_sign_to_stop() {
    ChildProcess child(own_program, {"wait"}, {});
    CHECK_EQ(next_line(child), std::string("ready"));
    child.close_input();
    CHECK_EQ(next_line(child), std::string("input has ended"));
    CHECK_EQ(next_line(child), std::string("(end)"));
    child.wait();
    child.wait();
}

void two_at_once_do_not_hold_each_others_pipes() {
    ChildProcess first(own_program, {"wait"}, {});
    ChildProcess second(own_program, {"wait"}, {});
    CHECK_EQ(next_line(first), std::string("ready"));
    first.close_input();
    CHECK_EQ(next_line(first), std::string("input has ended"));
    CHECK_EQ(next_line(first), std::string("(end)"));
}

void lines_are_put_together_and_bounded() {
    ChildProcess child(own_program, {"long", "70000"}, {});
    std::string line;
    CHECK(child.read_line(line, 100000));
    CHECK_EQ(line.size(), size_t{70000});
    ChildProcess endless(own_program, {"long", "5000000"}, {});
    bool refused = false;
    try {
        endless.read_line(line, kLimit);
    } catch (const geniex::store::Error&) {
        refused = true;
    }
    CHECK(refused);  // and what it still writes does not keep it, or us
}

void what_is_no_program_is_told() {
    int32_t code = 0;
    try {
        ChildProcess child(own_program + "-that-is-not-there", {}, {});
    } catch (const geniex::store::Error& error) {
        code = error.code();
    }
    CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_FILE_NOT_FOUND));
}

#if defined(_WIN32)
/** The process of a line "<number>"; null where it has ended. */
HANDLE process_of(const std::string& line) {
    return OpenProcess(SYNCHRONIZE, FALSE, static_cast<DWORD>(std::stoul(line)));
}

void what_it_has_started_ends_with_it() {
    HANDLE grandchild = nullptr;
    {
        ChildProcess child(own_program, {"start"}, {});
        grandchild = process_of(next_line(child));
        CHECK(grandchild != nullptr);
        CHECK_EQ(WaitForSingleObject(grandchild, 0), static_cast<DWORD>(WAIT_TIMEOUT));
    }
    CHECK_EQ(WaitForSingleObject(grandchild, 60000), static_cast<DWORD>(WAIT_OBJECT_0));
    CloseHandle(grandchild);
}

void a_script_is_refused() {
    int32_t code = 0;
    try {
        ChildProcess child("C:\\helper.bat", {"\" & calc"}, {});
    } catch (const geniex::store::Error& error) {
        code = error.code();
    }
    CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
}

/** Starts a process that would go on for long, and tells its number. */
void start_grandchild() {
    std::wstring line = L"\"" + geniex::from_utf8(own_program).wstring() + L"\" sleep";
    STARTUPINFOW startup{};
    startup.cb = sizeof(startup);
    PROCESS_INFORMATION made{};
    if (CreateProcessW(nullptr, line.data(), nullptr, nullptr, FALSE, 0, nullptr, nullptr, &startup, &made)) {
        std::printf("%lu\n", made.dwProcessId);
    }
}
#endif

int be_the_child(const std::vector<std::string>& arguments) {
#if defined(_WIN32)
    _setmode(1, _O_BINARY);
#endif
    const std::string& what = arguments.front();
    if (what == "tell") {
        for (const std::string& argument : arguments) std::printf("%s\n", argument.c_str());
        std::printf("%s\n", geniex::get_environment(kVariable).c_str());
    } else if (what == "wait") {
        std::printf("ready\n");
        std::fflush(stdout);
        while (std::fgetc(stdin) != EOF) continue;
        std::printf("input has ended\n");
    } else if (what == "long") {
        std::printf("%s\n", std::string(std::stoul(arguments.at(1)), 'x').c_str());
    } else if (what == "sleep") {
        std::this_thread::sleep_for(std::chrono::minutes(10));
#if defined(_WIN32)
    } else if (what == "start") {
        start_grandchild();
#endif
    }
    return 0;
}

/** In UTF-8, without the program. */
std::vector<std::string> arguments_of(int count, char** arguments) {
    std::vector<std::string> result;
#if defined(_WIN32)
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    for (int i = 1; i < count; ++i) result.push_back(geniex::to_utf8(std::filesystem::path(wide[i])));
    LocalFree(wide);
    (void)arguments;
#else
    for (int i = 1; i < count; ++i) result.emplace_back(arguments[i]);
#endif
    return result;
}

std::string program_of(const char* name) {
#if defined(_WIN32)
    (void)name;
    std::wstring buffer(32768, L'\0');
    buffer.resize(GetModuleFileNameW(nullptr, buffer.data(), static_cast<DWORD>(buffer.size())));
    return geniex::to_utf8(std::filesystem::path(buffer));
#else
    return std::filesystem::absolute(name).string();
#endif
}

}  // namespace

int main(int argc, char** argv) {
    own_program = program_of(argv[0]);
    const std::vector<std::string> arguments = arguments_of(argc, argv);
    if (!arguments.empty()) return be_the_child(arguments);
    arguments_and_environment_arrive_as_they_were_given();
    the_end_of_its_input_is_its_sign_to_stop();
    two_at_once_do_not_hold_each_others_pipes();
    lines_are_put_together_and_bounded();
    what_is_no_program_is_told();
#if defined(_WIN32)
    what_it_has_started_ends_with_it();
    a_script_is_refused();
#endif
    return check::report();
}
