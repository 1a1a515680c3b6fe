// What must hold between a file's values before an engine may see it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "container.h"
#include "finding.h"

namespace geniex::gguf {

/** What the file is about to be used as. A vision part given as a language model is refused, and the reverse. */
enum class Role { kAny, kLanguageModel, kMediaProjector };

struct Expectations {
    Role role = Role::kAny;
    /** Architectures that the engine knows; without the list, none is refused for being unknown. */
    std::optional<std::vector<std::string>> architectures;
    uint64_t max_experts = 1024;
};

/** Whether the file is a model at all, and one for `expectations`. */
void check_architecture(const Container& container, const Expectations& expectations, Findings& findings);

/** Each key that an engine reads has the type that it asserts. */
void check_key_types(const Container& container, Findings& findings);

/** Hyper-parameters lie where an engine can compute with them. */
void check_hyper_parameters(const Container& container, const Expectations& expectations, Findings& findings);

/** Weights have formats that the operations on them support. */
void check_tensors(const Container& container, Findings& findings);

/** The vocabulary is whole, and fits its tokenizer and the embeddings. */
void check_vocabulary(const Container& container, Findings& findings);

/** A vision or audio part has what the operations on it need. */
void check_projector(const Container& container, Findings& findings);

/** The chat templates can be run without harm; what cannot is a warning, for a model is usable without its own. */
void check_chat_templates(const Container& container, Findings& findings);

/** Code of the warning about a chat template that must not be run. */
inline constexpr const char* kUnsafeTemplate = "chat_template_unsafe";

/** general.architecture; "" when it is absent or no string. */
std::string architecture_of(const Container& container);

/** Architecture of a vision or audio encoder that stands beside a language model. */
inline constexpr const char* kProjectorArchitecture = "clip";

}  // namespace geniex::gguf
