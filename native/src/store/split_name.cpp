#include "store/split_name.h"

#include <charconv>

#include "store/file_names.h"

namespace geniex::store {

namespace {

constexpr size_t kDigits = 5;
constexpr std::string_view kBetween = "-of-";

std::optional<uint32_t> number_of(std::string_view digits) {
    uint32_t number = 0;
    const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (result.ec != std::errc() || result.ptr != digits.data() + digits.size()) return std::nullopt;
    return number;
}

}  // namespace

std::optional<SplitName> parse_split_name(std::string_view file_name) {
    const std::string_view name = file_name.substr(0, file_name.rfind('.'));
    constexpr size_t kTail = 1 + kDigits + kBetween.size() + kDigits;
    if (name.size() <= kTail) return std::nullopt;
    const std::string_view tail = name.substr(name.size() - kTail);
    if (tail[0] != '-' || tail.substr(1 + kDigits, kBetween.size()) != kBetween) return std::nullopt;
    const auto number = number_of(tail.substr(1, kDigits));
    const auto count = number_of(tail.substr(kTail - kDigits));
    if (!number || !count || *number < 1 || *number > *count) return std::nullopt;
    return SplitName{std::string(name.substr(0, name.size() - kTail)), *number, *count};
}

}  // namespace geniex::store
