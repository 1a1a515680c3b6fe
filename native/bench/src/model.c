#include "model.h"

#include <stdlib.h>
#include <string.h>

#include "engine_log.h"
#include "memory.h"
#include "platform.h"

static geniex_ModelConfig model_config(const Options* options, const Target* target, int32_t n_ctx) {
    return (geniex_ModelConfig){.n_ctx = n_ctx,
                                .n_threads = options->n_threads,
                                .n_threads_batch = options->n_threads,
                                .n_batch = options->n_batch,
                                .n_ubatch = options->n_ubatch,
                                .n_gpu_layers = target->ngl,
                                .spec_type = options->spec_type,
                                .spec_draft_model = options->draft_model,
                                .spec_n_max = options->draft_tokens,
                                .spec_n_min = options->draft_min,
                                .spec_p_min = (float)options->draft_p_min,
                                .power_mode = options->power_mode};
}

int32_t open_model(const Options* options, const Target* target, int32_t n_ctx, Model* model) {
    *model = (Model){NULL, NULL};
    forget_logged_error();
    if (target->vlm) {
        const geniex_VlmCreateInput input = {.model_path = target->model_path,
                                             .mmproj_path = target->mmproj_path,
                                             .config = model_config(options, target, n_ctx),
                                             .plugin_id = target->plugin,
                                             .device_id = target->device_id,
                                             .tokenizer_path = target->tokenizer_path};
        return geniex_vlm_create(&input, &model->vlm);
    }
    const geniex_LlmCreateInput input = {.model_path = target->model_path,
                                         .tokenizer_path = target->tokenizer_path,
                                         .config = model_config(options, target, n_ctx),
                                         .plugin_id = target->plugin,
                                         .device_id = target->device_id};
    return geniex_llm_create(&input, &model->llm);
}

void close_model(Model* model) {
    if (model->llm != NULL) geniex_llm_destroy(model->llm);
    if (model->vlm != NULL) geniex_vlm_destroy(model->vlm);
    *model = (Model){NULL, NULL};
}

int32_t reset_model(const Model* model) {
    forget_logged_error();
    return model->vlm != NULL ? geniex_vlm_reset(model->vlm) : geniex_llm_reset(model->llm);
}

static bool on_token(const char* piece, void* delay_us) {
    (void)piece;
    const int delay = *(const int*)delay_us;
    if (delay > 0) sleep_us(delay);
    return true;
}

static geniex_SamplerConfig sampler_config(const Options* options, const Target* target) {
    geniex_SamplerConfig config = {.temperature = (float)options->temperature, .seed = options->seed};
    // What is measured is n_gen tokens; only --accuracy wants the answer as it is.
    config.ignore_eos = !options->accuracy;
    if (options->temperature > 0) return config;
    // Zero would mean the engine's default; the two engines have a way of their own to say greedy.
    config.top_k = 1;
    config.temperature = strcmp(target->plugin, "qairt") == 0 ? -1.0F : 0.0F;
    return config;
}

/** Paths as the library gets them: bare names lie in --mm-data-dir. The caller frees all. */
static char** media_paths(const Options* options, const TextList* names) {
    char** paths = new_array((size_t)names->count, sizeof *paths);
    for (int i = 0; i < names->count; ++i) {
        const bool bare = strpbrk(names->items[i], "/\\") == NULL;
        paths[i] = bare && options->mm_data_dir != NULL ? format_text("%s/%s", options->mm_data_dir, names->items[i])
                                                        : copy_text(names->items[i]);
    }
    return paths;
}

static void free_paths(char** paths, int count) {
    for (int i = 0; i < count; ++i) free(paths[i]);
    free(paths);
}

/** Renders one user turn: images, audio, text. */
static int32_t render(const Model* model, const geniex_GenerationConfig* config, const char* text, char** rendered) {
    const int32_t count = config->image_count + config->audio_count + 1;
    geniex_VlmContent* contents = new_array((size_t)count, sizeof *contents);
    int32_t n = 0;
    for (int32_t i = 0; i < config->image_count; ++i) {
        contents[n++] = (geniex_VlmContent){"image", config->image_paths[i]};
    }
    for (int32_t i = 0; i < config->audio_count; ++i) {
        contents[n++] = (geniex_VlmContent){"audio", config->audio_paths[i]};
    }
    contents[n++] = (geniex_VlmContent){"text", text};
    geniex_VlmChatMessage message = {.role = "user", .contents = contents, .content_count = n};
    const geniex_VlmApplyChatTemplateInput input = {.messages = &message, .message_count = 1};
    geniex_VlmApplyChatTemplateOutput output;
    const int32_t code = geniex_vlm_apply_chat_template(model->vlm, &input, &output);
    free(contents);
    *rendered = output.formatted_text;
    return code;
}

static int32_t run_vlm(const Model* model, const geniex_GenerationConfig* config, const char* text, int* delay_us,
                       Run* run) {
    char* rendered = NULL;
    int32_t code = render(model, config, text, &rendered);
    if (code >= 0) {
        const geniex_VlmGenerateInput input = {rendered, config, on_token, delay_us};
        geniex_VlmGenerateOutput output;
        const int64_t begin = now_us();
        code = geniex_vlm_generate(model->vlm, &input, &output);
        run->wall_us = now_us() - begin;
        run->profile = output.profile_data;
        run->text = output.full_text;
    }
    geniex_free(rendered);
    return code;
}

static int32_t run_llm(const Model* model, const geniex_GenerationConfig* config, const Prompt* prompt, int* delay_us,
                       Run* run) {
    const geniex_LlmGenerateInput input = {.prompt_utf8 = prompt->text,
                                           .config = config,
                                           .on_token = on_token,
                                           .user_data = delay_us,
                                           .input_ids = prompt->ids,
                                           .input_ids_count = prompt->id_count};
    geniex_LlmGenerateOutput output;
    const int64_t begin = now_us();
    const int32_t code = geniex_llm_generate(model->llm, &input, &output);
    run->wall_us = now_us() - begin;
    run->profile = output.profile_data;
    run->text = output.full_text;
    return code;
}

int32_t run_model(const Model* model, const Options* options, const Target* target, const Prompt* prompt, Run* run) {
    *run = (Run){.wall_us = 0};
    forget_logged_error();
    geniex_SamplerConfig sampler = sampler_config(options, target);
    char** images = media_paths(options, &options->images);
    char** audios = media_paths(options, &options->audios);
    const geniex_GenerationConfig config = {.max_tokens = options->n_gen,
                                            .sampler_config = &sampler,
                                            .image_paths = (const char**)images,
                                            .image_count = options->images.count,
                                            .audio_paths = (const char**)audios,
                                            .audio_count = options->audios.count};
    int delay_us = options->callback_delay_us;
    const int32_t code = model->vlm != NULL ? run_vlm(model, &config, prompt->text, &delay_us, run)
                                            : run_llm(model, &config, prompt, &delay_us, run);
    free_paths(images, options->images.count);
    free_paths(audios, options->audios.count);
    return code;
}
