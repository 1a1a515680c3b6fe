// Images and recordings on the way from a file to the engine.
#pragma once

#include <memory>
#include <string>

#include <tools/mtmd/mtmd.h>

#include "media/media_check.h"
#include "media_marker.h"

namespace geniex::llama {

struct BitmapDeleter {
    void operator()(mtmd_bitmap* bitmap) const { mtmd_bitmap_free(bitmap); }
};
using BitmapPtr = std::unique_ptr<mtmd_bitmap, BitmapDeleter>;

/// The bytes of a media file, checked, and what identifies them.
struct MediaFile {
    Modality modality;
    std::string bytes;
    std::string hash;    ///< SHA-256, hexadecimal
    media::Image image;  ///< what the check found, for an image
};

/// Reads a file of at most media::kMaxFileBytes that a decoder may see.
/// @param path UTF-8.
/// @throws Refusal with the ABI's code for what is wrong with it.
MediaFile read_media_file(Modality modality, const std::string& path);

/// Decodes an image as a person sees it: upright, on white where it is transparent, the first frame.
/// @throws Refusal
BitmapPtr decode_image(const MediaFile& file);

/// Decodes a recording to one channel at the rate of the projector in `context`.
/// @throws Refusal
BitmapPtr decode_audio(const MediaFile& file, const mtmd_context* context);

}  // namespace geniex::llama
