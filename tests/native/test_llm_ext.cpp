// Rendering, tokens, context use and placement, and each of their error cases.
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

using fixture::Llm;
using fixture::sized;
using fixture::take;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kNotSupported = GENIEX_ERROR_COMMON_NOT_SUPPORTED;

std::vector<int32_t> ids_of(const std::string& text) {
    std::vector<int32_t> ids;
    for (const char byte : text) ids.push_back(static_cast<uint8_t>(byte));
    return ids;
}

geniex_LlmRenderInput render_input(const geniex_LlmChatMessage* messages, int32_t count) {
    geniex_LlmRenderInput input{};
    input.size = sizeof(input);
    input.messages = messages;
    input.message_count = count;
    return input;
}

void render() {
    const Llm llm("echo");
    geniex_LlmChatMessage message{};
    message.role = "user";
    message.content = "hi";
    geniex_LlmRenderInput input = render_input(&message, 1);
    auto output = sized<geniex_LlmRenderOutput>();
    CHECK_EQ(geniex_llm_render(llm, &input, &output), 0);
    CHECK_TEXT(output.text, "user: hi\n");
    CHECK_EQ(output.count, 9);
    CHECK(std::vector<int32_t>(output.ids, output.ids + output.count) == ids_of("user: hi\n"));
    CHECK(output.thinking_start == nullptr && output.thinking_end == nullptr);
    CHECK(!output.thinking_open && !output.supports_thinking);
    CHECK_EQ(output.size, sizeof(output));
    geniex_free(output.ids);
    geniex_free(output.text);

    CHECK_FAILS(geniex_llm_render(llm, nullptr, &output), kInvalidInput, "input");
    CHECK(output.ids == nullptr && output.text == nullptr);
    CHECK_FAILS(geniex_llm_render(llm, &input, nullptr), kInvalidInput, "output");
    output.size = sizeof(output) - 1;
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "size");
    output.size = sizeof(output);
    input.size = 0;
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "size");
    input = render_input(nullptr, 1);
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "messages");
    input = render_input(&message, 0);
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "message_count");
    input = render_input(&message, 1);
    geniex_TokenSpan span{nullptr, 1};
    input.contents = &span;
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "contents");
    span.count = -1;
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "contents");
    input.contents = nullptr;
    input.tools = "\xFF";
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "tools");
    input.tools = nullptr;
    message.role = nullptr;
    CHECK_FAILS(geniex_llm_render(llm, &input, &output), kInvalidInput, "role");
    message.role = "user";
    CHECK_EQ(geniex_llm_render(Llm("no-extras"), &input, &output), kNotSupported);
}

void tokenize() {
    const Llm llm("echo");
    auto list = sized<geniex_TokenList>();
    CHECK_EQ(geniex_llm_tokenize(llm, "abc", 2, true, &list), 0);
    CHECK(take(list) == ids_of("ab"));
    CHECK_EQ(geniex_llm_tokenize(llm, nullptr, 0, true, &list), 0);
    CHECK(list.ids == nullptr && list.count == 0);
    CHECK_EQ(geniex_llm_tokenize(llm, "a\0b", 3, true, &list), 0);  // length counts, not the NUL
    CHECK(take(list) == ids_of(std::string("a\0b", 3)));
    CHECK_FAILS(geniex_llm_tokenize(llm, nullptr, 1, true, &list), kInvalidInput, "text");
    CHECK_FAILS(geniex_llm_tokenize(llm, "a", -1, true, &list), kInvalidInput, "negative");
    CHECK_FAILS(geniex_llm_tokenize(llm, "ab\xC3", 3, true, &list), kInvalidInput, "byte 2");
    CHECK_FAILS(geniex_llm_tokenize(llm, "a", 1, true, nullptr), kInvalidInput, "output");
    list.size = 4;
    CHECK_FAILS(geniex_llm_tokenize(llm, "a", 1, true, &list), kInvalidInput, "size");
    list.size = sizeof(list);
    CHECK_EQ(geniex_llm_tokenize(Llm("no-extras"), "a", 1, true, &list), kNotSupported);
}

void detokenize() {
    const Llm llm("echo");
    const int32_t ids[] = {'o', 'k'};
    const int32_t outside[] = {300};
    char* text = nullptr;
    CHECK_EQ(geniex_llm_detokenize(llm, ids, 2, &text), 0);
    CHECK_TEXT(text, "ok");
    geniex_free(text);
    CHECK_EQ(geniex_llm_detokenize(llm, nullptr, 0, &text), 0);
    CHECK_TEXT(text, "");
    geniex_free(text);
    CHECK_FAILS(geniex_llm_detokenize(llm, ids, 2, nullptr), kInvalidInput, "text");
    CHECK_FAILS(geniex_llm_detokenize(llm, nullptr, 2, &text), kInvalidInput, "ids");
    CHECK_FAILS(geniex_llm_detokenize(llm, ids, -1, &text), kInvalidInput, "ids");
    CHECK_EQ(geniex_llm_detokenize(llm, outside, 1, &text), kInvalidInput);
    CHECK(text == nullptr);
    CHECK_EQ(geniex_llm_detokenize(Llm("no-extras"), ids, 2, &text), kNotSupported);
}

void tokens_of_the_conversation() {
    const Llm llm("script:yes", 100);
    auto list = sized<geniex_TokenList>();
    CHECK_EQ(geniex_llm_get_kv_tokens(llm, &list), 0);
    CHECK(list.ids == nullptr && list.count == 0);
    fixture::generate(llm, "abc");
    CHECK_EQ(geniex_llm_get_kv_tokens(llm, &list), 0);
    CHECK(take(list) == ids_of("abcyes"));
    CHECK_EQ(geniex_llm_get_reply_tokens(llm, &list), 0);
    CHECK(take(list) == ids_of("yes"));
    auto use = sized<geniex_ContextUse>();
    CHECK_EQ(geniex_llm_get_context_use(llm, &use), 0);
    CHECK_EQ(use.n_ctx, 100);
    CHECK_EQ(use.n_used, 6);
    CHECK(use.n_ctx_train > 0);
}

void bad_outputs_of_the_queries() {
    const Llm llm("echo");
    geniex_TokenList list{};
    geniex_ContextUse use{};
    CHECK_FAILS(geniex_llm_get_kv_tokens(llm, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_llm_get_reply_tokens(llm, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_llm_get_context_use(llm, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_llm_get_kv_tokens(llm, &list), kInvalidInput, "size");
    CHECK_FAILS(geniex_llm_get_reply_tokens(llm, &list), kInvalidInput, "size");
    CHECK_FAILS(geniex_llm_get_context_use(llm, &use), kInvalidInput, "size");
    list.size = sizeof(list);
    use.size = sizeof(use);
    const Llm plain("no-extras");
    CHECK_EQ(geniex_llm_get_kv_tokens(plain, &list), kNotSupported);
    CHECK_EQ(geniex_llm_get_reply_tokens(plain, &list), kNotSupported);
    CHECK_EQ(geniex_llm_get_context_use(plain, &use), kNotSupported);
}

void placement() {
    const Llm llm("echo");
    char* json = nullptr;
    CHECK_EQ(geniex_llm_get_placement(llm, &json), 0);
    CHECK(json != nullptr && std::strstr(json, "\"plugin\":\"fake\"") != nullptr);
    geniex_free(json);
    CHECK_FAILS(geniex_llm_get_placement(llm, nullptr), kInvalidInput, "json");
    CHECK_EQ(geniex_llm_get_placement(Llm("no-extras"), &json), kNotSupported);
    CHECK(json == nullptr);
}

void a_null_handle() {
    constexpr int32_t kNoHandle = GENIEX_ERROR_COMMON_NOT_INITIALIZED;
    const int32_t ids[] = {1};
    const geniex_LlmRenderInput input = render_input(nullptr, 0);
    auto rendered = sized<geniex_LlmRenderOutput>();
    auto list = sized<geniex_TokenList>();
    auto use = sized<geniex_ContextUse>();
    char* text = nullptr;
    CHECK_EQ(geniex_llm_render(nullptr, &input, &rendered), kNoHandle);
    CHECK(rendered.ids == nullptr && rendered.count == 0);
    CHECK_EQ(geniex_llm_tokenize(nullptr, "a", 1, true, &list), kNoHandle);
    CHECK(list.ids == nullptr && list.count == 0);
    CHECK_EQ(geniex_llm_detokenize(nullptr, ids, 1, &text), kNoHandle);
    CHECK_EQ(geniex_llm_get_kv_tokens(nullptr, &list), kNoHandle);
    CHECK_EQ(geniex_llm_get_reply_tokens(nullptr, &list), kNoHandle);
    CHECK_EQ(geniex_llm_get_context_use(nullptr, &use), kNoHandle);
    CHECK_EQ(geniex_llm_get_placement(nullptr, &text), kNoHandle);
}

void a_plugin_that_throws() {
    constexpr int32_t kUnknown = GENIEX_ERROR_COMMON_UNKNOWN;
    const Llm llm("throw");
    const int32_t ids[] = {1};
    geniex_LlmChatMessage message{};
    message.role = "user";
    const geniex_LlmRenderInput input = render_input(&message, 1);
    auto rendered = sized<geniex_LlmRenderOutput>();
    auto list = sized<geniex_TokenList>();
    auto use = sized<geniex_ContextUse>();
    char* text = nullptr;
    CHECK_FAILS(geniex_llm_render(llm, &input, &rendered), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_tokenize(llm, "a", 1, true, &list), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_detokenize(llm, ids, 1, &text), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_get_kv_tokens(llm, &list), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_get_reply_tokens(llm, &list), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_get_context_use(llm, &use), kUnknown, "thrown");
    CHECK_FAILS(geniex_llm_get_placement(llm, &text), kUnknown, "thrown");
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    render();
    tokenize();
    detokenize();
    tokens_of_the_conversation();
    bad_outputs_of_the_queries();
    placement();
    a_null_handle();
    a_plugin_that_throws();
    return check::report();
}
