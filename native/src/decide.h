// Decisions: one of n options for a question.
#pragma once

#include "geniex.h"

namespace geniex {

/** Checks both arguments (INVALID_INPUT with a detail text). No plugin of this version can decide, so a valid
 *  question is answered with NOT_SUPPORTED. */
int32_t decide(const geniex_DecideInput* input, const geniex_DecideOutput* output);

}  // namespace geniex
