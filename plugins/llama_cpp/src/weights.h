// How a model's weights come into memory.
#pragma once

#include <llama.h>

namespace geniex::llama {

/// Copied where that makes the CPU faster and leaves room, else mapped from the file.
llama_load_mode choose_load_mode(const char* model_path, bool on_cpu);

}  // namespace geniex::llama
