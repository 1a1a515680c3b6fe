// How a camera was held.
#pragma once

#include <string_view>

namespace geniex::media {

/** EXIF's orientation, 1 to 8, out of the content of a JPEG's APP1 segment; 1 when there is none. */
int exif_orientation(std::string_view segment);

}  // namespace geniex::media
