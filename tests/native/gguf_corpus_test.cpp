// The corpus of broken files, each with the verdict that the table says; and sound models, which pass.
// Arguments: folder of the corpus, verdicts.tsv, sound model files...
#include <filesystem>
#include <fstream>
#include <sstream>

#include "gguf_testing.h"

using namespace gguf_testing;
using geniex::gguf::Expectations;
using geniex::gguf::Report;
using geniex::gguf::Role;

namespace {

struct Row {
    std::string file;
    std::string role;
    std::string verdict;
    std::string code;
};

std::vector<Row> read_table(const std::string& path) {
    std::vector<Row> rows;
    std::ifstream table(path);
    for (std::string line; std::getline(table, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        Row row;
        std::getline(fields, row.file, '\t');
        std::getline(fields, row.role, '\t');
        std::getline(fields, row.verdict, '\t');
        std::getline(fields, row.code, '\t');
        rows.push_back(row);
    }
    return rows;
}

Expectations expectations_of(const std::string& role) {
    Expectations expectations;
    expectations.role = role == "mmproj" ? Role::kMediaProjector : Role::kLanguageModel;
    expectations.architectures = std::vector<std::string>{"llama", "gemma2"};
    return expectations;
}

std::string verdict_of(const Report& report) {
    if (!report.findings.fatal().empty()) return "fatal";
    return report.findings.warnings().empty() ? "ok" : "warning";
}

std::string code_of(const Report& report) {
    const std::string verdict = verdict_of(report);
    if (verdict == "ok") return "-";
    return verdict == "fatal" ? fatal_code(report) : warning_code(report);
}

void check_row(const std::filesystem::path& folder, const Row& row) {
    const auto report = geniex::gguf::inspect_file(folder / (row.file + ".gguf"), expectations_of(row.role));
    if (!report) {
        EXPECT_EQUAL("no such file", row.file);
        return;
    }
    EXPECT_EQUAL(row.file + " " + verdict_of(*report) + " " + code_of(*report),
                 row.file + " " + row.verdict + " " + row.code);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: gguf_corpus_test CORPUS VERDICTS SOUND_MODEL...\n";
        return 2;
    }
    const std::filesystem::path folder = argv[1];
    const std::vector<Row> rows = read_table(argv[2]);
    for (const Row& row : rows) check_row(folder, row);
    const auto files =
        std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
    EXPECT_EQUAL(files, static_cast<std::ptrdiff_t>(rows.size()));
    EXPECT(rows.size() >= 150);
    for (int i = 3; i < argc; ++i) {
        const auto report = geniex::gguf::inspect_file(argv[i]);
        EXPECT_EQUAL(report ? fatal_code(*report) : "no such file", "");
    }
    std::cout << rows.size() << " files, " << failures << " failures\n";
    return failures == 0 ? 0 : 1;
}
