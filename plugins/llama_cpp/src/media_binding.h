// Which medium each marker of a prompt stands for.
#pragma once

#include <string_view>
#include <vector>

#include "chat_template.h"
#include "media_marker.h"
#include "media_prompt.h"

namespace geniex::llama {

/// The messages with a marker for each medium where it stands; text that spells one is changed.
/// Markers tell images from recordings only where there are both: else clients of other
/// libraries would not know them.
ChatMessages with_markers(const Turns& turns);

std::vector<Marker> markers_in(std::string_view prompt);

/// What a client passed beside a prompt, in its order.
struct GivenMedia {
    std::vector<MediumPtr> images;
    std::vector<MediumPtr> recordings;
};

/// One medium per marker. With fewer given than there are markers, the first ones stand for the
/// media of the last prompt. Markers for any kind take images before recordings.
/// @throws Refusal (VLM_GENERATION_FAILED) when the numbers do not match.
std::vector<MediumPtr> bind_media(const std::vector<Marker>& markers, const GivenMedia& given,
                                  const std::vector<MediumPtr>& last_prompt);

}  // namespace geniex::llama
