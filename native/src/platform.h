// Everything that differs between operating systems.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace geniex {

/** File name of a plugin's library in its folder. */
extern const char* const kPluginFileName;

/** A loaded shared library, closed by the destructor. */
class SharedLibrary {
 public:
    SharedLibrary() = default;
    /** Throws std::runtime_error with the loader's own text. */
    explicit SharedLibrary(const std::filesystem::path& file);
    SharedLibrary(SharedLibrary&& other) noexcept;
    SharedLibrary& operator=(SharedLibrary&& other) noexcept;
    ~SharedLibrary();

    /** Null when the library has no such symbol. */
    void* symbol(const char* name) const noexcept;

 private:
    void* handle_ = nullptr;
};

/** Folder of the library that holds this code. Throws std::runtime_error. */
std::filesystem::path library_folder();

/** Nanoseconds of the clock behind all timestamps. */
int64_t monotonic_ns() noexcept;

/** UTF-8; "" when unset or not readable. */
std::string get_environment(const char* name) noexcept;
void set_environment(const char* name, const std::string& value);

/** The user's home folder; "" when unknown. */
std::string home_folder() noexcept;

bool stderr_is_terminal() noexcept;

/** Lets UTF-8 text appear as such in the console; needed on Windows alone. */
void prepare_console() noexcept;

/** The processor's feature bits (AT_HWCAP) on Linux; 0 elsewhere. */
uint64_t processor_features() noexcept;

std::string to_utf8(const std::filesystem::path& path);
std::filesystem::path from_utf8(const std::string& path);

}  // namespace geniex
