// Names of split models, "name-00001-of-00003.gguf" and so on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace geniex::store {

struct SplitName {
    std::string prefix;  // "name"
    uint32_t number = 0;
    uint32_t count = 0;
};

/** Nothing when the name is not that of a part. */
std::optional<SplitName> parse_split_name(std::string_view file_name);

}  // namespace geniex::store
