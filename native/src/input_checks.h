// The one place where inputs are checked; past it, code trusts its types.
//
// Each check returns 0, or INVALID_INPUT after setting a detail text that names
// the member and what is wrong with it.
#pragma once

#include <cstdint>

#include "geniex.h"
#include "geniex_ext.h"

namespace geniex {

/** INVALID_INPUT with "<name> is NULL". */
int32_t fail_null(const char* name);

/** `text` may be null. Else it must be valid UTF-8; the detail says at which byte it is not. */
int32_t check_text(const char* text, const char* name);
int32_t check_text(const char* text, int64_t length, const char* name);

int32_t check_token_ids(const int32_t* ids, int32_t count, const char* name);

/** `size` is what the caller set, `expected` what this library knows. */
int32_t check_struct_size(uint32_t size, size_t expected);

int32_t check_model_config(const geniex_ModelConfig& config);

/** `config` may be null. */
int32_t check_generation_config(const geniex_GenerationConfig* config);

/** At least one message; each with a role. */
int32_t check_messages(const geniex_LlmChatMessage* messages, int32_t count);
int32_t check_messages(const geniex_VlmChatMessage* messages, int32_t count);

/** Keeps the input that counts (embeddings before ids before the prompt), drops the others and checks it. */
int32_t check_and_select_input(geniex_LlmGenerateInput& input);

int32_t check_paths(const char* const* paths, int32_t count, const char* name);

}  // namespace geniex
