// forward_logits with its reduction to the best, and the argument checks of decide.
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"

namespace {

using fixture::Llm;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;

void whole_rows() {
    const Llm llm("echo");
    const int32_t ids[] = {1, 2, 3};
    geniex_LlmForwardLogitsInput input{ids, 3, true, 0};
    geniex_LlmForwardLogitsOutput output;
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output), 0);
    CHECK_EQ(output.n_rows, 3);
    CHECK_EQ(output.row_width, 256);
    CHECK_EQ(output.vocab_size, 256);
    CHECK(output.token_ids == nullptr);
    CHECK_EQ(output.logits[2 * 256 + 10], 72.0f);
    geniex_free(output.logits);
    input.all_positions = false;
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output), 0);
    CHECK_EQ(output.n_rows, 1);
    geniex_free(output.logits);
}

void the_best_of_each_row() {
    const Llm llm("echo");
    const int32_t ids[] = {1, 2};
    geniex_LlmForwardLogitsInput input{ids, 2, true, 3};
    geniex_LlmForwardLogitsOutput output;
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output), 0);
    CHECK_EQ(output.n_rows, 2);
    CHECK_EQ(output.row_width, 3);
    CHECK_EQ(output.vocab_size, 256);
    for (int32_t row = 0; row < 2; ++row) {
        for (int32_t i = 0; i < 3; ++i) {
            const int32_t id = output.token_ids[row * 3 + i];
            CHECK_EQ(output.logits[row * 3 + i], static_cast<float>(255 - i));
            CHECK_EQ((id * 7 + row) % 256, 255 - i);
        }
    }
    geniex_free(output.logits);
    geniex_free(output.token_ids);
    input.top_n = INT32_MAX;
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output), 0);
    CHECK_EQ(output.row_width, 256);
    geniex_free(output.logits);
    geniex_free(output.token_ids);
}

void errors_of_forward_logits() {
    const Llm llm("echo", 2);
    const int32_t ids[] = {1, 2, 3};
    const int32_t outside[] = {-1};
    geniex_LlmForwardLogitsInput input{ids, 3, false, 0};
    geniex_LlmForwardLogitsOutput output;
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, nullptr, &output), kInvalidInput, "input");
    CHECK(output.logits == nullptr && output.token_ids == nullptr && output.n_rows == 0);
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, &input, nullptr), kInvalidInput, "output");
    input.input_ids = nullptr;
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, &input, &output), kInvalidInput, "input_ids");
    input = {ids, 0, false, 0};
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, &input, &output), kInvalidInput, "input_ids_count");
    input = {ids, 3, false, -1};
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, &input, &output), kInvalidInput, "top_n");
    input.top_n = 0;
    CHECK_FAILS(geniex_llm_forward_logits(nullptr, &input, &output), GENIEX_ERROR_COMMON_NOT_INITIALIZED, "handle");
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output),
             static_cast<int32_t>(GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH));
    input = {outside, 1, false, 0};
    CHECK_EQ(geniex_llm_forward_logits(llm, &input, &output), kInvalidInput);
    CHECK_EQ(geniex_llm_forward_logits(Llm("no-extras"), &input, &output),
             static_cast<int32_t>(GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED));
    CHECK_EQ(geniex_llm_forward_logits(Llm("fail-all:-200101"), &input, &output),
             static_cast<int32_t>(GENIEX_ERROR_LLM_GENERATION_FAILED));
    CHECK(output.logits == nullptr);
}

/** A decision that is valid but for what a test changes. */
struct Decision {
    std::vector<geniex_DecideOption> options = {{"A", false, "first"}, {"B", false, nullptr}};
    geniex_DecideQuestion question{"q", "choice", "Which?", options.data(), 2};
    geniex_DecideInput input{"some state", &question, 1, 0, nullptr, 0, nullptr, 0};
};

template <typename Handle>
void errors_of_decide(Handle* handle, int32_t (*decide)(Handle*, const geniex_DecideInput*, geniex_DecideOutput*)) {
    geniex_DecideOutput output;
    const auto refused = [&](const Decision& decision, const char* words) {
        CHECK_FAILS(decide(handle, &decision.input, &output), kInvalidInput, words);
        CHECK(output.logits == nullptr && output.decision_type == nullptr && output.probabilities == nullptr);
    };
    CHECK_FAILS(decide(handle, nullptr, &output), kInvalidInput, "input");
    Decision good;
    CHECK_FAILS(decide(handle, &good.input, nullptr), kInvalidInput, "output");
    CHECK_FAILS(decide(handle, &good.input, &output), GENIEX_ERROR_COMMON_NOT_SUPPORTED, "decisions");
    for (const char* type : {"noul", "choice", "score"}) {
        Decision d;
        d.question.question_type = type;
        CHECK_EQ(decide(handle, &d.input, &output), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
    }
    {
        Decision d;
        d.input.state = nullptr;
        refused(d, "state");
    }
    {
        Decision d;
        d.input.state = "\xFF";
        refused(d, "state");
    }
    {
        Decision d;
        d.input.questions = nullptr;
        refused(d, "questions");
    }
    for (const int32_t count : {-1, 0, 65}) {
        Decision d;
        d.input.question_count = count;
        refused(d, "64");
    }
    for (const int32_t index : {-1, 1}) {
        Decision d;
        d.input.question_index = index;
        refused(d, "question_index");
    }
    {
        Decision d;
        d.question.question_type = nullptr;
        refused(d, "question_type");
    }
    {
        Decision d;
        d.question.question_type = "essay";
        refused(d, "question_type");
    }
    for (const int32_t count : {-1, 0, 1, 27}) {
        Decision d;
        d.question.option_count = count;
        refused(d, "26");
    }
    {
        Decision d;
        d.question.question_type = "score";
        d.question.option_count = 11;
        refused(d, "10");
    }
    {
        Decision d;
        d.question.options = nullptr;
        refused(d, "options");
    }
    {
        Decision d;
        d.options[1].key = nullptr;
        refused(d, "key");
    }
    {
        Decision d;
        d.options[1].key = "\xFF";
        refused(d, "key");
    }
    {
        Decision d;
        d.options[0].description = "\xFF";
        refused(d, "description");
    }
    {
        Decision d;
        d.question.instructions = "\xFF";
        refused(d, "instructions");
    }
    {
        Decision d;
        d.input.image_count = 1;
        refused(d, "image_paths");
    }
    {
        Decision d;
        d.input.audio_count = -1;
        refused(d, "audio_paths");
    }
}

}  // namespace

int main() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    whole_rows();
    the_best_of_each_row();
    errors_of_forward_logits();
    errors_of_decide<geniex_LLM>(Llm("echo"), geniex_llm_decide);
    errors_of_decide<geniex_VLM>(fixture::Vlm("echo"), geniex_vlm_decide);
    geniex_DecideOutput output;
    CHECK_FAILS(geniex_llm_decide(nullptr, nullptr, &output), GENIEX_ERROR_COMMON_NOT_INITIALIZED, "handle");
    CHECK_FAILS(geniex_vlm_decide(nullptr, nullptr, &output), kInvalidInput, "handle");
    return check::report();
}
