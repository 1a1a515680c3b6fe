// A conversation's KV cache as a file.
#pragma once

#include "kv_record.h"
#include "model.h"

namespace geniex::llama {

/// Layout, all numbers little-endian:
///
///     8 bytes   magic
///     u32       version, u32 zero
///     u64       fingerprint of the model
///     u64       n = tokens of the conversation, with those that have left the window
///     u64       how many of them have left the window
///     u64       where in them the conversation begins that the client repeats
///     u64       m = bytes of the engine's state
///     i32[n]    the tokens
///     m bytes   the state
///     u64       checksum of all that stands before it
///
/// The engine reads its state trustingly, so nothing reaches it that the checksum does
/// not cover or that another model wrote.

/// @param path UTF-8.  @throws Refusal (COMMON_UNKNOWN) when the file cannot be written.
void save_kv_file(const char* path, const Model& model, const KvRecord& record);

/// Replaces the cache's content and its record; leaves both as they were when it fails.
/// @throws Refusal: COMMON_UNKNOWN when the file cannot be read, COMMON_INVALID_INPUT when it is
/// damaged, of another version or of another model, LLM_TOKENIZATION_CONTEXT_LENGTH when this
/// context is too small for it.
void load_kv_file(const char* path, Model& model, KvRecord& record);

}  // namespace geniex::llama
