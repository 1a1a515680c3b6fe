#include "measure.h"

#include <stdlib.h>
#include <string.h>

#include "engine_log.h"
#include "memory.h"
#include "progress.h"

// What libgeniex gives a language model without a wish; longer measurements ask for what they need.
enum { kDefaultContext = 4096, kQairtBlock = 128 };

static const char kDefaultVlmPrompt[] = "Describe what you see or hear.";

static int32_t context_size(const Options* options, Mode mode) {
    if (options->n_ctx > 0) return options->n_ctx;
    if (options->perplexity) return kScoreWindow;
    if (mode != MODE_RANDOM_IDS) return 0;
    const int64_t needed = (int64_t)options->n_prompt + (options->logits ? 0 : options->n_gen);
    if (needed <= kDefaultContext) return 0;
    return needed < INT32_MAX ? (int32_t)needed : INT32_MAX;
}

/** Text `index` of the cell. llama_cpp would answer the same prompt from its KV cache, so each run's is marked. */
static char* text_of_run(const Options* options, const Result* result, const TextPrompts* prompts, bool warmup,
                         int index) {
    const char* text = prompts->count > 0 ? prompts->items[index % prompts->count] : kDefaultVlmPrompt;
    const bool mark =
        result->mode == MODE_TEXT && !options->accuracy && strcmp(result->target.plugin, "llama_cpp") == 0;
    return mark ? format_text("%s [%s=%d]", text, warmup ? "warmup" : "run", index) : copy_text(text);
}

static char* run_once(const Options* options, const Model* model, const TextPrompts* prompts, RandomIds* ids,
                      bool warmup, int index, Result* result, Run* run) {
    Prompt prompt = {NULL, 0, NULL};
    int32_t* id_array = NULL;
    char* text = NULL;
    if (result->mode == MODE_RANDOM_IDS) {
        prompt.ids = id_array = next_ids(ids, options->n_prompt);
        prompt.id_count = options->n_prompt;
    } else {
        prompt.text = text = text_of_run(options, result, prompts, warmup, index);
    }
    int32_t code = options->no_reset ? GENIEX_SUCCESS : reset_model(model);
    if (code >= 0) code = run_model(model, options, &result->target, &prompt, run);
    free(id_array);
    free(text);
    return code < 0 ? failure_text(code) : NULL;
}

static char* measure_runs(const Options* options, const Model* model, const TextPrompts* prompts, RandomIds ids,
                          Result* result) {
    char* failure = NULL;
    const int warmups = options->accuracy ? 0 : options->warmup;
    for (int i = 0; i < warmups && failure == NULL; ++i) {
        Run run;
        show_progress(options, result->cell->id, "warm", i + 1, warmups);
        failure = run_once(options, model, prompts, &ids, true, i, result, &run);
        geniex_free(run.text);
    }
    const int once_each = prompts->count > 0 ? prompts->count : 1;
    const int count = options->accuracy ? once_each : options->repetitions;
    result->runs = new_array((size_t)count, sizeof *result->runs);
    for (int i = 0; i < count && failure == NULL; ++i) {
        show_progress(options, result->cell->id, "run ", i + 1, count);
        failure = run_once(options, model, prompts, &ids, false, i, result, &result->runs[i]);
        result->run_count = i + 1;
    }
    return failure;
}

static char* take_logits(const Options* options, const Model* model, RandomIds ids, Result* result) {
    result->ids = next_ids(&ids, options->n_prompt);
    result->id_count = options->n_prompt;
    const geniex_LlmForwardLogitsInput input = {.input_ids = result->ids,
                                                .input_ids_count = result->id_count,
                                                .all_positions = !options->logits_last_only,
                                                .top_n = options->logits_top_n};
    forget_logged_error();
    const int32_t code = geniex_llm_forward_logits(model->llm, &input, &result->logits);
    return code < 0 ? failure_text(code) : NULL;
}

static char* measure_model(const Options* options, const Model* model, const TextPrompts* prompts, Result* result) {
    geniex_LlmModelInfo info = {0};
    if (result->mode == MODE_RANDOM_IDS || options->perplexity) {
        forget_logged_error();
        const int32_t code = geniex_llm_get_model_info(model->llm, &info);
        if (code < 0 || info.vocab_size <= 0) {
            char* reason = failure_text(code);
            char* failure = format_text(
                options->perplexity ? "a perplexity needs the size of the vocabulary: %s"
                                    : "random ids need the size of the vocabulary; give a text with --prompt: %s",
                reason);
            free(reason);
            return failure;
        }
    }
    if (options->perplexity) {
        return score_text(options, result->cell->id, model->llm, &info, prompts->items[0], result->n_ctx,
                          &result->score);
    }
    const RandomIds ids = random_ids(options->seed, info);
    if (options->logits) return take_logits(options, model, ids, result);
    return measure_runs(options, model, prompts, ids, result);
}

void measure_cell(const Options* options, const Cell* cell, const TextPrompts* prompts, Result* result) {
    *result = (Result){.cell = cell};
    result->failure = resolve_target(options, cell, &result->target);
    result->mode = result->target.vlm ? MODE_VLM : prompts->count > 0 ? MODE_TEXT : MODE_RANDOM_IDS;
    result->n_ctx = context_size(options, result->mode);
    if (result->failure == NULL && (options->logits || options->perplexity) && result->target.vlm) {
        result->failure = format_text("%s is for language models, and this one is a vision-language model",
                                      options->logits ? "--logits" : "--perplexity");
    }
    if (result->failure != NULL) return;
    Model model;
    show_progress(options, cell->id, "load", 0, 0);
    const int32_t code = open_model(options, &result->target, result->n_ctx, &model);
    result->failure = code < 0 ? failure_text(code) : measure_model(options, &model, prompts, result);
    close_model(&model);
}

void free_result(Result* result) {
    for (int i = 0; i < result->run_count; ++i) geniex_free(result->runs[i].text);
    free(result->runs);
    free(result->failure);
    free(result->ids);
    geniex_free(result->logits.logits);
    geniex_free(result->logits.token_ids);
    free_text_score(&result->score);
    free_target(&result->target);
}

int64_t counted_prompt_tokens(const Target* target, const geniex_ProfileData* profile) {
    if (strcmp(target->plugin, "qairt") != 0) return profile->prompt_tokens;
    return (profile->prompt_tokens + kQairtBlock - 1) / kQairtBlock * kQairtBlock;
}

double prefill_speed(const Target* target, const geniex_ProfileData* profile) {
    if (profile->prompt_time <= 0) return 0;
    return (double)counted_prompt_tokens(target, profile) * 1e6 / (double)profile->prompt_time;
}
