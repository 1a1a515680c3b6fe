#include <algorithm>

#include "geniex.h"
#include "media/bytes.h"
#include "media/exif.h"
#include "media/media_check.h"

namespace geniex::media {
namespace {

Verdict damaged(const std::string& reason) { return {GENIEX_ERROR_VLM_IMAGE_LOAD, reason}; }

Verdict unsupported(const std::string& what) {
    return {GENIEX_ERROR_VLM_IMAGE_FORMAT, what + "; PNG, JPEG, BMP, GIF and PNM can be read"};
}

/** Whether what a header promises can be decoded within bounds. */
Verdict check_size(const Image& image) {
    if (image.width == 0 || image.height == 0) return damaged("the picture has no pixels");
    const uint64_t pixels = uint64_t{image.width} * image.height;
    if (image.width <= kMaxSide && image.height <= kMaxSide && pixels <= kMaxPixels) return {};
    return damaged("the picture is too large: " + std::to_string(image.width) + " x " + std::to_string(image.height) +
                   " pixels, and " + std::to_string(kMaxPixels / 1000000) + " million are allowed");
}

/** Longest that rows of `bits` per pixel, each with a byte in front, can be in PNG's seven interlaced passes. */
uint64_t png_raw_bytes(const Image& image, uint32_t bits) {
    return (uint64_t{image.width} * bits / 8 + 8) * (uint64_t{image.height} + 7) * 2;
}

Verdict check_png(const Bytes& png, Image& image) {
    constexpr size_t kChunkFrame = 12;  // length, name, checksum
    if (png.big32(8) != 13 || !png.spells(12, "IHDR")) return damaged("the PNG has no header");
    image.width = png.big32(16);
    image.height = png.big32(20);
    if (const Verdict verdict = check_size(image); !verdict.good()) return verdict;
    uint64_t packed = 0;
    size_t at = 8;
    while (png.has(at, kChunkFrame)) {
        const size_t length = png.big32(at);
        if (!png.has(at + kChunkFrame, length)) break;
        if (png.spells(at + 4, "IDAT")) packed += length;
        if (png.spells(at + 4, "IEND")) {
            if (packed == 0) return damaged("the PNG holds no picture");
            // Deflated data is hardly ever longer than what it was made of.
            if (packed > png_raw_bytes(image, png.byte(24) * 4U)) {
                return damaged("the PNG holds more data than its picture can have");
            }
            return {};
        }
        at += kChunkFrame + length;
    }
    return damaged("the PNG is cut off");
}

bool is_frame_header(uint32_t marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

Verdict check_jpeg(const Bytes& jpeg, std::string_view bytes, Image& image) {
    size_t at = 2;
    while (jpeg.has(at, 4)) {
        if (jpeg.byte(at) != 0xFF) return damaged("the JPEG is damaged");
        const uint32_t marker = jpeg.byte(at + 1);
        if (marker == 0xFF) {  // fill byte
            ++at;
            continue;
        }
        const size_t length = jpeg.big16(at + 2);
        if (length < 2 || !jpeg.has(at + 2, length)) return damaged("the JPEG is cut off");
        if (marker == 0xE1) {
            const int orientation = exif_orientation(jpeg.view(at + 4, length - 2));
            if (orientation != 1) image.orientation = orientation;
        }
        if (is_frame_header(marker)) {
            if (marker > 0xC2) return unsupported("this kind of JPEG is not supported (lossless or arithmetic coding)");
            image.height = jpeg.big16(at + 5);
            image.width = jpeg.big16(at + 7);
            if (const Verdict verdict = check_size(image); !verdict.good()) return verdict;
        }
        at += 2 + length;
        if (marker != 0xDA) continue;
        if (image.width == 0) return damaged("the JPEG has no header");
        // A decoder would fill what is missing with noise.
        if (bytes.find("\xFF\xD9", at) == std::string_view::npos) return damaged("the JPEG is cut off");
        return {};
    }
    return damaged("the JPEG is cut off");
}

Verdict check_bmp(const Bytes& bmp, Image& image) {
    const uint32_t header = bmp.little32(14);
    if (!bmp.has(0, 26) || (header != 12 && header < 40)) return damaged("the BMP has no header");
    const bool old = header == 12;
    image.width = old ? bmp.little16(18) : bmp.little32(18);
    image.height = old ? bmp.little16(20) : bmp.little32(22);
    if (image.height > 0x80000000U) image.height = 0U - image.height;  // stored from the top
    return check_size(image);
}

Verdict check_gif(const Bytes& gif, Image& image) {
    if (!gif.has(0, 13)) return damaged("the GIF is cut off");
    image.width = gif.little16(6);
    image.height = gif.little16(8);
    return check_size(image);
}

/** "P6 <width> <height> <maximum> " with white space and comments between. */
Verdict check_pnm(const Bytes& pnm, Image& image) {
    size_t at = 2;
    uint32_t numbers[3] = {};
    for (uint32_t& number : numbers) {
        while (pnm.has(at, 1) && (pnm.byte(at) <= ' ' || pnm.byte(at) == '#')) {
            if (pnm.byte(at) == '#') {
                while (pnm.has(at, 1) && pnm.byte(at) != '\n') ++at;
            } else {
                ++at;
            }
        }
        const size_t begin = at;
        for (; pnm.byte(at) >= '0' && pnm.byte(at) <= '9' && at - begin < 9; ++at) {
            number = number * 10 + (pnm.byte(at) - '0');
        }
        if (at == begin) return damaged("the PNM has no header");
    }
    image.width = numbers[0];
    image.height = numbers[1];
    if (const Verdict verdict = check_size(image); !verdict.good()) return verdict;
    const uint64_t channels = pnm.byte(1) == '6' ? 3 : 1;
    const uint64_t depth = numbers[2] > 255 ? 2 : 1;
    if (pnm.size() - at < uint64_t{image.width} * image.height * channels * depth) return damaged("the PNM is cut off");
    return {};
}

/** What a file is that holds a picture all the same, or "". */
std::string other_format(const Bytes& file) {
    if (file.spells(0, "RIFF") && file.spells(8, "WEBP")) return "a WebP picture";
    if (file.spells(0, "II*") || file.spells(0, "MM")) return "a TIFF picture";
    if (file.spells(4, "ftyp")) return file.spells(8, "avif") ? "an AVIF picture" : "a HEIC picture or a film";
    if (file.spells(0, "<svg") || file.spells(0, "<?xml")) return "an SVG drawing";
    return {};
}

}  // namespace

Verdict check_image(std::string_view bytes, Image& image) {
    image = {};
    const Bytes file(bytes);
    if (bytes.empty()) return damaged("the file is empty");
    if (bytes.size() > kMaxFileBytes) return damaged("the file is larger than 256 MiB");
    if (file.spells(0, std::string_view("\x89PNG\r\n\x1A\n", 8))) return check_png(file, image);
    if (file.spells(0, "\xFF\xD8\xFF")) return check_jpeg(file, bytes, image);
    if (file.spells(0, "BM")) return check_bmp(file, image);
    if (file.spells(0, "GIF87a") || file.spells(0, "GIF89a")) return check_gif(file, image);
    if (file.spells(0, "P5") || file.spells(0, "P6")) return check_pnm(file, image);
    const std::string other = other_format(file);
    return unsupported(other.empty() ? "this is no picture of a known kind" : "this is " + other);
}

}  // namespace geniex::media
