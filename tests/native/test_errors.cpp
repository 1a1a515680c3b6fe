// Every error code has its number and a text of its own.
#include <set>
#include <string>

#include "check.h"
#include "geniex_ext.h"

namespace {

constexpr int32_t kCodes[] = {
    0,       -100000, -100001, -100002, -100003, -100004, -100005, -100006, -100007, -100008, -100009,
    -100010, -100011, -100012, -100013, -100014, -100015, -100016, -100017, -100201, -100203, -100301,
    -100302, -200001, -200004, -200101, -200103, -201001, -201002, -201101, -201102, -201201, -201202,
};

constexpr const char* kUnlisted = "Unknown error code";

void every_code_has_a_text_of_its_own() {
    std::set<std::string> texts;
    for (const int32_t code : kCodes) texts.insert(geniex_get_error_message(code));
    CHECK_EQ(texts.size(), sizeof(kCodes) / sizeof(kCodes[0]));
    CHECK_EQ(texts.count(kUnlisted), 0u);
    CHECK_EQ(texts.count(""), 0u);
}

void other_numbers() {
    for (const int32_t code : {-1, -99999, -100018, -100202, -200002, INT32_MIN}) {
        CHECK_TEXT(geniex_get_error_message(code), kUnlisted);
    }
    for (const int32_t code : {1, 200004, INT32_MAX}) CHECK_TEXT(geniex_get_error_message(code), "Success");
}

void names_stand_for_the_documented_numbers() {
    CHECK_EQ(static_cast<int32_t>(GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE), -100017);
    CHECK_EQ(static_cast<int32_t>(GENIEX_ERROR_COMMON_MODEL_LOAD), -100201);
    CHECK_EQ(static_cast<int32_t>(GENIEX_ERROR_COMMON_PLUGIN_INVALID), -100302);
    CHECK_EQ(static_cast<int32_t>(GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH), -200004);
    CHECK_EQ(static_cast<int32_t>(GENIEX_ERROR_VLM_PREFIX_REUSE_FAILED), -201202);
}

void detail_belongs_to_the_last_failure() {
    CHECK_TEXT(geniex_last_error_detail(), "");
    CHECK_FAILS(geniex_set_log_level(99), GENIEX_ERROR_COMMON_INVALID_INPUT, "99");
    geniex_free(nullptr);
    CHECK_EQ(geniex_run_attach(nullptr), 0);
    CHECK(std::strstr(geniex_last_error_detail(), "99") != nullptr);
    CHECK_EQ(geniex_set_log_level(GENIEX_LOG_ERROR), 0);
    CHECK_TEXT(geniex_last_error_detail(), "");
}

}  // namespace

int main() {
    every_code_has_a_text_of_its_own();
    other_numbers();
    names_stand_for_the_documented_numbers();
    detail_belongs_to_the_last_failure();
    return check::report();
}
