// The console's lines and the Markdown table.
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "report.h"
#include "summaries.h"

static void print_generated(FILE* file, const char* text) {
    for (const char* line = text; line != NULL && *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        fprintf(file, "[gen ] %.*s\n", (int)length, line);
        line = line[length] == '\n' ? line + length + 1 : NULL;
    }
}

void print_result(FILE* file, const Options* options, const Result* result) {
    const Target* target = &result->target;
    for (int i = 0; options->accuracy && i < result->run_count; ++i) print_generated(file, result->runs[i].text);
    if (result->failure != NULL) {
        fprintf(file, "[fail] %s plugin=%s device=%s ngl=%d %s\n", result->cell->id, target->plugin, target->device,
                (int)target->ngl, result->failure);
    } else if (options->logits) {
        fprintf(file, "[ok  ] %s plugin=%s device=%s ngl=%d logits=%dx%d\n", result->cell->id, target->plugin,
                target->device, (int)target->ngl, (int)result->logits.n_rows, (int)result->logits.row_width);
    } else if (options->perplexity) {
        fprintf(file, "[ok  ] %s plugin=%s device=%s ngl=%d perplexity=%.4f tokens=%d\n", result->cell->id,
                target->plugin, target->device, (int)target->ngl, perplexity(&result->score),
                (int)result->score.scored);
    } else {
        const Summaries s = summarize_runs(result);
        fprintf(file, "[ok  ] %s plugin=%s device=%s ngl=%d ttft=%.2fms prefill=%.2ftps decode=%.2ftps gen=%.0f tok\n",
                result->cell->id, target->plugin, target->device, (int)target->ngl, s.ttft_ms.median,
                s.prefill_tps.median, s.decode_tps.median, s.gen_tokens.median);
    }
    fflush(file);
}

/** A cell of a Markdown table must not end early or hold a line end. */
static void print_cell(FILE* file, const char* text) {
    fputs(" ", file);
    for (; *text != '\0'; ++text) {
        if (*text == '|') fputc('\\', file);
        fputc(*text == '\n' || *text == '\r' ? ' ' : *text, file);
    }
    fputs(" |", file);
}

static const char* file_name(const char* path) {
    const char* name = path;
    for (const char* at = path; *at != '\0'; ++at) {
        if ((*at == '/' || *at == '\\') && at[1] != '\0') name = at + 1;
    }
    return name;
}

static char* size_text(int64_t bytes) {
    static const char* const kUnits[] = {"B", "KiB", "MiB", "GiB"};
    double value = (double)bytes;
    size_t unit = 0;
    for (; value >= 1024 && unit + 1 < sizeof kUnits / sizeof *kUnits; ++unit) value /= 1024;
    if (bytes <= 0) return copy_text("-");
    return format_text(unit == 0 ? "%.0f %s" : "%.2f %s", value, kUnits[unit]);
}

static char* test_text(const Options* options, const Result* result, const Summaries* s) {
    if (result->mode == MODE_RANDOM_IDS) return format_text("pp%d+tg%d", options->n_prompt, options->n_gen);
    return format_text("pp%.0f+tg%.0f", s->prompt_tokens.median, s->gen_tokens.median);
}

void print_markdown_header(FILE* file) {
    fputs(
        "| Model | Size | Backend | Device | ngl | Test | TTFT (ms) | Prefill (t/s) | Decode (t/s) |\n"
        "| --- | ---: | --- | --- | ---: | --- | ---: | ---: | ---: |\n",
        file);
    fflush(file);
}

void print_markdown_row(FILE* file, const Options* options, const Result* result) {
    const Target* target = &result->target;
    const Summaries s = summarize_runs(result);
    char* size = size_text(target->model_bytes);
    char* ngl = format_text("%d", (int)target->ngl);
    char* test = result->failure != NULL ? format_text("failed: %s", result->failure) : test_text(options, result, &s);
    fputc('|', file);
    print_cell(file, file_name(target->model_path));
    print_cell(file, size);
    print_cell(file, target->plugin);
    print_cell(file, target->device);
    print_cell(file, ngl);
    print_cell(file, test);
    if (result->failure != NULL) {
        fputs(" - | - | - |\n", file);
    } else {
        fprintf(file, " %.2f ± %.2f | %.2f ± %.2f | %.2f ± %.2f |\n", s.ttft_ms.mean, s.ttft_ms.stdev,
                s.prefill_tps.mean, s.prefill_tps.stdev, s.decode_tps.mean, s.decode_tps.stdev);
    }
    fflush(file);
    free(size);
    free(ngl);
    free(test);
}
