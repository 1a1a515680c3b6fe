#if defined(_WIN32)

#include <algorithm>
#include <cstddef>
#include <memory>
#include <system_error>
#include <utility>

#include <windows.h>

#include "child_process.h"
#include "platform.h"
#include "store/error.h"
#include "windows_command_line.h"

namespace geniex {

namespace {

[[noreturn]] void fail(int32_t code, const std::string& text, DWORD number = GetLastError()) {
    throw store::Error(code, text + ": " + std::system_category().message(static_cast<int>(number)));
}

std::wstring widen(const std::string& text) { return from_utf8(text).wstring(); }

HANDLE handle_of(intptr_t handle) { return reinterpret_cast<HANDLE>(handle); }

/** A handle that is closed by the destructor. */
class Handle {
 public:
    Handle() = default;
    explicit Handle(HANDLE handle) : handle_(handle) {}
    Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Handle& operator=(Handle&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Handle() {
        if (handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE) CloseHandle(handle_);
    }
    HANDLE get() const { return handle_; }
    intptr_t release() { return reinterpret_cast<intptr_t>(std::exchange(handle_, nullptr)); }

 private:
    HANDLE handle_ = nullptr;
};

struct Pipe {
    Pipe() {
        HANDLE from = nullptr;
        HANDLE to = nullptr;
        if (!CreatePipe(&from, &to, nullptr, 0)) fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot make a pipe");
        read_end = Handle(from);
        write_end = Handle(to);
    }
    Handle read_end;
    Handle write_end;
};

void let_inherit(HANDLE handle) {
    if (!SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT)) {
        fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot pass on a pipe");
    }
}

/** Our error output to pass on; a window has none, and gets the one that swallows everything. */
Handle error_output() {
    const HANDLE own = GetStdHandle(STD_ERROR_HANDLE);
    const HANDLE process = GetCurrentProcess();
    HANDLE copy = nullptr;
    if (own != nullptr && own != INVALID_HANDLE_VALUE &&
        DuplicateHandle(process, own, process, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS)) {
        return Handle(copy);
    }
    SECURITY_ATTRIBUTES inherited{sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
    return Handle(
        CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, nullptr));
}

/** The handles that a new process inherits: these, and no other of this process. */
class InheritanceList {
 public:
    explicit InheritanceList(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
        SIZE_T size = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_ = std::make_unique<std::byte[]>(size);
        const auto list = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.get());
        if (!InitializeProcThreadAttributeList(list, 1, 0, &size)) {
            fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot prepare a process");
        }
        list_ = list;
        if (!UpdateProcThreadAttribute(list_, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                       handles_.size() * sizeof(HANDLE), nullptr, nullptr)) {
            const DWORD number = GetLastError();
            DeleteProcThreadAttributeList(list_);
            fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot prepare a process", number);
        }
    }
    ~InheritanceList() { DeleteProcThreadAttributeList(list_); }
    InheritanceList(const InheritanceList&) = delete;
    InheritanceList& operator=(const InheritanceList&) = delete;
    LPPROC_THREAD_ATTRIBUTE_LIST get() const { return list_; }

 private:
    std::vector<HANDLE> handles_;  // the list only points to them
    std::unique_ptr<std::byte[]> memory_;
    LPPROC_THREAD_ATTRIBUTE_LIST list_ = nullptr;
};

std::wstring name_of(const std::wstring& entry) {
    return entry.substr(0, entry.find(L'=', 1));  // names of the system's own begin with one
}

int compare_names(const std::wstring& first, const std::wstring& second) {
    return CompareStringOrdinal(first.data(), static_cast<int>(first.size()), second.data(),
                                static_cast<int>(second.size()), TRUE);
}

/** This process's environment, in which the added values take the place of older ones, as CreateProcess wants it: in
 *  the order of the names, each ended by NUL, and one more at the end. */
std::wstring environment_with(const std::vector<std::string>& added) {
    std::vector<std::wstring> entries;
    for (const std::string& entry : added) entries.push_back(widen(entry));
    const size_t count = entries.size();
    wchar_t* const own = GetEnvironmentStringsW();
    for (const wchar_t* at = own; at != nullptr && *at != L'\0';) {
        const std::wstring entry = at;
        at += entry.size() + 1;
        const bool is_replaced = std::any_of(
            entries.begin(), entries.begin() + static_cast<ptrdiff_t>(count),
            [&](const std::wstring& value) { return compare_names(name_of(value), name_of(entry)) == CSTR_EQUAL; });
        if (!is_replaced) entries.push_back(entry);
    }
    if (own != nullptr) FreeEnvironmentStringsW(own);
    std::sort(entries.begin(), entries.end(), [](const std::wstring& first, const std::wstring& second) {
        return compare_names(name_of(first), name_of(second)) == CSTR_LESS_THAN;
    });
    std::wstring block;
    for (const std::wstring& entry : entries) block.append(entry).push_back(L'\0');
    block.push_back(L'\0');
    return block;
}

/** A job whose processes, and those that they start, end with its last handle. */
Handle make_job() {
    Handle job(CreateJobObjectW(nullptr, nullptr));
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job.get() == nullptr ||
        !SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits))) {
        fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot make a job");
    }
    return job;
}

/** Puts a process that has not begun yet into the job, and lets it begin. */
void begin_in_job(const PROCESS_INFORMATION& process, HANDLE job) {
    if (AssignProcessToJobObject(job, process.hProcess) && ResumeThread(process.hThread) != static_cast<DWORD>(-1))
        return;
    const DWORD number = GetLastError();
    TerminateProcess(process.hProcess, 1);
    fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot put a process into a job", number);
}

}  // namespace

ChildProcess::ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                           const std::vector<std::string>& environment) {
    if (is_windows_script(program)) {
        throw store::Error(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "'" + program + "' is a script; name a program");
    }
    Pipe to_child;
    Pipe from_child;
    const Handle errors = error_output();
    let_inherit(to_child.read_end.get());
    let_inherit(from_child.write_end.get());
    std::vector<HANDLE> inherited = {to_child.read_end.get(), from_child.write_end.get()};
    if (errors.get() != INVALID_HANDLE_VALUE) inherited.push_back(errors.get());
    const InheritanceList list(inherited);
    STARTUPINFOEXW startup{};
    startup.StartupInfo.cb = sizeof(startup);
    startup.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    startup.StartupInfo.hStdInput = to_child.read_end.get();
    startup.StartupInfo.hStdOutput = from_child.write_end.get();
    startup.StartupInfo.hStdError = errors.get();
    startup.lpAttributeList = list.get();
    Handle job = make_job();
    std::wstring line = widen(windows_command_line(program, arguments));
    std::wstring block = environment_with(environment);
    constexpr DWORD kFlags =
        CREATE_SUSPENDED | CREATE_NO_WINDOW | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT;
    PROCESS_INFORMATION made{};
    // The program is named by itself, too: out of the line, Windows would try each piece of a path with blanks.
    if (!CreateProcessW(widen(program).c_str(), line.data(), nullptr, nullptr, TRUE, kFlags, block.data(), nullptr,
                        &startup.StartupInfo, &made)) {
        fail(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "cannot start '" + program + "'");
    }
    Handle process(made.hProcess);
    const Handle thread(made.hThread);
    begin_in_job(made, job.get());
    process_ = process.release();
    job_ = job.release();
    input_ = to_child.write_end.release();
    output_ = from_child.read_end.release();
}

ChildProcess::~ChildProcess() {
    // First, for a child that is still writing would wait for a reader.
    if (output_ != kNone) CloseHandle(handle_of(output_));
    wait();
    if (job_ != kNone) CloseHandle(handle_of(job_));
}

size_t ChildProcess::read_some(char* block, size_t size) {
    DWORD count = 0;
    // The end of the output is a broken pipe.
    if (!ReadFile(handle_of(output_), block, static_cast<DWORD>(size), &count, nullptr)) return 0;
    return count;
}

void ChildProcess::close_input() {
    if (input_ != kNone) CloseHandle(handle_of(input_));
    input_ = kNone;
}

void ChildProcess::wait() {
    close_input();
    if (process_ == kNone) return;
    WaitForSingleObject(handle_of(process_), INFINITE);
    CloseHandle(handle_of(process_));
    process_ = kNone;
}

}  // namespace geniex

#endif
