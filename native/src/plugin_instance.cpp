#include "plugin_instance.h"

#include <cstdlib>
#include <stdexcept>
#include <utility>

#include "errors.h"
#include "log.h"

namespace geniex {
namespace {

/** Nothing thrown by a plugin may outlive its library, so the text is copied out. */
Plugin* create_plugin_object(geniex_plugin_create_fn create) {
    std::string reason;
    try {
        if (void* plugin = create()) return static_cast<Plugin*>(plugin);
        reason = "create_plugin returned no plugin";
    } catch (const std::exception& error) {
        reason = std::string("create_plugin failed: ") + error.what();
    } catch (...) {
        reason = "create_plugin failed with an unknown exception";
    }
    throw std::runtime_error(reason);
}

}  // namespace

void PluginHost::log(int32_t level, const char* message) noexcept { geniex::log(level, message); }

int32_t PluginHost::log_level() const noexcept { return geniex::log_level(); }

void* PluginHost::allocate(size_t bytes) noexcept { return std::malloc(bytes == 0 ? 1 : bytes); }

void PluginHost::set_error_detail(const char* text) noexcept { geniex::set_error_detail(text); }

PluginInstance::PluginInstance(SharedLibrary library, std::string folder, geniex_plugin_create_fn create)
    : library_(std::move(library)), host_(std::move(folder)), plugin_(create_plugin_object(create)) {
    clear_error_detail();
    const int32_t code = plugin_->attach(host_);
    if (code < 0) {
        const std::string detail = error_detail();
        throw std::runtime_error("the plugin refused to start: " + (detail.empty() ? error_message(code) : detail));
    }
}

}  // namespace geniex
