// A plugin whose plugin_id returns NULL.
#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return nullptr; }
GENIEX_PLUGIN_EXPORT void* create_plugin() { return nullptr; }
