// Which plugins there are.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "plugin_instance.h"

namespace geniex {

struct PluginFailure {
    std::string directory; /**< name of the plugin's folder; its id when it was registered by the program */
    std::string id;        /**< "" when the plugin got not far enough to tell */
    std::string reason;
};

/** A plugin, or the code that says why there is none. */
struct PluginLookup {
    std::shared_ptr<PluginInstance> instance;
    int32_t code;
};

class Registry {
 public:
    /** Looks into each direct sub-folder of the plugin root, in order of name. Plugins that are already
     *  registered stay; failed ones are tried again. Throws when the root cannot be read. */
    void scan();

    /** The first registration of an id wins. Throws std::runtime_error without a usable id. */
    void add(geniex_plugin_id_fn plugin_id, geniex_plugin_create_fn create_plugin);

    std::vector<std::string> ids();
    std::vector<PluginFailure> failures();

    /** Creates the plugin at its first use, and lets all others know that it is about to be used.
     *  PLUGIN_INVALID for an unknown id, PLUGIN_LOAD for one that failed; both leave a detail text. */
    PluginLookup acquire(const std::string& id);

    /** Forgets everything. Returns the plugins in use, which end when the last holder lets go. */
    std::vector<std::shared_ptr<PluginInstance>> clear();

 private:
    struct Entry {
        std::string id;
        std::string directory;
        std::string folder;
        SharedLibrary library;  // empty once the instance has it
        geniex_plugin_create_fn create;
        std::shared_ptr<PluginInstance> instance;
    };

    void load(const std::filesystem::path& folder);
    bool has_directory(const std::string& directory) const;
    bool has_id(const std::string& id) const;
    int32_t instantiate(std::vector<Entry>::iterator entry);

    std::mutex mutex_;
    std::vector<Entry> entries_;
    std::vector<PluginFailure> failures_;
};

/** The registry of this process. */
Registry& registry();

}  // namespace geniex
