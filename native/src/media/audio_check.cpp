#include <algorithm>
#include <array>

#include "geniex.h"
#include "media/bytes.h"
#include "media/media_check.h"

namespace geniex::media {
namespace {

Verdict damaged(const std::string& reason) { return {GENIEX_ERROR_VLM_AUDIO_LOAD, reason}; }

Verdict check_length(double seconds) {
    if (!(seconds > 0)) return damaged("the recording has no sound in it");
    if (seconds <= kMaxSeconds) return {};
    return damaged("the recording is too long: " + std::to_string(static_cast<int64_t>(seconds / 60)) +
                   " minutes, and 60 are allowed; cut out the part that matters");
}

Verdict check_wav(const Bytes& wav) {
    constexpr uint32_t kMinRate = 1000;
    constexpr uint32_t kMaxRate = 768000;
    constexpr uint32_t kMaxChannels = 64;
    uint32_t bytes_per_second = 0;
    uint32_t block = 0;
    size_t at = 12;
    while (wav.has(at, 8)) {
        const size_t content = at + 8;
        const size_t there = wav.size() - content;
        const size_t length = wav.little32(at + 4);
        if (wav.spells(at, "fmt ")) {
            const uint32_t channels = wav.little16(content + 2);
            const uint32_t rate = wav.little32(content + 4);
            bytes_per_second = wav.little32(content + 8);
            block = wav.little16(content + 12);
            if (length < 16 || there < 16 || channels == 0 || channels > kMaxChannels || rate < kMinRate ||
                rate > kMaxRate || block == 0 || bytes_per_second == 0) {
                return damaged("the WAV's header is damaged");
            }
        }
        if (wav.spells(at, "data")) {
            if (bytes_per_second == 0) return damaged("the WAV has no header");
            // A recorder that was switched off leaves a length that nothing ever came up to.
            const size_t data = std::min(length, there);
            if (data < block) return damaged("the recording has no sound in it");
            return check_length(static_cast<double>(data) / bytes_per_second);
        }
        if (length > there) break;
        at = content + length + length % 2;
    }
    return damaged("the WAV is cut off");
}

Verdict check_flac(const Bytes& flac) {
    if (!flac.has(0, 42) || (flac.byte(4) & 0x7F) != 0) return damaged("the FLAC has no header");
    const uint32_t rate = flac.big32(18) >> 12U;
    const uint64_t samples = uint64_t{flac.byte(21) & 0x0FU} << 32U | flac.big32(22);
    if (rate == 0) return damaged("the FLAC's header is damaged");
    if (samples == 0) return damaged("the FLAC does not tell its length; save it anew");
    return check_length(static_cast<double>(samples) / rate);
}

/** Bytes and seconds of the MPEG audio frame at `at`; no bytes when there is none. */
struct Frame {
    size_t bytes = 0;
    double seconds = 0;
};

Frame frame_at(const Bytes& mp3, size_t at) {
    static constexpr std::array<uint32_t, 16> kKbitMpeg1{0,   32,  40,  48,  56,  64,  80,  96,
                                                         112, 128, 160, 192, 224, 256, 320, 0};
    static constexpr std::array<uint32_t, 16> kKbitMpeg2{0,  8,  16, 24,  32,  40,  48,  56,
                                                         64, 80, 96, 112, 128, 144, 160, 0};
    static constexpr std::array<uint32_t, 4> kRate{44100, 48000, 32000, 0};
    const uint32_t header = mp3.big32(at);
    const uint32_t version = header >> 19U & 3U;  // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5
    const uint32_t layer = header >> 17U & 3U;    // 1 is layer III
    if (!mp3.has(at, 4) || header >> 21U != 0x7FF || version == 1 || layer != 1) return {};
    const uint32_t kbit = (version == 3 ? kKbitMpeg1 : kKbitMpeg2)[header >> 12U & 15U];
    const uint32_t rate = kRate[header >> 10U & 3U] >> (version == 3 ? 0U : version == 2 ? 1U : 2U);
    if (kbit == 0 || rate == 0) return {};
    const uint32_t samples = version == 3 ? 1152 : 576;
    return {samples / 8 * kbit * 1000 / rate + (header >> 9U & 1U), static_cast<double>(samples) / rate};
}

Verdict check_mp3(const Bytes& mp3) {
    size_t at = 0;
    if (mp3.spells(0, "ID3")) {
        const auto part = [&](size_t i) { return size_t{mp3.byte(i) & 0x7FU}; };
        at = 10 + (part(6) << 21U | part(7) << 14U | part(8) << 7U | part(9));
    }
    double seconds = 0;
    for (;;) {
        const Frame frame = frame_at(mp3, at);
        if (frame.bytes == 0 && !mp3.has(at, 4)) break;
        at += std::max<size_t>(frame.bytes, 1);  // looks for the next one behind what is no frame
        seconds += frame.seconds;
    }
    return check_length(seconds);
}

}  // namespace

Verdict check_audio(std::string_view bytes) {
    const Bytes file(bytes);
    if (bytes.empty()) return damaged("the file is empty");
    if (bytes.size() > kMaxFileBytes) return damaged("the file is larger than 256 MiB");
    if (file.spells(0, "RIFF") && file.spells(8, "WAVE")) return check_wav(file);
    if (file.spells(0, "fLaC")) return check_flac(file);
    if (file.spells(0, "ID3") || frame_at(file, 0).bytes != 0) return check_mp3(file);
    return {GENIEX_ERROR_VLM_AUDIO_FORMAT, "this is no recording of a known kind; WAV, MP3 and FLAC can be read"};
}

}  // namespace geniex::media
