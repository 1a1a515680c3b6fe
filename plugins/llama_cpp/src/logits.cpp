#include "logits.h"

#include <algorithm>
#include <stdexcept>

#include "batch.h"

namespace geniex::llama {

int32_t compute_logits(const Model& model, Host& host, const geniex_LlmForwardLogitsInput& input, const RunControl& run,
                       geniex_LlmForwardLogitsOutput& output) {
    const ContextPtr context = model.scratch_context(static_cast<size_t>(input.input_ids_count));
    if (!context) return GENIEX_ERROR_COMMON_MEMORY_ALLOCATION;
    const int32_t count = input.input_ids_count;
    const int32_t n_rows = input.all_positions ? count : 1;
    const auto n_vocab = static_cast<size_t>(llama_vocab_n_tokens(model.vocab()));
    auto* rows = static_cast<float*>(host.allocate(static_cast<size_t>(n_rows) * n_vocab * sizeof(float)));
    if (rows == nullptr) return GENIEX_ERROR_COMMON_MEMORY_ALLOCATION;
    output.logits = rows;
    output.n_rows = n_rows;
    output.row_width = static_cast<int32_t>(n_vocab);
    output.vocab_size = static_cast<int32_t>(n_vocab);

    Batch batch(std::min(model.n_batch(), count));
    float* next_row = rows;
    for (int32_t done = 0; done < count;) {
        if (run.cancelled()) return GENIEX_ERROR_COMMON_CANCELLED;
        const int32_t size = std::min(model.n_batch(), count - done);
        batch.clear();
        for (int32_t i = done; i < done + size; ++i) {
            batch.add(input.input_ids[i], i, input.all_positions || i == count - 1);
        }
        if (llama_decode(context.get(), batch.tokens()) != 0) {
            throw std::runtime_error("the tokens could not be evaluated");
        }
        for (int32_t i = 0; i < size; ++i) {
            if (!batch.wants_logits(i)) continue;
            const float* row = llama_get_logits_ith(context.get(), i);
            std::copy(row, row + n_vocab, next_row);
            next_row += n_vocab;
        }
        done += size;
    }
    return GENIEX_SUCCESS;
}

}  // namespace geniex::llama
