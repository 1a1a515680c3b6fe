#include "sessions.h"

#include <mutex>
#include <string>

#include "accelerator_hooks.h"
#include "load_error.h"

namespace geniex::llama {

namespace {

std::mutex mutex;
int leases = 0;

template <typename Hook>
Hook find_hook(ggml_backend_reg_t module, const char* name) {
    return reinterpret_cast<Hook>(ggml_backend_reg_get_proc_address(module, name));
}

template <typename Hook>
Hook find_hook(ggml_backend_dev_t device, const char* name) {
    return find_hook<Hook>(ggml_backend_dev_backend_reg(device), name);
}

}  // namespace

SessionLease::SessionLease(const std::vector<ggml_backend_dev_t>& devices) {
    const std::lock_guard<std::mutex> lock(mutex);
    for (ggml_backend_dev_t device : devices) {
        const auto acquire = find_hook<AcquireSession>(device, kAcquireSession);
        if (acquire == nullptr || acquire(device)) continue;
        throw LoadError{GENIEX_ERROR_COMMON_MODEL_LOAD,
                        std::string("the driver of ") + ggml_backend_dev_name(device) + " refuses a session"};
    }
    ++leases;
}

SessionLease::~SessionLease() {
    const std::lock_guard<std::mutex> lock(mutex);
    --leases;
}

void release_idle_sessions(Host& host) {
    const std::lock_guard<std::mutex> lock(mutex);
    if (leases > 0) {
        host.log(GENIEX_LOG_DEBUG, "accelerator sessions stay open: a model uses them");
        return;
    }
    for (size_t i = 0; i < ggml_backend_reg_count(); ++i) {
        const auto release = find_hook<ReleaseSessions>(ggml_backend_reg_get(i), kReleaseSessions);
        if (release != nullptr) release();
    }
}

void set_power_mode(const std::vector<ggml_backend_dev_t>& devices, uint32_t mode, Host& host) {
    // Values that do not exist stand for burst, as in every client of this ABI.
    if (mode > GENIEX_POWER_BURST) mode = GENIEX_POWER_BURST;
    bool followed = !devices.empty();
    for (ggml_backend_dev_t device : devices) {
        const auto set = find_hook<SetPowerMode>(device, kSetPowerMode);
        followed = set != nullptr && set(device, mode) && followed;
    }
    if (followed || mode == GENIEX_POWER_BURST) return;
    host.log(
        GENIEX_LOG_WARN,
        ("power mode " + std::to_string(mode) + " cannot be set on every device of this model; ignored there").c_str());
}

}  // namespace geniex::llama
