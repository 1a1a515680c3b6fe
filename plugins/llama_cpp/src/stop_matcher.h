// Stop strings, matched on the text of a reply.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace geniex::llama {

/// Passes reply text on, but holds back whatever may be the beginning of a stop
/// string until that is decided. A stop string itself is never passed on.
class StopMatcher {
 public:
    /// Empty strings are ignored.
    explicit StopMatcher(std::vector<std::string> stops);

    /// Takes the next piece; returns the text that is safe to show. After a match
    /// it is the text before the stop string that begins earliest.
    std::string feed(std::string_view piece);

    /// The held back text, once no more will come. Nothing after a match.
    std::string flush();

    bool matched() const { return matched_; }

 private:
    std::vector<std::string> stops_;
    std::string held_;
    bool matched_ = false;
};

}  // namespace geniex::llama
