// A plugin that lacks create_plugin.
#include "geniex/plugin.h"

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "no-create"; }
