// Where media stand in a prompt that is text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace geniex::llama {

/// What a medium appeals to.
enum class Modality { kImage, kAudio, kAny };

/// Of a content type of the ABI: "image", "audio"; anything else may be either.
Modality modality_of(std::string_view content_type);

/// For people: "image", "recording", "medium".
const char* name_of(Modality modality);

/// The text that stands for a medium: <__media__> for any, as clients of this ABI know it;
/// the others keep their order where a conversation has both kinds.
std::string marker_of(Modality modality);

struct Marker {
    size_t begin;
    size_t length;  ///< 0 = no marker
    Modality modality;
};
/// The first marker in `text` from `from` on.
Marker find_marker(std::string_view text, size_t from);

/// The text with a blank put into whatever would be read as a marker.
std::string without_markers(std::string_view text);

}  // namespace geniex::llama
