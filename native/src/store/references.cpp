#include "store/references.h"

#include "json_writer.h"
#include "platform.h"
#include "store/error.h"
#include "store/file.h"
#include "store/file_names.h"
#include "store/json.h"
#include "store/manifest.h"

namespace geniex::store {

namespace fs = std::filesystem;

References read_references(const fs::path& model_folder) {
    References references;
    const fs::path path = model_folder / kReferencesName;
    if (!is_real_file(path)) return references;
    try {
        const JsonValue root = parse_json(read_small_file(path, kMaxManifestBytes), {kMaxManifestBytes});
        if (root.as_object() == nullptr) return references;
        for (const auto& [name, target] : *root.as_object()) {
            if (target.as_text() == nullptr) continue;
            const fs::path absolute = from_utf8(*target.as_text());
            if (absolute.is_absolute()) references[name] = absolute;
        }
    } catch (const Error&) {
        return {};  // the files then count as missing, which the overview tells
    }
    return references;
}

void write_references(const fs::path& model_folder, const References& references) {
    JsonWriter json;
    json.begin_object();
    for (const auto& [name, path] : references) json.key(name).string(to_utf8(path));
    json.end_object();
    write_file_durably(model_folder / kReferencesName, json.take());
}

}  // namespace geniex::store
