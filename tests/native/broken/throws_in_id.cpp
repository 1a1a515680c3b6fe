// A plugin whose plugin_id throws something that is no std::exception.
#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT const char* plugin_id() { throw 42; }
GENIEX_PLUGIN_EXPORT void* create_plugin() { return nullptr; }
