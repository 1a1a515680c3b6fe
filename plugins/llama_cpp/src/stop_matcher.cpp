#include "stop_matcher.h"

#include <algorithm>
#include <utility>

namespace geniex::llama {

namespace {

/// Where in `text` a stop string might begin that its end cuts off.
size_t partial_match_begin(std::string_view text, const std::vector<std::string>& stops) {
    size_t begin = text.size();
    for (const std::string& stop : stops) {
        const size_t longest = std::min(stop.size() - 1, text.size());
        for (size_t length = longest; length > 0; --length) {
            if (text.compare(text.size() - length, length, stop, 0, length) == 0) {
                begin = std::min(begin, text.size() - length);
                break;
            }
        }
    }
    return begin;
}

}  // namespace

StopMatcher::StopMatcher(std::vector<std::string> stops) : stops_(std::move(stops)) {
    stops_.erase(std::remove_if(stops_.begin(), stops_.end(), [](const std::string& s) { return s.empty(); }),
                 stops_.end());
}

std::string StopMatcher::feed(std::string_view piece) {
    if (matched_) return {};
    if (stops_.empty()) return std::string(piece);
    held_ += piece;
    size_t match = std::string::npos;
    for (const std::string& stop : stops_) match = std::min(match, held_.find(stop));
    matched_ = match != std::string::npos;
    const size_t safe = matched_ ? match : partial_match_begin(held_, stops_);
    std::string out = held_.substr(0, safe);
    held_.erase(0, safe);
    return out;
}

std::string StopMatcher::flush() {
    if (matched_) return {};
    return std::exchange(held_, {});
}

}  // namespace geniex::llama
