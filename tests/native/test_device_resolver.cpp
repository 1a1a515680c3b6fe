// The answers of the device resolver, as a table.
#include "check.h"
#include "geniex.h"
#include "geniex_ext.h"

namespace {

constexpr int32_t kDefaultLayers = 99;

struct Case {
    const char* plugin_id;
    const char* mode;
    const char* device_id;
    int32_t layers;
    bool warns;
};

constexpr Case kCases[] = {
    {"llama_cpp", nullptr, "HTP0", kDefaultLayers, false},
    {"llama_cpp", "", "HTP0", kDefaultLayers, false},
    {"llama_cpp", " \t\n", "HTP0", kDefaultLayers, false},
    {"llama_cpp", "auto", "HTP0", kDefaultLayers, false},
    {"llama_cpp", "npu", "HTP0", kDefaultLayers, false},
    {"llama_cpp", "gpu", "GPUOpenCL", kDefaultLayers, false},
    {"llama_cpp", "cpu", nullptr, 0, false},
    {"llama_cpp", "hybrid", nullptr, kDefaultLayers, false},
    {"llama_cpp", "  NPU ", "HTP0", kDefaultLayers, false},
    {"llama_cpp", "CpU", nullptr, 0, false},
    {"llama_cpp", "HTP0", "HTP0", kDefaultLayers, false},
    {"llama_cpp", "HTP12", "HTP12", kDefaultLayers, false},
    {"llama_cpp", "GPUOpenCL", "GPUOpenCL", kDefaultLayers, false},
    {"llama_cpp", " HTP0 , HTP1,GPUOpenCL ", "HTP0,HTP1,GPUOpenCL", kDefaultLayers, false},
    {"no_such_plugin", "gpu", "GPUOpenCL", kDefaultLayers, false},
    {"", "hybrid", nullptr, kDefaultLayers, false},
    {"qairt", nullptr, "NPU", 0, false},
    {"qairt", "auto", "NPU", 0, false},
    {"qairt", "NPU", "NPU", 0, false},
    {"qairt", "cpu", "NPU", 0, true},
    {"qairt", "gpu", "NPU", 0, true},
    {"qairt", "hybrid", "NPU", 0, true},
    {"qairt", "HTP0, HTP1", "NPU", 0, true},
};

constexpr const char* kBadModes[] = {"tpu",    "htp0",      "HTP",        "HTPx",     "HTP0,",   ",HTP0", "HTP0,,HTP1",
                                     "HTP0 1", "GPUOpencl", "GPUOpenCL0", "HTP0,cpu", "cpu,gpu", ",",     "CANN0"};

void the_table() {
    for (const Case& c : kCases) {
        const geniex_ResolveDeviceInput input{c.plugin_id, nullptr, c.mode, kDefaultLayers};
        geniex_ResolveDeviceOutput output;
        CHECK_EQ(geniex_resolve_device(&input, &output), 0);
        CHECK_TEXT(output.device_id, c.device_id);
        CHECK_EQ(output.ngl, c.layers);
        CHECK_EQ(output.warning != nullptr, c.warns);
        geniex_free(output.device_id);
        geniex_free(output.warning);
    }
}

void the_warning_names_what_is_ignored() {
    const geniex_ResolveDeviceInput input{"qairt", "a model", " HTP0 ,HTP1", -1};
    geniex_ResolveDeviceOutput output;
    CHECK_EQ(geniex_resolve_device(&input, &output), 0);
    CHECK(output.warning != nullptr && std::strstr(output.warning, "device='HTP0,HTP1'") != nullptr);
    geniex_free(output.device_id);
    geniex_free(output.warning);
}

void bad_modes_leave_a_readable_output() {
    for (const char* plugin : {"llama_cpp", "qairt"}) {
        for (const char* mode : kBadModes) {
            const geniex_ResolveDeviceInput input{plugin, nullptr, mode, 7};
            geniex_ResolveDeviceOutput output;
            CHECK_FAILS(geniex_resolve_device(&input, &output), GENIEX_ERROR_COMMON_INVALID_DEVICE, mode);
            CHECK(output.device_id == nullptr && output.warning == nullptr);
            CHECK_EQ(output.ngl, 7);
        }
    }
}

void null_arguments() {
    geniex_ResolveDeviceInput input{nullptr, nullptr, "cpu", 7};
    geniex_ResolveDeviceOutput output;
    CHECK_FAILS(geniex_resolve_device(nullptr, &output), GENIEX_ERROR_COMMON_INVALID_INPUT, "input");
    CHECK(output.device_id == nullptr && output.warning == nullptr);
    CHECK_FAILS(geniex_resolve_device(&input, &output), GENIEX_ERROR_COMMON_INVALID_INPUT, "plugin_id");
    CHECK_EQ(output.ngl, 7);
    input.plugin_id = "qairt";
    CHECK_FAILS(geniex_resolve_device(&input, nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT, "output");
}

}  // namespace

int main() {
    the_table();
    the_warning_names_what_is_ignored();
    bad_modes_leave_a_readable_output();
    null_arguments();
    return check::report();
}
