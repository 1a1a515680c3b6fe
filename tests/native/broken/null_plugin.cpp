// A plugin whose create_plugin returns NULL.
#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "null-plugin"; }
GENIEX_PLUGIN_EXPORT void* create_plugin() { return nullptr; }
