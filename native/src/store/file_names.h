// Which names from manifests, archives and folders may become names of files in the store.
#pragma once

#include <string>
#include <string_view>

namespace geniex::store {

/** Names of our own in a model's folder. */
inline constexpr const char* kManifestName = "geniex.json";
inline constexpr const char* kLockName = ".lock";
inline constexpr const char* kInflightName = ".inflight";
inline constexpr const char* kProgressSuffix = ".progress";
/** Where files lie that were not copied into the folder. */
inline constexpr const char* kReferencesName = ".references.json";
/** What a program that downloads notes about its files; the store only keeps other files off it. */
inline constexpr const char* kOriginName = ".origin.json";

/** One name without folders that every system can store: by the rules of Windows and POSIX at once, so that a
 *  store can move between them. No "..", no device names, nothing invisible. */
bool is_portable_name(std::string_view name);

/** Portable names joined by "/", none of which the store uses itself. */
bool is_model_file_name(std::string_view path);

/** ASCII letters alone, as file systems that ignore case do at least. */
std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

bool starts_with(std::string_view text, std::string_view prefix);
bool ends_with(std::string_view text, std::string_view suffix);

/** The part behind the last "/". */
std::string_view base_name(std::string_view path);
/** Base name without `suffix`. */
std::string_view stem(std::string_view path, std::string_view suffix);

}  // namespace geniex::store
