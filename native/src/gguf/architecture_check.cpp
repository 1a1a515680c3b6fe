#include <algorithm>
#include <string>
#include <utility>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr const char* kKey = "general.architecture";

/** Files that share the container but hold no model; they need not name an architecture. */
bool check_is_model(const Container& container, Findings& findings) {
    const std::string* type = container.find_text("general.type");
    if (type == nullptr) return true;
    if (*type == "adapter") {
        findings.add_fatal({"not_a_model", "This is a LoRA adapter, which changes a model but is none itself.",
                            "general.type", "Choose the GGUF file of the model that the adapter was made for."});
        return false;
    }
    if (*type == "imatrix") {
        findings.add_fatal({"not_a_model",
                            "This is an importance matrix, a helper file for quantizing models, and not a model.",
                            "general.type", "Choose the GGUF file of the model itself."});
        return false;
    }
    return true;
}

void check_role(const std::string& architecture, Role role, Findings& findings) {
    const bool is_projector = architecture == kProjectorArchitecture;
    if (is_projector && role != Role::kMediaProjector) {
        Finding finding{"vision_part", "This is the vision (or audio) part of a model and cannot answer on its own.",
                        kKey, "Load it together with the language model that it belongs to."};
        if (role == Role::kLanguageModel) {
            findings.add_fatal(std::move(finding));
        } else {
            findings.add_warning(std::move(finding));
        }
    }
    if (!is_projector && role == Role::kMediaProjector) {
        findings.add_fatal({"not_a_vision_part",
                            concat("This is a language model (", quote(architecture), ") and no vision part."), kKey,
                            "Choose the file whose name contains 'mmproj'."});
    }
}

}  // namespace

std::string architecture_of(const Container& container) {
    const std::string* text = container.find_text(kKey);
    return text != nullptr ? *text : std::string();
}

void check_architecture(const Container& container, const Expectations& expectations, Findings& findings) {
    if (!check_is_model(container, findings)) return;
    const Value* value = container.find(kKey);
    if (value == nullptr) {
        findings.add_fatal(
            {"architecture_missing", "The file does not say which architecture the model has.", kKey, kOtherFile});
        return;
    }
    const std::string architecture = architecture_of(container);
    if (architecture.empty()) {
        findings.add_fatal({"architecture_type",
                            concat("general.architecture must be a name, but it is ",
                                   value->type == ValueType::kString ? "not a usable one" : value->type_name(), "."),
                            kKey, kOtherFile});
        return;
    }
    check_role(architecture, expectations.role, findings);
    const auto& known = expectations.architectures;
    if (architecture != kProjectorArchitecture && known &&
        std::find(known->begin(), known->end(), architecture) == known->end()) {
        findings.add_fatal({"architecture_unknown",
                            concat("This version of the engine cannot run the architecture ", quote(architecture), "."),
                            kKey, "Update this program, or choose another model."});
    }
}

}  // namespace geniex::gguf
