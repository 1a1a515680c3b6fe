#include <string>
#include <utility>

#include "chat_template.h"
#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

// Models with tools have a second one, "tokenizer.chat_template.tool_use".
constexpr const char* kKey = "tokenizer.chat_template";

void check_template(const std::string& key, const Value& value, Findings& findings) {
    if (value.type != ValueType::kString) return;
    std::optional<std::string> danger;
    if (!value.is_kept) {
        danger = concat("it has ", format_bytes(value.count));
    } else {
        danger = find_template_danger(value.data);
    }
    if (!danger) return;
    findings.add_warning(
        {kUnsafeTemplate,
         concat("The model's chat template is not used, for it would end or stall the engine: ", *danger, "."), key,
         "Chats use the common ChatML form; choose another template if the answers are odd."});
}

}  // namespace

void check_chat_templates(const Container& container, Findings& findings) {
    for (auto entry = container.metadata.lower_bound(kKey);
         entry != container.metadata.end() && starts_with(entry->first, kKey); ++entry) {
        check_template(entry->first, entry->second, findings);
    }
}

}  // namespace geniex::gguf
