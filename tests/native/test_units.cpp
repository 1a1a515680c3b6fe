// Parts inside the library that its functions alone cannot bring to their edges.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "check.h"
#include "cpu_features.h"
#include "logits.h"
#include "memory.h"
#include "model_check.h"
#include "model_names.h"
#include "platform.h"
#include "profile.h"

namespace {

struct Ranked {
    std::vector<int32_t> ids;
    std::vector<float> logits;
};

Ranked top(std::vector<float> logits, int32_t top_n) {
    const auto size = static_cast<int32_t>(logits.size());
    geniex_LlmForwardLogitsOutput best = geniex::top_logits({logits.data(), nullptr, 1, size, size}, top_n);
    const geniex::MallocArray<float> values(best.logits);
    const geniex::MallocArray<int32_t> ids(best.token_ids);
    return {{best.token_ids, best.token_ids + best.row_width}, {best.logits, best.logits + best.row_width}};
}

void ties_go_to_the_lower_id() {
    CHECK((top({1, 3, 3, 2, 3}, 4).ids == std::vector<int32_t>{1, 2, 4, 3}));
    CHECK((top({5, 5, 5}, 2).ids == std::vector<int32_t>{0, 1}));
    CHECK((top({1, 2}, 100).ids == std::vector<int32_t>{1, 0}));
}

void numbers_that_are_none_come_last() {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float infinity = std::numeric_limits<float>::infinity();
    const Ranked ranked = top({nan, 1, nan, infinity, -infinity}, 5);
    CHECK((ranked.ids == std::vector<int32_t>{3, 1, 0, 2, 4}));
    CHECK(std::isnan(ranked.logits[2]) && std::isnan(ranked.logits[3]));
}

void speeds() {
    geniex_ProfileData profile{};
    profile.prompt_tokens = 10;
    profile.generated_tokens = 10;
    profile.decode_time = 2000000;
    profile.prefill_speed = 99;
    geniex::complete_profile(profile);
    CHECK_EQ(profile.prefill_speed, 0.0);
    CHECK_EQ(profile.decoding_speed, 5.0);
    CHECK(profile.stop_reason == nullptr);
    profile.decode_time = -1;
    geniex::complete_profile(profile);
    CHECK_EQ(profile.decoding_speed, 0.0);
}

void stop_reasons_become_the_librarys_own() {
    const std::string text = "stop_sequence";  // as if in a plugin's memory
    geniex_ProfileData profile{};
    profile.stop_reason = text.c_str();
    geniex::complete_profile(profile);
    CHECK_TEXT(profile.stop_reason, "stop_sequence");
    CHECK(profile.stop_reason != text.c_str());
}

void arm_features() {
    constexpr uint64_t kAll = 1u << 7 | 1u << 8 | 1u << 9 | 1u << 10 | 1u << 12 | 1u << 20;
    CHECK_EQ(geniex::missing_arm_features(kAll), "");
    CHECK_EQ(geniex::missing_arm_features(kAll & ~(1u << 20)), "dot product");
    CHECK_EQ(geniex::missing_arm_features(kAll & ~(1u << 7 | 1u << 12)), "crc32, rdm");
    CHECK(geniex::missing_arm_features(0).size() > 40);
}

void names() {
    CHECK_EQ(geniex::canonical_model_name("x").value_or(""), "qualcomm/x");
    CHECK_EQ(geniex::canonical_model_name("AI-hub-models/x").value_or(""), "qualcomm/x");
    CHECK_EQ(geniex::canonical_model_name("https://huggingface.co/a/b").value_or(""), "a/b");
    CHECK(!geniex::canonical_model_name("a/b/c"));
    CHECK(!geniex::canonical_model_name(std::string("a/b\0", 4)));
    CHECK_EQ(geniex::split_quant("a/b:q4").name, "a/b");
    CHECK_EQ(geniex::split_quant("a/b:q4").quant, "q4");
    CHECK_EQ(geniex::split_quant("a:b/c").name, "a:b/c");
    CHECK_EQ(geniex::split_quant("a/b").quant, "");
}

void memory() {
    char* copy = geniex::copy_string("abc");
    CHECK_TEXT(copy, "abc");
    std::free(copy);
    bool refused = false;
    try {
        geniex::allocate_array<int64_t>(std::numeric_limits<size_t>::max() / 4);
    } catch (const std::bad_alloc&) {
        refused = true;
    }
    CHECK(refused);
    geniex::StringArray abandoned(2);
    abandoned.add("freed by the destructor");
}

/** A model's dangerous template gives way, one that the client has chosen does not. */
void chosen_templates_stay() {
    CHECK_EQ(std::string(geniex::without_own_template({}).chat_template_content), "chatml");
    geniex_ModelConfig config{};
    config.n_ctx = 7;
    config.chat_template_content = "";
    CHECK_EQ(std::string(geniex::without_own_template(config).chat_template_content), "chatml");
    CHECK_EQ(geniex::without_own_template(config).n_ctx, 7);
    config.chat_template_content = "mine";
    CHECK_EQ(std::string(geniex::without_own_template(config).chat_template_content), "mine");
    config.chat_template_content = nullptr;
    config.chat_template_path = "mine.jinja";
    CHECK(geniex::without_own_template(config).chat_template_content == nullptr);
}

void platform() {
    const int64_t before = geniex::monotonic_ns();
    CHECK(before > 0 && geniex::monotonic_ns() >= before);
    CHECK_EQ(geniex::get_environment("GENIEX_SURELY_NOT_SET"), "");
    geniex::set_environment("GENIEX_SET_BY_A_TEST", "caf\xC3\xA9");
    CHECK_EQ(geniex::get_environment("GENIEX_SET_BY_A_TEST"), "caf\xC3\xA9");
    CHECK(std::filesystem::is_directory(geniex::library_folder()));
}

}  // namespace

int main() {
    ties_go_to_the_lower_id();
    numbers_that_are_none_come_last();
    speeds();
    stop_reasons_become_the_librarys_own();
    arm_features();
    names();
    memory();
    chosen_templates_stay();
    platform();
    return check::report();
}
