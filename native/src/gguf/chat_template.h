// Whether a chat template can be run: it is a program that came with a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace geniex::gguf {

/**
 * What makes a template one that must not be run ("it nests 5000 brackets"); nothing for a harmless one. A
 * template engine has neither a time limit nor a bound on its stack, so what would use them up is refused by its
 * text. Mistakes in the language are not looked for: the engine itself answers those with an error.
 */
std::optional<std::string> find_template_danger(std::string_view source);

}  // namespace geniex::gguf
