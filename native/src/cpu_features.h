// The ARM instructions that release builds are compiled for.
#pragma once

#include <cstdint>
#include <string>

namespace geniex {

/** Names of the required AArch64 features that are missing from Linux's AT_HWCAP bits; "" when none is. */
std::string missing_arm_features(uint64_t hardware_capabilities);

/** The same for this machine; always "" where nothing is required. */
std::string missing_cpu_features();

}  // namespace geniex
