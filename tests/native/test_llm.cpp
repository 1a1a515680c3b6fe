// The LLM functions on a handle that works, and each of their error cases.
#include <limits>
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

using fixture::generate;
using fixture::Llm;
using fixture::Reply;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kNoHandle = GENIEX_ERROR_COMMON_NOT_INITIALIZED;

void create_checks_its_arguments() {
    geniex_LLM* const untouched = reinterpret_cast<geniex_LLM*>(0x1234);
    geniex_LLM* handle = untouched;
    geniex_LlmCreateInput input{};
    CHECK_FAILS(geniex_llm_create(nullptr, &handle), kInvalidInput, "input");
    CHECK_FAILS(geniex_llm_create(&input, nullptr), kInvalidInput, "handle");
    CHECK_FAILS(geniex_llm_create(&input, &handle), kInvalidInput, "plugin_id");
    input.plugin_id = "fake";
    CHECK_FAILS(geniex_llm_create(&input, &handle), kInvalidInput, "model_path");
    input.model_path = "echo";
    for (int32_t geniex_ModelConfig::* count :
         {&geniex_ModelConfig::n_ctx, &geniex_ModelConfig::n_threads, &geniex_ModelConfig::n_threads_batch,
          &geniex_ModelConfig::n_batch, &geniex_ModelConfig::n_ubatch, &geniex_ModelConfig::n_seq_max}) {
        input.config.*count = -1;
        CHECK_FAILS(geniex_llm_create(&input, &handle), kInvalidInput, "negative");
        input.config.*count = 0;
    }
    input.config.chat_template_content = "\xFF";
    CHECK_FAILS(geniex_llm_create(&input, &handle), kInvalidInput, "chat_template_content");
    input.config.chat_template_content = nullptr;
    input.config.n_gpu_layers = -1;  // all of them
    CHECK(handle == untouched);
    CHECK_EQ(geniex_llm_create(&input, &handle), 0);
    CHECK_EQ(geniex_llm_destroy(handle), 0);
}

void create_hands_on_what_the_plugin_says() {
    geniex_LLM* handle = nullptr;
    CHECK_FAILS(fixture::create_llm("echo", &handle, "other"), GENIEX_ERROR_COMMON_PLUGIN_INVALID, "other");
    CHECK_FAILS(fixture::create_llm("fail-load:-100203", &handle), GENIEX_ERROR_COMMON_MODEL_INVALID, "told to fail");
    CHECK_FAILS(fixture::create_llm("throw-load", &handle), GENIEX_ERROR_COMMON_MODEL_LOAD, "thrown by");
    CHECK_FAILS(fixture::create_llm("no-model", &handle), GENIEX_ERROR_COMMON_MODEL_LOAD, "no model");
    CHECK(handle == nullptr);
}

void every_function_refuses_a_null_handle() {
    geniex_LLM* const none = nullptr;
    const geniex_KvCacheSaveInput save{"x"};
    const geniex_KvCacheLoadInput load{"x"};
    const geniex_LlmApplyChatTemplateInput chat{};
    geniex_LlmApplyChatTemplateOutput chat_output;
    geniex_LlmModelInfo info;
    CHECK_FAILS(geniex_llm_destroy(none), kNoHandle, "NULL");
    CHECK_EQ(geniex_llm_reset(none), kNoHandle);
    CHECK_EQ(geniex_llm_save_kv_cache(none, &save, nullptr), kNoHandle);
    CHECK_EQ(geniex_llm_load_kv_cache(none, &load, nullptr), kNoHandle);
    CHECK_EQ(geniex_llm_apply_chat_template(none, &chat, &chat_output), kNoHandle);
    CHECK(chat_output.formatted_text == nullptr);
    const Reply reply = generate(none, "x");
    CHECK_EQ(reply.code, kNoHandle);
    CHECK(!reply.has_text && reply.profile.stop_reason == nullptr);
    CHECK_FAILS(geniex_llm_get_model_info(none, nullptr), kInvalidInput, "output");
    info.vocab_size = 5;
    CHECK_EQ(geniex_llm_get_model_info(none, &info), kNoHandle);
    CHECK_EQ(info.vocab_size, 0);
}

void generate_streams_whole_characters() {
    const Llm llm("/models/script:caf\\xC3|\\xA9|\\xF0\\x9F|\\x98\\x80|\\xFF|.\\xE4\\xBD");
    const Reply reply = generate(llm, "hi");
    CHECK_EQ(reply.code, 0);
    CHECK((reply.pieces ==
           std::vector<std::string>{"caf", "\xC3\xA9", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD", ".", "\xEF\xBF\xBD"}));
    CHECK_EQ(reply.text, "caf\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBD.\xEF\xBF\xBD");
    CHECK_EQ(reply.stop_reason, "eos");
}

/** A client's callback that cancels its run at the first piece. */
bool cancel_at_once(const char*, void* run) { return geniex_run_cancel(static_cast<geniex_Run*>(run)) == 0; }

void half_a_character_at_the_end() {
    const char* face = "script:a\\xF0\\x9F|\\x98\\x80b";
    CHECK_EQ(generate(Llm(face), "x").text,
             "a\xF0\x9F\x98\x80"
             "b");
    CHECK_EQ(generate(Llm("script:a\\xF0\\x9F"), "x").text, "a\xEF\xBF\xBD");

    // A reply that was cut off can be gone on with: the half is neither shown nor kept, nor are its tokens.
    const Llm limited(face);
    geniex_GenerationConfig config{};
    config.max_tokens = 1;
    const Reply cut = generate(limited, "x", &config);
    CHECK_EQ(cut.stop_reason, "length");
    CHECK_EQ(cut.text, "a");
    CHECK_EQ(cut.pieces.size(), 1u);
    auto tokens = fixture::sized<geniex_TokenList>();
    CHECK_EQ(geniex_llm_get_reply_tokens(limited, &tokens), 0);
    CHECK(fixture::take(tokens) == std::vector<int32_t>{'a'});

    const fixture::Run run;
    const Llm stopped(face);
    geniex_LlmGenerateInput input{};
    input.prompt_utf8 = "x";
    input.on_token = cancel_at_once;
    input.user_data = static_cast<geniex_Run*>(run);
    geniex_LlmGenerateOutput output;
    CHECK_EQ(geniex_run_attach(run), 0);
    CHECK_EQ(geniex_llm_generate(stopped, &input, &output), 0);
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    CHECK_TEXT(output.full_text, "a");
    CHECK_TEXT(output.profile_data.stop_reason, "user");
    geniex_free(output.full_text);
}

void generate_fills_the_profile() {
    const Llm llm("slow:1:5");
    const Reply reply = generate(llm, "four");
    CHECK_EQ(reply.text, "xxxxx");
    CHECK_EQ(reply.profile.prompt_tokens, 4);
    CHECK_EQ(reply.profile.generated_tokens, 5);
    CHECK(reply.profile.ttft > 0 && reply.profile.prompt_time > 0 && reply.profile.decode_time > 0);
    CHECK_EQ(reply.profile.prefill_speed, 4e6 / static_cast<double>(reply.profile.prompt_time));
    CHECK_EQ(reply.profile.decoding_speed, 5e6 / static_cast<double>(reply.profile.decode_time));
}

void generate_stops_where_it_is_told() {
    const Llm llm("echo");
    geniex_GenerationConfig config{};
    config.max_tokens = 2;
    Reply reply = generate(llm, "abcdef", &config);
    CHECK_EQ(reply.text, "ab");
    CHECK_EQ(reply.stop_reason, "length");
    config.max_tokens = -1;
    CHECK_EQ(generate(llm, "abcdef", &config).text, "abcdef");

    geniex_LlmGenerateInput input{};
    input.prompt_utf8 = "abcdef";
    int seen = 0;
    input.user_data = &seen;
    input.on_token = [](const char*, void* count) { return ++*static_cast<int*>(count) < 3; };
    geniex_LlmGenerateOutput output;
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), 0);
    CHECK_TEXT(output.full_text, "abc");
    CHECK_TEXT(output.profile_data.stop_reason, "user");
    geniex_free(output.full_text);
    input.on_token = [](const char*, void*) -> bool { throw 1; };
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), 0);
    CHECK_TEXT(output.full_text, "a");
    CHECK_TEXT(output.profile_data.stop_reason, "user");
    geniex_free(output.full_text);
    input.on_token = nullptr;
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), 0);
    CHECK_TEXT(output.full_text, "abcdef");
    geniex_free(output.full_text);
}

void an_unknown_stop_reason_becomes_unknown() { CHECK_EQ(generate(Llm("foreign-stop"), "x").stop_reason, "unknown"); }

void failures_of_generate() {
    const Llm full("context-full");
    Reply reply = generate(full, "x");
    CHECK_EQ(reply.code, static_cast<int32_t>(GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH));
    CHECK_EQ(reply.text, "partial");
    CHECK_EQ(reply.stop_reason, "length");
    CHECK_EQ(reply.profile.generated_tokens, 2);

    reply = generate(Llm("echo", 4), "five!");
    CHECK_EQ(reply.code, static_cast<int32_t>(GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG));
    CHECK(!reply.has_text);
    reply = generate(Llm("fail-generate:-200101"), "x");
    CHECK_EQ(reply.code, static_cast<int32_t>(GENIEX_ERROR_LLM_GENERATION_FAILED));
    CHECK_TEXT(geniex_last_error_detail(), "");  // the destruction of the handle was the last call

    const Llm throws("throw");
    CHECK_EQ(generate(throws, "x").code, static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
    CHECK_TEXT(geniex_last_error_detail(), "thrown by the fake plugin");
    CHECK_EQ(generate(Llm("fail-generate:-200001"), "x").code,
             static_cast<int32_t>(GENIEX_ERROR_LLM_TOKENIZATION_FAILED));
}

void inputs_of_generate() {
    const Llm llm("echo");
    geniex_LlmGenerateInput input{};
    geniex_LlmGenerateOutput output;
    CHECK_FAILS(geniex_llm_generate(llm, nullptr, &output), kInvalidInput, "input");
    CHECK(output.full_text == nullptr);
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "no input");
    input.prompt_utf8 = "x";
    CHECK_FAILS(geniex_llm_generate(llm, &input, nullptr), kInvalidInput, "output");
    input.prompt_utf8 = "good\xC3(";
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "byte 4");

    const int32_t ids[] = {'i', 'd'};
    input.input_ids = ids;
    input.input_ids_count = 2;  // wins over the bad prompt, which is not even looked at
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), 0);
    CHECK_TEXT(output.full_text, "id");
    geniex_free(output.full_text);
    input.input_ids_count = -1;
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "input_ids");
    input.input_ids = nullptr;
    input.input_ids_count = 2;
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "input_ids");
    const int32_t outside[] = {256};
    input.input_ids = outside;
    input.input_ids_count = 1;
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), kInvalidInput);
    CHECK(output.full_text == nullptr);

    const float row[] = {0.5f, 0.25f};
    input.input_embd = row;
    input.input_embd_count = 1;
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "input_embd_dim");
    input.input_embd_dim = 2;
    CHECK_EQ(geniex_llm_generate(llm, &input, &output), static_cast<int32_t>(GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED));
    input.input_embd_count = -1;
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "input_embd");
    input.input_embd = nullptr;
    input.input_embd_count = 1;
    CHECK_FAILS(geniex_llm_generate(llm, &input, &output), kInvalidInput, "input_embd");
}

int32_t code_with(geniex_LLM* llm, const geniex_GenerationConfig& config) { return generate(llm, "x", &config).code; }

void configs_of_generate() {
    const Llm llm("echo");
    const char* good[] = {"a", "b"};
    const char* with_null[] = {"a", nullptr};
    const char* not_utf8[] = {"\xFF"};
    struct Array {
        const char** geniex_GenerationConfig::* items;
        int32_t geniex_GenerationConfig::* count;
    };
    for (const Array& array : {Array{&geniex_GenerationConfig::stop, &geniex_GenerationConfig::stop_count},
                               Array{&geniex_GenerationConfig::image_paths, &geniex_GenerationConfig::image_count},
                               Array{&geniex_GenerationConfig::audio_paths, &geniex_GenerationConfig::audio_count}}) {
        geniex_GenerationConfig config{};
        config.*array.count = -1;
        CHECK_FAILS(code_with(llm, config), kInvalidInput, "negative");
        config.*array.count = 2;
        CHECK_FAILS(code_with(llm, config), kInvalidInput, "NULL");
        config.*array.items = with_null;
        CHECK_FAILS(code_with(llm, config), kInvalidInput, "[1] is NULL");
        config.*array.items = good;
        CHECK_EQ(code_with(llm, config), 0);
    }
    geniex_GenerationConfig config{};
    config.stop = not_utf8;
    config.stop_count = 1;
    CHECK_FAILS(code_with(llm, config), kInvalidInput, "stop[0]");

    geniex_SamplerConfig sampler{};
    config = {};
    config.sampler_config = &sampler;
    CHECK_EQ(code_with(llm, config), 0);
    sampler.top_p = std::numeric_limits<float>::quiet_NaN();
    CHECK_FAILS(code_with(llm, config), kInvalidInput, "finite");
    sampler.top_p = 0.0f;
    sampler.grammar_string = "\xFF";
    CHECK_FAILS(code_with(llm, config), kInvalidInput, "grammar_string");
}

void the_conversation_is_kept_and_reset() {
    const Llm llm("script:yes");
    CHECK_EQ(generate(llm, "abc").profile.prompt_tokens, 3);
    CHECK_EQ(generate(llm, "abcyes and").profile.prompt_tokens, 4);
    CHECK_EQ(geniex_llm_reset(llm), 0);
    CHECK_EQ(generate(llm, "abcyes and").profile.prompt_tokens, 10);
}

void kv_cache_files() {
    const std::string path = std::string(GENIEX_TEST_FOLDER) + "/kv.bin";
    const Llm llm("script:yes");
    generate(llm, "abc");
    const geniex_KvCacheSaveInput save{path.c_str()};
    geniex_KvCacheSaveOutput save_output{const_cast<char*>("garbage")};
    CHECK_EQ(geniex_llm_save_kv_cache(llm, &save, &save_output), 0);
    CHECK(save_output.reserved == nullptr);
    CHECK_EQ(geniex_llm_reset(llm), 0);
    const geniex_KvCacheLoadInput load{path.c_str()};
    CHECK_EQ(geniex_llm_load_kv_cache(llm, &load, nullptr), 0);
    CHECK_EQ(generate(llm, "abcyes!").profile.prompt_tokens, 1);

    CHECK_FAILS(geniex_llm_save_kv_cache(llm, nullptr, nullptr), kInvalidInput, "input");
    CHECK_FAILS(geniex_llm_load_kv_cache(llm, nullptr, nullptr), kInvalidInput, "input");
    const geniex_KvCacheSaveInput no_save{nullptr};
    const geniex_KvCacheLoadInput no_load{nullptr};
    CHECK_FAILS(geniex_llm_save_kv_cache(llm, &no_save, nullptr), kInvalidInput, "path");
    CHECK_FAILS(geniex_llm_load_kv_cache(llm, &no_load, nullptr), kInvalidInput, "path");
    const geniex_KvCacheLoadInput missing{"/no/such/file"};
    CHECK_EQ(geniex_llm_load_kv_cache(llm, &missing, nullptr), static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
    const Llm plain("no-extras");
    CHECK_EQ(geniex_llm_save_kv_cache(plain, &save, nullptr), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
    CHECK_EQ(geniex_llm_load_kv_cache(plain, &load, nullptr), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
}

void chat_template() {
    const Llm llm("echo");
    geniex_LlmChatMessage messages[2] = {};
    messages[0].role = "user";
    messages[0].content = "hi";
    messages[1].role = "assistant";
    geniex_LlmApplyChatTemplateInput input{};
    geniex_LlmApplyChatTemplateOutput output{reinterpret_cast<char*>(1)};
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "messages");
    CHECK(output.formatted_text == nullptr);
    input.messages = messages;
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "message_count");
    input.message_count = 2;
    input.add_generation_prompt = true;
    CHECK_EQ(geniex_llm_apply_chat_template(llm, &input, &output), 0);
    CHECK_TEXT(output.formatted_text, "user: hi\nassistant: \nassistant: ");
    geniex_free(output.formatted_text);
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, nullptr, &output), kInvalidInput, "input");
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, nullptr), kInvalidInput, "output");
    messages[1].role = nullptr;
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "messages[1].role");
    messages[1].role = "assistant";
    messages[1].content = "\xED\xA0\x80";
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "messages[1].content");
    messages[1].content = nullptr;
    messages[1].tool_call_count = 1;
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "tool_calls");
    messages[1].tool_call_count = -1;
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "tool_calls");
    geniex_ToolCall call{"1", "name", "\xFF"};
    messages[1].tool_calls = &call;
    messages[1].tool_call_count = 1;
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "tool call");
    call.arguments = nullptr;
    CHECK_EQ(geniex_llm_apply_chat_template(llm, &input, &output), 0);
    geniex_free(output.formatted_text);
    input.tools = "\xFF";
    CHECK_FAILS(geniex_llm_apply_chat_template(llm, &input, &output), kInvalidInput, "tools");
    input.tools = nullptr;
    CHECK_FAILS(geniex_llm_apply_chat_template(Llm("throw"), &input, &output), GENIEX_ERROR_COMMON_UNKNOWN, "");
}

void model_info() {
    geniex_LlmModelInfo info;
    CHECK_EQ(geniex_llm_get_model_info(Llm("echo"), &info), 0);
    CHECK_EQ(info.vocab_size, 256);
    CHECK_EQ(info.bos_token, -1);
    CHECK_EQ(geniex_llm_get_model_info(Llm("no-extras"), &info),
             static_cast<int32_t>(GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED));
}

void a_large_prompt() {
    const std::string prompt(10 * 1024 * 1024, 'a');
    CHECK_EQ(generate(Llm("echo"), prompt.c_str()).code,
             static_cast<int32_t>(GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG));
    CHECK_EQ(generate(Llm("script:fine", 20 * 1024 * 1024), prompt.c_str()).text, "fine");
}

void failing_and_throwing_reset() {
    CHECK_EQ(geniex_llm_reset(Llm("fail-all:-100016")), static_cast<int32_t>(GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED));
    CHECK_EQ(geniex_llm_reset(Llm("throw")), static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    create_checks_its_arguments();
    create_hands_on_what_the_plugin_says();
    every_function_refuses_a_null_handle();
    generate_streams_whole_characters();
    half_a_character_at_the_end();
    generate_fills_the_profile();
    generate_stops_where_it_is_told();
    an_unknown_stop_reason_becomes_unknown();
    failures_of_generate();
    inputs_of_generate();
    configs_of_generate();
    the_conversation_is_kept_and_reset();
    kv_cache_files();
    chat_template();
    model_info();
    a_large_prompt();
    failing_and_throwing_reset();
    return check::report();
}
