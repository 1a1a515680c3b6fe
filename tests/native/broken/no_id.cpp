// A plugin that lacks plugin_id.
#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT void* create_plugin() { return nullptr; }
