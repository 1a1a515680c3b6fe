// The bounded checks of media files: what is let through, and what each refusal says.
#include <functional>
#include <string>

#include "check.h"
#include "geniex.h"
#include "media/exif.h"
#include "media/media_check.h"

namespace {

using namespace geniex::media;

constexpr int32_t kImageLoad = GENIEX_ERROR_VLM_IMAGE_LOAD;
constexpr int32_t kImageFormat = GENIEX_ERROR_VLM_IMAGE_FORMAT;
constexpr int32_t kAudioLoad = GENIEX_ERROR_VLM_AUDIO_LOAD;
constexpr int32_t kAudioFormat = GENIEX_ERROR_VLM_AUDIO_FORMAT;

std::string big(uint32_t value, int bytes) {
    std::string out;
    while (bytes-- > 0) out += static_cast<char>(value >> (8 * bytes));
    return out;
}

std::string little(uint32_t value, int bytes) {
    std::string out;
    for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
    return out;
}

std::string zeros(size_t count) { return std::string(count, '\0'); }

std::string png_chunk(const std::string& name, const std::string& content) {
    return big(static_cast<uint32_t>(content.size()), 4) + name + content + zeros(4);
}

std::string png(uint32_t width, uint32_t height, const std::string& data = zeros(10)) {
    const std::string header = big(width, 4) + big(height, 4) + std::string("\x08\x02\x00\x00\x00", 5);
    return std::string("\x89PNG\r\n\x1A\n", 8) + png_chunk("IHDR", header) + png_chunk("tEXt", "a\0b") +
           (data.empty() ? "" : png_chunk("IDAT", data)) + png_chunk("IEND", "");
}

std::string jpeg_segment(char marker, const std::string& content) {
    return std::string("\xFF") + marker + big(static_cast<uint32_t>(content.size() + 2), 2) + content;
}

std::string exif(uint32_t orientation, bool big_endian) {
    const std::function<std::string(uint32_t, int)> number = big_endian ? big : little;
    const std::string entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + zeros(2);
    return std::string("Exif\0\0", 6) + (big_endian ? "MM" : "II") + number(42, 2) + number(8, 4) + number(2, 2) +
           number(0x0100, 2) + zeros(10) + entry;
}

std::string jpeg(uint32_t width, uint32_t height, char frame = '\xC0', const std::string& before = "") {
    return "\xFF\xD8" + before + jpeg_segment(frame, "\x08" + big(height, 2) + big(width, 2) + "\x03" + zeros(9)) +
           jpeg_segment('\xDA', zeros(10)) + "data\xFF\xD9";
}

std::string bmp(uint32_t width, uint32_t height) {
    return "BM" + zeros(12) + little(40, 4) + little(width, 4) + little(height, 4) + zeros(40);
}

Image image_of(const std::string& bytes) {
    Image image;
    const Verdict verdict = check_image(bytes, image);
    CHECK(verdict.good());
    return image;
}

void check_refused(const std::string& bytes, int32_t code, const std::string& reason) {
    Image image;
    const Verdict verdict = check_image(bytes, image);
    CHECK_EQ(verdict.code, code);
    CHECK(verdict.reason.find(reason) != std::string::npos);
}

void pictures_that_are_let_through() {
    CHECK_EQ(image_of(png(640, 480)).width, 640U);
    CHECK_EQ(image_of(png(640, 480)).height, 480U);
    CHECK_EQ(image_of(jpeg(64, 32)).width, 64U);
    CHECK_EQ(image_of(jpeg(64, 32, '\xC2')).height, 32U);
    CHECK_EQ(image_of(bmp(5, 7)).height, 7U);
    CHECK_EQ(image_of(bmp(5, 0U - 7)).height, 7U);
    CHECK_EQ(image_of("GIF89a" + little(3, 2) + little(4, 2) + zeros(3)).height, 4U);
    CHECK_EQ(image_of("P6 # a comment\n2 1\n255\n" + zeros(6)).width, 2U);
    CHECK_EQ(image_of(png(1, 20000)).height, 20000U);
}

void pictures_that_are_refused() {
    check_refused("", kImageLoad, "empty");
    check_refused("hello, this is a text", kImageFormat, "PNG, JPEG");
    check_refused("RIFF" + little(100, 4) + "WEBPVP8 ", kImageFormat, "WebP");
    check_refused(zeros(4) + "ftypheic", kImageFormat, "HEIC");
    check_refused(zeros(4) + "ftypavif", kImageFormat, "AVIF");
    check_refused("<svg xmlns='x'/>", kImageFormat, "SVG");
    check_refused(std::string("II*\0", 4) + zeros(8), kImageFormat, "TIFF");
    check_refused(png(0, 10), kImageLoad, "no pixels");
    check_refused(png(20000, 20000), kImageLoad, "too large");
    check_refused(png(0x7FFFFFFF, 0x7FFFFFFF), kImageLoad, "too large");
    check_refused(png(40000, 1), kImageLoad, "too large");
    check_refused(png(10, 10, ""), kImageLoad, "no picture");
    check_refused(png(10, 10, zeros(100000)), kImageLoad, "more data");
    check_refused(png(10, 10).substr(0, 60), kImageLoad, "cut off");
    check_refused(std::string("\x89PNG\r\n\x1A\n", 8), kImageLoad, "header");
    check_refused(jpeg(60000, 60000), kImageLoad, "too large");
    check_refused(jpeg(0, 10), kImageLoad, "no pixels");
    check_refused(jpeg(64, 32, '\xC9'), kImageFormat, "JPEG");
    check_refused(jpeg(64, 32).substr(0, 36), kImageLoad, "cut off");
    check_refused("\xFF\xD8" + jpeg_segment('\xDA', zeros(10)) + "\xFF\xD9", kImageLoad, "header");
    check_refused("\xFF\xD8\xFF\xE0\x7F\xFF", kImageLoad, "cut off");
    check_refused("BM" + zeros(20), kImageLoad, "header");
    check_refused("GIF89a", kImageLoad, "cut off");
    check_refused("P6 2 1 255\n", kImageLoad, "cut off");
    check_refused("P6 two", kImageLoad, "header");
}

/** Whatever is cut off anywhere, no byte beyond the end is looked at (the sanitizers would tell). */
void every_prefix_is_judged() {
    const std::string whole[] = {png(10, 10), jpeg(64, 32, '\xC0', jpeg_segment('\xE1', exif(6, true))), bmp(5, 7),
                                 "GIF89a" + little(3, 2) + little(4, 2) + zeros(3), "P6 2 1 255\n" + zeros(6)};
    int refused = 0;
    for (const std::string& bytes : whole) {
        for (size_t length = 0; length < bytes.size(); ++length) {
            Image image;
            const std::string prefix = bytes.substr(0, length);
            if (!check_image(std::string(prefix.data(), prefix.size()), image).good()) ++refused;
        }
    }
    CHECK(refused > 200);
}

void orientation() {
    for (const bool big_endian : {false, true}) {
        for (uint32_t value = 1; value <= 8; ++value) {
            CHECK_EQ(exif_orientation(exif(value, big_endian)), static_cast<int>(value));
        }
        CHECK_EQ(exif_orientation(exif(9, big_endian)), 1);
    }
    CHECK_EQ(exif_orientation(""), 1);
    CHECK_EQ(exif_orientation("http://ns.adobe.com/xap/1.0/"), 1);
    const std::string whole = exif(6, false);
    for (size_t length = 0; length < whole.size(); ++length) {
        const int found = exif_orientation(whole.substr(0, length));
        CHECK(found == 1 || found == 6);
    }
    CHECK_EQ(image_of(jpeg(64, 32, '\xC0', jpeg_segment('\xE1', exif(8, true)))).orientation, 8);
    CHECK_EQ(image_of(jpeg(64, 32)).orientation, 1);
}

std::string wav(uint32_t data_length, const std::string& data, uint32_t rate = 16000, uint32_t channels = 1) {
    const std::string format = little(1, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * 2, 4) +
                               little(channels * 2, 2) + little(16, 2);
    return "RIFF" + little(36, 4) + "WAVEfmt " + little(16, 4) + format + "LIST" + little(3, 4) + zeros(4) + "data" +
           little(data_length, 4) + data;
}

std::string flac(uint32_t rate, uint32_t samples) {
    return std::string("fLaC\0\0\0\x22", 8) + zeros(10) + big(rate << 12U | 0xF0U << 0U, 4) + big(samples, 4) +
           zeros(16);
}

void check_audio_refused(const std::string& bytes, int32_t code, const std::string& reason) {
    const Verdict verdict = check_audio(bytes);
    CHECK_EQ(verdict.code, code);
    CHECK(verdict.reason.find(reason) != std::string::npos);
}

void recordings() {
    const std::string frame = std::string("\xFF\xFB\x90\x00", 4) + zeros(413);  // 128 kbit/s, 44.1 kHz
    CHECK(check_audio(wav(8, zeros(8))).good());
    CHECK(check_audio(wav(0xFFFFFFFF, zeros(8))).good());
    CHECK(check_audio(flac(16000, 16000)).good());
    CHECK(check_audio(frame + frame).good());
    CHECK(check_audio("ID3" + zeros(7) + frame).good());

    check_audio_refused("", kAudioLoad, "empty");
    check_audio_refused("this is no sound", kAudioFormat, "WAV, MP3 and FLAC");
    check_audio_refused(png(3, 3), kAudioFormat, "WAV");
    check_audio_refused(wav(0, ""), kAudioLoad, "no sound");
    check_audio_refused(wav(8, zeros(8), 16000, 0), kAudioLoad, "header");
    check_audio_refused(wav(8, zeros(8), 999), kAudioLoad, "header");
    check_audio_refused(wav(8, zeros(8)).substr(0, 40), kAudioLoad, "cut off");
    check_audio_refused(flac(16000, 0), kAudioLoad, "length");
    check_audio_refused(flac(0, 5), kAudioLoad, "header");
    check_audio_refused(flac(1000, 3601000), kAudioLoad, "too long");
    check_audio_refused("fLaC", kAudioLoad, "header");
    check_audio_refused("ID3" + zeros(40), kAudioLoad, "no sound");
    for (size_t length = 0; length < 100; ++length) {
        const Verdict verdict = check_audio(wav(8, zeros(60)).substr(0, length));
        CHECK(length < 73 || verdict.good());
    }
}

}  // namespace

int main() {
    pictures_that_are_let_through();
    pictures_that_are_refused();
    every_prefix_is_judged();
    orientation();
    recordings();
    return check::report();
}
