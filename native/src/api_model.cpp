// The model store functions of geniex_model.h: arguments and names are checked
// in full; what needs the store itself is answered with NOT_SUPPORTED.
#include <filesystem>
#include <initializer_list>
#include <mutex>
#include <string>
#include <system_error>

#include "api_call.h"
#include "geniex_model.h"
#include "input_checks.h"
#include "memory.h"
#include "model_names.h"
#include "platform.h"

using namespace geniex;

namespace {

struct Store {
    std::mutex mutex;
    bool initialized = false;
};

Store& store() {
    static Store& instance = *new Store;
    return instance;
}

struct LastError {
    bool is_set = false;
    std::string text;
};

LastError& last_error() noexcept {
    thread_local LastError error;
    return error;
}

/** api_call() that also keeps the store's own error text. */
template <typename Body>
int32_t model_call(Body&& body) noexcept {
    last_error().is_set = false;
    const int32_t code = api_call(GENIEX_ERROR_COMMON_UNKNOWN, std::forward<Body>(body));
    try {
        if (code < 0 && *error_detail() != '\0') last_error() = {true, error_detail()};
    } catch (...) {
        last_error().is_set = false;  // no memory for the text: the code must do
    }
    return code;
}

int32_t require_initialized() {
    const std::lock_guard<std::mutex> lock(store().mutex);
    if (store().initialized) return GENIEX_SUCCESS;
    return fail(GENIEX_ERROR_COMMON_NOT_INITIALIZED, "call geniex_model_init() first");
}

int32_t no_store() {
    if (const int32_t code = require_initialized()) return code;
    return fail(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this version of the library has no model store yet");
}

int32_t check_required_text(const char* text, const char* name) {
    return text == nullptr ? fail_null(name) : check_text(text, name);
}

int32_t invalid_name(const std::string& name) {
    return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + name + "' is not a model name; write organisation/model");
}

/** A name that is canonicalised, with or without ":QUANT". */
int32_t check_name(const char* name, bool quant_allowed) {
    if (const int32_t code = check_required_text(name, "name")) return code;
    const bool has_name = canonical_model_name(quant_allowed ? split_quant(name).name : name).has_value();
    return has_name ? static_cast<int32_t>(GENIEX_SUCCESS) : invalid_name(name);
}

bool is_hub(int32_t hub) { return (hub >= GENIEX_HUB_AUTO && hub <= GENIEX_HUB_DOCKER) || hub == GENIEX_HUB_LOCALFS; }

int32_t check_hub(int32_t hub) {
    if (is_hub(hub)) return GENIEX_SUCCESS;
    return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "there is no hub " + std::to_string(hub));
}

int32_t check_pull_input(const geniex_ModelPullInput* input) {
    if (input == nullptr) return fail_null("input");
    if (input->struct_size != sizeof(geniex_ModelPullInput)) {
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "struct_size is " + std::to_string(input->struct_size) +
                                                           ", not " + std::to_string(sizeof(geniex_ModelPullInput)));
    }
    if (const int32_t code = check_required_text(input->model_name, "model_name")) return code;
    for (const char* text : {input->quant, input->local_path, input->hf_token, input->chipset, input->display_name}) {
        if (const int32_t code = check_text(text, "a text of the input")) return code;
    }
    if (const int32_t code = check_hub(input->hub)) return code;
    if (input->hub == GENIEX_HUB_LOCALFS && input->local_path == nullptr) return fail_null("local_path");
    if (is_docker_name(input->model_name)) return GENIEX_SUCCESS;
    return check_name(input->model_name, false);
}

std::filesystem::path data_folder(const char* data_dir) {
    if (data_dir != nullptr && *data_dir != '\0') return from_utf8(data_dir);
    const std::string from_environment = get_environment("GENIEX_DATADIR");
    if (!from_environment.empty()) return from_utf8(from_environment);
    const std::string home = home_folder();
    return home.empty() ? std::filesystem::path() : from_utf8(home) / ".cache" / "geniex";
}

}  // namespace

int32_t geniex_model_init(const char* data_dir) {
    return model_call([&]() -> int32_t {
        if (const int32_t code = check_text(data_dir, "data_dir")) return code;
        const std::lock_guard<std::mutex> lock(store().mutex);
        if (store().initialized) {
            return fail(GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "call geniex_model_deinit() first");
        }
        const std::filesystem::path folder = data_folder(data_dir);
        if (folder.empty()) return fail(GENIEX_ERROR_COMMON_UNKNOWN, "there is no home folder for the model store");
        std::error_code error;
        std::filesystem::create_directories(folder / "models", error);
        if (error) {
            return fail(GENIEX_ERROR_COMMON_UNKNOWN, "cannot create '" + to_utf8(folder) + "': " + error.message());
        }
        store().initialized = true;
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_deinit(void) {
    return model_call([]() -> int32_t {
        const std::lock_guard<std::mutex> lock(store().mutex);
        store().initialized = false;
        return GENIEX_SUCCESS;
    });
}

const char* geniex_model_last_error_message(void) { return last_error().is_set ? last_error().text.c_str() : nullptr; }

int32_t geniex_model_pull(const geniex_ModelPullInput* input) {
    return model_call([&] {
        if (const int32_t code = check_pull_input(input)) return code;
        return no_store();
    });
}

int32_t geniex_model_query(const geniex_ModelPullInput* input, geniex_ModelQueryOutput* output) {
    if (output != nullptr) *output = {};
    return model_call([&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_pull_input(input)) return code;
        return no_store();
    });
}

int32_t geniex_model_get_paths(const char* name, geniex_ModelPaths* output) {
    if (output != nullptr) *output = {};
    return model_call([&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_name(name, true)) return code;
        return no_store();
    });
}

int32_t geniex_model_get_type(const char* name, int32_t* type) {
    return model_call([&] {
        if (type == nullptr) return fail_null("type");
        if (const int32_t code = check_name(name, false)) return code;
        return no_store();
    });
}

int32_t geniex_model_set_type(const char* name, int32_t type) {
    return model_call([&] {
        if (type != GENIEX_MODEL_TYPE_LLM && type != GENIEX_MODEL_TYPE_VLM) {
            return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "there is no model type " + std::to_string(type));
        }
        if (const int32_t code = check_name(name, false)) return code;
        return no_store();
    });
}

int32_t geniex_model_remove(const char* name) {
    return model_call([&] {
        if (const int32_t code = check_required_text(name, "name")) return code;
        // A bare name is not completed here: what is deleted must be written out.
        if (!is_model_name(split_quant(name).name)) return invalid_name(name);
        return no_store();
    });
}

int32_t geniex_model_clean(int32_t* removed) {
    if (removed != nullptr) *removed = 0;
    return model_call([] { return no_store(); });
}

int32_t geniex_model_list_detailed(geniex_ModelListDetailedOutput* output) {
    if (output != nullptr) *output = {};
    return model_call([&] { return output == nullptr ? fail_null("output") : no_store(); });
}

int32_t geniex_model_get_detailed(const char* name, geniex_ModelDetail* output) {
    if (output != nullptr) *output = {};
    return model_call([&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_name(name, true)) return code;
        return no_store();
    });
}

int32_t geniex_model_resolve_alias(const char* alias, char** name) {
    if (name != nullptr) *name = nullptr;
    return model_call([&]() -> int32_t {
        if (name == nullptr) return fail_null("name");
        if (const int32_t code = check_required_text(alias, "alias")) return code;
        const auto model = model_of_alias(alias);
        if (!model) return GENIEX_ERROR_COMMON_INVALID_INPUT;  // clients probe with names that are no alias: no text
        *name = copy_string(*model);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_resolve_hub(const char* name, int32_t hub, int32_t* resolved) {
    return model_call([&]() -> int32_t {
        if (resolved == nullptr) return fail_null("resolved");
        if (const int32_t code = check_required_text(name, "name")) return code;
        if (const int32_t code = check_hub(hub)) return code;
        *resolved = hub == GENIEX_HUB_AUTO && is_docker_name(name) ? static_cast<int32_t>(GENIEX_HUB_DOCKER) : hub;
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_list_chipsets(geniex_ChipsetList* output) {
    if (output != nullptr) *output = {};
    return model_call([&] { return output == nullptr ? fail_null("output") : no_store(); });
}

int32_t geniex_model_detect_chipset(int32_t offline, char** name) {
    if (name != nullptr) *name = nullptr;
    return model_call([&]() -> int32_t {
        if (name == nullptr) return fail_null("name");
        if (offline == 0) return no_store();
        return fail(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this version of the library does not detect chipsets yet");
    });
}

int32_t geniex_model_list_hub(const char* chipset, geniex_HubModelList* output) {
    if (output != nullptr) *output = {};
    return model_call([&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_text(chipset, "chipset")) return code;
        return no_store();
    });
}
