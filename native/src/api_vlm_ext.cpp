// What geniex_ext.h adds to the VLM functions.
#include "api_query.h"

using namespace geniex;

namespace {

int32_t check_chat_input(const geniex_VlmChatInput* input, const geniex_VlmGenerateOutput* output) {
    if (input == nullptr) return fail_null("input");
    if (output == nullptr) return fail_null("output");
    if (const int32_t code = check_struct_size(input->size, sizeof(*input))) return code;
    if (const int32_t code = check_messages(input->messages, input->message_count)) return code;
    for (int32_t i = 0; input->contents != nullptr && i < input->message_count; ++i) {
        const geniex_TokenSpan& span = input->contents[i];
        if (const int32_t code = check_token_ids(span.ids, span.count, "contents")) return code;
    }
    if (const int32_t code = check_text(input->tools, "tools")) return code;
    if (const int32_t code = check_generation_config(input->config)) return code;
    if (input->config == nullptr || input->config->image_count + input->config->audio_count == 0) return GENIEX_SUCCESS;
    return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "image_paths and audio_paths are for prompts; these are messages");
}

}  // namespace

int32_t geniex_vlm_chat(geniex_VLM* handle, const geniex_VlmChatInput* input, geniex_VlmGenerateOutput* output) {
    if (output != nullptr) *output = {};
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_session(handle, [&](Session<Vlm>& session) {
            if (const int32_t code = check_chat_input(input, output)) return code;
            geniex_VlmChatInput plugin_input = *input;
            plugin_input.on_token = nullptr;
            plugin_input.user_data = nullptr;
            return generate_reply(session, input->on_token, input->user_data, *output,
                                  [&](TextSink& sink, RunControl& control, geniex_ProfileData& profile) {
                                      return session.model().chat(plugin_input, sink, control, profile);
                                  });
        });
    });
}

int32_t geniex_vlm_tokenize(geniex_VLM* handle, const char* text, int64_t length, bool parse_special,
                            geniex_TokenList* output) {
    return query_tokens(handle, text, length, parse_special, output);
}

int32_t geniex_vlm_get_reply_tokens(geniex_VLM* handle, geniex_TokenList* output) {
    return query(handle, output, &Vlm::get_reply_tokens);
}

int32_t geniex_vlm_get_context_use(geniex_VLM* handle, geniex_ContextUse* output) {
    return query(handle, output, &Vlm::get_context_use);
}

int32_t geniex_vlm_get_placement(geniex_VLM* handle, char** json) { return query_placement(handle, json); }
