#include "profile.h"

#include <cstring>

namespace geniex {
namespace {

constexpr const char* kUnknown = "unknown";
constexpr const char* kStopReasons[] = {"eos", "length", "user", "stop_sequence", "completed", kUnknown};

double tokens_per_second(int64_t tokens, int64_t microseconds) noexcept {
    if (tokens <= 0 || microseconds <= 0) return 0.0;
    return static_cast<double>(tokens) * 1e6 / static_cast<double>(microseconds);
}

const char* own_stop_reason(const char* text) noexcept {
    if (text == nullptr) return nullptr;
    for (const char* reason : kStopReasons) {
        if (std::strcmp(reason, text) == 0) return reason;
    }
    return kUnknown;
}

}  // namespace

void complete_profile(geniex_ProfileData& profile) noexcept {
    profile.prefill_speed = tokens_per_second(profile.prompt_tokens, profile.prompt_time);
    profile.decoding_speed = tokens_per_second(profile.generated_tokens, profile.decode_time);
    profile.stop_reason = own_stop_reason(profile.stop_reason);
}

bool was_cut_off(const geniex_ProfileData& profile) noexcept {
    const char* reason = own_stop_reason(profile.stop_reason);
    if (reason == nullptr) return false;
    return std::strcmp(reason, "length") == 0 || std::strcmp(reason, "user") == 0;
}

}  // namespace geniex
