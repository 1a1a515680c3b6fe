// The figures of one generate call.
#pragma once

#include "geniex.h"

namespace geniex {

/**
 * Computes the speeds from counts and times, and replaces the plugin's
 * stop_reason by our own constant of the same text, which outlives the plugin's
 * library. A text that the ABI does not know becomes "unknown"; null stays.
 */
void complete_profile(geniex_ProfileData& profile) noexcept;

/** The reply did not end by itself: it may be gone on with. */
bool was_cut_off(const geniex_ProfileData& profile) noexcept;

}  // namespace geniex
