// A batch of one sequence, as llama_decode() takes it.
#pragma once

#include <cstdint>

#include <llama.h>

namespace geniex::llama {

/// Owns the arrays; filled anew for every evaluation.
class Batch {
 public:
    explicit Batch(int32_t capacity) : batch_(llama_batch_init(capacity, 0, 1)) {}
    ~Batch() { llama_batch_free(batch_); }
    Batch(const Batch&) = delete;
    Batch& operator=(const Batch&) = delete;

    void clear() { batch_.n_tokens = 0; }

    void add(int32_t token, int32_t position, bool wants_logits) {
        batch_.token[batch_.n_tokens] = token;
        place(position, wants_logits);
    }

    /// A position that is fed by an embedding instead of a token.
    void add_position(int32_t position, bool wants_logits) { place(position, wants_logits); }

    bool wants_logits(int32_t index) const { return batch_.logits[index] != 0; }

    llama_batch tokens() const { return batch_; }

    /// The same positions with `rows` [n_tokens, width] in place of tokens.
    llama_batch embeddings(const float* rows) const {
        llama_batch batch = batch_;
        batch.token = nullptr;
        batch.embd = const_cast<float*>(rows);  // llama.cpp only reads it
        return batch;
    }

 private:
    void place(int32_t position, bool wants_logits) {
        const int32_t i = batch_.n_tokens++;
        batch_.pos[i] = position;
        batch_.n_seq_id[i] = 1;
        batch_.seq_id[i][0] = 0;
        batch_.logits[i] = wants_logits ? 1 : 0;
    }

    llama_batch batch_;
};

}  // namespace geniex::llama
