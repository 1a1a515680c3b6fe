#include "token_census.h"

#include <algorithm>
#include <optional>

namespace geniex::gguf {

namespace {

// Eight times the largest vocabulary in use; its hashes take 16 MiB.
constexpr uint64_t kMaxCompared = 1 << 21;

/** FNV-1a, with a final mix so that short words spread over all 64 bits. */
uint64_t hash(std::string_view word) {
    uint64_t state = 0xCBF29CE484222325;
    for (const unsigned char byte : word) state = (state ^ byte) * 0x100000001B3;
    state ^= state >> 32;
    state *= 0xD6E8FEB86659FD93;
    return state ^ (state >> 32);
}

std::optional<unsigned> hexadecimal_digit(char digit) {
    if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
    if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A') + 10;
    return std::nullopt;
}

/** The byte that "<0x0A>" stands for. */
std::optional<unsigned> byte_of(std::string_view word) {
    if (word.size() != 6 || word.substr(0, 3) != "<0x" || word[5] != '>') return std::nullopt;
    const auto high = hexadecimal_digit(word[3]);
    const auto low = hexadecimal_digit(word[4]);
    if (!high || !low) return std::nullopt;
    return *high * 16 + *low;
}

}  // namespace

void TokenCensus::begin(uint64_t expected) {
    is_comparing_ = expected <= kMaxCompared;
    if (is_comparing_) hashes_.reserve(static_cast<size_t>(expected));
}

void TokenCensus::add(std::string_view word) {
    ++count_;
    // Engines give words without text a name of their own, so that these never meet.
    if (is_comparing_ && !word.empty()) hashes_.push_back(hash(word));
    if (const auto byte = byte_of(word)) byte_tokens_.set(*byte);
}

void TokenCensus::finish() {
    std::sort(hashes_.begin(), hashes_.end());
    has_duplicates_ = std::adjacent_find(hashes_.begin(), hashes_.end()) != hashes_.end();
    std::vector<uint64_t>().swap(hashes_);
}

}  // namespace geniex::gguf
