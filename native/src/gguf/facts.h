// What a GGUF file says about its model, for lists and cards.
#pragma once

#include "container.h"
#include "json_writer.h"
#include "split.h"

namespace geniex::gguf {

/**
 * Writes one JSON object. What the file does not tell, or what could not be read, is null (an empty list):
 *  - strings: architecture, name, type, size_label, license, quantization ("Q4_1"), tokenizer_model,
 *    tokenizer_pre, projector_type;
 *  - integers: gguf_version, alignment, metadata_bytes, context_length, block_count, embedding_length,
 *    key_length, value_length, expert_count, sliding_window, pooling_type, recurrent_state_size,
 *    recurrent_inner_size, recurrent_kernel, vocabulary_size, bos_token_id, eos_token_id, chat_template_bytes; of a
 * projector: projection_length, image_size, patch_size;
 *  - of the first part: embedding_bytes and embedding_parameters, of the token embeddings, and the boolean
 *    has_output_matrix, false where the output reuses them;
 *  - integers, summed over all parts: file_bytes, tensor_bytes, tensor_count, parameter_count; and split_count;
 *  - an integer, or a list of one per layer: feed_forward_length, head_count, head_count_kv, expert_used_count;
 *  - lists of strings: languages, modalities ("vision", "audio"; of a projector);
 *  - an object: tensor_types, bytes by format, of the first part.
 */
void write_facts(const Container& container, const SplitTotals& totals, JsonWriter& json);

}  // namespace geniex::gguf
