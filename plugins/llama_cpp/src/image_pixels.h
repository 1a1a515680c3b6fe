// From the bytes of a picture to its pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "media/media_check.h"

namespace geniex::llama {

struct Pixels {
    uint32_t width;
    uint32_t height;
    std::vector<uint8_t> rgb;  ///< [height, width, 3]
};

/// Decodes what media::check_image() found good and turns it upright; transparent parts show white.
/// Nothing when it is damaged, or wants much more memory than its size needs.
std::optional<Pixels> decode_pixels(std::string_view bytes, const media::Image& image);

}  // namespace geniex::llama
