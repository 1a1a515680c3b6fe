#include "media_file.h"

#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

#include <tools/mtmd/mtmd-helper.h>
#include <vendor/hash/hash.h>

#include "geniex.h"
#include "image_pixels.h"
#include "refusal.h"

namespace geniex::llama {

namespace fs = std::filesystem;

namespace {

int32_t load_code(Modality modality) {
    return modality == Modality::kImage ? GENIEX_ERROR_VLM_IMAGE_LOAD : GENIEX_ERROR_VLM_AUDIO_LOAD;
}

[[noreturn]] void refuse(int32_t code, const std::string& path, const std::string& reason) {
    throw Refusal{code, fs::u8path(path).filename().u8string() + ": " + reason};
}

std::string read_bytes(Modality modality, const std::string& path) {
    const fs::path file = fs::u8path(path);
    std::error_code error;
    const auto status = fs::status(file, error);
    if (!fs::exists(status)) refuse(load_code(modality), path, "there is no such file");
    if (!fs::is_regular_file(status)) refuse(load_code(modality), path, "this is no file");
    const uint64_t size = fs::file_size(file, error);
    if (error) refuse(load_code(modality), path, error.message());
    if (size > media::kMaxFileBytes) refuse(load_code(modality), path, "the file is larger than 256 MiB");
    std::string bytes(static_cast<size_t>(size), '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!stream) refuse(load_code(modality), path, "the file cannot be read");
    return bytes;
}

}  // namespace

MediaFile read_media_file(Modality modality, const std::string& path) {
    MediaFile file{modality, read_bytes(modality, path), {}, {}};
    media::Verdict verdict;
    if (modality == Modality::kImage) {
        verdict = media::check_image(file.bytes, file.image);
    } else {
        verdict = media::check_audio(file.bytes);
    }
    if (!verdict.good()) refuse(verdict.code, path, verdict.reason);
    file.hash = hash_sha256_hex(file.bytes.data(), file.bytes.size());
    return file;
}

BitmapPtr decode_image(const MediaFile& file) {
    const std::optional<Pixels> pixels = decode_pixels(file.bytes, file.image);
    if (!pixels) throw Refusal{GENIEX_ERROR_VLM_IMAGE_LOAD, "the picture is damaged"};
    return BitmapPtr(mtmd_bitmap_init(pixels->width, pixels->height, pixels->rgb.data()));
}

BitmapPtr decode_audio(const MediaFile& file, const mtmd_context* context) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.bytes.data());
    BitmapPtr bitmap(
        mtmd_helper_bitmap_init_from_buf(context, bytes, file.bytes.size(), false, mtmd_helper_init_opt_default())
            .bitmap);
    if (!bitmap) throw Refusal{GENIEX_ERROR_VLM_AUDIO_LOAD, "the recording is damaged"};
    if (mtmd_bitmap_get_n_bytes(bitmap.get()) <= sizeof(float)) {
        throw Refusal{GENIEX_ERROR_VLM_AUDIO_LOAD, "the recording has no sound in it"};
    }
    return bitmap;
}

}  // namespace geniex::llama
