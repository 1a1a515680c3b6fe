// The machine's cores, and what else they do.
#pragma once

#include <cstdint>

namespace geniex::llama {

/// Cores that this process may run on.
int32_t usable_cores();

/// Whether more threads of all programs want to run just now than there are cores. False where nobody tells.
bool machine_is_overcommitted();

}  // namespace geniex::llama
