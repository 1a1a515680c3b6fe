// A ggml module with accelerators that every machine has: HTP0, HTP1 and
// GPUOpenCL, which keep buffers of their own and let the CPU module compute.
//
// It takes a vendor's place so that placement, splits, fallbacks and sessions
// can be tested. Like the Hexagon module it opens a driver session per HTP
// device on first use, and its devices count as GPUs with no memory to report.
//
// The environment tells what goes wrong:
//   GENIEX_TEST_BACKEND_WITHOUT  operations that no device supports: "ROPE,RMS_NORM"
//   GENIEX_TEST_BACKEND_LIMIT    bytes of the largest buffer that a device can map
//   GENIEX_TEST_BACKEND_BROKEN   devices whose session cannot be opened: "HTP1"
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <sstream>
#include <string>
#include <utility>

#include "accelerator_hooks.h"
#include "ggml-backend-impl.h"
#include "ggml-impl.h"

namespace {

constexpr size_t kAlignment = 128;

// Filled on first use, because ggml hands out their addresses.
struct TestDevice {
    const char* name;
    const char* description;
    bool has_session;
    int sessions_opened = 0;
    bool session_open = false;
    uint32_t power_mode = UINT32_MAX;
    ggml_backend_device device{};
    ggml_backend_buffer_type buffer_type{};
};

std::array<TestDevice, 3> devices{
    {{"HTP0", "Hexagon", true}, {"HTP1", "Hexagon", true}, {"GPUOpenCL", "Adreno", false}}};
std::mutex sessions_mutex;

TestDevice& of(ggml_backend_dev_t device) { return *static_cast<TestDevice*>(device->context); }

bool environment_lists(const char* variable, const char* word) {
    const char* value = std::getenv(variable);
    std::stringstream list(value != nullptr ? value : "");
    for (std::string item; std::getline(list, item, ',');) {
        if (item == word) return true;
    }
    return false;
}

ggml_backend_dev_t cpu() { return ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU); }

template <typename Function>
Function cpu_function(const char* name) {
    return reinterpret_cast<Function>(ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(cpu()), name));
}

// -- sessions ------------------------------------------------------------------

bool acquire_session(ggml_backend_dev_t device) {
    TestDevice& self = of(device);
    const std::lock_guard<std::mutex> lock(sessions_mutex);
    if (!self.has_session || self.session_open) return true;
    if (environment_lists("GENIEX_TEST_BACKEND_BROKEN", self.name)) {
        GGML_LOG_ERROR("test backend: %s: the driver refuses a session\n", self.name);
        return false;
    }
    self.session_open = true;
    ++self.sessions_opened;
    GGML_LOG_INFO("test backend: %s: session opened\n", self.name);
    return true;
}

void release_sessions() {
    const std::lock_guard<std::mutex> lock(sessions_mutex);
    for (TestDevice& device : devices) {
        if (!device.session_open) continue;
        device.session_open = false;
        GGML_LOG_INFO("test backend: %s: session closed\n", device.name);
    }
}

bool set_power_mode(ggml_backend_dev_t device, uint32_t mode) {
    TestDevice& self = of(device);
    if (!self.has_session) return false;
    self.power_mode = mode;
    return true;
}

// -- buffers: host memory that ggml must treat as the device's -------------------

void buffer_free(ggml_backend_buffer_t buffer) { ::operator delete(buffer->context, std::align_val_t(kAlignment)); }

void* buffer_base(ggml_backend_buffer_t buffer) { return buffer->context; }

void buffer_memset(ggml_backend_buffer_t, ggml_tensor* tensor, uint8_t value, size_t offset, size_t size) {
    std::memset(static_cast<char*>(tensor->data) + offset, value, size);
}

void buffer_set(ggml_backend_buffer_t, ggml_tensor* tensor, const void* data, size_t offset, size_t size) {
    std::memcpy(static_cast<char*>(tensor->data) + offset, data, size);
}

void buffer_get(ggml_backend_buffer_t, const ggml_tensor* tensor, void* data, size_t offset, size_t size) {
    std::memcpy(data, static_cast<const char*>(tensor->data) + offset, size);
}

void buffer_clear(ggml_backend_buffer_t buffer, uint8_t value) { std::memset(buffer->context, value, buffer->size); }

const char* buffer_type_name(ggml_backend_buffer_type_t type) { return of(type->device).name; }

ggml_backend_buffer_t buffer_allocate(ggml_backend_buffer_type_t type, size_t size) {
    const char* limit = std::getenv("GENIEX_TEST_BACKEND_LIMIT");
    if (!acquire_session(type->device) || (limit != nullptr && size > std::strtoull(limit, nullptr, 10)))
        return nullptr;
    ggml_backend_buffer_i calls{};
    calls.free_buffer = buffer_free;
    calls.get_base = buffer_base;
    calls.memset_tensor = buffer_memset;
    calls.set_tensor = buffer_set;
    calls.get_tensor = buffer_get;
    calls.clear = buffer_clear;
    void* memory = ::operator new(size, std::align_val_t(kAlignment), std::nothrow);
    return memory != nullptr ? ggml_backend_buffer_init(type, calls, memory, size) : nullptr;
}

size_t buffer_alignment(ggml_backend_buffer_type_t) { return kAlignment; }

// -- the computation, which is the CPU's -------------------------------------------

ggml_backend_t inner(ggml_backend_t backend) { return static_cast<ggml_backend_t>(backend->context); }

const char* backend_name(ggml_backend_t backend) { return of(backend->device).name; }

void backend_free(ggml_backend_t backend) {
    ggml_backend_free(inner(backend));
    delete backend;
}

/// Computations until one fails; 0 = none will.
std::atomic<int> computations_to_failure{0};

ggml_status backend_compute(ggml_backend_t backend, ggml_cgraph* graph) {
    if (computations_to_failure > 0 && --computations_to_failure == 0) return GGML_STATUS_FAILED;
    return ggml_backend_graph_compute(inner(backend), graph);
}

void set_n_threads(ggml_backend_t backend, int threads) {
    cpu_function<ggml_backend_set_n_threads_t>("ggml_backend_set_n_threads")(inner(backend), threads);
}

void set_abort_callback(ggml_backend_t backend, ggml_abort_callback callback, void* data) {
    cpu_function<ggml_backend_set_abort_callback_t>("ggml_backend_set_abort_callback")(inner(backend), callback, data);
}

ggml_guid_t guid() {
    static ggml_guid id{0x67, 0x65, 0x6e, 0x69, 0x65, 0x78, 0x20, 0x74, 0x65, 0x73, 0x74, 0x20, 0x68, 0x74, 0x70, 0x00};
    return &id;
}

ggml_backend_t device_open(ggml_backend_dev_t device, const char*) {
    if (!acquire_session(device)) return nullptr;
    ggml_backend_i calls{};
    calls.get_name = backend_name;
    calls.free = backend_free;
    calls.graph_compute = backend_compute;
    return new ggml_backend{guid(), calls, device, ggml_backend_dev_init(cpu(), nullptr)};
}

// -- devices -----------------------------------------------------------------------

const char* device_name(ggml_backend_dev_t device) { return of(device).name; }

const char* device_description(ggml_backend_dev_t device) { return of(device).description; }

void device_memory(ggml_backend_dev_t, size_t* free, size_t* total) { *free = *total = 0; }

enum ggml_backend_dev_type device_type(ggml_backend_dev_t) { return GGML_BACKEND_DEVICE_TYPE_GPU; }

void device_props(ggml_backend_dev_t device, ggml_backend_dev_props* props) {
    *props = {};
    props->name = device_name(device);
    props->description = device_description(device);
    props->type = device_type(device);
}

ggml_backend_buffer_type_t device_buffer_type(ggml_backend_dev_t device) { return &of(device).buffer_type; }

bool device_supports_op(ggml_backend_dev_t, const ggml_tensor* op) {
    return !environment_lists("GENIEX_TEST_BACKEND_WITHOUT", ggml_op_name(op->op)) &&
           ggml_backend_dev_supports_op(cpu(), op);
}

bool device_supports_buffer(ggml_backend_dev_t device, ggml_backend_buffer_type_t type) {
    return type == &of(device).buffer_type;
}

// -- the module --------------------------------------------------------------------

ggml_backend_dev_t registry_device(ggml_backend_reg_t registry, size_t index) {
    TestDevice& self = devices[index];
    if (self.device.reg == nullptr) {
        self.buffer_type.iface.get_name = buffer_type_name;
        self.buffer_type.iface.alloc_buffer = buffer_allocate;
        self.buffer_type.iface.get_alignment = buffer_alignment;
        self.buffer_type.device = &self.device;
        self.device.iface.get_name = device_name;
        self.device.iface.get_description = device_description;
        self.device.iface.get_memory = device_memory;
        self.device.iface.get_type = device_type;
        self.device.iface.get_props = device_props;
        self.device.iface.init_backend = device_open;
        self.device.iface.get_buffer_type = device_buffer_type;
        self.device.iface.supports_op = device_supports_op;
        self.device.iface.supports_buft = device_supports_buffer;
        self.device.reg = registry;
        self.device.context = &self;
    }
    return &self.device;
}

const char* registry_name(ggml_backend_reg_t) { return "HTP"; }

size_t registry_device_count(ggml_backend_reg_t) { return devices.size(); }

void* registry_function(ggml_backend_reg_t, const char* name) {
    using namespace geniex::llama;
    const std::pair<const char*, void*> functions[] = {
        {kAcquireSession, reinterpret_cast<void*>(acquire_session)},
        {kReleaseSessions, reinterpret_cast<void*>(release_sessions)},
        {kSetPowerMode, reinterpret_cast<void*>(set_power_mode)},
        {"ggml_backend_set_n_threads", reinterpret_cast<void*>(set_n_threads)},
        {"ggml_backend_set_abort_callback", reinterpret_cast<void*>(set_abort_callback)},
    };
    for (const auto& [known, function] : functions) {
        if (std::strcmp(name, known) == 0) return function;
    }
    return nullptr;
}

TestDevice* find(const char* name) {
    for (TestDevice& device : devices) {
        if (std::strcmp(device.name, name) == 0) return &device;
    }
    return nullptr;
}

}  // namespace

extern "C" {

GGML_BACKEND_API ggml_backend_reg_t ggml_backend_init(void) {
    static ggml_backend_reg registry{
        GGML_BACKEND_API_VERSION, {registry_name, registry_device_count, registry_device, registry_function}, nullptr};
    return &registry;
}

/// For tests: the device's sessions since the process began, negative while none is open; 0 for an unknown name.
GGML_BACKEND_API int geniex_test_sessions(const char* name) {
    const std::lock_guard<std::mutex> lock(sessions_mutex);
    const TestDevice* device = find(name);
    if (device == nullptr) return 0;
    return device->session_open ? device->sessions_opened : -device->sessions_opened;
}

/// For tests: the power mode that the device was asked for; -1 = never.
GGML_BACKEND_API int geniex_test_power_mode(const char* name) {
    const TestDevice* device = find(name);
    return device != nullptr ? static_cast<int>(device->power_mode) : -1;
}

/// For tests: the `count`th computation from now on fails, and no other.
GGML_BACKEND_API void geniex_test_fail_computation(int count) { computations_to_failure = count; }

}  // extern "C"
