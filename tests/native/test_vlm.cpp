// The VLM functions on the fake plugin, and each of their error cases.
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

using fixture::Vlm;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;

fixture::Reply generate(geniex_VLM* handle, const char* prompt, const geniex_GenerationConfig* config = nullptr) {
    fixture::Reply reply;
    const geniex_VlmGenerateInput input{prompt, config, fixture::collect_piece, &reply};
    geniex_VlmGenerateOutput output;
    reply.code = geniex_vlm_generate(handle, &input, &output);
    reply.has_text = output.full_text != nullptr;
    if (reply.has_text) reply.text = output.full_text;
    if (output.profile_data.stop_reason != nullptr) reply.stop_reason = output.profile_data.stop_reason;
    reply.profile = output.profile_data;
    geniex_free(output.full_text);
    return reply;
}

void create() {
    geniex_VLM* handle = nullptr;
    geniex_VlmCreateInput input{};
    CHECK_FAILS(geniex_vlm_create(nullptr, &handle), kInvalidInput, "input");
    CHECK_FAILS(geniex_vlm_create(&input, nullptr), kInvalidInput, "handle");
    CHECK_FAILS(geniex_vlm_create(&input, &handle), kInvalidInput, "plugin_id");
    input.plugin_id = "fake";
    CHECK_FAILS(geniex_vlm_create(&input, &handle), kInvalidInput, "model_path");
    input.model_path = "echo";
    input.config.n_ctx = -1;
    CHECK_FAILS(geniex_vlm_create(&input, &handle), kInvalidInput, "negative");
    CHECK_FAILS(fixture::create_vlm("echo", &handle, "other"), GENIEX_ERROR_COMMON_PLUGIN_INVALID, "other");
    CHECK_FAILS(fixture::create_vlm("fail-load:-100201", &handle), GENIEX_ERROR_COMMON_MODEL_LOAD, "told to fail");
    CHECK_FAILS(fixture::create_vlm("throw-load", &handle), GENIEX_ERROR_COMMON_MODEL_LOAD, "thrown");
    CHECK_FAILS(fixture::create_vlm("no-model", &handle), GENIEX_ERROR_COMMON_MODEL_LOAD, "no model");
    CHECK(handle == nullptr);
}

void generate_works_as_for_an_llm() {
    const Vlm vlm("script:caf\\xC3|\\xA9");
    const fixture::Reply reply = generate(vlm, "look");
    CHECK_EQ(reply.code, 0);
    CHECK_EQ(reply.text, "caf\xC3\xA9");
    CHECK((reply.pieces == std::vector<std::string>{"caf", "\xC3\xA9"}));
    CHECK_EQ(reply.stop_reason, "eos");
    CHECK_EQ(reply.profile.prompt_tokens, 4);
    CHECK_EQ(geniex_vlm_reset(vlm), 0);
}

void errors_of_generate() {
    const Vlm vlm("echo");
    const geniex_VlmGenerateInput input{"x", nullptr, nullptr, nullptr};
    geniex_VlmGenerateOutput output;
    CHECK_FAILS(geniex_vlm_generate(vlm, nullptr, &output), kInvalidInput, "input");
    CHECK(output.full_text == nullptr && output.profile_data.stop_reason == nullptr);
    CHECK_FAILS(geniex_vlm_generate(vlm, &input, nullptr), kInvalidInput, "output");
    CHECK_FAILS(generate(vlm, nullptr).code, kInvalidInput, "prompt_utf8");
    CHECK_FAILS(generate(vlm, "ab\xFF").code, kInvalidInput, "byte 2");
    geniex_GenerationConfig config{};
    config.image_count = 1;
    CHECK_FAILS(generate(vlm, "x", &config).code, kInvalidInput, "image_paths");
    const char* paths[] = {nullptr};
    config.image_paths = paths;
    CHECK_FAILS(generate(vlm, "x", &config).code, kInvalidInput, "image_paths[0]");
    for (const int32_t code : {-201001, -201201, -201202, -200103}) {
        const std::string path = "fail-generate:" + std::to_string(code);
        CHECK_EQ(generate(Vlm(path.c_str()), "x").code, code);
    }
    const fixture::Reply partial = generate(Vlm("context-full"), "x");
    CHECK_EQ(partial.code, static_cast<int32_t>(GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH));
    CHECK_EQ(partial.text, "partial");
    CHECK_EQ(partial.stop_reason, "length");
    CHECK_EQ(generate(Vlm("throw"), "x").code, static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
}

void chat_template() {
    const Vlm vlm("echo");
    geniex_VlmContent parts[2] = {{"image", nullptr}, {"text", "what?"}};
    geniex_VlmChatMessage message{};
    message.role = "user";
    message.contents = parts;
    message.content_count = 2;
    geniex_VlmApplyChatTemplateInput input{};
    geniex_VlmApplyChatTemplateOutput output;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "messages");
    input.messages = &message;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "message_count");
    input.message_count = 1;
    CHECK_EQ(geniex_vlm_apply_chat_template(vlm, &input, &output), 0);
    CHECK_TEXT(output.formatted_text, "user: <image>what?\n");
    geniex_free(output.formatted_text);
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, nullptr, &output), kInvalidInput, "input");
    CHECK(output.formatted_text == nullptr);
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_vlm_apply_chat_template(Vlm("empty-template"), &input, &output),
                GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "");
    CHECK(output.formatted_text == nullptr);
    CHECK_EQ(geniex_vlm_apply_chat_template(Vlm("throw"), &input, &output),
             static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));

    parts[1].text = "\xFF";
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "contents[1]");
    parts[1].type = nullptr;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "contents[1].type");
    message.content_count = -1;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "contents");
    message.content_count = 1;
    message.contents = nullptr;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "contents");
    message.content_count = 0;
    message.role = nullptr;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "role");
    message.role = "user";
    message.tool_call_count = 1;
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "tool_calls");
    message.tool_call_count = 0;
    input.tools = "\xFF";
    CHECK_FAILS(geniex_vlm_apply_chat_template(vlm, &input, &output), kInvalidInput, "tools");
}

void capabilities() {
    geniex_VlmCapabilities output{false, true};
    CHECK_EQ(geniex_vlm_get_capabilities(Vlm("echo"), &output), 0);
    CHECK(output.supports_vision && !output.supports_audio);
    CHECK_EQ(geniex_vlm_get_capabilities(Vlm("no-extras"), &output), 0);
    CHECK(!output.supports_vision);
    CHECK_FAILS(geniex_vlm_get_capabilities(Vlm("echo"), nullptr), kInvalidInput, "");
    CHECK_EQ(geniex_vlm_get_capabilities(Vlm("throw"), &output), static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
}

/** A conversation with a picture, as geniex_vlm_chat() takes it. */
struct Question {
    geniex_VlmContent parts[3] = {{"text", "Look: "}, {"image", "a.png"}, {"text", " what?"}};
    geniex_VlmChatMessage message{};
    geniex_VlmChatInput input{};
    fixture::Reply reply;

    Question() {
        message.role = "user";
        message.contents = parts;
        message.content_count = 3;
        input.size = sizeof(input);
        input.messages = &message;
        input.message_count = 1;
        input.on_token = fixture::collect_piece;
        input.user_data = &reply;
    }

    int32_t ask(geniex_VLM* handle) {
        geniex_VlmGenerateOutput output;
        const int32_t code = geniex_vlm_chat(handle, &input, &output);
        if (output.full_text != nullptr) reply.text = output.full_text;
        reply.profile = output.profile_data;
        geniex_free(output.full_text);
        return code;
    }
};

void chat_keeps_media_in_their_place() {
    const Vlm vlm("echo");
    Question question;
    CHECK_EQ(question.ask(vlm), 0);
    CHECK_EQ(question.reply.text, "user: Look: <image:a.png> what?\nassistant: ");
    CHECK_EQ(question.reply.pieces.size(), question.reply.text.size());
    CHECK_EQ(question.reply.profile.media_time, 1000);
    question.input.grounding = true;
    CHECK_EQ(question.ask(vlm), 0);
    CHECK(question.reply.text.find("grounding") != std::string::npos);
}

void errors_of_chat() {
    const Vlm vlm("echo");
    Question question;
    geniex_VlmGenerateOutput output;
    CHECK_FAILS(geniex_vlm_chat(vlm, nullptr, &output), kInvalidInput, "input");
    CHECK(output.full_text == nullptr);
    CHECK_FAILS(geniex_vlm_chat(vlm, &question.input, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_vlm_chat(nullptr, &question.input, &output), kInvalidInput, "handle");
    const geniex_TokenSpan bad_span{nullptr, 1};
    question.input.contents = &bad_span;
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "contents");
    question.input.contents = nullptr;
    geniex_GenerationConfig config{};
    const char* paths[] = {"a.png"};
    config.image_paths = paths;
    config.image_count = 1;
    question.input.config = &config;
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "image_paths");
    question.input.config = nullptr;
    question.input.tools = "\xFF";
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "tools");
    question.input.tools = nullptr;
    question.parts[1].type = nullptr;
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "contents[1].type");
    question.input.message_count = 0;
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "message_count");
    question.input.size = 8;
    CHECK_FAILS(question.ask(vlm), kInvalidInput, "size");
    Question other;
    CHECK_EQ(other.ask(Vlm("throw")), static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
    CHECK_EQ(other.ask(Vlm("no-extras")), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
}

void cancelling_ends_the_encoding_with_success() {
    const Vlm vlm("slow:20:5");
    const fixture::Run run;
    CHECK_EQ(geniex_run_attach(run), 0);
    CHECK_EQ(geniex_run_cancel(run), 0);
    Question question;
    CHECK_EQ(question.ask(vlm), 0);
    CHECK_TEXT(question.reply.profile.stop_reason, "user");
    CHECK_EQ(question.reply.text, "");
    CHECK_EQ(geniex_run_attach(nullptr), 0);
}

void the_phase_of_encoding_comes_first() {
    const Vlm vlm("echo");
    const fixture::Run run;
    CHECK_EQ(geniex_run_attach(run), 0);
    Question question;
    CHECK_EQ(question.ask(vlm), 0);
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    char text[256];
    geniex_PhaseEvent events[64];
    auto read = fixture::sized<geniex_RunRead>();
    read.text = text;
    read.text_capacity = sizeof(text);
    read.marks = nullptr;
    read.mark_capacity = 0;
    read.events = events;
    read.event_capacity = 64;
    CHECK_EQ(geniex_run_read(run, &read), 0);
    CHECK(read.event_count > 3);
    CHECK_EQ(events[0].phase, static_cast<int32_t>(GENIEX_PHASE_MEDIA_ENCODE));
    CHECK_EQ(events[0].total, 1);
    CHECK_EQ(events[2].edge, static_cast<int32_t>(GENIEX_EDGE_END));
    CHECK_EQ(events[3].phase, static_cast<int32_t>(GENIEX_PHASE_PREFILL));
}

void questions_about_the_model() {
    const Vlm vlm("script:ab");
    auto tokens = fixture::sized<geniex_TokenList>();
    CHECK_EQ(geniex_vlm_tokenize(vlm, "ab", 2, false, &tokens), 0);
    CHECK((fixture::take(tokens) == std::vector<int32_t>{'a', 'b'}));
    CHECK_FAILS(geniex_vlm_tokenize(vlm, "\xFF", 1, false, &tokens), kInvalidInput, "text");
    CHECK_FAILS(geniex_vlm_tokenize(vlm, "a", 1, false, nullptr), kInvalidInput, "output");
    Question question;
    CHECK_EQ(question.ask(vlm), 0);
    CHECK_EQ(geniex_vlm_get_reply_tokens(vlm, &tokens), 0);
    CHECK((fixture::take(tokens) == std::vector<int32_t>{'a', 'b'}));
    auto use = fixture::sized<geniex_ContextUse>();
    CHECK_EQ(geniex_vlm_get_context_use(vlm, &use), 0);
    CHECK(use.n_used > 2);
    use.size = 4;
    CHECK_FAILS(geniex_vlm_get_context_use(vlm, &use), kInvalidInput, "size");
    char* json = nullptr;
    CHECK_EQ(geniex_vlm_get_placement(vlm, &json), 0);
    CHECK(json != nullptr && std::string(json).find("fake") != std::string::npos);
    geniex_free(json);
    CHECK_FAILS(geniex_vlm_get_placement(vlm, nullptr), kInvalidInput, "json");
    CHECK_FAILS(geniex_vlm_get_placement(nullptr, &json), kInvalidInput, "handle");
    const Vlm bare("no-extras");
    CHECK_EQ(geniex_vlm_get_placement(bare, &json), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
    CHECK_EQ(geniex_vlm_get_reply_tokens(bare, &tokens), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
}

void a_null_handle() {
    const geniex_VlmApplyChatTemplateInput input{};
    geniex_VlmApplyChatTemplateOutput output;
    geniex_VlmCapabilities can;
    CHECK_FAILS(geniex_vlm_destroy(nullptr), kInvalidInput, "handle");
    CHECK_FAILS(geniex_vlm_reset(nullptr), kInvalidInput, "handle");
    CHECK_FAILS(generate(nullptr, "x").code, kInvalidInput, "handle");
    CHECK_FAILS(geniex_vlm_apply_chat_template(nullptr, &input, &output), kInvalidInput, "handle");
    CHECK_FAILS(geniex_vlm_get_capabilities(nullptr, &can), kInvalidInput, "handle");
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    create();
    generate_works_as_for_an_llm();
    errors_of_generate();
    chat_template();
    capabilities();
    chat_keeps_media_in_their_place();
    errors_of_chat();
    cancelling_ends_the_encoding_with_success();
    the_phase_of_encoding_comes_first();
    questions_about_the_model();
    a_null_handle();
    CHECK_EQ(geniex_vlm_reset(Vlm("fail-all:-100003")), static_cast<int32_t>(GENIEX_ERROR_COMMON_MEMORY_ALLOCATION));
    return check::report();
}
