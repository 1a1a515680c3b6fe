// Tells what a file is that people mistake for a GGUF file.
#pragma once

#include <optional>

#include "byte_source.h"
#include "finding.h"

namespace geniex::gguf {

/** Nothing when the file starts as a GGUF file of this byte order does; otherwise what it is instead. */
std::optional<Finding> find_foreign_kind(ByteSource& source);

}  // namespace geniex::gguf
