// ggml's compute modules, found in the plugin's folder.
#pragma once

namespace geniex::llama {

/// Loads every module in `folder`, once in the life of the process, because ggml
/// keeps its devices for as long. One that cannot be loaded is named in the
/// engine's log with the reason, and costs nothing but its own devices.
void load_modules(const char* folder);

}  // namespace geniex::llama
