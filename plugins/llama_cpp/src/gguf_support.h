// Which GGUF models this build of the engine knows.
#pragma once

#include "geniex/plugin.h"

namespace geniex::llama {

/// Architectures and limits, taken from the engine itself so that an update of it updates them.
const GgufSupport& known_gguf();

}  // namespace geniex::llama
