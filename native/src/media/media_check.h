// Media files are judged by our own bounded readers before a decoder sees them.
//
// Each check looks at headers and lengths alone, in time linear in the file's
// size and without memory of its own, and answers with the ABI's code for what
// is wrong: *_LOAD for a file that is damaged or too large, *_FORMAT for one of
// a kind that the engine's decoders do not know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace geniex::media {

/** Bytes of a file, images and recordings alike. */
inline constexpr uint64_t kMaxFileBytes = 256ULL << 20;
/** Width times height; three times as many bytes when decoded. */
inline constexpr uint64_t kMaxPixels = 64ULL << 20;
/** Width or height. */
inline constexpr uint32_t kMaxSide = 32768;
/** Length of a recording. */
inline constexpr double kMaxSeconds = 3600;

/** Why a file must not reach a decoder; code 0 when it may. */
struct Verdict {
    int32_t code = 0;
    std::string reason; /**< for people: what is wrong and, where it helps, what to do */

    bool good() const { return code == 0; }
};

struct Image {
    uint32_t width = 0;
    uint32_t height = 0;
    int orientation = 1; /**< of EXIF, 1 to 8: how to turn what is stored so that it is upright */
};

/** PNG, JPEG, BMP, GIF or PNM. Fills `image` when the verdict is good. */
Verdict check_image(std::string_view bytes, Image& image);

/** WAV, MP3 or FLAC. */
Verdict check_audio(std::string_view bytes);

}  // namespace geniex::media
