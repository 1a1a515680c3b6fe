// Names of models as people and hubs write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace geniex {

/** "org/repo" of a name: a hub's URL is stripped, a bare name belongs to qualcomm. None when the name is not
 *  acceptable as two folder names. */
std::optional<std::string> canonical_model_name(std::string_view name);

/** Whether `name` is exactly two folder names; nothing is canonicalised. */
bool is_model_name(std::string_view name);

struct NameAndQuant {
    std::string_view name;
    std::string_view quant; /**< "" without one */
};

/** Splits "org/repo:QUANT" at the last colon behind the last slash. */
NameAndQuant split_quant(std::string_view name);

/** The full name of a short alias; none when it is unknown. */
std::optional<std::string_view> model_of_alias(std::string_view alias);

/** Whether the name points at Docker Hub. */
bool is_docker_name(std::string_view name);

}  // namespace geniex
