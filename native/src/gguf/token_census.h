// What must be known of a vocabulary's words without keeping them.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace geniex::gguf {

/**
 * Counts a vocabulary word by word while it streams past. Words are told apart by 64-bit hashes: among a quarter
 * of a million the chance of a false alarm is one in half a billion.
 */
class TokenCensus {
 public:
    /** `expected` words are about to come; too many to compare are only counted. */
    void begin(uint64_t expected);
    void add(std::string_view word);
    /** A word that is too long to be looked at. */
    void add_unseen() { ++count_; }
    /** Ends the count and frees what it needed. */
    void finish();

    uint64_t count() const { return count_; }
    bool has_duplicates() const { return has_duplicates_; }
    /** How many of the 256 tokens "<0x00>" to "<0xFF>" there are. */
    size_t byte_tokens() const { return byte_tokens_.count(); }

 private:
    std::vector<uint64_t> hashes_;
    std::bitset<256> byte_tokens_;
    uint64_t count_ = 0;
    bool is_comparing_ = false;
    bool has_duplicates_ = false;
};

}  // namespace geniex::gguf
