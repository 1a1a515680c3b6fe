// geniex-bench: measures models through the public C interface of libgeniex.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "engine_log.h"
#include "geniex.h"
#include "geniex_model.h"
#include "measure.h"
#include "memory.h"
#include "options.h"
#include "platform.h"
#include "prompts.h"
#include "report.h"

enum { kDone = 0, kRunFailed = 1, kUsage = 2 };

static bool is_stdout(const char* path) { return path != NULL && strcmp(path, "-") == 0; }

/** `path` opened for writing; NULL after saying that it cannot be. "-" is stdout. */
static FILE* open_output(const char* path) {
    FILE* file = is_stdout(path) ? stdout : open_file(path, "wb");
    if (file == NULL) complain("%s cannot be written", path);
    return file;
}

static bool close_output(FILE* file, const char* path) {
    const bool failed = fflush(file) != 0 || ferror(file) != 0;
    const bool good = (file == stdout || fclose(file) == 0) && !failed;
    if (!good) complain("%s could not be written as a whole", path);
    return good;
}

static bool write_json(const Options* options, const Result* result, const char* path) {
    FILE* file = open_output(path);
    if (file == NULL) return false;
    if (options->logits) {
        print_logits_json(file, options, result);
    } else if (options->perplexity) {
        print_score_json(file, options, result);
    } else {
        print_json(file, options, result);
    }
    return close_output(file, path);
}

static bool write_json_files(const Options* options, const Result* result) {
    bool good = true;
    if (options->output_json != NULL) good = write_json(options, result, options->output_json);
    if (options->output_json_dir == NULL) return good;
    char* path = format_text("%s/%s.json", options->output_json_dir, result->cell->id);
    good = write_json(options, result, path) && good;
    free(path);
    return good;
}

static bool run_cells(const Options* options, const CellList* cells, const TextPrompts* prompts) {
    const bool stdout_taken = is_stdout(options->output_json) || is_stdout(options->output_md);
    FILE* markdown = NULL;
    if (options->output_md != NULL) {
        markdown = open_output(options->output_md);
        if (markdown == NULL) return false;
        print_markdown_header(markdown);
    }
    bool good = true;
    for (int i = 0; i < cells->count; ++i) {
        Result result;
        measure_cell(options, &cells->items[i], prompts, &result);
        good = write_json_files(options, &result) && result.failure == NULL && good;
        // A program that waits for the line finds the file whole.
        print_result(stdout_taken ? stderr : stdout, options, &result);
        if (markdown != NULL) print_markdown_row(markdown, options, &result);
        free_result(&result);
    }
    if (markdown != NULL) good = close_output(markdown, options->output_md) && good;
    return good;
}

static int start_and_run(const Options* options, const CellList* cells, const TextPrompts* prompts) {
    start_engine_log();
    int32_t code = options->qairt_lib != NULL ? geniex_set_qairt_runtime_path(options->qairt_lib) : GENIEX_SUCCESS;
    if (code >= 0) code = geniex_init();
    if (code < 0) {
        char* text = failure_text(code);
        complain("libgeniex does not start: %s", text);
        free(text);
        return kRunFailed;
    }
    const bool good = run_cells(options, cells, prompts);
    geniex_model_deinit();
    geniex_deinit();
    return good ? kDone : kRunFailed;
}

static int run(const Options* options) {
    if (options->help) {
        print_help();
        return kDone;
    }
    if (options->logits && options->output_json == NULL && options->output_json_dir == NULL) {
        complain("--logits needs --output-json or --output-json-dir");
        return kUsage;
    }
    if (options->output_json_dir != NULL && !is_folder(options->output_json_dir)) {
        complain("--output-json-dir: there is no folder %s", options->output_json_dir);
        return kUsage;
    }
    TextPrompts prompts = {NULL, 0};
    CellList cells = {NULL, 0};
    int code = kUsage;
    if (read_prompts(options, &prompts) && list_cells(options, &cells)) code = start_and_run(options, &cells, &prompts);
    free_cells(&cells);
    free_prompts(&prompts);
    return code;
}

int main(int argc, char** argv) {
    argv = utf8_arguments(&argc, argv);
    Options options;
    const int code = parse_options(argc, argv, &options) ? run(&options) : kUsage;
    free_options(&options);
    return code;
}
