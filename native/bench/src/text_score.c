#include "text_score.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine_log.h"
#include "geniex_ext.h"
#include "memory.h"
#include "platform.h"
#include "progress.h"

/** The windows over one text. `ids` has room for a BOS in front of `tokens`. */
typedef struct Scorer {
    geniex_LLM* llm;
    const geniex_TokenList* tokens;
    int32_t bos; /**< -1 = none is put in front */
    int32_t* ids;
    int32_t count; /**< in `ids` */
    double sum;    /**< of the tokens' negative log-likelihoods */
    double squares;
} Scorer;

static double log_sum_exp(const float* logits, int32_t count) {
    double top = -INFINITY;
    for (int32_t i = 0; i < count; ++i) top = fmax(top, (double)logits[i]);
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) sum += exp((double)logits[i] - top);
    return top + log(sum);
}

static void fill_window(Scorer* scorer, int32_t begin, int32_t end) {
    scorer->count = 0;
    if (scorer->bos >= 0) scorer->ids[scorer->count++] = scorer->bos;
    memcpy(scorer->ids + scorer->count, scorer->tokens->ids + begin, (size_t)(end - begin) * sizeof *scorer->ids);
    scorer->count += end - begin;
}

/** Evaluates tokens [begin, end) and scores those from `scored_from` on. */
static int32_t score_window(Scorer* scorer, int32_t begin, int32_t scored_from, int32_t end, TextScore* score) {
    fill_window(scorer, begin, end);
    const geniex_LlmForwardLogitsInput input = {scorer->ids, scorer->count, true, 0};
    geniex_LlmForwardLogitsOutput output = {0};
    const int32_t code = geniex_llm_forward_logits(scorer->llm, &input, &output);
    if (code < 0) return code;
    // Row r foresees the token after ids[r].
    const int32_t shift = (scorer->bos >= 0 ? 1 : 0) - begin - 1;
    for (int32_t i = scored_from; i < end; ++i) {
        const float* row = output.logits + (size_t)(i + shift) * (size_t)output.row_width;
        const double nll = log_sum_exp(row, output.row_width) - (double)row[scorer->tokens->ids[i]];
        scorer->sum += nll;
        scorer->squares += nll * nll;
        ++score->scored;
    }
    const float* last = output.logits + (size_t)(output.n_rows - 1) * (size_t)output.row_width;
    score->log_sum = log_sum_exp(last, output.row_width);
    geniex_free(output.logits);
    return code;
}

static int32_t score_windows(const Options* options, const char* cell_id, Scorer* scorer, int32_t window,
                             TextScore* score) {
    const int32_t body = window - (scorer->bos >= 0 ? 1 : 0);
    const int32_t step = body - body / 2;
    const int32_t count = scorer->tokens->count;
    const int32_t steps = count <= body ? 1 : 1 + (count - body + step - 1) / step;
    int32_t code = GENIEX_SUCCESS;
    int32_t scored_from = scorer->bos >= 0 ? 0 : 1;
    for (int32_t at = 0; at < steps && code >= 0; ++at) {
        show_progress(options, cell_id, "run ", at + 1, steps);
        const int32_t begin = at * step;
        const int32_t end = count - begin < body ? count : begin + body;
        code = score_window(scorer, begin, scored_from, end, score);
        scored_from = end;
    }
    return code;
}

/** The last window once more, for the library's own ranking of what comes next. */
static int32_t take_next(const Scorer* scorer, int32_t top_n, TextScore* score) {
    const geniex_LlmForwardLogitsInput input = {scorer->ids, scorer->count, false, top_n > 0 ? top_n : 1};
    int32_t code = geniex_llm_forward_logits(scorer->llm, &input, &score->next);
    if (code < 0) return code;
    score->pieces = new_array((size_t)score->next.row_width, sizeof *score->pieces);
    for (int32_t i = 0; i < score->next.row_width && code >= 0; ++i) {
        code = geniex_llm_detokenize(scorer->llm, &score->next.token_ids[i], 1, &score->pieces[i]);
    }
    return code;
}

static void summarize(const Scorer* scorer, TextScore* score) {
    const double n = score->scored;
    score->mean_nll = scorer->sum / n;
    const double variance = n > 1 ? (scorer->squares - scorer->sum * score->mean_nll) / (n - 1) : 0;
    score->mean_nll_stderr = sqrt(fmax(0, variance) / n);
}

char* score_text(const Options* options, const char* cell_id, geniex_LLM* llm, const geniex_LlmModelInfo* info,
                 const char* text, int32_t window, TextScore* score) {
    if (window < 4) return copy_text("a perplexity needs a context of 4 tokens or more");
    const int64_t begin = now_us();
    geniex_TokenList tokens = {.size = sizeof tokens};
    forget_logged_error();
    int32_t code = geniex_llm_tokenize(llm, text, (int64_t)strlen(text), false, &tokens);
    if (code < 0) return failure_text(code);
    const int32_t bos = info->add_bos != 0 ? info->bos_token : -1;
    char* failure = NULL;
    score->tokens = tokens.count;
    if (tokens.count < 2) {
        failure = copy_text("the text has fewer than two tokens");
    } else {
        Scorer scorer = {.llm = llm, .tokens = &tokens, .bos = bos};
        scorer.ids = new_array((size_t)window, sizeof *scorer.ids);
        code = score_windows(options, cell_id, &scorer, window, score);
        if (code >= 0) code = take_next(&scorer, options->logits_top_n, score);
        if (code < 0) failure = failure_text(code);
        summarize(&scorer, score);
        free(scorer.ids);
    }
    geniex_free(tokens.ids);
    score->wall_us = now_us() - begin;
    if (failure == NULL && !isfinite(score->mean_nll)) failure = copy_text("the model gave no numbers as logits");
    return failure;
}

double perplexity(const TextScore* score) { return score->scored > 0 ? exp(score->mean_nll) : NAN; }

double next_probability(const TextScore* score, int32_t index) {
    return exp((double)score->next.logits[index] - score->log_sum);
}

void free_text_score(TextScore* score) {
    for (int32_t i = 0; score->pieces != NULL && i < score->next.row_width; ++i) geniex_free(score->pieces[i]);
    free(score->pieces);
    geniex_free(score->next.logits);
    geniex_free(score->next.token_ids);
}
