// The whole inspection of a GGUF file: read it, judge it, tell its facts.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "byte_source.h"
#include "checks.h"
#include "container.h"
#include "finding.h"
#include "reader.h"
#include "split.h"

namespace geniex::gguf {

struct Report {
    Findings findings;
    Container container;
    SplitTotals totals;

    /** {"fatal": [...], "warning": [...], "facts": {...}}, as geniex_gguf_inspect() answers. */
    std::string to_json() const;
};

/**
 * Inspects the bytes of one file. `path` is where they lie, and only serves to find the other parts of a split
 * model; an empty one means that they lie elsewhere, and the part is judged by itself.
 */
Report inspect(ByteSource& source, const std::filesystem::path& path, const Expectations& expectations = {},
               const Limits& limits = {});

/** Inspects a file, or a folder, which is a finding of its own. Nothing when `path` cannot be opened. */
std::optional<Report> inspect_file(const std::filesystem::path& path, const Expectations& expectations = {},
                                   const Limits& limits = {});

}  // namespace geniex::gguf
