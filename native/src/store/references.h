// Files of a model that lie elsewhere: a side file in its folder tells where, never a link.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace geniex::store {

/** Absolute paths by the names that the manifest has for the files. */
using References = std::map<std::string, std::filesystem::path>;

/** Empty when there is no such side file, or none that can be read: then the files are missing. */
References read_references(const std::filesystem::path& model_folder);

void write_references(const std::filesystem::path& model_folder, const References& references);

}  // namespace geniex::store
