// Model files are judged by our own bounded reader before an engine sees them.
#pragma once

#include "geniex/plugin.h"
#include "gguf/checks.h"

namespace geniex {

/** SUCCESS, or why `path` must not reach the plugin: FILE_NOT_FOUND, or MODEL_INVALID with the first fatal
 *  finding as the detail text. Plugins whose models are no GGUF files judge for themselves. */
int32_t check_model_file(Plugin& plugin, const char* path, gguf::Role role);

}  // namespace geniex
