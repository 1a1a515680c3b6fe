// Markers of media in a prompt: found in order, and no text of a message passes for one.
#include <string>

#include "check.h"
#include "media_marker.h"

using namespace geniex::llama;

namespace {

void finding() {
    const std::string text = "a<__audio__>b<__media__><__image__>";
    const Marker audio = find_marker(text, 0);
    CHECK_EQ(audio.begin, 1U);
    CHECK(audio.modality == Modality::kAudio);
    const Marker any = find_marker(text, audio.begin + audio.length);
    CHECK_EQ(any.begin, 13U);
    CHECK(any.modality == Modality::kAny);
    const Marker image = find_marker(text, any.begin + any.length);
    CHECK(image.modality == Modality::kImage);
    CHECK_EQ(image.begin + image.length, text.size());
    CHECK_EQ(find_marker(text, text.size()).length, 0U);
    CHECK_EQ(find_marker("<__media__", 0).length, 0U);
}

void text_that_spells_markers() {
    for (const Modality modality : {Modality::kAny, Modality::kImage, Modality::kAudio}) {
        const std::string text = "x" + marker_of(modality) + marker_of(modality) + "y";
        const std::string harmless = without_markers(text);
        CHECK_EQ(find_marker(harmless, 0).length, 0U);
        CHECK_EQ(harmless.size(), text.size() + 2);
    }
    CHECK_EQ(without_markers("plain < text >"), "plain < text >");
}

void names() {
    CHECK(modality_of("image") == Modality::kImage);
    CHECK(modality_of("audio") == Modality::kAudio);
    CHECK(modality_of("video") == Modality::kAny);
    CHECK_TEXT(name_of(Modality::kAudio), "recording");
    CHECK_EQ(marker_of(Modality::kAny), "<__media__>");
}

}  // namespace

int main() {
    finding();
    text_that_spells_markers();
    names();
    return check::report();
}
