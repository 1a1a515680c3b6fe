// Stands in for NVML with two GPUs; the test sets which calls fail, and how.
#include <string.h>

typedef struct {
    unsigned gpu, memory;
} Utilization;
typedef struct {
    unsigned long long total, free, used;
} Memory;

int standin_init_error, standin_memory_error, standin_power_error, standin_load_error, standin_gpus = 1;
int standin_calls;

static int device[2];

static int known(void* given) {
    ++standin_calls;
    return given == &device[0] || given == &device[1] ? 0 : 2;
}

int nvmlInit_v2(void) { return standin_init_error; }
int nvmlShutdown(void) { return 0; }
const char* nvmlErrorString(int code) {
    return code == 3 ? "Not Supported" : code == 15 ? "GPU is lost" : "Unknown Error";
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    *count = (unsigned)standin_gpus;
    return 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** out) {
    *out = &device[index];
    return index < 2 ? 0 : 2;
}
int nvmlSystemGetDriverVersion(char* version, unsigned size) {
    strncpy(version, "550.54.14", size);
    return 0;
}
int nvmlDeviceGetName(void* given, char* name, unsigned size) {
    strncpy(name, "NVIDIA GeForce RTX 4070 Laptop GPU", size);
    return known(given);
}
int nvmlDeviceGetUtilizationRates(void* given, Utilization* out) {
    out->gpu = 86;
    out->memory = 55;
    return standin_load_error ? standin_load_error : known(given);
}
int nvmlDeviceGetMemoryInfo(void* given, Memory* out) {
    out->total = 8ull << 30;
    out->used = 3ull << 30;
    out->free = 5ull << 30;
    return standin_memory_error ? standin_memory_error : known(given);
}
int nvmlDeviceGetTemperature(void* given, int sensor, unsigned* out) {
    *out = 45;
    return sensor ? 2 : known(given);
}
int nvmlDeviceGetPowerUsage(void* given, unsigned* out) {
    *out = 176980;
    return standin_power_error ? standin_power_error : known(given);
}
int nvmlDeviceGetClockInfo(void* given, int kind, unsigned* out) {
    *out = 1965;
    return kind == 1 ? known(given) : 2;
}
int nvmlDeviceGetMaxClockInfo(void* given, int kind, unsigned* out) {
    *out = 2100;
    return kind == 1 ? known(given) : 2;
}
