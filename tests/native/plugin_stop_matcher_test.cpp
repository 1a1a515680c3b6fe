// The llama_cpp plugin's stop strings: found wherever the pieces are cut, never shown.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "check.h"
#include "stop_matcher.h"

using geniex::llama::StopMatcher;

namespace {

/// What a matcher that saw the whole text at once would show.
std::string expected(const std::string& text, const std::vector<std::string>& stops, bool& matched) {
    size_t first = std::string::npos;
    for (const std::string& stop : stops) {
        if (!stop.empty()) first = std::min(first, text.find(stop));
    }
    matched = first != std::string::npos;
    return matched ? text.substr(0, first) : text;
}

void check_pieces(const std::vector<std::string>& pieces, const std::vector<std::string>& stops) {
    StopMatcher matcher(stops);
    std::string all;
    std::string shown;
    for (const std::string& piece : pieces) {
        all += piece;
        shown += matcher.feed(piece);
        bool matched = false;
        const std::string whole = expected(all, stops, matched);
        CHECK_EQ(matcher.matched(), matched);
        // Nothing is shown that would have to be taken back.
        CHECK(whole.compare(0, shown.size(), shown) == 0);
        if (matched) break;
    }
    shown += matcher.flush();
    bool matched = false;
    CHECK_EQ(shown, expected(all, stops, matched));
}

void random_texts() {
    std::mt19937 random(20261130);
    const auto pick = [&random](size_t n) { return static_cast<size_t>(random() % n); };
    for (int round = 0; round < 20000; ++round) {
        std::vector<std::string> pieces(1 + pick(8));
        for (std::string& piece : pieces) {
            for (size_t i = pick(4); i > 0; --i) piece += static_cast<char>('a' + pick(2));
        }
        std::vector<std::string> stops(pick(4));
        for (std::string& stop : stops) {
            for (size_t i = pick(5); i > 0; --i) stop += static_cast<char>('a' + pick(2));
        }
        check_pieces(pieces, stops);
    }
}

}  // namespace

int main() {
    check_pieces({"one ", "two"}, {});
    check_pieces({"one ", "two"}, {""});
    check_pieces({"Answer", "\n", "User", ":", " more"}, {"\nUser:"});
    check_pieces({"aaab"}, {"aab"});
    check_pieces({"a", "a", "a", "b"}, {"aab"});
    check_pieces({"x", "END"}, {"END", "XEND"});
    // The held back beginning of a stop string comes out when the reply ends otherwise.
    StopMatcher matcher({"</s>"});
    CHECK_EQ(matcher.feed("fine</"), std::string("fine"));
    CHECK_EQ(matcher.flush(), std::string("</"));
    random_texts();
    return check::report();
}
