// The command line.
#ifndef GENIEX_BENCH_OPTIONS_H
#define GENIEX_BENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct TextList {
    const char** items;
    int count;
} TextList;

typedef struct Options {
    const char* model; /**< a path, or a name in the model store */
    const char* plugin;
    const char* device;    /**< an alias or list for geniex_resolve_device() */
    const char* device_id; /**< passed on as it is */
    const char* tokenizer_path;
    const char* mmproj_path;
    bool vlm;
    TextList images;
    TextList audios;
    const char* mm_data_dir;
    const char* qairt_lib;
    const char* power_mode_name;
    uint32_t power_mode; /**< geniex_PowerMode */
    const char* chipset;
    const char* hub_name;
    int hub; /**< geniex_HubSource; -1 = never pull */

    int n_prompt;
    const char* prompt;
    const char* prompt_file;
    int n_gen;
    double temperature; /**< 0 = greedy, unlike in the ABI */
    int seed;
    int warmup;
    bool no_warmup;
    int repetitions;
    bool no_reset;
    int callback_delay_us;

    bool accuracy;
    bool logits;
    bool logits_last_only;
    int logits_top_n;
    bool perplexity;
    bool progress;

    int n_ctx;
    int n_threads;
    int n_batch;
    int n_ubatch;
    int n_gpu_layers;
    bool has_n_gpu_layers;
    const char* spec_type;
    const char* draft_model;
    int draft_tokens;
    int draft_min;
    double draft_p_min;

    const char* output_json;
    const char* output_md;
    const char* output_json_dir;
    const char* cell_id;
    const char* matrix_file;
    bool help;
} Options;

/** False after saying on stderr what is wrong with the arguments. */
bool parse_options(int argc, char** argv, Options* options);

void free_options(Options* options);

void print_help(void);

/** Cell ids become file names: letters, digits, '.', '_' and '-', no '.' in front. */
bool is_cell_id(const char* text);

/** One line on stderr with the program's name in front. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void complain(const char* format, ...);

#endif
