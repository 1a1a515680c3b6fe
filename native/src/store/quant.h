// Quant tags: "Q4_K_M" in the name of a model file, and which of several to prefer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace geniex::store {

/** Tag of a model file whose name and metadata tell none. */
inline constexpr const char* kDefaultQuant = "default";

/** The tag in a path, in capitals. Of several, the most preferred one, else the first. */
std::optional<std::string> find_quant_tag(std::string_view path);

/** 0 for Q4_0, then Q4_K_M, Q8_0, then the rest alike: what runs well on accelerators comes first. */
size_t quant_rank(std::string_view quant);

/** Whether a user who wrote `asked` means `quant`; case does not matter. */
bool same_quant(std::string_view asked, std::string_view quant);

}  // namespace geniex::store
