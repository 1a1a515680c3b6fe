#include "weights.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace geniex::llama {

namespace {

#if defined(__linux__)

/// Bytes that can be had without swapping, 0 when the kernel does not say.
uint64_t available_memory() {
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        uint64_t kibibytes = 0;
        if (words >> name >> kibibytes && name == "MemAvailable:") return kibibytes * 1024;
    }
    return 0;
}

/// Whether a program that asks for huge pages gets any; the chosen policy stands in brackets.
bool huge_pages_on_request() {
    std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
    std::string policies;
    return std::getline(file, policies) && policies.find("[never]") == std::string::npos;
}

#endif

}  // namespace

llama_load_mode choose_load_mode([[maybe_unused]] const char* model_path, [[maybe_unused]] bool on_cpu) {
#if defined(__linux__)
    // Pages of a mapped file are small ones. A copy lies in huge pages (patches/huge-pages.patch),
    // through which a processor reads faster; but only pages of the file can be given back and read
    // again when memory is short, so a copy must not take more than half of what is there.
    if (!on_cpu) return LLAMA_LOAD_MODE_NONE;
    std::error_code error;
    const uint64_t size = std::filesystem::file_size(std::filesystem::u8path(model_path), error);
    const bool copies = !error && huge_pages_on_request() && size <= available_memory() / 2;
    return copies ? LLAMA_LOAD_MODE_NONE : LLAMA_LOAD_MODE_MMAP;
#else
    return LLAMA_LOAD_MODE_NONE;
#endif
}

}  // namespace geniex::llama
