#include "inspect.h"

#include <utility>

#include "facts.h"
#include "file_kind.h"
#include "json_writer.h"

namespace geniex::gguf {

namespace {

void write_findings(const char* name, const std::vector<Finding>& findings, JsonWriter& json) {
    json.key(name).begin_array();
    for (const Finding& finding : findings) {
        json.begin_object();
        json.key("code").string(finding.code);
        json.key("message").string(finding.message);
        json.key("where").string(finding.where);
        json.key("remedy").string(finding.remedy);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

std::string Report::to_json() const {
    JsonWriter json;
    json.begin_object();
    write_findings("fatal", findings.fatal(), json);
    write_findings("warning", findings.warnings(), json);
    json.key("facts");
    write_facts(container, totals, json);
    json.end_object();
    return json.take();
}

Report inspect(ByteSource& source, const std::filesystem::path& path, const Expectations& expectations,
               const Limits& limits) {
    Report report;
    report.container.file_bytes = source.size();
    try {
        if (auto foreign = find_foreign_kind(source)) throw Malformed{std::move(*foreign)};
        read_container(source, limits, report.container);
    } catch (Malformed& malformed) {
        report.findings.add_fatal(std::move(malformed.finding));
        report.totals = totals_of(report.container);
        return report;
    }
    report.totals = check_split(path, report.container, limits, report.findings);
    check_architecture(report.container, expectations, report.findings);
    check_key_types(report.container, report.findings);
    check_hyper_parameters(report.container, expectations, report.findings);
    check_tensors(report.container, report.findings);
    check_vocabulary(report.container, report.findings);
    check_projector(report.container, report.findings);
    check_chat_templates(report.container, report.findings);
    return report;
}

std::optional<Report> inspect_file(const std::filesystem::path& path, const Expectations& expectations,
                                   const Limits& limits) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        Report report;
        report.totals.parts = 0;
        report.findings.add_fatal(
            {"directory", "This is a folder and not a file.", "file", "Choose the .gguf file in it."});
        return report;
    }
    auto source = FileSource::open(path);
    if (!source) return std::nullopt;
    return inspect(*source, path, expectations, limits);
}

}  // namespace geniex::gguf
