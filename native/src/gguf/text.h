// Text helpers for messages that quote bytes of an untrusted file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace geniex::gguf {

/** Joins strings and integers into one string. */
template <typename... Parts>
std::string concat(const Parts&... parts) {
    std::string text;
    const auto append = [&text](const auto& part) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>) {
            text += std::to_string(part);
        } else {
            text += part;
        }
    };
    (append(parts), ...);
    return text;
}

bool is_valid_utf8(std::string_view text);

/** `text` in single quotes, fit to be shown: control characters and broken UTF-8 replaced, cut to about 80 bytes. */
std::string quote(std::string_view text);

/** "512 bytes", "3.4 MiB": for people. */
std::string format_bytes(uint64_t bytes);

bool starts_with(std::string_view text, std::string_view prefix);
bool ends_with(std::string_view text, std::string_view suffix);
bool contains(std::string_view text, std::string_view part);

}  // namespace geniex::gguf
