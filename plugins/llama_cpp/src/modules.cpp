#include "modules.h"

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>

#if defined(__linux__)
#include <dlfcn.h>
#endif

#include <ggml-backend.h>
#include <llama.h>

namespace geniex::llama {

namespace {

void set_environment(const char* name, const std::string& value) {
#if defined(_WIN32)
    _putenv_s(name, value.c_str());
#else
    value.empty() ? unsetenv(name) : setenv(name, value.c_str(), 1);
#endif
}

/// Hexagon's driver looks for the DSP's half of a module in these folders. Another
/// runtime's folder stays in the list: whoever comes last must not shut out the others.
void add_dsp_folder(const std::string& folder) {
    constexpr const char* kVariable = "ADSP_LIBRARY_PATH";
    const char* others = std::getenv(kVariable);
    set_environment(kVariable, others != nullptr && others[0] != '\0' ? folder + ";" + others : folder);
}

#if defined(__linux__)
/// libggml-opencl.so, but not libggml-cpu-haswell.so, of which ggml picks one.
bool is_module(const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    const std::string prefix = "libggml-";
    return name.compare(0, prefix.size(), prefix) == 0 && file.extension() == ".so" &&
           name.find('-', prefix.size()) == std::string::npos;
}

bool is_loaded(const std::filesystem::path& file) {
    void* handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (handle == nullptr) return false;
    dlclose(handle);
    return true;
}

/// ggml passes over a module that fails without a word. Asked for one by name, it says why.
void explain_failures(const char* folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (is_module(entry.path()) && !is_loaded(entry.path())) ggml_backend_load(entry.path().c_str());
    }
}
#endif

}  // namespace

void load_modules(const char* folder) {
    static std::once_flag once;
    std::call_once(once, [folder] {
        // ggml would load any library this variable names into the process.
        set_environment("GGML_BACKEND_PATH", "");
        add_dsp_folder(folder);
        ggml_backend_load_all_from_path(folder);
#if defined(__linux__)
        explain_failures(folder);
#endif
        llama_backend_init();
    });
}

}  // namespace geniex::llama
