// Handles after their end: destroyed, swept away by deinit, foreign, invented.
#include <cstdint>
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

constexpr int32_t kNoLlm = GENIEX_ERROR_COMMON_NOT_INITIALIZED;
constexpr int32_t kNoVlm = GENIEX_ERROR_COMMON_INVALID_INPUT;
const int32_t kIds[] = {1};

/** Every LLM function with good arguments answers that there is no such handle. */
void every_llm_function_refuses(geniex_LLM* handle) {
    const geniex_KvCacheSaveInput save{"x"};
    const geniex_KvCacheLoadInput load{"x"};
    geniex_LlmChatMessage message{};
    message.role = "user";
    geniex_LlmApplyChatTemplateInput chat{};
    chat.messages = &message;
    chat.message_count = 1;
    geniex_LlmApplyChatTemplateOutput chat_output;
    geniex_LlmModelInfo info;
    const geniex_LlmForwardLogitsInput logits{kIds, 1, false, 0};
    geniex_LlmForwardLogitsOutput logits_output;
    const geniex_DecideInput question{};
    geniex_DecideOutput decision;
    auto render = fixture::sized<geniex_LlmRenderInput>();
    auto rendered = fixture::sized<geniex_LlmRenderOutput>();
    auto list = fixture::sized<geniex_TokenList>();
    auto use = fixture::sized<geniex_ContextUse>();
    char* text = nullptr;
    CHECK_FAILS(geniex_llm_reset(handle), kNoLlm, "handle");
    CHECK_EQ(geniex_llm_save_kv_cache(handle, &save, nullptr), kNoLlm);
    CHECK_EQ(geniex_llm_load_kv_cache(handle, &load, nullptr), kNoLlm);
    CHECK_EQ(geniex_llm_apply_chat_template(handle, &chat, &chat_output), kNoLlm);
    CHECK_EQ(fixture::generate(handle, "x").code, kNoLlm);
    CHECK_EQ(geniex_llm_get_model_info(handle, &info), kNoLlm);
    CHECK_EQ(geniex_llm_forward_logits(handle, &logits, &logits_output), kNoLlm);
    CHECK_EQ(geniex_llm_decide(handle, &question, &decision), kNoLlm);
    CHECK_EQ(geniex_llm_render(handle, &render, &rendered), kNoLlm);
    CHECK_EQ(geniex_llm_tokenize(handle, "x", 1, false, &list), kNoLlm);
    CHECK_EQ(geniex_llm_detokenize(handle, kIds, 1, &text), kNoLlm);
    CHECK_EQ(geniex_llm_get_kv_tokens(handle, &list), kNoLlm);
    CHECK_EQ(geniex_llm_get_reply_tokens(handle, &list), kNoLlm);
    CHECK_EQ(geniex_llm_get_context_use(handle, &use), kNoLlm);
    CHECK_EQ(geniex_llm_get_placement(handle, &text), kNoLlm);
    CHECK_EQ(geniex_llm_destroy(handle), kNoLlm);
}

void every_vlm_function_refuses(geniex_VLM* handle) {
    geniex_VlmChatMessage message{};
    message.role = "user";
    geniex_VlmApplyChatTemplateInput chat{};
    chat.messages = &message;
    chat.message_count = 1;
    geniex_VlmApplyChatTemplateOutput chat_output;
    geniex_VlmGenerateInput input{};
    input.prompt_utf8 = "x";
    geniex_VlmGenerateOutput output;
    geniex_VlmCapabilities capabilities;
    const geniex_DecideInput question{};
    geniex_DecideOutput decision;
    CHECK_FAILS(geniex_vlm_reset(handle), kNoVlm, "handle");
    CHECK_FAILS(geniex_vlm_apply_chat_template(handle, &chat, &chat_output), kNoVlm, "handle");
    CHECK_FAILS(geniex_vlm_generate(handle, &input, &output), kNoVlm, "handle");
    CHECK(output.full_text == nullptr && output.profile_data.stop_reason == nullptr);
    CHECK_FAILS(geniex_vlm_get_capabilities(handle, &capabilities), kNoVlm, "handle");
    CHECK_FAILS(geniex_vlm_decide(handle, &question, &decision), kNoVlm, "handle");
    CHECK_FAILS(geniex_vlm_destroy(handle), kNoVlm, "handle");
}

void after_destroy() {
    fixture::Runtime runtime;
    geniex_LLM* llm = nullptr;
    geniex_VLM* vlm = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &llm), 0);
    CHECK_EQ(fixture::create_vlm("echo", &vlm), 0);
    every_vlm_function_refuses(reinterpret_cast<geniex_VLM*>(llm));  // of the other kind
    every_llm_function_refuses(reinterpret_cast<geniex_LLM*>(vlm));
    CHECK_EQ(fixture::generate(llm, "still there").text, "still there");
    CHECK_EQ(geniex_llm_destroy(llm), 0);
    CHECK_EQ(geniex_vlm_destroy(vlm), 0);
    every_llm_function_refuses(llm);
    every_vlm_function_refuses(vlm);
    geniex_LLM* other = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &other), 0);
    CHECK(other != llm);  // numbers are not used again
    CHECK_EQ(geniex_llm_destroy(llm), kNoLlm);
    CHECK_EQ(geniex_llm_destroy(other), 0);
}

void after_deinit() {
    geniex_LLM* llm = nullptr;
    geniex_VLM* vlm = nullptr;
    {
        fixture::Runtime runtime;
        CHECK_EQ(fixture::create_llm("echo", &llm), 0);
        CHECK_EQ(fixture::create_vlm("echo", &vlm), 0);
    }
    every_llm_function_refuses(llm);
    every_vlm_function_refuses(vlm);
    fixture::Runtime again;
    every_llm_function_refuses(llm);
    CHECK_EQ(fixture::create_llm("echo", &llm), 0);
    CHECK_EQ(fixture::generate(llm, "new life").text, "new life");
}

void invented_handles() {
    fixture::Runtime runtime;
    int on_the_stack = 0;
    for (const uintptr_t number :
         {uintptr_t{1}, uintptr_t{8}, reinterpret_cast<uintptr_t>(&on_the_stack), uintptr_t{0x6778FFFF}, UINTPTR_MAX}) {
        every_llm_function_refuses(reinterpret_cast<geniex_LLM*>(number));
        every_vlm_function_refuses(reinterpret_cast<geniex_VLM*>(number));
    }
}

/** What a token callback did to the library. */
struct Meddling {
    geniex_LLM* handle;
    bool (*act)(Meddling& self);
    std::vector<int32_t> codes;
    std::string detail;
};

bool meddle(const char*, void* user_data) {
    auto& self = *static_cast<Meddling*>(user_data);
    return self.act(self);
}

int32_t generate_with(Meddling& meddling, geniex_LlmGenerateOutput& output) {
    geniex_LlmGenerateInput input{};
    input.prompt_utf8 = "abc";
    input.on_token = meddle;
    input.user_data = &meddling;
    return geniex_llm_generate(meddling.handle, &input, &output);
}

void calls_on_the_handle_from_its_own_callback_are_refused() {
    fixture::Runtime runtime;
    const fixture::Llm llm("echo");
    Meddling meddling{llm,
                      [](Meddling& self) {
                          self.codes.push_back(geniex_llm_reset(self.handle));
                          self.detail = geniex_last_error_detail();
                          self.codes.push_back(fixture::generate(self.handle, "again").code);
                          return true;
                      },
                      {},
                      {}};
    geniex_LlmGenerateOutput output;
    CHECK_EQ(generate_with(meddling, output), 0);
    CHECK_TEXT(output.full_text, "abc");
    geniex_free(output.full_text);
    CHECK_EQ(meddling.codes.size(), 6u);
    for (const int32_t code : meddling.codes) CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_INVALID_INPUT));
    CHECK(meddling.detail.find("handle is busy") == 0);
}

void calls_on_another_handle_from_a_callback_work() {
    fixture::Runtime runtime;
    const fixture::Llm llm("echo");
    static geniex_LLM* other;
    CHECK_EQ(fixture::create_llm("script:inner", &other), 0);
    Meddling meddling{llm,
                      [](Meddling& self) {
                          self.detail += fixture::generate(other, "x").text;
                          return true;
                      },
                      {},
                      {}};
    geniex_LlmGenerateOutput output;
    CHECK_EQ(generate_with(meddling, output), 0);
    geniex_free(output.full_text);
    CHECK_EQ(meddling.detail, "innerinnerinner");
    CHECK_EQ(geniex_llm_destroy(other), 0);
}

void destroy_from_the_callback() {
    fixture::Runtime runtime;
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &llm), 0);
    Meddling meddling{llm,
                      [](Meddling& self) {
                          self.codes.push_back(geniex_llm_destroy(self.handle));
                          return true;
                      },
                      {},
                      {}};
    geniex_LlmGenerateOutput output;
    CHECK_EQ(generate_with(meddling, output), 0);
    CHECK_TEXT(output.full_text, "a");
    CHECK_TEXT(output.profile_data.stop_reason, "user");
    geniex_free(output.full_text);
    CHECK(meddling.codes == std::vector<int32_t>{0});
    every_llm_function_refuses(llm);
}

void deinit_from_the_callback() {
    fixture::Runtime runtime;
    geniex_LLM* llm = nullptr;
    CHECK_EQ(fixture::create_llm("echo", &llm), 0);
    Meddling meddling{llm,
                      [](Meddling& self) {
                          self.codes.push_back(geniex_deinit());
                          return true;
                      },
                      {},
                      {}};
    geniex_LlmGenerateOutput output;
    CHECK_EQ(generate_with(meddling, output), 0);
    CHECK_TEXT(output.full_text, "a");
    CHECK_TEXT(output.profile_data.stop_reason, "user");  // readable although the plugin is gone
    geniex_free(output.full_text);
    CHECK(meddling.codes == std::vector<int32_t>{0});
    every_llm_function_refuses(llm);
    CHECK_EQ(geniex_init(), 0);
    CHECK_EQ(fixture::generate(fixture::Llm("echo"), "up again").text, "up again");
}

}  // namespace

int main() {
    after_destroy();
    after_deinit();
    invented_handles();
    calls_on_the_handle_from_its_own_callback_are_refused();
    calls_on_another_handle_from_a_callback_work();
    destroy_from_the_callback();
    deinit_from_the_callback();
    return check::report();
}
