#include "store/merge.h"

#include <set>
#include <string_view>

#include "store/error.h"

namespace geniex::store {

namespace {

void keep_extra_files(const Manifest& installed, const Manifest& incoming, Manifest& merged) {
    std::set<std::string_view> replaced;
    for (const auto& entry : incoming.quants) {
        for (const ManifestFile* file : installed.extra_files_of(entry.first)) replaced.insert(file->name);
    }
    for (const ManifestFile* file : incoming.installed_files()) replaced.insert(file->name);
    for (const ManifestFile& file : installed.extra_files) {
        if (replaced.count(file.name) == 0) merged.extra_files.push_back(file);
    }
}

}  // namespace

Manifest merge_manifests(const Manifest& installed, const Manifest& incoming, bool type_is_given) {
    if (installed.plugin_id != incoming.plugin_id) {
        throw Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "'" + installed.name + "' is a model for " +
                                                           installed.plugin_id +
                                                           "; remove it first to import one for " + incoming.plugin_id);
    }
    Manifest merged = incoming;
    if (incoming.plugin_id == kQairtPlugin) return merged;
    for (const auto& [quant, file] : installed.quants) {
        if (incoming.find_quant(quant) == nullptr) merged.quants.emplace(quant, file);
    }
    if (merged.projector.name.empty()) merged.projector = installed.projector;
    if (merged.tokenizer.name.empty()) merged.tokenizer = installed.tokenizer;
    if (!type_is_given && incoming.projector.name.empty()) merged.model_type = installed.model_type;
    keep_extra_files(installed, incoming, merged);
    return merged;
}

}  // namespace geniex::store
