#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

// What a key may hold. Engines compare types exactly, so a u64 where a u32 belongs is a fault as well.
enum Form : uint32_t {
    kU16 = 1 << 0,
    kU32 = 1 << 1,
    kI32 = 1 << 2,
    kF32 = 1 << 3,
    kBool = 1 << 4,
    kString = 1 << 5,
    kByteArray = 1 << 6,
    kIntArray = 1 << 7,
    kF32Array = 1 << 8,
    kBoolArray = 1 << 9,
    kStringArray = 1 << 10,
};

struct FormName {
    Form form;
    const char* name;
};

constexpr FormName kFormNames[] = {
    {kU16, "u16"},
    {kU32, "u32"},
    {kI32, "i32"},
    {kF32, "f32"},
    {kBool, "bool"},
    {kString, "string"},
    {kByteArray, "array of bytes"},
    {kIntArray, "array of i32 or u32"},
    {kF32Array, "array of f32"},
    {kBoolArray, "array of bool"},
    {kStringArray, "array of string"},
};

enum class Severity { kFatal, kWarning };

struct KeyRule {
    std::string_view name;
    uint32_t forms;
    Severity severity = Severity::kFatal;
};

// One number for all, or one for each layer (or section).
constexpr uint32_t kPerLayer = kU32 | kIntArray;

constexpr KeyRule kGeneralRules[] = {
    {"general.type", kString, Severity::kWarning},
    {"general.name", kString},
    {"general.file_type", kU32},
    {"general.quantization_version", kU32, Severity::kWarning},
    {"general.size_label", kString, Severity::kWarning},
    {"general.license", kString, Severity::kWarning},
    {"general.languages", kStringArray, Severity::kWarning},
    {"split.no", kU16},
    {"split.count", kU16},
    {"split.tensors.count", kI32},
    {"tokenizer.ggml.model", kString},
    {"tokenizer.ggml.pre", kString},
    {"tokenizer.ggml.tokens", kStringArray},
    {"tokenizer.ggml.merges", kStringArray},
    {"tokenizer.ggml.scores", kF32Array | kIntArray},
    {"tokenizer.ggml.token_type", kIntArray},
    {"tokenizer.ggml.token_type_count", kU32},
    {"tokenizer.ggml.suppress_tokens", kIntArray},
    {"tokenizer.ggml.precompiled_charsmap", kByteArray},
    {"tokenizer.ggml.bos_token_id", kU32},
    {"tokenizer.ggml.eos_token_id", kU32},
    {"tokenizer.ggml.eot_token_id", kU32},
    {"tokenizer.ggml.eom_token_id", kU32},
    {"tokenizer.ggml.unknown_token_id", kU32},
    {"tokenizer.ggml.seperator_token_id", kU32},
    {"tokenizer.ggml.padding_token_id", kU32},
    {"tokenizer.ggml.mask_token_id", kU32},
    {"tokenizer.ggml.add_bos_token", kBool},
    {"tokenizer.ggml.add_eos_token", kBool},
    {"tokenizer.ggml.add_sep_token", kBool},
    {"tokenizer.ggml.add_space_prefix", kBool},
    {"tokenizer.ggml.remove_extra_whitespaces", kBool},
    {"tokenizer.chat_template", kString, Severity::kWarning},
};

// Names after the "<architecture>." of a language model.
constexpr KeyRule kModelRules[] = {
    {"vocab_size", kU32},
    {"context_length", kU32},
    {"embedding_length", kU32},
    {"block_count", kU32},
    {"feed_forward_length", kPerLayer},
    {"leading_dense_block_count", kU32},
    {"expert_count", kU32},
    {"expert_used_count", kPerLayer},
    {"expert_shared_count", kU32},
    {"expert_group_count", kU32},
    {"expert_group_used_count", kU32},
    {"expert_feed_forward_length", kPerLayer},
    {"expert_weights_scale", kF32},
    {"expert_weights_norm", kBool},
    {"expert_gating_func", kU32},
    {"nextn_predict_layers", kU32},
    {"pooling_type", kU32},
    {"logit_scale", kF32},
    {"attn_logit_softcapping", kF32},
    {"final_logit_softcapping", kF32},
    {"residual_scale", kF32},
    {"embedding_scale", kF32},
    {"attention.head_count", kPerLayer},
    {"attention.head_count_kv", kPerLayer},
    {"attention.key_length", kU32},
    {"attention.value_length", kU32},
    {"attention.layer_norm_epsilon", kF32},
    {"attention.layer_norm_rms_epsilon", kF32},
    {"attention.group_norm_epsilon", kF32},
    {"attention.causal", kBool},
    {"attention.sliding_window", kU32},
    {"attention.scale", kF32},
    {"rope.dimension_count", kU32},
    {"rope.dimension_sections", kPerLayer},
    {"rope.freq_base", kF32},
    {"rope.freq_base_swa", kF32},
    {"rope.scaling.type", kString},
    {"rope.scaling.factor", kF32},
    {"rope.scaling.attn_factor", kF32},
    {"rope.scaling.original_context_length", kU32},
    {"rope.scaling.finetuned", kBool},
    {"ssm.conv_kernel", kU32},
    {"ssm.inner_size", kU32},
    {"ssm.state_size", kU32},
    {"ssm.time_step_rank", kU32},
    {"ssm.group_count", kU32},
    {"wkv.head_size", kU32},
};

// Names after "clip.".
constexpr KeyRule kProjectorRules[] = {
    {"has_vision_encoder", kBool},
    {"has_audio_encoder", kBool},
    {"has_gen_audio_encoder", kBool},
    {"use_gelu", kBool},
    {"use_silu", kBool},
    {"projector_type", kString},
    {"minicpmv_version", kU32 | kI32},
    {"minicpmv_query_num", kU32},
};

// Names after "clip.vision.", "clip.audio." and "clip.gen.audio.".
constexpr KeyRule kEncoderRules[] = {
    {"projector_type", kString},
    {"embedding_length", kU32},
    {"feed_forward_length", kU32},
    {"block_count", kU32},
    {"projection_dim", kU32},
    {"attention.head_count", kU32},
    {"attention.head_count_kv", kU32},
    {"attention.head_dim", kU32},
    {"attention.layer_norm_epsilon", kF32},
    {"feature_layer", kIntArray},
    {"image_size", kU32},
    {"image_min_pixels", kU32},
    {"image_max_pixels", kU32},
    {"preproc_min_tiles", kU32},
    {"preproc_max_tiles", kU32},
    {"preproc_image_size", kU32},
    {"patch_size", kU32},
    {"image_mean", kF32Array},
    {"image_std", kF32Array},
    {"image_grid_pinpoints", kIntArray},
    {"mm_patch_merge_type", kString},
    {"spatial_merge_size", kU32},
    {"projector.scale_factor", kU32},
    {"projector.query_side", kU32},
    {"projector.window_side", kU32},
    {"projector.stack_factor", kU32},
    {"projector.spatial_offsets", kIntArray},
    {"n_wa_pattern", kU32},
    {"window_size", kU32},
    {"wa_layer_indexes", kIntArray},
    {"is_deepstack_layers", kBoolArray},
    {"expert_used_count", kU32},
    {"swiglu_clamp", kF32},
    {"num_mel_bins", kU32},
    {"chunk_size", kU32},
    {"conv_kernel_size", kU32},
    {"max_pos_emb", kU32},
};

uint32_t form_of(const Value& value) {
    switch (value.type) {
        case ValueType::kU16:
            return kU16;
        case ValueType::kU32:
            return kU32;
        case ValueType::kI32:
            return kI32;
        case ValueType::kF32:
            return kF32;
        case ValueType::kBool:
            return kBool;
        case ValueType::kString:
            return kString;
        case ValueType::kArray:
            break;
        default:
            return 0;
    }
    switch (value.element) {
        case ValueType::kU8:
        case ValueType::kI8:
            return kByteArray;
        case ValueType::kI32:
        case ValueType::kU32:
            return kIntArray;
        case ValueType::kF32:
            return kF32Array;
        case ValueType::kBool:
            return kBoolArray;
        case ValueType::kString:
            return kStringArray;
        default:
            return 0;
    }
}

std::string describe_forms(uint32_t forms) {
    std::string text;
    for (const FormName& row : kFormNames) {
        if ((forms & row.form) == 0) continue;
        if (!text.empty()) text += " or ";
        text += row.name;
    }
    return text;
}

template <size_t kCount>
void check_rules(const Container& container, const std::string& prefix, const KeyRule (&rules)[kCount],
                 Findings& findings) {
    for (const KeyRule& rule : rules) {
        const std::string key = concat(prefix, rule.name);
        const Value* value = container.find(key);
        if (value == nullptr || (form_of(*value) & rule.forms) != 0) continue;
        Finding finding{"key_type",
                        concat("The value of ", quote(key), " is of type ", value->type_name(), "; it must be ",
                               describe_forms(rule.forms), "."),
                        key, kOtherFile};
        if (rule.severity == Severity::kFatal) {
            findings.add_fatal(std::move(finding));
        } else {
            findings.add_warning(std::move(finding));
        }
    }
}

}  // namespace

void check_key_types(const Container& container, Findings& findings) {
    check_rules(container, "", kGeneralRules, findings);
    const std::string architecture = architecture_of(container);
    if (architecture.empty()) return;
    if (architecture != kProjectorArchitecture) {
        check_rules(container, architecture + ".", kModelRules, findings);
        return;
    }
    check_rules(container, "clip.", kProjectorRules, findings);
    for (const char* encoder : {"clip.vision.", "clip.audio.", "clip.gen.audio."}) {
        check_rules(container, encoder, kEncoderRules, findings);
    }
}

}  // namespace geniex::gguf
