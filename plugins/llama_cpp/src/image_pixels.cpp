#include "image_pixels.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace {

/// Most bytes that the decoder may have in one piece: deflated data could else fill the memory.
thread_local size_t allocation_limit = 0;

void* allocate(size_t bytes) { return bytes <= allocation_limit ? std::malloc(bytes) : nullptr; }

void* reallocate(void* old, size_t bytes) { return bytes <= allocation_limit ? std::realloc(old, bytes) : nullptr; }

}  // namespace

// The decoder of the engine's own helpers, with nothing in it but the formats that are checked before.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_NO_FAILURE_STRINGS
#define STBI_ONLY_BMP
#define STBI_ONLY_GIF
#define STBI_ONLY_JPEG
#define STBI_ONLY_PNG
#define STBI_ONLY_PNM
#define STBI_MAX_DIMENSIONS 32768
#define STBI_MALLOC(bytes) allocate(bytes)
#define STBI_REALLOC(old, bytes) reallocate(old, bytes)
#define STBI_FREE(old) std::free(old)
#include <vendor/stb/stb_image.h>

namespace geniex::llama {

namespace {

static_assert(STBI_MAX_DIMENSIONS == media::kMaxSide, "the check and the decoder agree");

constexpr int kChannels = 4;

/// Where pixel (x, y) of an upright picture lies in one that is stored as `orientation` says.
std::pair<uint32_t, uint32_t> stored_place(uint32_t x, uint32_t y, uint32_t width, uint32_t height, int orientation) {
    // `width` and `height` are those of the stored picture.
    switch (orientation) {
        case 2:
            return {width - 1 - x, y};
        case 3:
            return {width - 1 - x, height - 1 - y};
        case 4:
            return {x, height - 1 - y};
        case 5:
            return {y, x};
        case 6:
            return {y, height - 1 - x};
        case 7:
            return {width - 1 - y, height - 1 - x};
        case 8:
            return {width - 1 - y, x};
        default:
            return {x, y};
    }
}

/// For pixels of four 16-bit channels and the rows' own bytes, twice since buffers grow by doubling.
size_t memory_for(const media::Image& image, size_t file_bytes) {
    const size_t pixels = size_t{image.width} * image.height * 8 + size_t{image.height} * 16 + (size_t{1} << 20);
    return 2 * std::max(pixels, file_bytes);
}

void put_on_white(const uint8_t* rgba, uint8_t* rgb) {
    const unsigned alpha = rgba[3];
    for (int i = 0; i < 3; ++i) rgb[i] = static_cast<uint8_t>((rgba[i] * alpha + 255U * (255U - alpha) + 127U) / 255U);
}

}  // namespace

std::optional<Pixels> decode_pixels(std::string_view bytes, const media::Image& image) {
    int width = 0;
    int height = 0;
    int channels = 0;
    allocation_limit = memory_for(image, bytes.size());
    const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
    const std::unique_ptr<stbi_uc, void (*)(void*)> rgba(
        stbi_load_from_memory(data, static_cast<int>(bytes.size()), &width, &height, &channels, kChannels),
        stbi_image_free);
    if (!rgba) return std::nullopt;
    const auto stored_width = static_cast<uint32_t>(width);
    const auto stored_height = static_cast<uint32_t>(height);
    const bool lies = image.orientation >= 5;
    Pixels pixels{lies ? stored_height : stored_width, lies ? stored_width : stored_height, {}};
    pixels.rgb.resize(size_t{pixels.width} * pixels.height * 3);
    uint8_t* out = pixels.rgb.data();
    for (uint32_t y = 0; y < pixels.height; ++y) {
        for (uint32_t x = 0; x < pixels.width; ++x, out += 3) {
            const auto [from_x, from_y] = stored_place(x, y, stored_width, stored_height, image.orientation);
            put_on_white(rgba.get() + (size_t{from_y} * stored_width + from_x) * kChannels, out);
        }
    }
    return pixels;
}

}  // namespace geniex::llama
