#include "model_check.h"

#include <filesystem>
#include <optional>
#include <string>

#include "errors.h"
#include "gguf/inspect.h"
#include "log.h"

namespace geniex {

int32_t check_model_file(Plugin& plugin, const char* path, gguf::Role role) {
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
    }
    if (report->findings.fatal().empty()) return GENIEX_SUCCESS;
    const gguf::Finding& finding = report->findings.fatal().front();
    return fail(GENIEX_ERROR_COMMON_MODEL_INVALID, finding.message + " (" + finding.where + ") " + finding.remedy);
}

}  // namespace geniex
