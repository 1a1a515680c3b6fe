#include "media_binding.h"

#include <algorithm>
#include <string>

#include "refusal.h"

namespace geniex::llama {

namespace {

/// Hands out what was given, each medium once.
class Dispenser {
 public:
    explicit Dispenser(const GivenMedia& given) : given_(given) {}

    bool take(Modality wanted, MediumPtr& medium) {
        return (wanted != Modality::kAudio && take(given_.images, next_image_, medium)) ||
               (wanted != Modality::kImage && take(given_.recordings, next_recording_, medium));
    }

 private:
    static bool take(const std::vector<MediumPtr>& from, size_t& next, MediumPtr& medium) {
        if (next == from.size()) return false;
        medium = from[next++];
        return true;
    }

    const GivenMedia& given_;
    size_t next_image_ = 0;
    size_t next_recording_ = 0;
};

}  // namespace

ChatMessages with_markers(const Turns& turns) {
    bool images = false;
    bool recordings = false;
    for (const Turn& turn : turns) {
        for (const MediaReference& reference : turn.media) {
            images = images || reference.modality == Modality::kImage;
            recordings = recordings || reference.modality == Modality::kAudio;
        }
    }
    ChatMessages messages = messages_of(turns);
    for (size_t i = 0; i < turns.size(); ++i) {
        const std::string& content = turns[i].message.content;
        std::string marked;
        size_t done = 0;
        for (const MediaReference& reference : turns[i].media) {
            marked += without_markers(std::string_view(content).substr(done, reference.offset - done));
            marked += marker_of(images && recordings ? reference.modality : Modality::kAny);
            done = reference.offset;
        }
        messages[i].content = marked + without_markers(std::string_view(content).substr(done));
    }
    return messages;
}

std::vector<Marker> markers_in(std::string_view prompt) {
    std::vector<Marker> markers;
    for (size_t from = 0;;) {
        const Marker marker = find_marker(prompt, from);
        if (marker.length == 0) return markers;
        markers.push_back(marker);
        from = marker.begin + marker.length;
    }
}

std::vector<MediumPtr> bind_media(const std::vector<Marker>& markers, const GivenMedia& given,
                                  const std::vector<MediumPtr>& last_prompt) {
    const size_t count = given.images.size() + given.recordings.size();
    const size_t known = markers.size() - std::min(markers.size(), count);
    if (count > markers.size() || known > last_prompt.size()) {
        throw Refusal{GENIEX_ERROR_VLM_GENERATION_FAILED,
                      "the prompt has a place for " + std::to_string(markers.size()) + " images and recordings, " +
                          std::to_string(count) + " were given and " + std::to_string(last_prompt.size()) +
                          " are known from the last prompt"};
    }
    std::vector<MediumPtr> bound(last_prompt.begin(), last_prompt.begin() + static_cast<std::ptrdiff_t>(known));
    Dispenser dispenser(given);
    for (size_t i = known; i < markers.size(); ++i) {
        if (dispenser.take(markers[i].modality, bound.emplace_back())) continue;
        throw Refusal{GENIEX_ERROR_VLM_GENERATION_FAILED, std::string("the prompt has a place for one more ") +
                                                              name_of(markers[i].modality) + " than was given"};
    }
    return bound;
}

}  // namespace geniex::llama
