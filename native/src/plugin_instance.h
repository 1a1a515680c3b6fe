// One loaded plugin and what it needs to live.
#pragma once

#include <memory>
#include <string>

#include "geniex/plugin.h"
#include "platform.h"

namespace geniex {

/** The services of the library for one plugin. */
class PluginHost final : public Host {
 public:
    explicit PluginHost(std::string folder) : folder_(std::move(folder)) {}

    void log(int32_t level, const char* message) noexcept override;
    int32_t log_level() const noexcept override;
    void* allocate(size_t bytes) noexcept override;
    void set_error_detail(const char* text) noexcept override;
    const char* plugin_folder() const noexcept override { return folder_.c_str(); }

 private:
    const std::string folder_;
};

/**
 * A plugin object, its host and its library, destroyed in that order. Shared by
 * the registry and by every model of the plugin, so that the code of a model
 * stays loaded for as long as the model lives.
 */
class PluginInstance {
 public:
    /** Creates and attaches the plugin. Throws std::runtime_error with the reason. */
    PluginInstance(SharedLibrary library, std::string folder, geniex_plugin_create_fn create);

    Plugin& plugin() noexcept { return *plugin_; }

 private:
    SharedLibrary library_;
    PluginHost host_;
    std::unique_ptr<Plugin> plugin_;
};

}  // namespace geniex
