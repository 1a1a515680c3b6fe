#include "decide.h"

#include <cstring>
#include <string>

#include "errors.h"
#include "input_checks.h"

namespace geniex {
namespace {

struct QuestionType {
    const char* name;
    int32_t max_options;
};

constexpr QuestionType kQuestionTypes[] = {{"noul", 26}, {"choice", 26}, {"score", 10}};
constexpr int32_t kMinOptions = 2;
constexpr int32_t kMaxQuestions = 64;

int32_t invalid(const std::string& detail) { return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, detail); }

const QuestionType* find_type(const char* name) {
    for (const QuestionType& type : kQuestionTypes) {
        if (name != nullptr && std::strcmp(type.name, name) == 0) return &type;
    }
    return nullptr;
}

int32_t check_question(const geniex_DecideQuestion& question) {
    const QuestionType* type = find_type(question.question_type);
    if (type == nullptr) return invalid("question_type must be noul, choice or score");
    if (question.option_count < kMinOptions || question.option_count > type->max_options) {
        return invalid("a question of this type has 2 to " + std::to_string(type->max_options) + " options");
    }
    if (question.options == nullptr) return fail_null("options");
    for (int32_t i = 0; i < question.option_count; ++i) {
        if (question.options[i].key == nullptr) return fail_null("an option's key");
        if (const int32_t code = check_text(question.options[i].key, "an option's key")) return code;
        if (const int32_t code = check_text(question.options[i].description, "an option's description")) return code;
    }
    return check_text(question.instructions, "instructions");
}

int32_t check_decide_input(const geniex_DecideInput& input) {
    if (input.state == nullptr) return fail_null("state");
    if (const int32_t code = check_text(input.state, "state")) return code;
    if (input.question_count < 1 || input.question_count > kMaxQuestions) {
        return invalid("there must be 1 to 64 questions");
    }
    if (input.questions == nullptr) return fail_null("questions");
    if (input.question_index < 0 || input.question_index >= input.question_count) {
        return invalid("question_index is outside the questions");
    }
    if (const int32_t code = check_paths(input.image_paths, input.image_count, "image_paths")) return code;
    if (const int32_t code = check_paths(input.audio_paths, input.audio_count, "audio_paths")) return code;
    return check_question(input.questions[input.question_index]);
}

}  // namespace

int32_t decide(const geniex_DecideInput* input, const geniex_DecideOutput* output) {
    if (input == nullptr) return fail_null("input");
    if (output == nullptr) return fail_null("output");
    if (const int32_t code = check_decide_input(*input)) return code;
    return fail(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "no plugin of this version answers decisions");
}

}  // namespace geniex
