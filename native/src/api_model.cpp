// The model store functions of geniex_model.h: arguments and names are checked here, the store does the work.
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "api_model_call.h"
#include "api_model_output.h"
#include "geniex_model.h"
#include "input_checks.h"
#include "memory.h"
#include "model_names.h"
#include "platform.h"
#include "pull_helper.h"
#include "store/chipset.h"
#include "store/error.h"
#include "store/store.h"

using namespace geniex;

namespace {

int32_t no_hub(const char* what) {
    open_store();
    return fail(GENIEX_ERROR_COMMON_NOT_SUPPORTED, std::string("this build ") + what);
}

int32_t no_remote_pull() {
    return no_hub(
        "has no remote pull of its own; let GENIEX_PULL_HELPER name a geniex-desktop, or import a folder or file with "
        "the hub LOCALFS");
}

int32_t check_required_text(const char* text, const char* name) {
    return text == nullptr ? fail_null(name) : check_text(text, name);
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
    return GENIEX_SUCCESS;
}

store::PlanRequest plan_request(const geniex_ModelPullInput& input) {
    store::PlanRequest request;
    request.name = model_name(input.model_name);
    if (input.quant != nullptr) request.quant = input.quant;
    if (input.model_type == GENIEX_MODEL_TYPE_LLM) request.type = GENIEX_MODEL_TYPE_LLM;
    if (input.model_type == GENIEX_MODEL_TYPE_VLM) request.type = GENIEX_MODEL_TYPE_VLM;
    return request;
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
        const std::lock_guard<std::mutex> lock(current_store().mutex);
        if (current_store().store) {
            return fail(GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "call geniex_model_deinit() first");
        }
        const std::filesystem::path folder = data_folder(data_dir);
        if (folder.empty()) return fail(GENIEX_ERROR_COMMON_UNKNOWN, "there is no home folder for the model store");
        current_store().store = std::make_shared<const store::Store>(folder);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_deinit(void) {
    return model_call([]() -> int32_t {
        const std::lock_guard<std::mutex> lock(current_store().mutex);
        current_store().store.reset();
        return GENIEX_SUCCESS;
    });
}

const char* geniex_model_last_error_message(void) { return model_error(); }

int32_t geniex_model_pull(const geniex_ModelPullInput* input) {
    return model_call([&]() -> int32_t {
        if (const int32_t code = check_pull_input(input)) return code;
        if (input->hub != GENIEX_HUB_LOCALFS) {
            if (!is_docker_name(input->model_name)) model_name(input->model_name);
            const std::string helper = pull_helper();
            if (helper.empty()) return no_remote_pull();
            pull_by_helper(helper, to_utf8(open_store()->data_folder()), *input);
            return GENIEX_SUCCESS;
        }
        const store::PlanRequest request = plan_request(*input);
        store::ImportOptions options;
        options.type_is_given = request.type != GENIEX_MODEL_TYPE_AUTO;
        options.on_progress = input->on_progress;
        options.user_data = input->user_data;
        open_store()->pull(from_utf8(input->local_path), request, options);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_query(const geniex_ModelPullInput* input, geniex_ModelQueryOutput* output) {
    if (output != nullptr) *output = {};
    return model_call([&]() -> int32_t {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_pull_input(input)) return code;
        if (input->hub != GENIEX_HUB_LOCALFS) {
            if (!is_docker_name(input->model_name)) model_name(input->model_name);
            const std::string helper = pull_helper();
            if (helper.empty()) return no_remote_pull();
            write_output(query_by_helper(helper, to_utf8(open_store()->data_folder()), *input), *output);
            return GENIEX_SUCCESS;
        }
        store::PlanRequest request;  // quant and type are for pull alone
        request.name = model_name(input->model_name);
        write_output(open_store()->query(from_utf8(input->local_path), request), *output);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_get_paths(const char* name, geniex_ModelPaths* output) {
    if (output != nullptr) *output = {};
    return model_call([&]() -> int32_t {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_required_text(name, "name")) return code;
        const NameAndQuant parts = split_quant(name);
        const std::string model = model_name(parts.name);
        write_output(open_store()->get_paths(model, std::string(parts.quant)), *output);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_get_type(const char* name, int32_t* type) {
    return model_call([&]() -> int32_t {
        if (type == nullptr) return fail_null("type");
        if (const int32_t code = check_required_text(name, "name")) return code;
        const std::string model = model_name(name);
        *type = open_store()->get(model).model_type;
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_set_type(const char* name, int32_t type) {
    return model_call([&]() -> int32_t {
        if (type != GENIEX_MODEL_TYPE_LLM && type != GENIEX_MODEL_TYPE_VLM) {
            return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "there is no model type " + std::to_string(type));
        }
        if (const int32_t code = check_required_text(name, "name")) return code;
        const std::string model = model_name(name);
        open_store()->set_type(model, static_cast<geniex_ModelType>(type));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_remove(const char* name) {
    return model_call([&]() -> int32_t {
        if (const int32_t code = check_required_text(name, "name")) return code;
        const NameAndQuant parts = split_quant(name);
        // A bare name is not completed here: what is deleted must be written out.
        if (!is_model_name(parts.name)) return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, not_a_name(parts.name));
        open_store()->remove(std::string(parts.name), std::string(parts.quant));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_clean(int32_t* removed) {
    if (removed != nullptr) *removed = 0;
    return model_call([&]() -> int32_t {
        const int32_t count = open_store()->clean();
        if (removed != nullptr) *removed = count;
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_list_detailed(geniex_ModelListDetailedOutput* output) {
    if (output != nullptr) *output = {};
    return model_call([&]() -> int32_t {
        if (output == nullptr) return fail_null("output");
        write_output(open_store()->list(), *output);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_get_detailed(const char* name, geniex_ModelDetail* output) {
    if (output != nullptr) *output = {};
    return model_call([&]() -> int32_t {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_required_text(name, "name")) return code;
        const std::string model = model_name(split_quant(name).name);
        write_output(open_store()->get(model), *output);
        return GENIEX_SUCCESS;
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
    return model_call(
        [&] { return output == nullptr ? fail_null("output") : no_hub("has no access to AI Hub's list of chipsets"); });
}

int32_t geniex_model_detect_chipset(int32_t offline, char** name) {
    if (name != nullptr) *name = nullptr;
    return model_call([&]() -> int32_t {
        if (name == nullptr) return fail_null("name");
        if (offline == 0) return no_hub("has no access to AI Hub's list of chipsets; ask with offline != 0");
        if (const auto chipset = store::detect_chipset()) *name = copy_string(*chipset);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_model_list_hub(const char* chipset, geniex_HubModelList* output) {
    if (output != nullptr) *output = {};
    return model_call([&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_text(chipset, "chipset")) return code;
        return no_hub("has no access to AI Hub's list of models");
    });
}
