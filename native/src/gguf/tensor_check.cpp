#include <string>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr uint64_t kSmallestUsualAlignment = 32;
constexpr uint64_t kLargestUsualAlignment = 4096;

bool is_norm(std::string_view name) {
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return false;
    const std::string_view stem = name.substr(0, dot);
    return ends_with(stem, "norm") || ends_with(stem, "ln") || ends_with(stem, "ln1") || ends_with(stem, "ln2");
}

/** Weights that are multiplied with activations or looked up. A routing table of token ids is integer by design. */
bool is_weight(std::string_view name) { return ends_with(name, ".weight") && !contains(name, "tid2eid"); }

void check_format(const Container& container, const Tensor& tensor, Findings& findings) {
    const std::string_view name = container.name(tensor);
    const TensorType& type = tensor.type();
    if (type.kind != TensorKind::kFloat && is_norm(name)) {
        findings.add_fatal({"tensor_format",
                            concat("The normalization weight ", quote(name), " is stored as ", type.name,
                                   "; only F32, F16 and BF16 can be computed with."),
                            std::string(name), kOtherFile});
    } else if (type.kind == TensorKind::kInteger && is_weight(name)) {
        findings.add_fatal(
            {"tensor_format",
             concat("The weight ", quote(name), " is stored as ", type.name, ", which no engine multiplies with."),
             std::string(name), kOtherFile});
    } else if (type.kind == TensorKind::kQuantized && tensor.dimensions == 1) {
        findings.add_fatal(
            {"tensor_format",
             concat("The vector ", quote(name), " is quantized (", type.name, "); only matrices may be."),
             std::string(name), kOtherFile});
    }
}

}  // namespace

void check_tensors(const Container& container, Findings& findings) {
    if (container.alignment < kSmallestUsualAlignment || container.alignment > kLargestUsualAlignment) {
        findings.add_warning({"alignment",
                              concat("The weights are aligned to ", container.alignment, " bytes, which is unusual."),
                              "general.alignment", "Nothing to do if the model works."});
    }
    for (const Tensor& tensor : container.tensors) check_format(container, tensor, findings);
}

}  // namespace geniex::gguf
