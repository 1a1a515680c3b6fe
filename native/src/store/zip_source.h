// A ZIP archive as the source of an import.
#pragma once

#include <filesystem>
#include <memory>

#include "store/source.h"

namespace geniex::store {

/** See read_zip_table() for what is refused. */
std::unique_ptr<Source> open_zip_source(const std::filesystem::path& path);

}  // namespace geniex::store
