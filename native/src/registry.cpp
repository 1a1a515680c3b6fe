#include "registry.h"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "errors.h"
#include "log.h"
#include "platform.h"

namespace geniex {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPluginPathVariable = "GENIEX_PLUGIN_PATH";

/** Written back to the environment, where plugins look for their own files. */
fs::path plugin_root() {
    const std::string set = get_environment(kPluginPathVariable);
    if (!set.empty()) return from_utf8(set);
    const fs::path own = library_folder();
    set_environment(kPluginPathVariable, to_utf8(own));
    return own;
}

std::vector<fs::path> plugin_folders(const fs::path& root) {
    std::vector<fs::path> folders;
    for (const fs::directory_entry& entry : fs::directory_iterator(root)) {
        std::error_code ignored;
        if (fs::is_regular_file(entry.path() / kPluginFileName, ignored)) folders.push_back(entry.path());
    }
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::string call_plugin_id(geniex_plugin_id_fn plugin_id) {
    std::string reason = "plugin_id returned no text";
    try {
        const char* id = plugin_id();
        if (id != nullptr && *id != '\0') return id;
    } catch (const std::exception& error) {
        reason = std::string("plugin_id failed: ") + error.what();
    } catch (...) {
        reason = "plugin_id failed with an unknown exception";
    }
    throw std::runtime_error(reason);
}

template <typename Function>
Function required_symbol(const SharedLibrary& library, const char* name) {
    void* address = library.symbol(name);
    if (address == nullptr) throw std::runtime_error(std::string("the library does not export ") + name);
    return reinterpret_cast<Function>(address);
}

}  // namespace

void Registry::scan() {
    const fs::path root = plugin_root();
    const std::vector<fs::path> folders = plugin_folders(root);
    const std::lock_guard<std::mutex> lock(mutex_);
    failures_.clear();
    for (const fs::path& folder : folders) {
        const std::string directory = to_utf8(folder.filename());
        if (has_directory(directory)) continue;
        try {
            load(folder);
        } catch (const std::exception& error) {
            log(GENIEX_LOG_ERROR, "plugin '" + directory + "' cannot be loaded: " + error.what());
            failures_.push_back({directory, "", error.what()});
        }
    }
}

void Registry::load(const fs::path& folder) {
    const fs::path absolute = fs::absolute(folder);
    SharedLibrary library(absolute / kPluginFileName);
    const auto plugin_id = required_symbol<geniex_plugin_id_fn>(library, "plugin_id");
    const auto create = required_symbol<geniex_plugin_create_fn>(library, "create_plugin");
    std::string id = call_plugin_id(plugin_id);
    if (has_id(id)) {
        log(GENIEX_LOG_WARN, "plugin '" + id + "' in " + to_utf8(absolute) + " is ignored: there is one already");
        return;
    }
    log(GENIEX_LOG_DEBUG, "plugin '" + id + "' found in " + to_utf8(absolute));
    entries_.push_back({std::move(id), to_utf8(folder.filename()), to_utf8(absolute), std::move(library), create, {}});
}

void Registry::add(geniex_plugin_id_fn plugin_id, geniex_plugin_create_fn create_plugin) {
    if (plugin_id == nullptr) throw std::runtime_error("plugin_id is NULL");
    if (create_plugin == nullptr) throw std::runtime_error("create_plugin is NULL");
    std::string id = call_plugin_id(plugin_id);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (has_id(id)) return;
    entries_.push_back({std::move(id), "", "", SharedLibrary(), create_plugin, {}});
}

std::vector<std::string> Registry::ids() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::string> ids;
    for (const Entry& entry : entries_) ids.push_back(entry.id);
    return ids;
}

std::vector<PluginFailure> Registry::failures() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return failures_;
}

PluginLookup Registry::acquire(const std::string& id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.id == id; });
    if (entry == entries_.end()) {
        for (const PluginFailure& failure : failures_) {
            if (failure.directory != id && failure.id != id) continue;
            return {nullptr, fail(GENIEX_ERROR_COMMON_PLUGIN_LOAD, failure.reason)};
        }
        return {nullptr, fail(GENIEX_ERROR_COMMON_PLUGIN_INVALID, "there is no plugin '" + id + "'")};
    }
    if (entry->instance == nullptr) {
        const int32_t code = instantiate(entry);
        if (code < 0) return {nullptr, code};
    }
    for (Entry& other : entries_) {
        if (other.instance != nullptr && other.id != id) other.instance->plugin().on_foreign_plugin_load();
    }
    return {entry->instance, GENIEX_SUCCESS};
}

/** A plugin that cannot be created leaves the list and joins the failures. */
int32_t Registry::instantiate(std::vector<Entry>::iterator entry) {
    try {
        entry->instance = std::make_shared<PluginInstance>(std::move(entry->library), entry->folder, entry->create);
        clear_error_detail();
        return GENIEX_SUCCESS;
    } catch (const std::exception& error) {
        log(GENIEX_LOG_ERROR, "plugin '" + entry->id + "' cannot be created: " + error.what());
        const std::string& directory = entry->directory.empty() ? entry->id : entry->directory;
        failures_.push_back({directory, entry->id, error.what()});
        entries_.erase(entry);
        return fail(GENIEX_ERROR_COMMON_PLUGIN_LOAD, failures_.back().reason);
    }
}

std::vector<std::shared_ptr<PluginInstance>> Registry::clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::vector<std::shared_ptr<PluginInstance>> instances;
    for (Entry& entry : entries_) {
        if (entry.instance != nullptr) instances.push_back(std::move(entry.instance));
    }
    entries_.clear();
    failures_.clear();
    return instances;
}

bool Registry::has_directory(const std::string& directory) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.directory == directory; });
}

bool Registry::has_id(const std::string& id) const {
    return std::any_of(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.id == id; });
}

Registry& registry() {
    // Never destroyed: threads of the client may still be inside a plugin while the process exits.
    static Registry& instance = *new Registry;
    return instance;
}

}  // namespace geniex
