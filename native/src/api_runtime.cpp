// The runtime functions of geniex.h.
#include <atomic>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "api_call.h"
#include "cpu_features.h"
#include "device_resolver.h"
#include "geniex.h"
#include "handles.h"
#include "input_checks.h"
#include "log.h"
#include "memory.h"
#include "platform.h"
#include "registry.h"

using namespace geniex;

namespace {

/** Read by clients through a bare pointer, so a text that was handed out is never freed or changed. */
struct QairtPath {
    std::mutex mutex;
    std::deque<std::string> every_path;
    std::atomic<const char*> path{""};
    bool locked = false;
};

QairtPath& qairt_path() {
    static QairtPath& instance = *new QairtPath;
    return instance;
}

template <typename Handle>
void close_all_handles() {
    for (const auto& session : handles<Handle>().remove_all()) session->close();
}

char* copy_optional(const std::optional<std::string>& text) { return text ? copy_string(*text) : nullptr; }

int32_t list_devices(Plugin& plugin, geniex_GetDeviceListOutput& output) {
    const int32_t count = plugin.device_count();
    if (count <= 0) return GENIEX_SUCCESS;
    auto ids = allocate_array<const char*>(static_cast<size_t>(count));
    auto names = allocate_array<const char*>(static_cast<size_t>(count));
    for (int32_t i = 0; i < count; ++i) {
        const Device device = plugin.device(i);
        ids[static_cast<size_t>(i)] = device.id;
        names[static_cast<size_t>(i)] = device.name;
    }
    output = {ids.release(), names.release(), count};
    return GENIEX_SUCCESS;
}

}  // namespace

const char* geniex_get_error_message(int32_t code) { return error_message(code); }

int32_t geniex_set_log(geniex_log_callback callback) {
    set_log_callback(callback);
    return GENIEX_SUCCESS;
}

int32_t geniex_set_log_level(int32_t level) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        if (set_log_level(level)) return GENIEX_SUCCESS;
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "there is no log level " + std::to_string(level));
    });
}

int32_t geniex_init(void) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        read_log_level_from_environment();
        const std::string missing = missing_cpu_features();
        if (!missing.empty()) {
            return fail(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this processor lacks: " + missing);
        }
        prepare_console();
        registry().scan();
        const std::lock_guard<std::mutex> lock(qairt_path().mutex);
        qairt_path().locked = true;
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_deinit(void) {
    api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        // Plugins leave the registry first, so that no new model can start behind the closing of the old ones.
        const auto plugins = registry().clear();
        close_all_handles<geniex_LLM>();
        close_all_handles<geniex_VLM>();
        return GENIEX_SUCCESS;
    });
    return GENIEX_SUCCESS;
}

void geniex_free(void* memory) { std::free(memory); }

const char* geniex_version(void) { return GENIEX_VERSION; }

int32_t geniex_set_qairt_runtime_path(const char* path) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        const std::lock_guard<std::mutex> lock(qairt_path().mutex);
        if (qairt_path().locked) {
            return fail(GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "the path is fixed since the first geniex_init()");
        }
        qairt_path().path = qairt_path().every_path.emplace_back(path == nullptr ? "" : path).c_str();
        return GENIEX_SUCCESS;
    });
}

const char* geniex_get_qairt_runtime_path(void) { return qairt_path().path; }

int32_t geniex_register_plugin(geniex_plugin_id_fn plugin_id, geniex_plugin_create_fn create_plugin) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        registry().add(plugin_id, create_plugin);
        return GENIEX_SUCCESS;
    });
}

const char* geniex_get_plugin_version(const char* plugin_id) {
    const char* version = nullptr;
    api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (plugin_id == nullptr) return fail_null("plugin_id");
        const PluginLookup found = registry().acquire(plugin_id);
        if (found.code >= 0) version = found.instance->plugin().version();
        return found.code;
    });
    return version;
}

int32_t geniex_get_plugin_list(geniex_GetPluginListOutput* output) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (output == nullptr) return fail_null("output");
        *output = {};
        const std::vector<std::string> ids = registry().ids();
        if (ids.empty()) return static_cast<int32_t>(GENIEX_SUCCESS);
        StringArray copies(ids.size());
        for (const std::string& id : ids) copies.add(id);
        *output = {const_cast<const char**>(copies.release()), static_cast<int32_t>(ids.size())};
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

int32_t geniex_get_device_list(const geniex_GetDeviceListInput* input, geniex_GetDeviceListOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (input == nullptr) return fail_null("input");
        if (input->plugin_id == nullptr) return fail_null("plugin_id");
        if (output == nullptr) return fail_null("output");
        const PluginLookup found = registry().acquire(input->plugin_id);
        return found.code < 0 ? found.code : list_devices(found.instance->plugin(), *output);
    });
}

int32_t geniex_resolve_device(const geniex_ResolveDeviceInput* input, geniex_ResolveDeviceOutput* output) {
    if (output != nullptr) *output = {nullptr, input != nullptr ? input->ngl_default : 0, nullptr};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (input == nullptr) return fail_null("input");
        if (output == nullptr) return fail_null("output");
        if (input->plugin_id == nullptr) return fail_null("plugin_id");
        const std::string mode = input->mode == nullptr ? "" : input->mode;
        const auto device = resolve_device(input->plugin_id, mode, input->ngl_default);
        if (!device) {
            return fail(GENIEX_ERROR_COMMON_INVALID_DEVICE,
                        "'" + mode + "' is neither cpu, gpu, npu, hybrid, auto nor a list of device names");
        }
        MallocArray<char> device_id(copy_optional(device->device_id));
        output->warning = copy_optional(device->warning);
        output->device_id = device_id.release();
        output->ngl = device->gpu_layers;
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}
