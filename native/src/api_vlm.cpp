// The VLM functions of geniex.h.
#include <string>

#include "api_call.h"
#include "decide.h"
#include "geniex.h"
#include "handles.h"
#include "input_checks.h"
#include "log.h"
#include "model_check.h"

using namespace geniex;

namespace {

int32_t check_create_input(const geniex_VlmCreateInput* input, geniex_VLM** handle) {
    if (input == nullptr) return fail_null("input");
    if (handle == nullptr) return fail_null("handle");
    if (input->plugin_id == nullptr) return fail_null("plugin_id");
    if (input->model_path == nullptr) return fail_null("model_path");
    return check_model_config(input->config);
}

/** A projector is as foreign a file as the model, but a bad one only costs sight and hearing. */
geniex_VlmCreateInput without_bad_projector(Plugin& plugin, const geniex_VlmCreateInput& input) {
    geniex_VlmCreateInput checked = input;
    if (input.mmproj_path == nullptr || input.mmproj_path[0] == '\0') return checked;
    if (check_model_file(plugin, input.mmproj_path, gguf::Role::kMediaProjector) >= 0) return checked;
    log(GENIEX_LOG_ERROR, (std::string("no images and no audio: the projector: ") + error_detail()).c_str());
    clear_error_detail();
    checked.mmproj_path = nullptr;
    return checked;
}

/** An empty prompt would silently generate from nothing, so the ABI makes it an error of its own. */
int32_t apply_template(Vlm& model, const geniex_VlmApplyChatTemplateInput& input,
                       geniex_VlmApplyChatTemplateOutput& output) {
    const int32_t code = model.apply_chat_template(input, output);
    if (code < 0) return code;
    if (output.formatted_text != nullptr && *output.formatted_text != '\0') return code;
    geniex_free(output.formatted_text);
    output = {};
    return fail(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "the chat template rendered nothing");
}

}  // namespace

int32_t geniex_vlm_create(const geniex_VlmCreateInput* input, geniex_VLM** handle) {
    return api_call(GENIEX_ERROR_COMMON_MODEL_LOAD, [&] {
        if (const int32_t code = check_create_input(input, handle)) return code;
        return create_session(input->plugin_id, handle, [&](Plugin& plugin, RunControl& control, Vlm** model) {
            bool has_unsafe_template = false;
            const int32_t code =
                check_model_file(plugin, input->model_path, gguf::Role::kLanguageModel, &has_unsafe_template);
            if (code < 0) return code;
            geniex_VlmCreateInput checked = without_bad_projector(plugin, *input);
            if (has_unsafe_template) checked.config = without_own_template(checked.config);
            return plugin.create_vlm(checked, control, model);
        });
    });
}

int32_t geniex_vlm_destroy(geniex_VLM* handle) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] { return destroy_session(handle); });
}

int32_t geniex_vlm_reset(geniex_VLM* handle) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN,
                    [&] { return with_model(handle, [](Vlm& model) { return model.reset(); }); });
}

int32_t geniex_vlm_generate(geniex_VLM* handle, const geniex_VlmGenerateInput* input,
                            geniex_VlmGenerateOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_session(handle, [&](Session<Vlm>& session) {
            if (input == nullptr) return fail_null("input");
            if (output == nullptr) return fail_null("output");
            if (input->prompt_utf8 == nullptr) return fail_null("prompt_utf8");
            if (const int32_t code = check_text(input->prompt_utf8, "prompt_utf8")) return code;
            if (const int32_t code = check_generation_config(input->config)) return code;
            return generate_reply(session, *input, *output);
        });
    });
}

int32_t geniex_vlm_apply_chat_template(geniex_VLM* handle, const geniex_VlmApplyChatTemplateInput* input,
                                       geniex_VlmApplyChatTemplateOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Vlm& model) {
            if (input == nullptr) return fail_null("input");
            if (output == nullptr) return fail_null("output");
            if (const int32_t code = check_messages(input->messages, input->message_count)) return code;
            if (const int32_t code = check_text(input->tools, "tools")) return code;
            return apply_template(model, *input, *output);
        });
    });
}

int32_t geniex_vlm_get_capabilities(geniex_VLM* handle, geniex_VlmCapabilities* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Vlm& model) {
            if (output == nullptr) return fail_null("output");
            return model.get_capabilities(*output);
        });
    });
}

int32_t geniex_vlm_decide(geniex_VLM* handle, const geniex_DecideInput* input, geniex_DecideOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN,
                    [&] { return with_model(handle, [&](Vlm&) { return decide(input, output); }); });
}
