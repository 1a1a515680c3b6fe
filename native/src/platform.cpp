#include "platform.h"

#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#if defined(_WIN32)
#include <io.h>
#include <windows.h>
#else
#include <dlfcn.h>
#include <unistd.h>
#endif
#if defined(__linux__)
#include <sys/auxv.h>
#endif

namespace geniex {

SharedLibrary::SharedLibrary(SharedLibrary&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}

SharedLibrary& SharedLibrary::operator=(SharedLibrary&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

std::string to_utf8(const std::filesystem::path& path) { return path.u8string(); }

std::filesystem::path from_utf8(const std::string& path) { return std::filesystem::u8path(path); }

#if defined(_WIN32)

const char* const kPluginFileName = "geniex_plugin.dll";

namespace {

std::string narrow(const std::wstring& text) {
    const int length = static_cast<int>(text.size());
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, text.data(), length, nullptr, 0, nullptr, nullptr);
    std::string result(static_cast<size_t>(bytes), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text.data(), length, result.data(), bytes, nullptr, nullptr);
    return result;
}

std::wstring widen(const std::string& text) {
    const int length = static_cast<int>(text.size());
    const int units = MultiByteToWideChar(CP_UTF8, 0, text.data(), length, nullptr, 0);
    std::wstring result(static_cast<size_t>(units), L'\0');
    MultiByteToWideChar(CP_UTF8, 0, text.data(), length, result.data(), units);
    return result;
}

std::string last_system_error() {
    const DWORD code = GetLastError();
    wchar_t buffer[512];
    const DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, nullptr, code, 0,
                                        buffer, 512, nullptr);
    std::string text = narrow(std::wstring(buffer, length));
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text + " (" + std::to_string(code) + ")";
}

}  // namespace

SharedLibrary::SharedLibrary(const std::filesystem::path& file) {
    constexpr DWORD kSearch = LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR | LOAD_LIBRARY_SEARCH_APPLICATION_DIR |
                              LOAD_LIBRARY_SEARCH_USER_DIRS | LOAD_LIBRARY_SEARCH_SYSTEM32;
    handle_ = LoadLibraryExW(std::filesystem::absolute(file).c_str(), nullptr, kSearch);
    if (handle_ == nullptr) throw std::runtime_error(last_system_error());
}

SharedLibrary::~SharedLibrary() {
    if (handle_ != nullptr) FreeLibrary(static_cast<HMODULE>(handle_));
}

void* SharedLibrary::symbol(const char* name) const noexcept {
    return reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name));
}

std::filesystem::path library_folder() {
    HMODULE module = nullptr;
    constexpr DWORD kFlags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!GetModuleHandleExW(kFlags, reinterpret_cast<LPCWSTR>(&library_folder), &module)) {
        throw std::runtime_error("cannot find the library's own file: " + last_system_error());
    }
    std::wstring buffer(32768, L'\0');  // the longest path that Windows knows
    buffer.resize(GetModuleFileNameW(module, buffer.data(), static_cast<DWORD>(buffer.size())));
    return std::filesystem::path(buffer).parent_path();
}

int64_t monotonic_ns() noexcept {
    LARGE_INTEGER frequency;
    LARGE_INTEGER now;
    QueryPerformanceFrequency(&frequency);
    QueryPerformanceCounter(&now);
    const int64_t seconds = now.QuadPart / frequency.QuadPart;
    const int64_t rest = now.QuadPart % frequency.QuadPart;
    return seconds * 1000000000 + rest * 1000000000 / frequency.QuadPart;
}

std::string get_environment(const char* name) noexcept {
    try {
        const std::wstring key = widen(name);
        const DWORD size = GetEnvironmentVariableW(key.c_str(), nullptr, 0);
        if (size == 0) return {};
        std::wstring value(size, L'\0');
        value.resize(GetEnvironmentVariableW(key.c_str(), value.data(), size));
        return narrow(value);
    } catch (...) {
        return {};
    }
}

void set_environment(const char* name, const std::string& value) {
    SetEnvironmentVariableW(widen(name).c_str(), widen(value).c_str());
}

std::string home_folder() noexcept { return get_environment("USERPROFILE"); }

bool stderr_is_terminal() noexcept { return _isatty(2) != 0; }

void prepare_console() noexcept { SetConsoleOutputCP(CP_UTF8); }

#else

#if defined(__APPLE__)
const char* const kPluginFileName = "libgeniex_plugin.dylib";
#else
const char* const kPluginFileName = "libgeniex_plugin.so";
#endif

SharedLibrary::SharedLibrary(const std::filesystem::path& file) {
    handle_ = dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle_ == nullptr) {
        const char* reason = dlerror();
        throw std::runtime_error(reason ? reason : "the loader gave no reason");
    }
}

SharedLibrary::~SharedLibrary() {
    if (handle_ != nullptr) dlclose(handle_);
}

void* SharedLibrary::symbol(const char* name) const noexcept { return dlsym(handle_, name); }

std::filesystem::path library_folder() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<void*>(&library_folder), &info) == 0 || info.dli_fname == nullptr) {
        throw std::runtime_error("cannot find the library's own file");
    }
    return std::filesystem::absolute(info.dli_fname).parent_path();
}

int64_t monotonic_ns() noexcept {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::string get_environment(const char* name) noexcept {
    try {
        const char* value = std::getenv(name);
        return value ? value : "";
    } catch (...) {
        return {};
    }
}

void set_environment(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

std::string home_folder() noexcept { return get_environment("HOME"); }

bool stderr_is_terminal() noexcept { return isatty(STDERR_FILENO) == 1; }

void prepare_console() noexcept {}

#endif

uint64_t processor_features() noexcept {
#if defined(__linux__)
    return getauxval(AT_HWCAP);
#else
    return 0;
#endif
}

}  // namespace geniex
