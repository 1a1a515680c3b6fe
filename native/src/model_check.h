// Model files are judged by our own bounded reader before an engine sees them.
#pragma once

#include "geniex/plugin.h"
#include "gguf/checks.h"

namespace geniex {

/** SUCCESS, or why `path` must not reach the plugin: FILE_NOT_FOUND, or MODEL_INVALID with the first fatal
 *  finding as the detail text. Plugins whose models are no GGUF files judge for themselves.
 *  `has_unsafe_template` tells whether the model's own chat template must not be run. */
int32_t check_model_file(Plugin& plugin, const char* path, gguf::Role role, bool* has_unsafe_template = nullptr);

/** `config` with the common ChatML form instead of the model's own template, unless it names another one. */
geniex_ModelConfig without_own_template(const geniex_ModelConfig& config);

}  // namespace geniex
