#include "store/quant.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "store/file_names.h"

namespace geniex::store {

namespace {

constexpr std::string_view kPreferred[] = {"Q4_0", "Q4_K_M", "Q8_0"};
constexpr std::string_view kFamilies[] = {"MXFP", "BF", "FP", "F", "IQ", "TQ", "I", "Q"};
constexpr std::string_view kBoundaries = "-_./\\";
constexpr size_t kMaxSegment = 3;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); }

/** Length of the letters and digits from `start` on. */
size_t run_length(std::string_view text, size_t start) {
    size_t end = start;
    while (end < text.size() && is_letter_or_digit(text[end])) ++end;
    return end - start;
}

/** End of the tag that begins at `start`; `start` itself when none does. `text` is in capitals. */
size_t tag_end(std::string_view text, size_t start) {
    const auto family = std::find_if(std::begin(kFamilies), std::end(kFamilies), [&](std::string_view letters) {
        const size_t digit = start + letters.size();
        return starts_with(text.substr(start), letters) && digit < text.size() && is_digit(text[digit]);
    });
    if (family == std::end(kFamilies)) return start;
    size_t end = start + family->size();
    while (end < text.size() && is_digit(text[end])) ++end;
    if (run_length(text, end) > 0) return start;  // a word such as "I2V"
    while (end < text.size() && text[end] == '_') {
        const size_t length = run_length(text, end + 1);
        if (length == 0 || length > kMaxSegment) break;
        end += 1 + length;
    }
    return end;
}

}  // namespace

std::optional<std::string> find_quant_tag(std::string_view path) {
    const std::string text = upper_case(path);
    std::optional<std::string> best;
    for (size_t start = 0; start < text.size(); ++start) {
        if (start > 0 && kBoundaries.find(text[start - 1]) == std::string_view::npos) continue;
        const size_t end = tag_end(text, start);
        if (end == start) continue;
        std::string tag = text.substr(start, end - start);
        if (!best || quant_rank(tag) < quant_rank(*best)) best = std::move(tag);
        start = end - 1;
    }
    return best;
}

size_t quant_rank(std::string_view quant) {
    return static_cast<size_t>(std::find(std::begin(kPreferred), std::end(kPreferred), quant) - std::begin(kPreferred));
}

bool same_quant(std::string_view asked, std::string_view quant) { return upper_case(asked) == upper_case(quant); }

}  // namespace geniex::store
