// What the reader knows about vocabularies, vision parts and chat templates, rule by rule.
#include "gguf/chat_template.h"
#include "gguf/token_census.h"
#include "gguf_testing.h"

using namespace gguf_testing;
using geniex::gguf::find_template_danger;
using geniex::gguf::TokenCensus;

namespace {

constexpr uint64_t kWords = 32;  // rows of the embeddings in Builder::model()

std::vector<std::string> words(size_t count = kWords) {
    std::vector<std::string> list;
    for (size_t i = 0; i < count; ++i) list.push_back("word" + std::to_string(i));
    return list;
}

/** A model with a vocabulary that has nothing wrong with it. */
Builder with_words(const std::vector<std::string>& tokens = words()) {
    Builder builder = Builder::model();
    builder.set("tokenizer.ggml.model", text("gpt2"))
        .set("tokenizer.ggml.merges", text_array({"w o"}))
        .set("tokenizer.ggml.tokens", text_array(tokens));
    return builder;
}

Builder vision() { return Builder::vision(); }

std::string fatal_where(const Builder& builder) {
    const auto report = inspect(builder.build());
    return report.findings.fatal().empty() ? "" : report.findings.fatal()[0].where;
}

bool is_dangerous(const std::string& source) { return find_template_danger(source).has_value(); }

std::string repeat(const std::string& part, size_t count) {
    std::string whole;
    for (size_t i = 0; i < count; ++i) whole += part;
    return whole;
}

}  // namespace

TEST(a_whole_vocabulary_passes) {
    EXPECT_EQUAL(fatal_code(with_words()), "");
    EXPECT_EQUAL(warning_code(with_words()), "");
    EXPECT_EQUAL(fatal_code(Builder::model().set("tokenizer.ggml.model", text("no_vocab"))), "");
}

TEST(tokens_must_be_there_and_unique) {
    EXPECT_EQUAL(fatal_code(with_words().drop("tokenizer.ggml.tokens")), "vocabulary");
    EXPECT_EQUAL(fatal_code(with_words({})), "vocabulary");
    auto twice = words();
    twice[7] = twice[3];
    EXPECT_EQUAL(fatal_code(with_words(twice)), "vocabulary");
}

TEST(words_without_text_may_repeat) {
    auto blank = words();
    blank[1] = blank[2] = "";
    EXPECT_EQUAL(fatal_code(with_words(blank)), "");
}

TEST(a_token_for_each_embedding) {
    EXPECT_EQUAL(fatal_where(with_words(words(kWords + 1))), "token_embd.weight");
    EXPECT_EQUAL(fatal_where(with_words(words(kWords - 1))), "token_embd.weight");
}

TEST(lists_beside_the_tokens_are_long_enough) {
    EXPECT_EQUAL(fatal_where(with_words().set("tokenizer.ggml.scores", f32_array({0.0F}))), "tokenizer.ggml.scores");
    EXPECT_EQUAL(fatal_where(with_words().set("tokenizer.ggml.token_type", u32_array({1, 1}))),
                 "tokenizer.ggml.token_type");
    EXPECT_EQUAL(fatal_code(with_words().set("tokenizer.ggml.scores", f32_array(std::vector<float>(kWords)))), "");
}

TEST(special_tokens_past_the_end_are_a_warning) {
    const Builder builder = with_words().set("tokenizer.ggml.eos_token_id", u32(kWords));
    EXPECT_EQUAL(fatal_code(builder), "");
    EXPECT_EQUAL(warning_code(builder), "vocabulary");
    EXPECT_EQUAL(warning_code(with_words().set("tokenizer.ggml.eos_token_id", u32(kWords - 1))), "");
}

TEST(tokenizers_have_what_they_work_with) {
    EXPECT_EQUAL(fatal_where(with_words().drop("tokenizer.ggml.merges")), "tokenizer.ggml.merges");
    EXPECT_EQUAL(fatal_code(with_words().drop("tokenizer.ggml.merges").set("tokenizer.ggml.pre", text("kimi-k2"))), "");
    const auto unigrams = [] {
        return with_words().set("tokenizer.ggml.model", text("t5")).set("tokenizer.ggml.add_bos_token", boolean(true));
    };
    EXPECT_EQUAL(fatal_where(unigrams()), "tokenizer.ggml.bos_token_id");
    EXPECT_EQUAL(fatal_code(unigrams().set("tokenizer.ggml.bos_token_id", u32(1))), "");
    const Builder no_bytes = with_words().set("tokenizer.ggml.model", text("llama"));
    EXPECT_EQUAL(fatal_code(no_bytes), "");
    EXPECT_EQUAL(warning_code(no_bytes), "vocabulary");
}

TEST(the_census_counts_byte_tokens_once) {
    TokenCensus census;
    census.begin(5);
    for (const char* word : {"<0x0A>", "<0xff>", "<0xFF>", "<0x0A", "<0x-1>"}) census.add(word);
    census.finish();
    EXPECT_EQUAL(census.count(), 5u);
    EXPECT_EQUAL(census.byte_tokens(), 2u);
    EXPECT(!census.has_duplicates());
}

TEST(more_words_than_any_model_has_are_only_counted) {
    TokenCensus census;
    census.begin(1ULL << 60);
    census.add("same");
    census.add("same");
    census.add_unseen();
    census.finish();
    EXPECT_EQUAL(census.count(), 3u);
    EXPECT(!census.has_duplicates());
}

TEST(a_whole_vision_part_passes) { EXPECT_EQUAL(fatal_where(vision()), ""); }

TEST(a_vision_part_says_what_it_sees) {
    EXPECT_EQUAL(fatal_code(vision().drop("clip.has_vision_encoder")), "projector");
    EXPECT_EQUAL(fatal_code(vision().set("clip.has_vision_encoder", boolean(false))), "projector");
    EXPECT_EQUAL(fatal_where(vision().drop("clip.projector_type")), "clip.projector_type");
    EXPECT_EQUAL(fatal_code(vision().drop("clip.projector_type").set("clip.vision.projector_type", text("mlp"))), "");
}

TEST(numbers_of_a_vision_part_are_bounded) {
    const std::pair<const char*, uint32_t> bad[] = {
        {"image_size", 0},           {"image_size", 8193},          {"patch_size", 0},
        {"patch_size", 29},          {"block_count", 513},          {"block_count", 20'000'000},
        {"embedding_length", 0},     {"projection_dim", ~0U},       {"attention.head_count", 0},
        {"attention.head_count", 3}, {"projector.scale_factor", 0}, {"projector.window_side", 0},
        {"spatial_merge_size", 0},
    };
    for (const auto& [name, value] : bad) {
        const std::string key = std::string("clip.vision.") + name;
        const auto report = inspect(vision().set(key, u32(value)).build());
        EXPECT_EQUAL(fatal_code(report) + " " + key, "projector " + key);
    }
    EXPECT_EQUAL(fatal_where(vision().drop("clip.vision.image_size")), "clip.vision.image_size");
}

TEST(colours_can_be_divided_by) {
    const auto with_std = [](const std::vector<float>& values) {
        return vision().set("clip.vision.image_std", f32_array(values));
    };
    EXPECT_EQUAL(fatal_code(with_std({0.5F, 0.5F})), "projector");
    EXPECT_EQUAL(fatal_code(with_std({0.5F, 0.0F, 0.5F})), "projector");
    EXPECT_EQUAL(fatal_code(with_std({0.5F, std::numeric_limits<float>::quiet_NaN(), 0.5F})), "projector");
    EXPECT_EQUAL(fatal_code(vision().set("clip.vision.image_mean", f32_array({0.0F, -1.0F, 0.0F}))), "");
    EXPECT_EQUAL(fatal_code(vision().drop("clip.vision.image_mean")), "projector");
}

TEST(pinpoints_are_a_few_pairs_of_sizes) {
    const auto with = [](const std::vector<uint32_t>& values) {
        return vision().set("clip.vision.image_grid_pinpoints", u32_array(values));
    };
    EXPECT_EQUAL(fatal_code(with({336, 672, 672, 336})), "");
    EXPECT_EQUAL(fatal_code(with({336, 672, 672})), "projector");
    EXPECT_EQUAL(fatal_code(with({336, 1U << 31})), "projector");
    EXPECT_EQUAL(fatal_code(with({0, 336})), "projector");
    EXPECT_EQUAL(fatal_code(with(std::vector<uint32_t>(130, 336))), "projector");
    EXPECT_EQUAL(fatal_code(with(std::vector<uint32_t>(100'000, 336))), "projector");
}

TEST(tensors_that_are_used_without_asking_are_there) {
    const auto missing = [](const std::string& type) {
        return fatal_where(vision().set("clip.projector_type", text(type)));
    };
    EXPECT_EQUAL(missing("qwen2vl_merger"), "v.patch_embd.weight.1");
    EXPECT_EQUAL(missing("gemma3"), "mm.input_projection.weight");
    EXPECT_EQUAL(missing("idefics3"), "mm.model.fc.weight");
    EXPECT_EQUAL(missing("a-type-of-tomorrow"), "");
    EXPECT_EQUAL(fatal_where(vision().drop_tensors()), "file");
}

TEST(layers_and_positions_are_as_many_and_as_wide_as_announced) {
    EXPECT_EQUAL(fatal_where(vision().set("clip.vision.block_count", u32(2))), "clip.vision.block_count");
    EXPECT_EQUAL(fatal_where(vision().set("clip.vision.image_size", u32(42))), "v.position_embd.weight");
    EXPECT_EQUAL(fatal_where(vision().set("clip.vision.embedding_length", u32(64))), "v.blk.0.attn_out.weight");
    Builder with_class = vision();
    with_class.add_tensor({"v.class_embd", {32}, 0, 32 * 4});
    EXPECT_EQUAL(fatal_where(with_class), "v.position_embd.weight");
}

TEST(harmless_templates_pass) {
    for (const char* source :
         {"", "plain text", "{{ unclosed", "{% for m in messages %}{{ m['content'] }}{% endfor %}", "{# {{ ((( #}",
          "{%- set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}{% endfor %}",
          "{% for m in messages %}{% set ns.n = ns.n + 1 if ns.n < 3 else ns.n %}{% endfor %}",
          "{{ {'a': {'b': {}}} }}{{ 'a \\' {{ ' }}", "{% for i in range(100) %}{{ i }}{% endfor %}",
          "{% set text = text | replace('a', 'b') %}", "{{ '1000000000' }}",
          "{% macro type(t) %}{% if t.items %}list[{{ type(t.items) }}]{% endif %}{% endmacro %}{{ type(x) }}"}) {
        EXPECT_EQUAL(find_template_danger(source).value_or(""), "");
    }
}

TEST(templates_that_take_all_memory_or_time_are_dangerous) {
    for (const char* source :
         {"{% for i in range(1000000000) %}{% endfor %}", "{{ 'a' * 10000000000 }}", "{{ 'a' | indent(1000000000) }}",
          "{{ range(1000 * 1000 * 1000) }}", "{{ 2 ** 40 }}", "{{ 99999999999999999999999999 }}",
          "{% for i in range(300) %}{% for j in range(300) %}{% for k in range(300) %}",
          "{% for i in range(40) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
          "{% for i in x %}{% set s = s + 'a' + s %}{% endfor %}",
          "{% for i in x %}{% set s = s | replace('a', s) %}{% endfor %}", "{% set ns.self = ns %}"}) {
        EXPECT_EQUAL(std::string(source) + (is_dangerous(source) ? "" : " passes"), source);
    }
}

TEST(templates_that_use_up_the_stack_are_dangerous) {
    EXPECT(is_dangerous("{{ " + repeat("(", 5000) + "1" + repeat(")", 5000) + " }}"));
    EXPECT(is_dangerous("{{ " + repeat("(", 200'000)));
    EXPECT(is_dangerous("{{ " + repeat("not ", 5000) + "1 }}"));
    EXPECT(is_dangerous("{{ x" + repeat("|upper", 5000) + " }}"));
    EXPECT(is_dangerous(repeat("{% if x %}", 200)));
    EXPECT(is_dangerous("{% if x %}" + repeat("{% elif y %}", 200) + "{% endif %}"));
    EXPECT(!is_dangerous(repeat("{% if x %}a{% elif y %}b{% endif %}", 2000)));
    EXPECT(!is_dangerous("{{ " + repeat("(", 50) + "1" + repeat(")", 50) + " }}"));
}

TEST(macros_that_call_themselves_without_end_are_dangerous) {
    EXPECT(is_dangerous("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"));
    EXPECT(is_dangerous("{% macro f(x) %}{% if true %}{{ f(x) }}{% endif %}{% endmacro %}"));
    EXPECT(is_dangerous("{% macro f(x) %}{% if x %}{{ f() }}{% endif %}{% endmacro %}"));
    EXPECT(is_dangerous("{% macro f(x) %}{{ g(x) }}{% endmacro %}{% macro g(x) %}{{ f(x) }}{% endmacro %}"));
    EXPECT(!is_dangerous("{% macro g(x) %}{{ x }}{% endmacro %}{% macro f(x) %}{{ g(x) }}{% endmacro %}"));
}

TEST(a_dangerous_template_is_a_warning_wherever_it_stands) {
    const std::string danger = text("{{ 2 ** 99 }}");
    for (const char* key : {"tokenizer.chat_template", "tokenizer.chat_template.tool_use"}) {
        const Builder builder = Builder::model().set(key, danger);
        EXPECT_EQUAL(fatal_code(builder), "");
        EXPECT_EQUAL(warning_code(builder), "chat_template_unsafe");
    }
    EXPECT_EQUAL(warning_code(Builder::model().set("tokenizer.chat_template", text(std::string(300'000, 'x')))),
                 "chat_template_unsafe");
}

int main() { return run_tests(); }
