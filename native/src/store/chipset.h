// Which chipset this machine has, asked of the system alone.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace geniex::store {

/** The chipset's canonical name; nothing when it is not a known one. `root` is where /proc and /sys lie.
 *  Throws Error (NOT_SUPPORTED) on systems that cannot be asked yet. */
std::optional<std::string> detect_chipset(const std::filesystem::path& root = "/");

}  // namespace geniex::store
