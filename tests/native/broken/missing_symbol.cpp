// A plugin whose static initialiser needs a symbol that no library has.
#include "geniex/plugin.h"

extern "C" int geniex_test_symbol_that_does_not_exist();

static const int needed = geniex_test_symbol_that_does_not_exist();

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return needed ? "a" : "b"; }
GENIEX_PLUGIN_EXPORT void* create_plugin() { return nullptr; }
