#include "options.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geniex_model.h"
#include "memory.h"

typedef enum Kind { FLAG, TEXT, TEXTS, INTEGER, NUMBER } Kind;

typedef struct Option {
    const char* name;
    const char* short_name; /**< may be NULL */
    Kind kind;
    size_t offset; /**< in Options */
    int min;
    int max;
    const char* argument;
    const char* help;
} Option;

#define AT(member) offsetof(Options, member)

static const Option kOptions[] = {
    {"--model", "-m", TEXT, AT(model), 0, 0, "MODEL",
     "a file or folder, or a name in the model store: org/repo[:quant]"},
    {"--plugin", NULL, TEXT, AT(plugin), 0, 0, "ID", "plugin (default: the store's for this model, else llama_cpp)"},
    {"--device", NULL, TEXT, AT(device), 0, 0, "ALIAS",
     "cpu, gpu, npu, hybrid, auto or a device list (default: the first of npu, gpu, cpu that is there)"},
    {"--device-id", NULL, TEXT, AT(device_id), 0, 0, "ID", "device id as the plugin lists it, past the resolver"},
    {"--tokenizer-path", NULL, TEXT, AT(tokenizer_path), 0, 0, "PATH", "tokenizer of a model that has it apart"},
    {"--mmproj-path", NULL, TEXT, AT(mmproj_path), 0, 0, "PATH", "multimodal projector; implies --vlm"},
    {"--vlm", NULL, FLAG, AT(vlm), 0, 0, NULL, "run as a vision-language model, with the chat template"},
    {"--image", NULL, TEXTS, AT(images), 0, 0, "PATH", "image for the prompt (again for more)"},
    {"--audio", NULL, TEXTS, AT(audios), 0, 0, "PATH", "audio for the prompt (again for more)"},
    {"--mm-data-dir", NULL, TEXT, AT(mm_data_dir), 0, 0, "DIR", "where --image and --audio without a folder lie"},
    {"--n-prompt", "-p", INTEGER, AT(n_prompt), 1, INT_MAX, "N", "random token ids to prefill (default: 512)"},
    {"--prompt", NULL, TEXT, AT(prompt), 0, 0, "TEXT", "a text instead of random ids"},
    {"--prompt-file", NULL, TEXT, AT(prompt_file), 0, 0, "FILE",
     "texts instead of random ids, separated by lines of ---; run i takes text i"},
    {"--n-gen", "-n", INTEGER, AT(n_gen), 1, INT_MAX, "N", "tokens to generate, past any end (default: 128)"},
    {"--temperature", NULL, NUMBER, AT(temperature), 0, 100, "X", "0 = greedy (default)"},
    {"--seed", NULL, INTEGER, AT(seed), 0, INT_MAX, "N", "of the random ids and of the sampler (default: 42)"},
    {"--warmup", NULL, INTEGER, AT(warmup), 0, 1000000, "N", "runs before the measured ones (default: 1)"},
    {"--no-warmup", NULL, FLAG, AT(no_warmup), 0, 0, NULL, "the same as --warmup 0"},
    {"--repetitions", "-r", INTEGER, AT(repetitions), 1, 1000000, "N", "measured runs (default: 5)"},
    {"--no-reset-between-runs", NULL, FLAG, AT(no_reset), 0, 0, NULL, "keep the KV cache from run to run"},
    {"--token-callback-delay-us", NULL, INTEGER, AT(callback_delay_us), 0, 60000000, "N",
     "time that the client takes per piece of text"},
    {"--accuracy", NULL, FLAG, AT(accuracy), 0, 0, NULL, "one run per text that prints what was generated"},
    {"--logits", NULL, FLAG, AT(logits), 0, 0, NULL, "write the logits of the random ids as JSON instead of measuring"},
    {"--logits-last-only", NULL, FLAG, AT(logits_last_only), 0, 0, NULL, "of the last position alone"},
    {"--logits-top-n", NULL, INTEGER, AT(logits_top_n), 0, INT_MAX, "N", "highest per position; 0 = all (default: 20)"},
    {"--perplexity", NULL, FLAG, AT(perplexity), 0, 0, NULL,
     "score the text instead of measuring: its perplexity, and the likeliest --logits-top-n tokens after it"},
    {"--progress", NULL, FLAG, AT(progress), 0, 0, NULL, "a line on stderr before each load and each run"},
    {"--ctx-size", "-c", INTEGER, AT(n_ctx), 0, INT_MAX, "N",
     "context length (default: prompt and reply, if longer than the plugin's)"},
    {"--threads", "-t", INTEGER, AT(n_threads), 0, 4096, "N", "threads (default: the plugin's)"},
    {"--batch", "-b", INTEGER, AT(n_batch), 0, INT_MAX, "N", "logical batch (default: the plugin's)"},
    {"--ubatch", "-ub", INTEGER, AT(n_ubatch), 0, INT_MAX, "N", "physical batch (default: the plugin's)"},
    {"--n-gpu-layers", "-ngl", INTEGER, AT(n_gpu_layers), INT_MIN, INT_MAX, "N",
     "layers on the device (default: all; none on cpu)"},
    {"--power-mode", NULL, TEXT, AT(power_mode_name), 0, 0, "MODE",
     "low_power_saver, power_saver, high_power_saver, low_balanced, balanced, high_performance, "
     "sustained_high_performance or burst (default)"},
    {"--spec-type", NULL, TEXT, AT(spec_type), 0, 0, "TYPES", "speculative decoding, for example ngram-simple"},
    {"--draft-model", NULL, TEXT, AT(draft_model), 0, 0, "PATH", "model that drafts"},
    {"--draft-tokens", NULL, INTEGER, AT(draft_tokens), 0, 1024, "N", "most tokens per draft (default: the plugin's)"},
    {"--draft-min", NULL, INTEGER, AT(draft_min), 0, 1024, "N", "fewest tokens per draft"},
    {"--draft-p-min", NULL, NUMBER, AT(draft_p_min), 0, 1, "X", "probability that a drafted token needs"},
    {"--qairt-lib", NULL, TEXT, AT(qairt_lib), 0, 0, "DIR", "folder of Qualcomm's runtime"},
    {"--hub", NULL, TEXT, AT(hub_name), 0, 0, "HUB",
     "pull a model that the store lacks from auto, huggingface, modelscope, aihub, volces or docker"},
    {"--chipset", NULL, TEXT, AT(chipset), 0, 0, "NAME", "chipset whose build of the model to pull"},
    {"--output-json", NULL, TEXT, AT(output_json), 0, 0, "FILE", "result as JSON ('-' = stdout)"},
    {"--output-md", NULL, TEXT, AT(output_md), 0, 0, "FILE", "results as a Markdown table ('-' = stdout)"},
    {"--cell-id", NULL, TEXT, AT(cell_id), 0, 0, "ID", "name of this measurement (default: cell)"},
    {"--matrix-file", NULL, TEXT, AT(matrix_file), 0, 0, "FILE",
     "many measurements: lines of cell_id, plugin, device, model[, tokenizer][, mmproj] with tabs between"},
    {"--output-json-dir", NULL, TEXT, AT(output_json_dir), 0, 0, "DIR", "a JSON file per cell, named by its id"},
    {"--help", "-h", FLAG, AT(help), 0, 0, NULL, "this text"},
};

enum { kOptionCount = sizeof kOptions / sizeof *kOptions };

typedef struct Name {
    const char* name;
    int value;
} Name;

static const Name kPowerModes[] = {
    {"low_power_saver", GENIEX_POWER_LOW_POWER_SAVER},
    {"power_saver", GENIEX_POWER_POWER_SAVER},
    {"high_power_saver", GENIEX_POWER_HIGH_POWER_SAVER},
    {"low_balanced", GENIEX_POWER_LOW_BALANCED},
    {"balanced", GENIEX_POWER_BALANCED},
    {"high_performance", GENIEX_POWER_HIGH_PERFORMANCE},
    {"sustained_high_performance", GENIEX_POWER_SUSTAINED_HIGH_PERFORMANCE},
    {"burst", GENIEX_POWER_BURST},
    {NULL, 0},
};

static const Name kHubs[] = {
    {"auto", GENIEX_HUB_AUTO},
    {"huggingface", GENIEX_HUB_HUGGINGFACE},
    {"modelscope", GENIEX_HUB_MODELSCOPE},
    {"aihub", GENIEX_HUB_AIHUB},
    {"volces", GENIEX_HUB_VOLCES},
    {"docker", GENIEX_HUB_DOCKER},
    {NULL, 0},
};

void complain(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("geniex-bench: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

bool is_cell_id(const char* text) {
    static const char kAllowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    return text[0] != '\0' && text[0] != '.' && text[strspn(text, kAllowed)] == '\0';
}

static bool find_value(const Name* names, const char* option, const char* text, int* value) {
    for (const Name* name = names; name->name != NULL; ++name) {
        if (strcmp(name->name, text) != 0) continue;
        *value = name->value;
        return true;
    }
    complain("%s: '%s' is not known; see --help", option, text);
    return false;
}

/** The option that `argument` names, with what follows a '=' in `value`. */
static const Option* find_option(const char* argument, const char** value) {
    const size_t length = strcspn(argument, "=");
    *value = argument[length] == '=' ? argument + length + 1 : NULL;
    for (int i = 0; i < kOptionCount; ++i) {
        const Option* option = &kOptions[i];
        if (strlen(option->name) == length && strncmp(option->name, argument, length) == 0) return option;
        if (option->short_name != NULL && strcmp(option->short_name, argument) == 0) return option;
    }
    return NULL;
}

static void append(TextList* list, const char* text) {
    list->items = resize_array(list->items, (size_t)list->count + 1, sizeof *list->items);
    list->items[list->count++] = text;
}

static bool store_number(const Option* option, const char* text, char* member) {
    char* end = NULL;
    errno = 0;
    if (option->kind == NUMBER) {
        const double value = strtod(text, &end);
        if (end == text || *end != '\0' || !isfinite(value) || value < option->min || value > option->max) {
            complain("%s: '%s' is not a number from %d to %d", option->name, text, option->min, option->max);
            return false;
        }
        *(double*)(void*)member = value;
        return true;
    }
    const long value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno == ERANGE || value < option->min || value > option->max) {
        complain("%s: '%s' is not a whole number from %d to %d", option->name, text, option->min, option->max);
        return false;
    }
    *(int*)(void*)member = (int)value;
    return true;
}

static bool store(const Option* option, const char* text, Options* options) {
    char* member = (char*)options + option->offset;
    switch (option->kind) {
        case FLAG:
            *(bool*)(void*)member = true;
            return true;
        case TEXT:
            if (*text == '\0' && option->offset != AT(device)) {
                complain("%s needs a value", option->name);
                return false;
            }
            *(const char**)(void*)member = text;
            return true;
        case TEXTS:
            append((TextList*)(void*)member, text);
            return true;
        default:
            if (option->offset == AT(n_gpu_layers)) options->has_n_gpu_layers = true;
            return store_number(option, text, member);
    }
}

static bool refuse_together(bool first, const char* first_name, bool second, const char* second_name) {
    if (!first || !second) return true;
    complain("%s and %s exclude each other", first_name, second_name);
    return false;
}

static bool check_combination(const Options* o) {
    if (o->model == NULL && o->matrix_file == NULL) {
        complain("--model or --matrix-file is needed; see --help");
        return false;
    }
    if (o->cell_id != NULL && !is_cell_id(o->cell_id)) {
        complain("--cell-id: '%s' must consist of letters, digits, '.', '_' and '-'", o->cell_id);
        return false;
    }
    if (o->perplexity && o->prompt == NULL && o->prompt_file == NULL) {
        complain("--perplexity needs a text: --prompt or --prompt-file");
        return false;
    }
    const bool text = o->prompt != NULL || o->prompt_file != NULL;
    const bool vlm = o->vlm || o->mmproj_path != NULL || o->images.count > 0 || o->audios.count > 0;
    const bool matrix = o->matrix_file != NULL;
    return refuse_together(o->prompt != NULL, "--prompt", o->prompt_file != NULL, "--prompt-file") &&
           refuse_together(o->device != NULL, "--device", o->device_id != NULL, "--device-id") &&
           refuse_together(o->accuracy, "--accuracy", o->logits, "--logits") &&
           refuse_together(o->logits, "--logits", text, "a text prompt") &&
           refuse_together(o->logits, "--logits", vlm, "a vision-language model") &&
           refuse_together(o->logits, "--logits", o->output_md != NULL, "--output-md") &&
           refuse_together(o->perplexity, "--perplexity", o->accuracy, "--accuracy") &&
           refuse_together(o->perplexity, "--perplexity", o->logits, "--logits") &&
           refuse_together(o->perplexity, "--perplexity", vlm, "a vision-language model") &&
           refuse_together(o->perplexity, "--perplexity", o->output_md != NULL, "--output-md") &&
           refuse_together(o->no_warmup, "--no-warmup", o->warmup > 1, "--warmup") &&
           refuse_together(matrix, "--matrix-file", o->model != NULL, "--model") &&
           refuse_together(matrix, "--matrix-file", o->plugin != NULL, "--plugin") &&
           refuse_together(matrix, "--matrix-file", o->device != NULL, "--device") &&
           refuse_together(matrix, "--matrix-file", o->device_id != NULL, "--device-id") &&
           refuse_together(matrix, "--matrix-file", o->tokenizer_path != NULL, "--tokenizer-path") &&
           refuse_together(matrix, "--matrix-file", o->mmproj_path != NULL, "--mmproj-path") &&
           refuse_together(matrix, "--matrix-file", o->cell_id != NULL, "--cell-id") &&
           refuse_together(matrix, "--matrix-file", o->output_json != NULL, "--output-json (use --output-json-dir)");
}

bool parse_options(int argc, char** argv, Options* options) {
    *options = (Options){.hub = -1, .power_mode = GENIEX_POWER_BURST, .n_prompt = 512, .n_gen = 128, .seed = 42};
    options->warmup = 1;
    options->repetitions = 5;
    options->logits_top_n = 20;
    for (int i = 1; i < argc; ++i) {
        const char* value;
        const Option* option = find_option(argv[i], &value);
        if (option == NULL) {
            complain("unknown argument '%s'; see --help", argv[i]);
            return false;
        }
        if (option->kind == FLAG && value != NULL) {
            complain("%s takes no value", option->name);
            return false;
        }
        if (option->kind != FLAG && value == NULL) {
            if (i + 1 == argc) {
                complain("%s needs a value", option->name);
                return false;
            }
            value = argv[++i];
        }
        if (!store(option, value, options)) return false;
    }
    if (options->help) return true;
    if (options->power_mode_name != NULL) {
        int mode;
        if (!find_value(kPowerModes, "--power-mode", options->power_mode_name, &mode)) return false;
        options->power_mode = (uint32_t)mode;
    }
    if (options->hub_name != NULL && !find_value(kHubs, "--hub", options->hub_name, &options->hub)) return false;
    if (!check_combination(options)) return false;
    if (options->no_warmup) options->warmup = 0;
    return true;
}

void free_options(Options* options) {
    free((void*)options->images.items);
    free((void*)options->audios.items);
}

void print_help(void) {
    puts("Measures models on libgeniex: time to the first token, prefill and decode speed.\n");
    puts("    geniex-bench --model FILE_OR_NAME [options]");
    puts("    geniex-bench --matrix-file CELLS.tsv [options]\n");
    for (int i = 0; i < kOptionCount; ++i) {
        const Option* o = &kOptions[i];
        char* left =
            format_text("%s%s%s%s%s", o->short_name != NULL ? o->short_name : "", o->short_name != NULL ? ", " : "",
                        o->name, o->argument != NULL ? " " : "", o->argument != NULL ? o->argument : "");
        printf("  %-30s %s\n", left, o->help);
        free(left);
    }
    puts("\nExit codes: 0 done, 1 a measurement failed, 2 the command line is wrong.");
    puts("GENIEX_LOG=trace|debug|info|warn|error shows the library's log on stderr.");
}
