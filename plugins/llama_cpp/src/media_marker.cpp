#include "media_marker.h"

#include <array>
#include <utility>

namespace geniex::llama {

namespace {

constexpr std::array<std::pair<std::string_view, Modality>, 3> kMarkers{
    {{"<__media__>", Modality::kAny}, {"<__image__>", Modality::kImage}, {"<__audio__>", Modality::kAudio}}};

}  // namespace

Modality modality_of(std::string_view content_type) {
    if (content_type == "image") return Modality::kImage;
    return content_type == "audio" ? Modality::kAudio : Modality::kAny;
}

const char* name_of(Modality modality) {
    switch (modality) {
        case Modality::kImage:
            return "image";
        case Modality::kAudio:
            return "recording";
        case Modality::kAny:
            break;
    }
    return "medium";
}

std::string marker_of(Modality modality) {
    for (const auto& [text, kind] : kMarkers) {
        if (kind == modality) return std::string(text);
    }
    return {};
}

Marker find_marker(std::string_view text, size_t from) {
    Marker first{text.size(), 0, Modality::kAny};
    for (const auto& [marker, modality] : kMarkers) {
        const size_t begin = text.find(marker, from);
        if (begin < first.begin) first = {begin, marker.size(), modality};
    }
    return first;
}

std::string without_markers(std::string_view text) {
    std::string out;
    size_t done = 0;
    for (;;) {
        const Marker marker = find_marker(text, done);
        out += text.substr(done, marker.begin - done);
        if (marker.length == 0) return out;
        out += text.substr(marker.begin, marker.length - 1);
        out += " >";
        done = marker.begin + marker.length;
    }
}

}  // namespace geniex::llama
