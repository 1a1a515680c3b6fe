// The JSON files.
#include "geniex.h"
#include "json.h"
#include "report.h"
#include "summaries.h"

static const char* mode_name(const Options* options, Mode mode) {
    if (options->logits) return "logits";
    if (options->accuracy) return "accuracy";
    return mode == MODE_VLM ? "vlm" : mode == MODE_TEXT ? "text" : "random-ids";
}

static void write_target(Json* json, const Result* result) {
    const Target* target = &result->target;
    json_text(json, "cell_id", result->cell->id);
    json_text(json, "plugin", target->plugin);
    json_text(json, "plugin_version", geniex_get_plugin_version(target->plugin));
    json_text(json, "geniex_version", geniex_version());
    json_text(json, "device", target->device);
    json_text(json, "device_id", target->device_id);
    json_text(json, "model_path", target->model_path);
    json_integer(json, "model_size_bytes", target->model_bytes);
}

static void write_params(Json* json, const Options* options, const Result* result) {
    const bool random = result->mode == MODE_RANDOM_IDS;
    json_begin_object(json, "params");
    json_text(json, "mode", mode_name(options, result->mode));
    json_integer(json, "n_prompt", random ? options->n_prompt : 0);
    json_integer(json, "n_gen", options->n_gen);
    json_integer(json, "n_ctx", result->n_ctx);
    json_integer(json, "n_threads", options->n_threads);
    json_integer(json, "n_batch", options->n_batch);
    json_integer(json, "n_ubatch", options->n_ubatch);
    json_integer(json, "n_gpu_layers", result->target.ngl);
    json_number(json, "temperature", options->temperature);
    json_integer(json, "seed", options->seed);
    json_integer(json, "warmup", options->accuracy ? 0 : options->warmup);
    json_integer(json, "repetitions", options->accuracy ? result->run_count : options->repetitions);
    json_boolean(json, "reset_between_runs", !options->no_reset);
    json_integer(json, "token_callback_delay_us", options->callback_delay_us);
    json_integer(json, "power_mode", options->power_mode);
    json_text(json, "prompt_file", options->prompt_file);
    json_text(json, "mmproj_path", result->target.mmproj_path);
    json_integer(json, "images", options->images.count);
    json_integer(json, "audios", options->audios.count);
    json_text(json, "spec_type", options->spec_type);
    json_text(json, "draft_model", options->draft_model);
    json_integer(json, "draft_tokens", options->draft_tokens);
    json_integer(json, "draft_min", options->draft_min);
    json_number(json, "draft_p_min", options->draft_p_min);
    json_text(json, "chipset", options->chipset);
    json_end_object(json);
}

static void write_run(Json* json, const Options* options, const Target* target, const Run* run, int index) {
    const geniex_ProfileData* p = &run->profile;
    json_begin_object(json, NULL);
    json_integer(json, "run_idx", index);
    json_integer(json, "ttft_us", p->ttft);
    json_number(json, "prefill_tps", prefill_speed(target, p));
    json_number(json, "decode_tps", p->decoding_speed);
    json_integer(json, "prompt_tokens", p->prompt_tokens);
    json_integer(json, "prompt_tokens_counted", counted_prompt_tokens(target, p));
    json_integer(json, "gen_tokens", p->generated_tokens);
    json_integer(json, "media_us", p->media_time);
    json_integer(json, "prompt_us", p->prompt_time);
    json_integer(json, "decode_us", p->decode_time);
    json_integer(json, "wall_us", run->wall_us);
    json_integer(json, "draft_n_total", p->draft_n_total);
    json_integer(json, "draft_n_accepted", p->draft_n_accepted);
    json_text(json, "stop_reason", p->stop_reason);
    if (options->accuracy) json_text(json, "text", run->text);
    json_end_object(json);
}

static void write_summary(Json* json, const char* key, const Summary* summary) {
    json_begin_object(json, key);
    json_number(json, "median", summary->median);
    json_number(json, "min", summary->min);
    json_number(json, "max", summary->max);
    json_number(json, "mean", summary->mean);
    json_number(json, "stdev", summary->stdev);
    json_end_object(json);
}

static void write_median(Json* json, const char* key, const Summary* summary) {
    json_begin_object(json, key);
    json_number(json, "median", summary->median);
    json_end_object(json);
}

void print_json(FILE* file, const Options* options, const Result* result) {
    Json json = {.file = file};
    json_begin_object(&json, NULL);
    json_text(&json, "schema_version", "2");
    write_target(&json, result);
    write_params(&json, options, result);
    json_text(&json, "error", result->failure);
    json_begin_array(&json, "runs");
    for (int i = 0; i < result->run_count; ++i) write_run(&json, options, &result->target, &result->runs[i], i);
    json_end_array(&json);
    const Summaries s = summarize_runs(result);
    json_begin_object(&json, "agg");
    write_summary(&json, "ttft_ms", &s.ttft_ms);
    write_summary(&json, "prefill_tps", &s.prefill_tps);
    write_summary(&json, "decode_tps", &s.decode_tps);
    write_median(&json, "gen_tokens", &s.gen_tokens);
    write_median(&json, "prompt_tokens", &s.prompt_tokens);
    json_end_object(&json);
    json_end_object(&json);
}

static void write_row(Json* json, const Result* result, int32_t row) {
    const geniex_LlmForwardLogitsOutput* logits = &result->logits;
    const size_t begin = (size_t)row * (size_t)logits->row_width;
    json_begin_object(json, NULL);
    // A single row of several ids is the last position's.
    json_integer(json, "position", result->id_count - logits->n_rows + row);
    if (logits->token_ids != NULL) {
        json_begin_row(json, "token_ids");
        for (int32_t i = 0; i < logits->row_width; ++i) json_integer(json, NULL, logits->token_ids[begin + (size_t)i]);
        json_end_array(json);
    }
    json_begin_row(json, "logits");
    for (int32_t i = 0; i < logits->row_width; ++i) json_float(json, NULL, logits->logits[begin + (size_t)i]);
    json_end_array(json);
    json_end_object(json);
}

static void write_next_token(Json* json, const TextScore* score, int32_t index) {
    json_begin_object(json, NULL);
    json_integer(json, "token_id", score->next.token_ids[index]);
    json_text(json, "text", score->pieces[index]);
    json_float(json, "logit", score->next.logits[index]);
    json_number(json, "probability", next_probability(score, index));
    json_end_object(json);
}

void print_score_json(FILE* file, const Options* options, const Result* result) {
    const TextScore* score = &result->score;
    Json json = {.file = file};
    json_begin_object(&json, NULL);
    json_text(&json, "schema_version", "perplexity-1");
    write_target(&json, result);
    json_text(&json, "error", result->failure);
    json_integer(&json, "window", result->n_ctx);
    json_integer(&json, "n_threads", options->n_threads);
    json_integer(&json, "text_tokens", score->tokens);
    json_integer(&json, "scored_tokens", score->scored);
    json_number(&json, "perplexity", perplexity(score));
    json_number(&json, "mean_nll", score->mean_nll);
    json_number(&json, "mean_nll_stderr", score->mean_nll_stderr);
    json_integer(&json, "wall_us", score->wall_us);
    json_integer(&json, "vocab_size", score->next.vocab_size);
    json_begin_array(&json, "next");
    for (int32_t i = 0; score->pieces != NULL && i < score->next.row_width; ++i) write_next_token(&json, score, i);
    json_end_array(&json);
    json_end_object(&json);
}

void print_logits_json(FILE* file, const Options* options, const Result* result) {
    Json json = {.file = file};
    json_begin_object(&json, NULL);
    json_text(&json, "schema_version", "logits-1");
    write_target(&json, result);
    json_text(&json, "error", result->failure);
    json_integer(&json, "seed", options->seed);
    json_boolean(&json, "all_positions", !options->logits_last_only);
    json_integer(&json, "top_n", options->logits_top_n);
    json_integer(&json, "vocab_size", result->logits.vocab_size);
    json_begin_row(&json, "input_ids");
    for (int i = 0; i < result->id_count; ++i) json_integer(&json, NULL, result->ids[i]);
    json_end_array(&json);
    json_begin_array(&json, "rows");
    for (int32_t row = 0; row < result->logits.n_rows; ++row) write_row(&json, result, row);
    json_end_array(&json);
    json_end_object(&json);
}
