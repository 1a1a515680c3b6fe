#if !defined(_WIN32)

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "child_process.h"
#include "store/error.h"

extern char** environ;

namespace geniex {

namespace {

[[noreturn]] void fail(int32_t code, const std::string& text, int number) {
    throw store::Error(code, text + ": " + std::strerror(number));
}

struct Pipe {
    Pipe() {
        // Closed on exec, so that no other child of this process keeps the pipe open.
        if (pipe(ends) != 0) fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot make a pipe", errno);
        for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    ~Pipe() {
        for (const int end : ends) {
            if (end >= 0) close(end);
        }
    }
    int release(int which) {
        const int end = ends[which];
        ends[which] = -1;
        return end;
    }
    int ends[2] = {-1, -1};
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (std::string& text : texts) result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/** This process's environment, in which the added values take the place of older ones. */
std::vector<std::string> environment_with(const std::vector<std::string>& added) {
    std::vector<std::string> result = added;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const std::string name = text.substr(0, text.find('=') + 1);
        bool is_replaced = false;
        for (const std::string& value : added) is_replaced = is_replaced || value.compare(0, name.size(), name) == 0;
        if (!is_replaced) result.push_back(text);
    }
    return result;
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           const std::vector<std::string>& environment) {
    Pipe to_child;
    Pipe from_child;
    std::vector<std::string> all = {program};
    all.insert(all.end(), arguments.begin(), arguments.end());
    std::vector<std::string> values = environment_with(environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to_child.ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, from_child.ends[1], STDOUT_FILENO);
    pid_t pid = -1;
    const int error =
        posix_spawn(&pid, program.c_str(), &actions, nullptr, pointers(all).data(), pointers(values).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) fail(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "cannot start '" + program + "'", error);
    process_ = pid;
    input_ = to_child.release(1);
    output_ = from_child.release(0);
}

ChildProcess::~ChildProcess() {
    // First, for a child that is still writing would wait for a reader.
    if (output_ >= 0) close(static_cast<int>(output_));
    wait();
}

size_t ChildProcess::read_some(char* block, size_t size) {
    while (true) {
        const ssize_t count = read(static_cast<int>(output_), block, size);
        if (count >= 0) return static_cast<size_t>(count);
        if (errno != EINTR) return 0;
    }
}

void ChildProcess::close_input() {
    if (input_ >= 0) close(static_cast<int>(input_));
    input_ = -1;
}

void ChildProcess::wait() {
    close_input();
    while (process_ > 0) {
        if (waitpid(static_cast<pid_t>(process_), nullptr, 0) >= 0 || errno != EINTR) process_ = -1;
    }
}

}  // namespace geniex

#endif
