#include "cpu_features.h"

#if defined(__linux__) && defined(__aarch64__) && !defined(GENIEX_CPU_ONLY)
#include "platform.h"
#endif

namespace geniex {
namespace {

struct Feature {
    uint64_t bit;
    const char* name;
};

// Bit numbers of the kernel's AArch64 interface, spelt out so that the table is tested on any host.
constexpr Feature kRequired[] = {
    {1u << 7, "crc32"},      {1u << 8, "atomics (LSE)"}, {1u << 9, "fp16"},
    {1u << 10, "fp16 SIMD"}, {1u << 12, "rdm"},          {1u << 20, "dot product"},
};

}  // namespace

std::string missing_arm_features(uint64_t hardware_capabilities) {
    std::string missing;
    for (const Feature& feature : kRequired) {
        if ((hardware_capabilities & feature.bit) != 0) continue;
        if (!missing.empty()) missing += ", ";
        missing += feature.name;
    }
    return missing;
}

std::string missing_cpu_features() {
#if defined(__linux__) && defined(__aarch64__) && !defined(GENIEX_CPU_ONLY)
    return missing_arm_features(processor_features());
#else
    return {};
#endif
}

}  // namespace geniex
