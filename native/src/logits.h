// Reduction of whole-vocabulary logits to the best ones.
#pragma once

#include "geniex.h"

namespace geniex {

/**
 * The `top_n` largest of each row of `rows`, which holds whole-vocabulary
 * logits: descending, ties by the lower id; NaN counts as the smallest. Throws
 * std::bad_alloc.
 */
geniex_LlmForwardLogitsOutput top_logits(const geniex_LlmForwardLogitsOutput& rows, int32_t top_n);

}  // namespace geniex
