#include "child_process.h"

#include "store/error.h"

#if !defined(_WIN32)

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

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
    wait();
    if (output_ >= 0) close(static_cast<int>(output_));
}

bool ChildProcess::read_line(std::string& line, size_t limit) {
    while (true) {
        const size_t end = pending_.find('\n');
        if (end != std::string::npos) {
            line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            return true;
        }
        if (pending_.size() > limit) throw store::Error(GENIEX_ERROR_COMMON_UNKNOWN, "the helper's answer is too long");
        char block[4096];
        const ssize_t count = read(static_cast<int>(output_), block, sizeof(block));
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        pending_.append(block, static_cast<size_t>(count));
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

#else

namespace geniex {

ChildProcess::ChildProcess(const std::string&, const std::vector<std::string>&, const std::vector<std::string>&) {
    throw store::Error(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this build cannot start a helper for downloads");
}

ChildProcess::~ChildProcess() = default;
bool ChildProcess::read_line(std::string&, size_t) { return false; }
void ChildProcess::close_input() {}
void ChildProcess::wait() {}

}  // namespace geniex

#endif
