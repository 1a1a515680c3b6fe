#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

// Fixed sizes of the engine's per-layer tables, and generous bounds for what has none.
constexpr uint64_t kMaxBlocks = 512;
constexpr uint64_t kMaxEmbeddingLength = 1 << 20;
constexpr uint64_t kMaxHeads = 1 << 16;
constexpr uint64_t kMaxContextLength = 1ULL << 31;
constexpr uint64_t kMaxVocabulary = 1 << 24;

constexpr const char* kRopeScalingTypes[] = {"none", "linear", "yarn", "longrope"};

class HyperParameterCheck {
 public:
    HyperParameterCheck(const Container& container, std::string architecture, Findings& findings)
        : container_(container), prefix_(std::move(architecture) + "."), findings_(findings) {}

    void run(uint64_t max_experts) {
        check_sizes();
        check_heads();
        check_experts(max_experts);
        check_normalization();
        check_rope();
        for (const char* name : {"attention.head_count", "attention.head_count_kv", "feed_forward_length",
                                 "expert_used_count", "expert_feed_forward_length"}) {
            check_layer_count(name);
        }
    }

 private:
    const Value* find(const char* name) const { return container_.find(prefix_ + name); }

    /** A u32; nothing when the key is absent or of another type, which check_key_types reports. */
    std::optional<uint64_t> number(const char* name) const {
        const Value* value = find(name);
        if (value == nullptr || value->type != ValueType::kU32) return std::nullopt;
        return value->bits;
    }

    std::optional<double> real(const char* name) const {
        const Value* value = find(name);
        return value != nullptr ? value->as_float() : std::nullopt;
    }

    /** The largest entry of a key that holds one number or one per layer. */
    std::optional<double> largest(const char* name) const {
        if (const auto single = number(name)) return static_cast<double>(*single);
        const Value* value = find(name);
        const auto numbers = value != nullptr ? value->as_numbers() : std::nullopt;
        if (!numbers || numbers->empty()) return std::nullopt;
        return *std::max_element(numbers->begin(), numbers->end());
    }

    /** Layers with a recurrent state have no attention heads. */
    bool is_recurrent() const { return has_key_in("ssm.") || has_key_in("wkv."); }

    bool has_key_in(const char* group) const {
        const std::string prefix = prefix_ + group;
        const auto next = container_.metadata.lower_bound(prefix);
        return next != container_.metadata.end() && starts_with(next->first, prefix);
    }

    void fatal(const char* name, std::string message, const char* remedy = kOtherFile) {
        const std::string key = prefix_ + name;
        findings_.add_fatal({"hyper_parameter", concat("The value of ", quote(key), " ", message), key, remedy});
    }

    void warn(const char* name, std::string message, const char* remedy) {
        const std::string key = prefix_ + name;
        findings_.add_warning({"hyper_parameter", concat("The value of ", quote(key), " ", message), key, remedy});
    }

    void require(const char* name) {
        if (find(name) != nullptr) return;
        const std::string key = prefix_ + name;
        findings_.add_fatal({"key_missing",
                             concat("The file does not have ", quote(key), ", which every language model needs."), key,
                             kOtherFile});
    }

    void check_range(const char* name, uint64_t minimum, uint64_t maximum) {
        const auto value = number(name);
        if (value && (*value < minimum || *value > maximum)) {
            fatal(name, concat("is ", *value, "; it must be between ", minimum, " and ", maximum, "."));
        }
    }

    void check_sizes();
    void check_heads();
    void check_head_count(const char* name);
    void check_experts(uint64_t max_experts);
    void check_normalization();
    void check_rope();
    void check_layer_count(const char* name);

    const Container& container_;
    std::string prefix_;
    Findings& findings_;
};

void HyperParameterCheck::check_sizes() {
    for (const char* name : {"block_count", "embedding_length", "context_length"}) require(name);
    check_range("block_count", 1, kMaxBlocks);
    check_range("embedding_length", 1, kMaxEmbeddingLength);

    constexpr const char* kSetContext = "Choose the context size by hand.";
    const auto context = number("context_length");
    if (context && (*context == 0 || *context > kMaxContextLength)) {
        warn("context_length", concat("is ", *context, ", which no model has."), kSetContext);
    }
    const auto vocabulary = number("vocab_size");
    if (vocabulary && (*vocabulary == 0 || *vocabulary > kMaxVocabulary)) {
        warn("vocab_size", concat("is ", *vocabulary, ", which no model has."), kOtherFile);
    }
    const auto blocks = number("block_count");
    const auto predicted = number("nextn_predict_layers");
    if (!blocks || !predicted) return;
    if (*predicted > *blocks) {
        fatal("nextn_predict_layers", concat("is ", *predicted, ", but the model has only ", *blocks, " layers."));
    } else if (*predicted == *blocks) {
        warn("nextn_predict_layers", "counts every layer: the file holds only a draft head.",
             "Load it beside its full model.");
    }
}

void HyperParameterCheck::check_head_count(const char* name) {
    const auto heads = largest(name);
    if (!heads) return;
    if (*heads > static_cast<double>(kMaxHeads)) fatal(name, concat("is larger than ", kMaxHeads, "."));
    if (*heads < 1 && !is_recurrent()) fatal(name, "is 0; attention needs at least one head.");
    const Value* value = find(name);
    const auto per_layer = value->as_numbers();
    if (per_layer && std::any_of(per_layer->begin(), per_layer->end(), [](double count) { return count < 0; })) {
        fatal(name, "has a negative entry.");
    }
}

void HyperParameterCheck::check_heads() {
    check_head_count("attention.head_count");
    check_head_count("attention.head_count_kv");
    check_range("attention.key_length", 1, kMaxEmbeddingLength);
    check_range("attention.value_length", 1, kMaxEmbeddingLength);
    const auto heads = number("attention.head_count");
    const auto embedding = number("embedding_length");
    if (heads && embedding && *heads > 0 && *embedding % *heads != 0 && find("attention.key_length") == nullptr) {
        fatal("attention.head_count",
              concat("is ", *heads, ", which does not divide the embedding length ", *embedding, "."));
    }
}

void HyperParameterCheck::check_experts(uint64_t max_experts) {
    const bool is_mistyped = (find("expert_count") != nullptr && !number("expert_count")) ||
                             (find("expert_used_count") != nullptr && !largest("expert_used_count"));
    if (is_mistyped) return;
    const uint64_t experts = number("expert_count").value_or(0);
    if (experts > max_experts) {
        fatal("expert_count", concat("is ", experts, "; this version of the engine supports up to ", max_experts, "."),
              "Update this program, or choose another model.");
    }
    const double used = largest("expert_used_count").value_or(0);
    if (experts > 0 && (used < 1 || used > static_cast<double>(experts))) {
        fatal("expert_used_count", concat("must be between 1 and the number of experts, ", experts, "."));
    }
    if (experts == 0 && used > 0) {
        fatal("expert_used_count", "is not 0, but the model has no experts.");
    }
}

void HyperParameterCheck::check_normalization() {
    for (const char* name :
         {"attention.layer_norm_epsilon", "attention.layer_norm_rms_epsilon", "attention.group_norm_epsilon"}) {
        const auto epsilon = real(name);
        if (epsilon && !(*epsilon > 0 && *epsilon < 1)) {
            fatal(name, "must be a small number between 0 and 1; with this one the model computes nothing but NaN.");
        }
    }
}

void HyperParameterCheck::check_rope() {
    for (const char* name : {"rope.freq_base", "rope.freq_base_swa"}) {
        const auto base = real(name);
        if (base && !(std::isfinite(*base) && *base > 0)) {
            fatal(name, "must be a positive number; with this one the model computes nothing but NaN.");
        }
    }
    const auto dimensions = number("rope.dimension_count");
    if (dimensions && *dimensions % 2 != 0) {
        fatal("rope.dimension_count", concat("is ", *dimensions, "; rotations need an even number."));
    }
    const Value* value = find("rope.scaling.type");
    const std::string* type = value != nullptr ? value->as_text() : nullptr;
    if (type != nullptr &&
        std::find(std::begin(kRopeScalingTypes), std::end(kRopeScalingTypes), *type) == std::end(kRopeScalingTypes)) {
        fatal("rope.scaling.type", concat("is ", quote(*type), "; none, linear, yarn and longrope are known."),
              "Update this program, or choose another model.");
    }
}

void HyperParameterCheck::check_layer_count(const char* name) {
    const Value* value = find(name);
    const auto blocks = number("block_count");
    if (value == nullptr || !blocks || value->type != ValueType::kArray || value->count == *blocks) return;
    fatal(name, concat("has ", value->count, " entries for ", *blocks, " layers."));
}

}  // namespace

void check_hyper_parameters(const Container& container, const Expectations& expectations, Findings& findings) {
    const std::string architecture = architecture_of(container);
    if (architecture.empty() || architecture == kProjectorArchitecture) return;
    HyperParameterCheck(container, architecture, findings).run(expectations.max_experts);
}

}  // namespace geniex::gguf
