// A plugin whose create_plugin throws.
#include <stdexcept>

#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "throws-in-create"; }
GENIEX_PLUGIN_EXPORT void* create_plugin() { throw std::runtime_error("create went wrong"); }
