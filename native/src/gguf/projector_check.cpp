#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr uint64_t kMaxBlocks = 512;
constexpr uint64_t kMaxWidth = 1 << 20;
constexpr uint64_t kMaxImageSize = 8192;
constexpr uint64_t kMaxMelBins = 256;
constexpr size_t kColourChannels = 3;
constexpr size_t kMaxPinpointPairs = 64;
constexpr double kMaxPinpoint = 8192;

constexpr const char* kPatchEmbeddings = "v.patch_embd.weight";
constexpr const char* kPositions = "v.position_embd.weight";
constexpr const char* kClassEmbedding = "v.class_embd";
constexpr const char* kVisionBlock = "v.blk.";
constexpr const char* kFlags[] = {"has_vision_encoder", "has_audio_encoder", "has_gen_audio_encoder"};
// Divisors of image sizes in the encoders that have them.
constexpr const char* kDivisors[] = {"spatial_merge_size", "projector.scale_factor", "projector.query_side",
                                     "projector.window_side", "projector.stack_factor"};

/** How many learned positions the encoder wants for the patches of one image. */
enum class Positions { kAny, kAtLeast, kExactly };

/** Projectors behind a plain vision transformer, with the tensors that their engines use without asking. */
struct ProjectorRule {
    const char* type;
    Positions positions;
    std::array<const char*, 2> tensors;
};

constexpr ProjectorRule kProjectorRules[] = {
    {"mlp", Positions::kAtLeast, {"mm.0.weight", nullptr}},
    {"ldp", Positions::kAtLeast, {nullptr, nullptr}},
    {"ldpv2", Positions::kAtLeast, {nullptr, nullptr}},
    {"adapter", Positions::kAtLeast, {nullptr, nullptr}},
    {"gemma3", Positions::kExactly, {"mm.input_projection.weight", "mm.soft_emb_norm.weight"}},
    {"idefics3", Positions::kExactly, {"mm.model.fc.weight", nullptr}},
    {"janus_pro", Positions::kExactly, {nullptr, nullptr}},
    {"qwen2vl_merger", Positions::kAny, {"v.patch_embd.weight.1", "mm.0.weight"}},
    {"qwen2.5vl_merger", Positions::kAny, {"v.patch_embd.weight.1", "mm.0.weight"}},
    {"qwen3vl_merger", Positions::kAny, {"v.patch_embd.weight.1", "mm.0.weight"}},
};

/** Matrices of a block, and which of their sides is as wide as the encoder. */
struct BlockMatrix {
    std::string_view suffix;
    size_t side;
};

constexpr BlockMatrix kBlockMatrices[] = {{".attn_q.weight", 0},   {".attn_k.weight", 0},  {".attn_v.weight", 0},
                                          {".attn_qkv.weight", 0}, {".ffn_up.weight", 0},  {".ffn_gate.weight", 0},
                                          {".attn_out.weight", 1}, {".ffn_down.weight", 1}};

class ProjectorCheck {
 public:
    ProjectorCheck(const Container& container, Findings& findings) : container_(container), findings_(findings) {
        for (const Tensor& tensor : container.tensors) tensors_.emplace(container.name(tensor), &tensor);
    }

    void run() {
        check_modality();
        if (has("has_vision_encoder")) {
            check_encoder("vision.");
            check_image();
            check_colours();
            check_pinpoints();
            check_tensors_of_vision();
        }
        if (has("has_audio_encoder")) {
            check_encoder("audio.");
            check_range("audio.num_mel_bins", 1, kMaxMelBins);
        }
    }

 private:
    const Value* find(const std::string& name) const { return container_.find("clip." + name); }

    std::optional<uint64_t> number(const std::string& name) const {
        const Value* value = find(name);
        if (value == nullptr || value->type != ValueType::kU32) return std::nullopt;
        return value->bits;
    }

    std::optional<std::vector<double>> numbers(const std::string& name) const {
        const Value* value = find(name);
        return value != nullptr ? value->as_numbers() : std::nullopt;
    }

    const Tensor* tensor(std::string_view name) const {
        const auto found = tensors_.find(name);
        return found != tensors_.end() ? found->second : nullptr;
    }

    bool has(const char* flag) const {
        const Value* value = find(flag);
        return value != nullptr && value->as_bool().value_or(false);
    }

    void fatal(const std::string& where, std::string message) {
        findings_.add_fatal({"projector", std::move(message), where, kOtherFile});
    }

    void fatal_key(const std::string& name, const std::string& message) {
        const std::string key = "clip." + name;
        fatal(key, concat("The value of ", quote(key), " ", message));
    }

    void check_range(const std::string& name, uint64_t minimum, uint64_t maximum) {
        const auto value = number(name);
        if (value && (*value < minimum || *value > maximum)) {
            fatal_key(name, concat("is ", *value, "; it must be between ", minimum, " and ", maximum, "."));
        }
    }

    void require(const std::string& name) {
        if (find(name) != nullptr) return;
        fatal("clip." + name, concat("The file does not have ", quote("clip." + name), "."));
    }

    void check_modality();
    void check_encoder(const std::string& encoder);
    void check_image();
    void check_colours();
    void check_pinpoints();
    void check_tensors_of_vision();
    void check_positions(const ProjectorRule& rule);
    void check_blocks();
    std::string projector_type() const;

    const Container& container_;
    Findings& findings_;
    std::map<std::string_view, const Tensor*> tensors_;
};

void ProjectorCheck::check_modality() {
    if (std::none_of(std::begin(kFlags), std::end(kFlags), [&](const char* flag) { return has(flag); })) {
        fatal("clip.has_vision_encoder", "The file is said to hold neither a vision nor an audio encoder.");
    }
}

void ProjectorCheck::check_encoder(const std::string& encoder) {
    for (const char* name : {"embedding_length", "attention.head_count", "block_count", "projection_dim"}) {
        require(encoder + name);
    }
    check_range(encoder + "block_count", 0, kMaxBlocks);
    check_range(encoder + "embedding_length", 1, kMaxWidth);
    check_range(encoder + "feed_forward_length", 0, kMaxWidth);
    check_range(encoder + "projection_dim", 0, kMaxWidth);
    check_range(encoder + "attention.head_count", 1, kMaxWidth);
    check_range(encoder + "attention.head_count_kv", 1, kMaxWidth);
    for (const char* name : kDivisors) check_range(encoder + name, 1, kMaxWidth);
    const auto heads = number(encoder + "attention.head_count");
    const auto width = number(encoder + "embedding_length");
    if (heads && width && *heads > 0 && *width % *heads != 0 && find(encoder + "attention.head_dim") == nullptr) {
        fatal_key(encoder + "attention.head_count", concat("is ", *heads, ", which does not divide ", *width, "."));
    }
    const Value* value = find(encoder + "attention.layer_norm_epsilon");
    const auto epsilon = value != nullptr ? value->as_float() : std::nullopt;
    if (epsilon && !(*epsilon > 0 && *epsilon < 1)) {
        fatal_key(encoder + "attention.layer_norm_epsilon", "must be a small number between 0 and 1.");
    }
}

void ProjectorCheck::check_image() {
    require("vision.image_size");
    require("vision.patch_size");
    check_range("vision.image_size", 1, kMaxImageSize);
    const uint64_t image = number("vision.image_size").value_or(kMaxImageSize);
    check_range("vision.patch_size", 1, std::clamp<uint64_t>(image, 1, kMaxImageSize));
}

void ProjectorCheck::check_colours() {
    for (const char* name : {"vision.image_mean", "vision.image_std"}) {
        const auto values = numbers(name);
        if (!values) {
            require(name);
            continue;
        }
        const bool is_deviation = ends_with(name, "std");
        const auto is_bad = [&](double value) { return !std::isfinite(value) || (is_deviation && value <= 0); };
        if (values->size() < kColourChannels) {
            fatal_key(name, concat("has ", values->size(), " entries for ", kColourChannels, " colours."));
        } else if (std::any_of(values->begin(), values->end(), is_bad)) {
            fatal_key(name, "has an entry with which every picture becomes NaN.");
        }
    }
}

void ProjectorCheck::check_pinpoints() {
    const char* name = "vision.image_grid_pinpoints";
    const Value* value = find(name);
    if (value == nullptr || value->type != ValueType::kArray) return;
    const auto sizes = numbers(name);
    if (!sizes || sizes->size() % 2 != 0 || sizes->size() > 2 * kMaxPinpointPairs) {
        fatal_key(name, concat("must be up to ", kMaxPinpointPairs, " pairs of a width and a height."));
    } else if (std::any_of(sizes->begin(), sizes->end(), [](double s) { return s < 1 || s > kMaxPinpoint; })) {
        fatal_key(name, concat("has a size that is not between 1 and ", static_cast<int>(kMaxPinpoint), "."));
    }
}

std::string ProjectorCheck::projector_type() const {
    for (const char* key : {"clip.projector_type", "clip.vision.projector_type"}) {
        const std::string* type = container_.find_text(key);
        if (type != nullptr && !type->empty()) return *type;
    }
    return {};
}

void ProjectorCheck::check_tensors_of_vision() {
    const std::string type = projector_type();
    if (type.empty()) {
        fatal("clip.projector_type", "The file does not say which projector it holds.");
        return;
    }
    const auto* rule = std::find_if(std::begin(kProjectorRules), std::end(kProjectorRules),
                                    [&](const ProjectorRule& row) { return type == row.type; });
    if (rule == std::end(kProjectorRules)) return;
    for (const char* name : {kPatchEmbeddings, rule->tensors[0], rule->tensors[1]}) {
        if (name != nullptr && tensor(name) == nullptr) {
            fatal(name, concat("The tensor ", quote(name), " is missing, which a projector of the type ", quote(type),
                               " needs."));
        }
    }
    check_positions(*rule);
    check_blocks();
}

void ProjectorCheck::check_positions(const ProjectorRule& rule) {
    const uint64_t image = number("vision.image_size").value_or(0);
    const uint64_t patch = number("vision.patch_size").value_or(0);
    if (rule.positions == Positions::kAny || patch == 0 || image > kMaxImageSize) return;
    const uint64_t patches = (image / patch) * (image / patch) + (tensor(kClassEmbedding) != nullptr ? 1 : 0);
    const Tensor* positions = tensor(kPositions);
    const uint64_t rows = positions != nullptr ? positions->shape[1] : 0;
    if (rows < patches || (rule.positions == Positions::kExactly && rows > patches)) {
        fatal(kPositions, concat("There are ", rows, " positions for the ", patches, " patches of a picture."));
    }
}

void ProjectorCheck::check_blocks() {
    const uint64_t width = number("vision.embedding_length").value_or(0);
    uint64_t present = 0;
    for (const auto& [name, tensor] : tensors_) {
        if (!starts_with(name, kVisionBlock)) continue;
        if (ends_with(name, ".attn_out.weight")) ++present;
        const auto* matrix = std::find_if(std::begin(kBlockMatrices), std::end(kBlockMatrices),
                                          [&](const BlockMatrix& row) { return ends_with(name, row.suffix); });
        if (matrix != std::end(kBlockMatrices) && tensor->shape[matrix->side] != width) {
            fatal(std::string(name), concat("The tensor ", quote(name), " is ", tensor->shape[matrix->side],
                                            " wide, but the encoder ", width, "."));
        }
    }
    const auto blocks = number("vision.block_count");
    if (blocks && *blocks > present) {
        fatal("clip.vision.block_count",
              concat("The encoder should have ", *blocks, " layers, but the file holds ", present, "."));
    }
}

}  // namespace

void check_projector(const Container& container, Findings& findings) {
    if (architecture_of(container) != kProjectorArchitecture) return;
    ProjectorCheck(container, findings).run();
}

}  // namespace geniex::gguf
