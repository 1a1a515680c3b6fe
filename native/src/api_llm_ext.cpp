// What geniex_ext.h adds to the LLM functions.
#include "api_query.h"

using namespace geniex;

namespace {

int32_t check_render_input(const geniex_LlmRenderInput* input) {
    if (input == nullptr) return fail_null("input");
    if (const int32_t code = check_struct_size(input->size, sizeof(*input))) return code;
    if (const int32_t code = check_messages(input->messages, input->message_count)) return code;
    for (int32_t i = 0; input->contents != nullptr && i < input->message_count; ++i) {
        const geniex_TokenSpan& span = input->contents[i];
        if (const int32_t code = check_token_ids(span.ids, span.count, "contents")) return code;
    }
    return check_text(input->tools, "tools");
}

}  // namespace

int32_t geniex_llm_render(geniex_LLM* handle, const geniex_LlmRenderInput* input, geniex_LlmRenderOutput* output) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        const int32_t bad_output = prepare_output(output);
        return with_model(handle, [&](Llm& model) {
            if (bad_output) return bad_output;
            if (const int32_t code = check_render_input(input)) return code;
            return model.render(*input, *output);
        });
    });
}

int32_t geniex_llm_tokenize(geniex_LLM* handle, const char* text, int64_t length, bool parse_special,
                            geniex_TokenList* output) {
    return query_tokens(handle, text, length, parse_special, output);
}

int32_t geniex_llm_detokenize(geniex_LLM* handle, const int32_t* ids, int32_t count, char** text) {
    if (text != nullptr) *text = nullptr;
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](Llm& model) {
            if (text == nullptr) return fail_null("text");
            if (const int32_t code = check_token_ids(ids, count, "ids")) return code;
            return model.detokenize(ids, count, text);
        });
    });
}

int32_t geniex_llm_get_kv_tokens(geniex_LLM* handle, geniex_TokenList* output) {
    return query(handle, output, &Llm::get_kv_tokens);
}

int32_t geniex_llm_get_reply_tokens(geniex_LLM* handle, geniex_TokenList* output) {
    return query(handle, output, &Llm::get_reply_tokens);
}

int32_t geniex_llm_get_context_use(geniex_LLM* handle, geniex_ContextUse* output) {
    return query(handle, output, &Llm::get_context_use);
}

int32_t geniex_llm_get_placement(geniex_LLM* handle, char** json) { return query_placement(handle, json); }
