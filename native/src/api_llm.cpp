// The LLM functions of geniex.h.
#include <string>

#include "api_call.h"
#include "decide.h"
#include "errors.h"
#include "geniex.h"
#include "handles.h"
#include "input_checks.h"
#include "log.h"
#include "logits.h"
#include "model_check.h"

using namespace geniex;

namespace {

int32_t check_create_input(const geniex_LlmCreateInput* input, geniex_LLM** handle) {
    if (input == nullptr) return fail_null("input");
    if (handle == nullptr) return fail_null("handle");
    if (input->plugin_id == nullptr) return fail_null("plugin_id");
    if (input->model_path == nullptr) return fail_null("model_path");
    return check_model_config(input->config);
}

int32_t check_forward_logits_input(const geniex_LlmForwardLogitsInput* input,
                                   const geniex_LlmForwardLogitsOutput* output) {
    if (input == nullptr) return fail_null("input");
    if (output == nullptr) return fail_null("output");
    if (input->input_ids == nullptr) return fail_null("input_ids");
    if (input->input_ids_count <= 0) return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "input_ids_count must be positive");
    if (input->top_n < 0) return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "top_n is negative");
    return GENIEX_SUCCESS;
}

int32_t forward_logits(Session<Llm>& session, const geniex_LlmForwardLogitsInput& input,
                       geniex_LlmForwardLogitsOutput& output) {
    CallControl control(attached_run(), session.cancel_flag());
    geniex_LlmForwardLogitsInput whole_rows = input;
    whole_rows.top_n = 0;
    geniex_LlmForwardLogitsOutput rows{};
    const int32_t code = session.model().forward_logits(whole_rows, control, rows);
    if (code >= 0 && input.top_n == 0) {
        output = rows;
        return code;
    }
    const MallocArray<float> whole(rows.logits);  // also what a failed call had got so far
    if (code >= 0) output = top_logits(rows, input.top_n);
    return code;
}

/** A draft model is as foreign a file as the model, but a bad one only costs the speculation. */
geniex_LlmCreateInput without_bad_draft(Plugin& plugin, const geniex_LlmCreateInput& input) {
    geniex_LlmCreateInput checked = input;
    const char* draft = input.config.spec_draft_model;
    const bool wanted = input.config.spec_type != nullptr && input.config.spec_type[0] != '\0';
    if (!wanted || draft == nullptr || draft[0] == '\0') return checked;
    if (check_model_file(plugin, draft, gguf::Role::kLanguageModel) >= 0) return checked;
    log(GENIEX_LOG_WARN, (std::string("no speculative decoding: the draft model: ") + error_detail()).c_str());
    clear_error_detail();
    checked.config.spec_type = nullptr;
    checked.config.spec_draft_model = nullptr;
    return checked;
}

}  // namespace

int32_t geniex_llm_create(const geniex_LlmCreateInput* input, geniex_LLM** handle) {
    return api_call(GENIEX_ERROR_COMMON_MODEL_LOAD, [&] {
        if (const int32_t code = check_create_input(input, handle)) return code;
        return create_session(input->plugin_id, handle, [&](Plugin& plugin, RunControl& control, Llm** model) {
            bool has_unsafe_template = false;
            const int32_t code =
                check_model_file(plugin, input->model_path, gguf::Role::kLanguageModel, &has_unsafe_template);
            if (code < 0) return code;
            geniex_LlmCreateInput checked = without_bad_draft(plugin, *input);
            if (has_unsafe_template) checked.config = without_own_template(checked.config);
            return plugin.create_llm(checked, control, model);
        });
    });
}

int32_t geniex_llm_destroy(geniex_LLM* handle) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] { return destroy_session(handle); });
}

int32_t geniex_llm_reset(geniex_LLM* handle) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN,
                    [&] { return with_model(handle, [](Llm& model) { return model.reset(); }); });
}

int32_t geniex_llm_save_kv_cache(geniex_LLM* handle, const geniex_KvCacheSaveInput* input,
                                 geniex_KvCacheSaveOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Llm& model) {
            if (input == nullptr) return fail_null("input");
            if (input->path == nullptr) return fail_null("path");
            return model.save_kv_cache(input->path);
        });
    });
}

int32_t geniex_llm_load_kv_cache(geniex_LLM* handle, const geniex_KvCacheLoadInput* input,
                                 geniex_KvCacheLoadOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Llm& model) {
            if (input == nullptr) return fail_null("input");
            if (input->path == nullptr) return fail_null("path");
            return model.load_kv_cache(input->path);
        });
    });
}

int32_t geniex_llm_apply_chat_template(geniex_LLM* handle, const geniex_LlmApplyChatTemplateInput* input,
                                       geniex_LlmApplyChatTemplateOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Llm& model) {
            if (input == nullptr) return fail_null("input");
            if (output == nullptr) return fail_null("output");
            if (const int32_t code = check_messages(input->messages, input->message_count)) return code;
            if (const int32_t code = check_text(input->tools, "tools")) return code;
            return model.apply_chat_template(*input, *output);
        });
    });
}

int32_t geniex_llm_generate(geniex_LLM* handle, const geniex_LlmGenerateInput* input,
                            geniex_LlmGenerateOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_session(handle, [&](Session<Llm>& session) {
            if (input == nullptr) return fail_null("input");
            if (output == nullptr) return fail_null("output");
            geniex_LlmGenerateInput selected = *input;
            if (const int32_t code = check_and_select_input(selected)) return code;
            if (const int32_t code = check_generation_config(input->config)) return code;
            return generate_reply(session, selected, *output);
        });
    });
}

int32_t geniex_llm_get_model_info(geniex_LLM* handle, geniex_LlmModelInfo* output) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (output == nullptr) return fail_null("output");
        *output = {};
        return with_model(handle, [&](Llm& model) { return model.get_model_info(*output); });
    });
}

int32_t geniex_llm_forward_logits(geniex_LLM* handle, const geniex_LlmForwardLogitsInput* input,
                                  geniex_LlmForwardLogitsOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (const int32_t code = check_forward_logits_input(input, output)) return code;
        return with_session(handle, [&](Session<Llm>& session) { return forward_logits(session, *input, *output); });
    });
}

int32_t geniex_llm_decide(geniex_LLM* handle, const geniex_DecideInput* input, geniex_DecideOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN,
                    [&] { return with_model(handle, [&](Llm&) { return decide(input, output); }); });
}
