// Logits of a token sequence, beside the conversation.
#pragma once

#include "model.h"

namespace geniex::llama {

/// Evaluates `input` in a context of its own, so that the conversation's KV cache
/// is not touched, and fills `output` with whole-vocabulary rows.
/// @throws std::runtime_error when the evaluation fails.
int32_t compute_logits(const Model& model, Host& host, const geniex_LlmForwardLogitsInput& input, const RunControl& run,
                       geniex_LlmForwardLogitsOutput& output);

}  // namespace geniex::llama
