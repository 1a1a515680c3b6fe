// The rest of geniex_ext.h: versions, clock, details, failed plugins.
#include <cstdlib>
#include <vector>

#include "api_call.h"
#include "geniex_ext.h"
#include "input_checks.h"
#include "memory.h"
#include "platform.h"
#include "registry.h"

using namespace geniex;

namespace {

constexpr int32_t kExtVersion = 2;

void free_failures(geniex_PluginFailure* failures, int32_t count) noexcept {
    for (int32_t i = 0; i < count; ++i) {
        std::free(failures[i].directory);
        std::free(failures[i].reason);
    }
    std::free(failures);
}

void copy_failures(const std::vector<PluginFailure>& from, geniex_PluginFailureList& to) {
    if (from.empty()) return;
    to.failures = allocate_array<geniex_PluginFailure>(from.size()).release();
    for (const PluginFailure& failure : from) {
        geniex_PluginFailure& copy = to.failures[to.count++] = {};
        copy.directory = copy_string(failure.directory);
        copy.reason = copy_string(failure.reason);
    }
}

}  // namespace

int32_t geniex_ext_version(void) { return kExtVersion; }

const char* geniex_last_error_detail(void) { return error_detail(); }

int64_t geniex_monotonic_ns(void) { return monotonic_ns(); }

int32_t geniex_get_plugin_failures(geniex_PluginFailureList* output) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (output == nullptr) return fail_null("output");
        if (const int32_t code = check_struct_size(output->size, sizeof(*output))) return code;
        output->failures = nullptr;
        output->count = 0;
        try {
            copy_failures(registry().failures(), *output);
        } catch (...) {
            geniex_plugin_failures_free(output);
            throw;
        }
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}

void geniex_plugin_failures_free(geniex_PluginFailureList* output) {
    if (output == nullptr) return;
    free_failures(output->failures, output->count);
    output->failures = nullptr;
    output->count = 0;
}
