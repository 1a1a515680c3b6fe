/*
 * What llama.cpp itself computes, to compare the plugin's logits with: no code of ours but this file.
 *
 * reference_logits <cpu module> <model> <n_batch> <n_ubatch> <threads> <flash attention 0|1> <id>...
 * writes one row of float32 per id to stdout.
 */
#include <ggml-backend.h>
#include <llama.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { kModule = 1, kModel, kBatch, kUbatch, kThreads, kFlashAttention, kFirstId };

static void log_problem(enum ggml_log_level level, const char* text, void* user_data) {
    (void)user_data;
    if (level >= GGML_LOG_LEVEL_WARN) fputs(text, stderr);
}

static struct llama_context* make_context(struct llama_model* model, char** arguments, int count) {
    struct llama_context_params params = llama_context_default_params();
    params.n_ctx = (uint32_t)count;
    params.n_batch = (uint32_t)atoi(arguments[kBatch]);
    params.n_ubatch = (uint32_t)atoi(arguments[kUbatch]);
    params.n_threads = params.n_threads_batch = atoi(arguments[kThreads]);
    params.flash_attn_type =
        atoi(arguments[kFlashAttention]) != 0 ? LLAMA_FLASH_ATTN_TYPE_ENABLED : LLAMA_FLASH_ATTN_TYPE_DISABLED;
    return llama_init_from_model(model, params);
}

/** Evaluates ids [done, done + size) and writes their rows. */
static bool write_rows(struct llama_context* context, struct llama_batch* batch, char** ids, int done, int size,
                       size_t n_vocab) {
    for (int i = 0; i < size; ++i) {
        batch->token[i] = atoi(ids[done + i]);
        batch->pos[i] = done + i;
        batch->n_seq_id[i] = 1;
        batch->seq_id[i][0] = 0;
        batch->logits[i] = 1;
    }
    batch->n_tokens = size;
    if (llama_decode(context, *batch) != 0) return false;
    for (int i = 0; i < size; ++i) {
        if (fwrite(llama_get_logits_ith(context, i), sizeof(float), n_vocab, stdout) != n_vocab) return false;
    }
    return true;
}

int main(int argc, char** argv) {
    if (argc <= kFirstId) return 2;
    llama_log_set(log_problem, NULL);
    if (ggml_backend_load(argv[kModule]) == NULL) return 1;
    llama_backend_init();
    struct llama_model_params model_params = llama_model_default_params();
    model_params.n_gpu_layers = 0;
    struct llama_model* model = llama_model_load_from_file(argv[kModel], model_params);
    if (model == NULL) return 1;
    const int count = argc - kFirstId;
    struct llama_context* context = make_context(model, argv, count);
    if (context == NULL) return 1;
    const int n_batch = atoi(argv[kBatch]);
    const size_t n_vocab = (size_t)llama_vocab_n_tokens(llama_model_get_vocab(model));
    struct llama_batch batch = llama_batch_init(n_batch, 0, 1);
    bool written = true;
    for (int done = 0; done < count && written; done += n_batch) {
        const int size = count - done < n_batch ? count - done : n_batch;
        written = write_rows(context, &batch, argv + kFirstId, done, size, n_vocab);
    }
    llama_batch_free(batch);
    llama_free(context);
    llama_model_free(model);
    return written && fflush(stdout) == 0 ? 0 : 1;
}
