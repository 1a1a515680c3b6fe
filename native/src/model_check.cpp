#include "model_check.h"

#include <filesystem>
#include <optional>
#include <string>

#include "errors.h"
#include "gguf/inspect.h"
#include "log.h"

namespace geniex {

namespace {

// What llama.cpp calls its built-in ChatML template.
constexpr const char* kBuiltInTemplate = "chatml";

bool is_set(const char* text) { return text != nullptr && text[0] != '\0'; }

}  // namespace

int32_t check_model_file(Plugin& plugin, const char* path, gguf::Role role, bool* has_unsafe_template) {
    if (has_unsafe_template != nullptr) *has_unsafe_template = false;
    const GgufSupport* support = plugin.gguf_support();
    if (support == nullptr) return GENIEX_SUCCESS;
    gguf::Expectations expectations;
    expectations.role = role;
    expectations.architectures.emplace(support->architectures, support->architectures + support->architecture_count);
    expectations.max_experts = static_cast<uint64_t>(support->max_experts);
    const std::optional<gguf::Report> report = gguf::inspect_file(std::filesystem::u8path(path), expectations);
    if (!report) {
        return fail(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, std::string("cannot open ") + path);
    }
    for (const gguf::Finding& finding : report->findings.warnings()) {
        log(GENIEX_LOG_WARN, (finding.message + " (" + finding.where + ")").c_str());
        if (has_unsafe_template != nullptr && finding.code == gguf::kUnsafeTemplate) *has_unsafe_template = true;
    }
    if (report->findings.fatal().empty()) return GENIEX_SUCCESS;
    const gguf::Finding& finding = report->findings.fatal().front();
    return fail(GENIEX_ERROR_COMMON_MODEL_INVALID, finding.message + " (" + finding.where + ") " + finding.remedy);
}

geniex_ModelConfig without_own_template(const geniex_ModelConfig& config) {
    geniex_ModelConfig safe = config;
    if (!is_set(config.chat_template_content) && !is_set(config.chat_template_path)) {
        safe.chat_template_content = kBuiltInTemplate;
    }
    return safe;
}

}  // namespace geniex
