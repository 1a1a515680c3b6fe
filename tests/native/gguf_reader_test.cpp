// The reader and its checks, rule by rule, over byte arrays.
#include <limits>

#include "gguf/file_kind.h"
#include "gguf/reader.h"
#include "gguf/text.h"
#include "gguf_testing.h"
#include "json_writer.h"

using namespace gguf_testing;
using geniex::gguf::Container;
using geniex::gguf::Expectations;
using geniex::gguf::Limits;
using geniex::gguf::Malformed;
using geniex::gguf::Role;

namespace {

constexpr size_t kVersionAt = 4;
constexpr size_t kTensorCountAt = 8;
constexpr size_t kKeyCountAt = 16;
constexpr size_t kFirstKeyAt = 24;

std::string patched(std::string bytes, size_t at, const std::string& replacement) {
    bytes.replace(at, replacement.size(), replacement);
    return bytes;
}

std::string model_bytes() { return Builder::model().build(); }

Builder with_key(const std::string& key, const std::string& encoded) { return Builder::model().set(key, encoded); }

Builder with_parameter(const std::string& name, const std::string& encoded) {
    return with_key("llama." + name, encoded);
}

Builder with_tensor(const TensorSpec& tensor) { return Builder::model().add_tensor(tensor); }

std::string limited_code(const Builder& builder, const Limits& limits) {
    MemorySource source(builder.build());
    Container container;
    try {
        geniex::gguf::read_container(source, limits, container);
    } catch (const Malformed& malformed) {
        return malformed.finding.code;
    }
    return "";
}

/** A file of any size that starts with some bytes and goes on with zeros. */
class ZeroSource final : public geniex::gguf::ByteSource {
 public:
    ZeroSource(std::string start, uint64_t size) : start_(std::move(start)), size_(size) {}

    uint64_t size() const override { return size_; }

    size_t read(uint64_t offset, void* buffer, size_t length) override {
        const auto part = static_cast<size_t>(std::min<uint64_t>(length, size_ - offset));
        std::memset(buffer, 0, part);
        if (offset < start_.size()) {
            std::memcpy(buffer, start_.data() + offset, std::min<size_t>(part, start_.size() - offset));
        }
        bytes_read_ += part;
        return part;
    }

    uint64_t bytes_read() const { return bytes_read_; }

 private:
    std::string start_;
    uint64_t size_;
    uint64_t bytes_read_ = 0;
};

/** A file whose size is known but whose bytes cannot be read from some point on. */
class BrokenSource final : public geniex::gguf::ByteSource {
 public:
    explicit BrokenSource(std::string bytes) : bytes_(std::move(bytes)) {}
    uint64_t size() const override { return bytes_.size() + 1'000'000; }
    size_t read(uint64_t offset, void* buffer, size_t length) override {
        if (offset >= bytes_.size()) return 0;
        const size_t part = std::min<size_t>(length, bytes_.size() - offset);
        std::memcpy(buffer, bytes_.data() + offset, part);
        return part;
    }

 private:
    std::string bytes_;
};

}  // namespace

TEST(a_sound_model_has_no_findings) {
    const auto report = inspect(model_bytes());
    EXPECT_EQUAL(fatal_code(report), "");
    EXPECT_EQUAL(warning_code(report), "");
    EXPECT_EQUAL(report.container.tensors.size(), 2u);
    EXPECT_EQUAL(report.totals.elements, 64u * 32 + 64);
    EXPECT_EQUAL(report.container.data_bytes, 64u * 32 * 2 + 64 * 4);
}

TEST(other_kinds_of_files_are_named) {
    EXPECT_EQUAL(fatal_code(std::string()), "empty_file");
    EXPECT_EQUAL(fatal_code(std::string(10'000, '\0')), "all_zeros");
    EXPECT_EQUAL(fatal_code(std::string("<!DOCTYPE html><title>404</title>")), "web_page");
    EXPECT_EQUAL(fatal_code(std::string("\xEF\xBB\xBF\n <HTML>")), "web_page");
    EXPECT_EQUAL(fatal_code(std::string("version https://git-lfs.github.com/spec/v1\n")), "git_lfs_pointer");
    EXPECT_EQUAL(fatal_code(std::string("PK\x03\x04rest of the archive")), "archive");
    EXPECT_EQUAL(fatal_code(std::string("\x1F\x8B\x08rest of the archive")), "archive");
    EXPECT_EQUAL(fatal_code(std::string(257, 'f') + "ustar"), "archive");
    EXPECT_EQUAL(fatal_code(little_endian(60, 8) + "{\"__metadata__\":{}}"), "safetensors");
    EXPECT_EQUAL(fatal_code(std::string("\x80\x02}q")), "pickle");
    EXPECT_EQUAL(fatal_code(std::string("FUGG\0\0\0\x03", 8)), "byte_order");
    EXPECT_EQUAL(fatal_code(std::string("lmgg")), "old_format");
    EXPECT_EQUAL(fatal_code(std::string("tjgg")), "old_format");
    EXPECT_EQUAL(fatal_code(std::string("fmgg")), "old_format");
    EXPECT_EQUAL(fatal_code(std::string("algg")), "old_format");
    EXPECT_EQUAL(fatal_code(std::string("Dear diary,\n")), "text_file");
    EXPECT_EQUAL(fatal_code(std::string("\x7F"
                                        "ELF\x02\x01")),
                 "unknown_format");
}

TEST(header_fields_are_bounded) {
    const std::string bytes = model_bytes();
    EXPECT_EQUAL(fatal_code(bytes.substr(0, 4)), "truncated");
    EXPECT_EQUAL(fatal_code(bytes.substr(0, 12)), "truncated");
    EXPECT_EQUAL(fatal_code(patched(bytes, kVersionAt, little_endian(1, 4))), "version");
    EXPECT_EQUAL(fatal_code(patched(bytes, kVersionAt, little_endian(2, 4))), "");
    EXPECT_EQUAL(fatal_code(patched(bytes, kVersionAt, little_endian(4, 4))), "version");
    EXPECT_EQUAL(fatal_code(patched(bytes, kVersionAt, little_endian(0x03000000, 4))), "byte_order");
    for (const size_t at : {kTensorCountAt, kKeyCountAt}) {
        for (const uint64_t count : {~0ULL, 1ULL << 63, 1ULL << 62, 1'000'000ULL, 10'000ULL}) {
            EXPECT_EQUAL(fatal_code(patched(bytes, at, little_endian(count, 8))), "count");
        }
    }
}

TEST(counts_have_absolute_limits) {
    const uint64_t large_file = 1ULL << 40;
    const std::string start = "GGUF" + little_endian(3, 4);
    ZeroSource tensors(start + little_endian(1'000'001, 8) + little_endian(0, 8), large_file);
    EXPECT_EQUAL(fatal_code(geniex::gguf::inspect(tensors, "model.gguf")), "count");
    ZeroSource keys(start + little_endian(0, 8) + little_endian(100'001, 8), large_file);
    EXPECT_EQUAL(fatal_code(geniex::gguf::inspect(keys, "model.gguf")), "count");
}

TEST(keys_are_text_of_bounded_length) {
    const std::string bytes = model_bytes();
    EXPECT_EQUAL(fatal_code(patched(bytes, kFirstKeyAt, little_endian(0, 8))), "key_length");
    EXPECT_EQUAL(fatal_code(patched(bytes, kFirstKeyAt, little_endian(65'536, 8))), "key_length");
    EXPECT_EQUAL(fatal_code(patched(bytes, kFirstKeyAt, little_endian(1ULL << 63, 8))), "key_length");
    EXPECT_EQUAL(fatal_code(patched(bytes, kFirstKeyAt, little_endian(60'000, 8))), "truncated");
    EXPECT_EQUAL(fatal_code(with_key(std::string(65'535, 'k'), u32(1))), "");
    EXPECT_EQUAL(fatal_code(with_key("caf\xE9", u32(1))), "key_text");
    EXPECT_EQUAL(fatal_code(with_key(std::string("a\0b", 3), u32(1))), "key_text");
}

TEST(a_key_twice_is_refused) {
    std::string bytes = with_key("x", u32(1) + sized("x") + u32(2)).build();
    const uint64_t keys = geniex::gguf::load_little_endian(bytes.data() + kKeyCountAt, 8);
    EXPECT_EQUAL(fatal_code(patched(bytes, kKeyCountAt, little_endian(keys + 1, 8))), "duplicate_key");
}

TEST(values_are_bounded) {
    EXPECT_EQUAL(fatal_code(with_key("x", little_endian(13, 4) + little_endian(0, 8))), "value_type");
    const std::string array = little_endian(9, 4);
    EXPECT_EQUAL(fatal_code(with_key("x", array + little_endian(13, 4) + little_endian(1, 8))), "value_type");
    EXPECT_EQUAL(fatal_code(with_key("x", array + little_endian(9, 4) + little_endian(1, 8))), "nested_array");
    EXPECT_EQUAL(fatal_code(with_key("x", array + little_endian(10, 4) + little_endian(1ULL << 61, 8))), "count");
    EXPECT_EQUAL(fatal_code(with_key("x", array + little_endian(0, 4) + little_endian(1ULL << 40, 8))), "truncated");
    EXPECT_EQUAL(fatal_code(with_key("x", array + little_endian(8, 4) + little_endian(1ULL << 30, 8))), "count");
    EXPECT_EQUAL(fatal_code(with_key("x", little_endian(8, 4) + little_endian(1ULL << 63, 8))), "truncated");
    EXPECT_EQUAL(fatal_code(with_key("x", little_endian(8, 4) + little_endian(~0ULL, 8))), "truncated");
}

TEST(metadata_has_an_absolute_limit) {
    Limits limits;
    limits.metadata_bytes = 4096;
    EXPECT_EQUAL(limited_code(Builder::model(), limits), "");
    EXPECT_EQUAL(limited_code(with_key("x", text(std::string(5000, 'x'))), limits), "metadata_too_large");
    EXPECT_EQUAL(limited_code(with_key("x", text_array(std::vector<std::string>(600))), limits), "metadata_too_large");
    EXPECT_EQUAL(limited_code(with_key("x", u32_array(std::vector<uint32_t>(2000))), limits), "metadata_too_large");
}

TEST(a_huge_array_of_a_huge_file_is_not_read_through) {
    const std::string start = "GGUF" + little_endian(3, 4) + little_endian(0, 8) + little_endian(1, 8) + sized("x") +
                              little_endian(9, 4) + little_endian(8, 4) + little_endian(1ULL << 36, 8);
    ZeroSource source(start, 1ULL << 40);
    const Limits limits;
    const auto report = geniex::gguf::inspect(source, "model.gguf");
    EXPECT_EQUAL(fatal_code(report), "metadata_too_large");
    EXPECT(source.bytes_read() <= limits.metadata_bytes + (1 << 20));
}

TEST(long_values_are_measured_but_not_kept) {
    const std::string long_text(300 << 10, 'x');
    const auto report = inspect(with_key("tokenizer.chat_template", text(long_text))
                                    .set("tokenizer.ggml.tokens", text_array(std::vector<std::string>(5000, "token")))
                                    .build());
    const auto* chat_template = report.container.find("tokenizer.chat_template");
    EXPECT_EQUAL(chat_template->count, long_text.size());
    EXPECT(chat_template->as_text() == nullptr);
    const auto* tokens = report.container.find("tokenizer.ggml.tokens");
    EXPECT_EQUAL(tokens->count, 5000u);
    EXPECT(tokens->data.empty());
    EXPECT(!tokens->as_texts());
}

TEST(short_arrays_can_be_read_back) {
    const auto report = inspect(with_key("general.languages", text_array({"en", "", "zh"}))
                                    .set("llama.attention.head_count", u32_array({4, 8}))
                                    .build());
    const auto languages = report.container.find("general.languages")->as_texts();
    EXPECT(languages == std::vector<std::string>({"en", "", "zh"}));
    const auto heads = report.container.find("llama.attention.head_count")->as_numbers();
    EXPECT(heads == std::vector<double>({4, 8}));
}

TEST(alignment_is_a_usual_power_of_two) {
    EXPECT_EQUAL(fatal_code(with_key("general.alignment", u32(0))), "alignment");
    EXPECT_EQUAL(fatal_code(with_key("general.alignment", u32(48))), "alignment");
    EXPECT_EQUAL(fatal_code(with_key("general.alignment", u32(1 << 17))), "alignment");
    EXPECT_EQUAL(fatal_code(with_key("general.alignment", text("32"))), "alignment");
    EXPECT_EQUAL(warning_code(Builder::model().alignment(8)), "alignment");
    EXPECT_EQUAL(warning_code(Builder::model().alignment(4096)), "");
    EXPECT_EQUAL(fatal_code(Builder::model().alignment(65536)), "");
}

TEST(tensor_shapes_are_positive_and_do_not_wrap) {
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {}, 0, 0})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {1, 1, 1, 1, 1}, 0, 4})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {8, 0}, 0, 0})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {8, ~0ULL}, 0, 0})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {1ULL << 62, 8}, 0, 0})), "tensor_size");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {1ULL << 32, 1ULL << 32}, 0, 0})), "tensor_size");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {1ULL << 61}, 0, 0})), "tensor_size");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {8, 2, 2, 2}, 0, 256})), "");
}

TEST(tensor_types_are_known_and_rows_are_whole_blocks) {
    for (const uint32_t type : {4u, 5u, 31u, 33u, 36u, 38u, 43u, 200u, ~0u}) {
        EXPECT_EQUAL(fatal_code(with_tensor({"x", {256, 2}, type, 0})), "tensor_type");
    }
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {33, 2}, 8, 0})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {128, 2}, 12, 0})), "tensor_shape");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {256, 2}, 12, 288})), "");
}

TEST(tensor_names_are_short_and_unique) {
    EXPECT_EQUAL(fatal_code(with_tensor({std::string(63, 'n'), {8}, 0, 32})), "");
    EXPECT_EQUAL(fatal_code(with_tensor({std::string(64, 'n'), {8}, 0, 32})), "tensor_name");
    EXPECT_EQUAL(fatal_code(with_tensor({"", {8}, 0, 32})), "tensor_name");
    EXPECT_EQUAL(fatal_code(with_tensor({"\xFF", {8}, 0, 32})), "tensor_name");
    EXPECT_EQUAL(fatal_code(with_tensor({"token_embd.weight", {8}, 0, 32})), "duplicate_tensor");
}

TEST(tensors_lie_one_after_another_within_the_file) {
    // The builder's sizes are what the offsets are made of, so a wrong size is a gap or an overlap.
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {64}, 0, 0}).add_tensor({"y", {8}, 0, 32})), "tensor_offset");
    EXPECT_EQUAL(fatal_code(with_tensor({"x", {64}, 0, 512}).add_tensor({"y", {8}, 0, 32})), "tensor_offset");
    const std::string bytes = model_bytes();
    EXPECT_EQUAL(fatal_code(bytes.substr(0, bytes.size() - 1)), "truncated");
    EXPECT_EQUAL(fatal_code(bytes.substr(0, bytes.size() - 4000)), "truncated");
    EXPECT_EQUAL(fatal_code(Builder::model().drop_tensors()), "no_tensors");
}

TEST(every_cut_of_a_file_is_refused) {
    const std::string bytes = model_bytes();
    for (size_t length = 4; length < bytes.size(); ++length) {
        if (fatal_code(bytes.substr(0, length)) != "truncated" && fatal_code(bytes.substr(0, length)) != "count") {
            EXPECT_EQUAL(length, bytes.size());
        }
    }
}

TEST(a_failing_disk_is_not_called_a_broken_file) {
    BrokenSource from_the_start("");
    EXPECT_EQUAL(fatal_code(geniex::gguf::inspect(from_the_start, "model.gguf")), "read_failed");
    BrokenSource in_the_metadata(model_bytes().substr(0, 40));
    EXPECT_EQUAL(fatal_code(geniex::gguf::inspect(in_the_metadata, "model.gguf")), "read_failed");
}

TEST(architecture_must_be_known_to_the_engine) {
    Expectations expectations;
    expectations.architectures = std::vector<std::string>{"llama", "qwen3"};
    EXPECT_EQUAL(fatal_code(inspect(model_bytes(), expectations)), "");
    const std::string foreign = with_key("general.architecture", text("gpt9")).build();
    EXPECT_EQUAL(fatal_code(inspect(foreign, expectations)), "architecture_unknown");
    EXPECT_EQUAL(fatal_code(Builder::model().drop("general.architecture")), "architecture_missing");
    EXPECT_EQUAL(fatal_code(with_key("general.architecture", u32(1))), "architecture_type");
    EXPECT_EQUAL(fatal_code(with_key("general.architecture", text(""))), "architecture_type");
    EXPECT_EQUAL(fatal_code(with_key("general.type", text("adapter"))), "not_a_model");
    EXPECT_EQUAL(fatal_code(with_key("general.type", text("imatrix"))), "not_a_model");
}

TEST(a_vision_part_is_judged_by_its_role) {
    const std::string vision = Builder::vision().build();
    EXPECT_EQUAL(fatal_code(inspect(vision)), "");
    EXPECT_EQUAL(warning_code(inspect(vision)), "vision_part");
    Expectations expectations;
    expectations.role = Role::kLanguageModel;
    EXPECT_EQUAL(fatal_code(inspect(vision, expectations)), "vision_part");
    expectations.role = Role::kMediaProjector;
    EXPECT_EQUAL(warning_code(inspect(vision, expectations)), "");
    EXPECT_EQUAL(fatal_code(inspect(model_bytes(), expectations)), "not_a_vision_part");
}

TEST(key_types_are_exact) {
    EXPECT_EQUAL(fatal_code(with_key("general.name", u32(7))), "key_type");
    EXPECT_EQUAL(fatal_code(with_key("general.file_type", text("F16"))), "key_type");
    EXPECT_EQUAL(warning_code(with_key("general.quantization_version", text("2"))), "key_type");
    EXPECT_EQUAL(fatal_code(with_parameter("block_count", i32(2))), "key_type");
    EXPECT_EQUAL(fatal_code(with_parameter("rope.freq_base", u32(10000))), "key_type");
    EXPECT_EQUAL(fatal_code(with_key("tokenizer.ggml.add_bos_token", text("true"))), "key_type");
    EXPECT_EQUAL(fatal_code(with_key("tokenizer.ggml.tokens", u32_array({1}))), "key_type");
    EXPECT_EQUAL(warning_code(with_key("tokenizer.chat_template", u32(3))), "key_type");
    const Builder vision = Builder::vision();
    EXPECT_EQUAL(fatal_code(Builder(vision).set("clip.vision.image_size", text("28"))), "key_type");
    EXPECT_EQUAL(fatal_code(Builder(vision).set("clip.audio.num_mel_bins", f32(80))), "key_type");
    EXPECT_EQUAL(fatal_code(Builder(vision).set("clip.has_vision_encoder", u32(1))), "key_type");
    EXPECT_EQUAL(fatal_code(Builder(vision).set("clip.has_vision_encoder", boolean(true))), "");
}

TEST(sizes_are_plausible) {
    for (const char* name : {"block_count", "embedding_length", "context_length"}) {
        EXPECT_EQUAL(fatal_code(Builder::model().drop(std::string("llama.") + name)), "key_missing");
    }
    for (const uint32_t blocks : {0u, 513u, ~0u}) {
        EXPECT_EQUAL(fatal_code(with_parameter("block_count", u32(blocks))), "hyper_parameter");
    }
    EXPECT_EQUAL(fatal_code(with_parameter("block_count", u32(512))), "");
    EXPECT_EQUAL(fatal_code(with_parameter("embedding_length", u32(0))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("embedding_length", u32(1u << 31))), "hyper_parameter");
    EXPECT_EQUAL(warning_code(with_parameter("context_length", u32(0))), "hyper_parameter");
    EXPECT_EQUAL(warning_code(with_parameter("context_length", u32(~0u))), "hyper_parameter");
    EXPECT_EQUAL(warning_code(with_parameter("vocab_size", u32(~0u))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("nextn_predict_layers", u32(3))), "hyper_parameter");
    EXPECT_EQUAL(warning_code(with_parameter("nextn_predict_layers", u32(2))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("nextn_predict_layers", u32(1))), "");
}

TEST(heads_divide_the_embedding) {
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(0))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(3))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(3)).set("llama.attention.key_length", u32(16))),
                 "");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.key_length", u32(0))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count_kv", u32(0))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32_array({4, 0}))), "");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32_array({0, 0}))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32_array({4, 4, 4}))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32_array({}))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(1 << 17))), "hyper_parameter");
}

TEST(recurrent_models_need_no_heads) {
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(0)).set("llama.ssm.state_size", u32(16))), "");
    EXPECT_EQUAL(fatal_code(with_parameter("attention.head_count", u32(0)).set("llama.wkv.head_size", u32(64))), "");
}

TEST(experts_are_used_and_within_the_engines_tables) {
    const auto experts = [](uint32_t count, uint32_t used) {
        return with_parameter("expert_count", u32(count)).set("llama.expert_used_count", u32(used));
    };
    EXPECT_EQUAL(fatal_code(experts(8, 2)), "");
    EXPECT_EQUAL(fatal_code(experts(0, 0)), "");
    EXPECT_EQUAL(fatal_code(experts(8, 0)), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(experts(8, 9)), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(experts(0, 2)), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(experts(1025, 2)), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("expert_count", u32(8))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("expert_count", u32(8)).set("llama.expert_used_count", u32_array({2, 4}))),
                 "");
    Expectations expectations;
    expectations.max_experts = 4;
    EXPECT_EQUAL(fatal_code(inspect(experts(8, 2).build(), expectations)), "hyper_parameter");
}

TEST(numbers_that_make_nan_are_refused) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float epsilon : {0.0F, -1e-5F, 1.0F, kNan, kInfinity}) {
        EXPECT_EQUAL(fatal_code(with_parameter("attention.layer_norm_rms_epsilon", f32(epsilon))), "hyper_parameter");
    }
    EXPECT_EQUAL(fatal_code(with_parameter("attention.layer_norm_rms_epsilon", f32(1e-5F))), "");
    for (const float base : {0.0F, -1.0F, kNan, kInfinity}) {
        EXPECT_EQUAL(fatal_code(with_parameter("rope.freq_base", f32(base))), "hyper_parameter");
    }
    EXPECT_EQUAL(fatal_code(with_parameter("rope.dimension_count", u32(5))), "hyper_parameter");
    EXPECT_EQUAL(fatal_code(with_parameter("rope.scaling.type", text("cubic"))), "hyper_parameter");
    for (const char* type : {"none", "linear", "yarn", "longrope"}) {
        EXPECT_EQUAL(fatal_code(with_parameter("rope.scaling.type", text(type))), "");
    }
}

TEST(weights_have_formats_that_can_be_computed_with) {
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.attn_norm.weight", {64}, 8, 68})), "tensor_format");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.ssm_norm.weight", {64, 2}, 8, 136})), "tensor_format");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.attn_norm.weight", {64}, 30, 128})), "");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.attn_q.weight", {64, 64}, 26, 16384})), "tensor_format");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.attn_q.weight", {64, 64}, 28, 32768})), "tensor_format");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.attn_q.bias", {64}, 8, 68})), "tensor_format");
    EXPECT_EQUAL(fatal_code(with_tensor({"blk.0.ffn_gate_tid2eid.weight", {8, 64}, 26, 2048})), "");
}

TEST(one_rule_broken_often_is_told_a_few_times) {
    Builder builder = Builder::model();
    for (int layer = 0; layer < 100; ++layer) {
        builder.add_tensor({"blk." + std::to_string(layer) + ".attn_norm.weight", {64}, 8, 68});
    }
    EXPECT_EQUAL(inspect(builder.build()).findings.fatal().size(), 5u);
}

TEST(every_finding_tells_what_where_and_the_remedy) {
    const auto report = inspect(with_parameter("block_count", u32(0)).set("general.name", u32(1)).build());
    EXPECT_EQUAL(report.findings.fatal().size(), 2u);
    for (const auto& finding : report.findings.fatal()) {
        EXPECT(!finding.message.empty() && !finding.where.empty() && !finding.remedy.empty());
        EXPECT(finding.message.find(finding.where) != std::string::npos);
    }
}

TEST(facts_are_told) {
    const std::string json = inspect(with_key("general.name", text("A \"name\"\n"))
                                         .set("general.file_type", u32(15))
                                         .set("general.languages", text_array({"en", "de"}))
                                         .set("llama.attention.head_count", u32_array({4, 8}))
                                         .set("tokenizer.chat_template", text("{{ messages }}"))
                                         .build())
                                 .to_json();
    for (const char* part : {"\"fatal\":[]", "\"name\":\"A \\\"name\\\"\\n\"", "\"quantization\":\"Q4_K_M\"",
                             "\"languages\":[\"en\",\"de\"]", "\"head_count\":[4,8]", "\"chat_template_bytes\":14",
                             "\"parameter_count\":2112", "\"license\":null", "\"split_count\":1"}) {
        if (json.find(part) == std::string::npos) EXPECT_EQUAL(json, part);
    }
}

TEST(facts_of_a_broken_file_are_what_could_be_read) {
    const std::string bytes = model_bytes();
    const std::string cut_weights = inspect(bytes.substr(0, bytes.size() - 1000)).to_json();
    EXPECT(cut_weights.find("\"parameter_count\":2112") != std::string::npos);
    const std::string cut_table = inspect(bytes.substr(0, 300)).to_json();
    EXPECT(cut_table.find("\"architecture\":\"llama\"") != std::string::npos);
    EXPECT(cut_table.find("\"file_bytes\":300") != std::string::npos);
    EXPECT(cut_table.find("\"parameter_count\":null") != std::string::npos);
}

TEST(quantization_is_derived_from_the_weights_when_it_is_not_told) {
    EXPECT(inspect(model_bytes()).to_json().find("\"quantization\":\"F16\"") != std::string::npos);
    const std::string withdrawn = with_key("general.file_type", u32(5)).build();
    EXPECT(inspect(withdrawn).to_json().find("\"quantization\":\"F16\"") != std::string::npos);
    const std::string guessed = with_key("general.file_type", u32(1024 + 7)).build();
    EXPECT(inspect(guessed).to_json().find("\"quantization\":\"Q8_0\"") != std::string::npos);
}

TEST(json_is_valid_for_any_bytes) {
    geniex::JsonWriter json;
    json.begin_object().key("a\x01").string("\xFF\"\\\t\xC3\xA9\xED\xA0\x80").key("b").begin_array();
    json.number(0.5).number(std::numeric_limits<double>::infinity()).integer(-3).boolean(true).null().end_array();
    json.key("c").begin_object().end_object().end_object();
    EXPECT_EQUAL(json.text(),
                 "{\"a\\u0001\":\"\xEF\xBF\xBD\\\"\\\\\\u0009\xC3\xA9\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\","
                 "\"b\":[0.5,null,-3,true,null],\"c\":{}}");
}

TEST(quoted_bytes_are_fit_to_be_shown) {
    EXPECT_EQUAL(geniex::gguf::quote("plain"), "'plain'");
    EXPECT_EQUAL(geniex::gguf::quote("a\x1B[31m\xFF"), "'a?[31m?'");
    const std::string cut = geniex::gguf::quote(std::string(79, 'x') + "\xC3\xA9 and more");
    EXPECT_EQUAL(cut, "'" + std::string(79, 'x') + "…'");
    EXPECT_EQUAL(geniex::gguf::format_bytes(1), "1 byte");
    EXPECT_EQUAL(geniex::gguf::format_bytes(1536), "1.5 KiB");
}

int main() { return run_tests(); }
