#include "split.h"

#include <cstdio>
#include <optional>
#include <string>
#include <utility>

#include "byte_source.h"
#include "checks.h"
#include "file_kind.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr uint64_t kMaxParts = 999;
constexpr size_t kMaxNamedParts = 3;
constexpr const char* kDigits = "00000";
constexpr const char* kMissingRemedy = "Download all parts into one folder and open the first one.";

/** What a part's file name says: "<stem>-<number>-of-<count>.gguf" with five digits each. */
struct PartName {
    std::string stem;
    uint64_t number = 0;
    uint64_t count = 0;
};

std::optional<uint64_t> parse_digits(std::string_view digits) {
    uint64_t number = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9') return std::nullopt;
        number = number * 10 + static_cast<uint64_t>(digit - '0');
    }
    return number;
}

std::optional<PartName> parse_part_name(std::string_view name) {
    const std::string_view pattern = "-00000-of-00000.gguf";
    if (name.size() <= pattern.size()) return std::nullopt;
    const std::string_view tail = name.substr(name.size() - pattern.size());
    const auto number = parse_digits(tail.substr(1, 5));
    const auto count = parse_digits(tail.substr(10, 5));
    if (tail[0] != '-' || tail.substr(6, 4) != "-of-" || !ends_with(tail, ".gguf") || !number || !count)
        return std::nullopt;
    return PartName{std::string(name.substr(0, name.size() - pattern.size())), *number, *count};
}

std::string five_digits(uint64_t number) {
    const std::string digits = concat(number);
    return digits.size() < 5 ? std::string(kDigits).substr(digits.size()) + digits : digits;
}

std::string part_name(const PartName& name, uint64_t number) {
    return concat(name.stem, "-", five_digits(number), "-of-", five_digits(name.count), ".gguf");
}

uint64_t number_of(const Container& container, std::string_view key) {
    const Value* value = container.find(key);
    return value != nullptr ? value->as_unsigned().value_or(0) : 0;
}

void accumulate(const Container& part, SplitTotals& totals) {
    totals.file_bytes += part.file_bytes;
    totals.data_bytes += part.data_bytes;
    totals.tensors += part.tensors.size();
    for (const Tensor& tensor : part.tensors) totals.elements += tensor.elements;
}

class SplitCheck {
 public:
    SplitCheck(const std::filesystem::path& folder, PartName name, const Container& first, const Limits& limits,
               Findings& findings)
        : folder_(folder), name_(std::move(name)), first_(first), limits_(limits), findings_(findings) {}

    void run(SplitTotals& totals) {
        if (!check_presence()) return;
        totals.parts = name_.count;
        for (uint64_t number = 2; number <= name_.count; ++number) {
            if (!check_part(number, totals)) return;
        }
        const uint64_t expected = number_of(first_, "split.tensors.count");
        if (expected != 0 && expected != totals.tensors) {
            fatal("split_tensors", "split.tensors.count",
                  concat("The parts hold ", totals.tensors, " tensors together, but ", expected, " are expected."));
        }
    }

 private:
    void fatal(const char* code, std::string where, std::string message) {
        findings_.add_fatal({code, std::move(message), std::move(where), kMissingRemedy});
    }

    std::filesystem::path path_of(uint64_t number) const {
        return folder_ / std::filesystem::u8path(part_name(name_, number));
    }

    bool check_presence() {
        std::string missing;
        size_t missing_count = 0;
        for (uint64_t number = 1; number <= name_.count; ++number) {
            std::error_code error;
            if (std::filesystem::is_regular_file(path_of(number), error)) continue;
            ++missing_count;
            if (missing_count > kMaxNamedParts) continue;
            missing += concat(missing.empty() ? "" : ", ", quote(part_name(name_, number)));
        }
        if (missing_count == 0) return true;
        if (missing_count > kMaxNamedParts) missing += concat(" and ", missing_count - kMaxNamedParts, " more");
        fatal("split_missing", "file",
              concat("The model has ", name_.count, " parts and ", missing_count,
                     " of them are not in the folder: ", missing, "."));
        return false;
    }

    /** Reads one further part; false when the rest is not worth reading. */
    bool check_part(uint64_t number, SplitTotals& totals) {
        const std::string name = part_name(name_, number);
        auto source = FileSource::open(path_of(number));
        if (!source) {
            fatal("split_unreadable", name, concat("The part ", quote(name), " cannot be read."));
            return false;
        }
        Container part;
        try {
            if (auto foreign = find_foreign_kind(*source)) throw Malformed{std::move(*foreign)};
            Limits limits = limits_;
            limits.metadata_bytes = metadata_left_;
            read_container(*source, limits, part);
        } catch (Malformed& malformed) {
            Finding finding = std::move(malformed.finding);
            finding.message = concat("In the part ", quote(name), ": ", finding.message);
            findings_.add_fatal(std::move(finding));
            return false;
        }
        metadata_left_ -= part.metadata_bytes;
        check_belongs(part, number, name);
        check_tensors(part, findings_);
        accumulate(part, totals);
        return true;
    }

    void check_belongs(const Container& part, uint64_t number, const std::string& name) {
        if (number_of(part, "split.no") + 1 != number || number_of(part, "split.count") != name_.count) {
            fatal("split_number", name,
                  concat("The file ", quote(name), " says of itself that it is another part; it was renamed."));
        }
        const std::string architecture = architecture_of(part);
        if (!architecture.empty() && architecture != architecture_of(first_)) {
            fatal("split_mixed", name,
                  concat("The part ", quote(name), " belongs to another model (", quote(architecture), ")."));
        }
    }

    std::filesystem::path folder_;
    PartName name_;
    const Container& first_;
    const Limits& limits_;
    Findings& findings_;
    // One budget for all further parts, so that 999 of them cannot take 999 times as long.
    uint64_t metadata_left_ = limits_.metadata_bytes;
};

/** The name that a split model's first file must have; nothing after a finding. */
std::optional<PartName> check_first_name(const std::string& file_name, const Container& first, uint64_t count,
                                         Findings& findings) {
    if (count < 2 || count > kMaxParts) {
        findings.add_fatal({"split_count",
                            concat("The model says that it has ", count, " parts; 2 to ", kMaxParts, " are allowed."),
                            "split.count", kOtherFile});
        return std::nullopt;
    }
    const auto name = parse_part_name(file_name);
    const uint64_t number = number_of(first, "split.no") + 1;
    if (!name || name->count != count || name->number != number) {
        findings.add_fatal(
            {"split_name",
             concat("This is part ", number, " of ", count,
                    ", but its file name does not say so; the other parts are found by their names."),
             "file",
             concat("Rename it so that it ends in '-", five_digits(number), "-of-", five_digits(count), ".gguf'.")});
        return std::nullopt;
    }
    if (number != 1) {
        findings.add_fatal({"split_not_first", concat("This is part ", number, " of ", count, " of a model."),
                            "split.no", concat("Open the first part, ", quote(part_name(*name, 1)), ".")});
        return std::nullopt;
    }
    return name;
}

}  // namespace

SplitTotals totals_of(const Container& container) {
    SplitTotals totals;
    accumulate(container, totals);
    return totals;
}

SplitTotals check_split(const std::filesystem::path& path, const Container& first, const Limits& limits,
                        Findings& findings) {
    SplitTotals totals = totals_of(first);
    const uint64_t count = number_of(first, "split.count");
    if (count < 2) {
        if (first.tensors.empty()) {
            findings.add_fatal({"no_tensors", "The file holds no weights, only metadata (a vocabulary, perhaps).",
                                "file", kOtherFile});
        }
        return totals;
    }
    if (path.empty()) {
        totals.parts = count;
        return totals;
    }
    const auto name = check_first_name(path.filename().u8string(), first, count, findings);
    if (name) SplitCheck(path.parent_path(), *name, first, limits, findings).run(totals);
    return totals;
}

}  // namespace geniex::gguf
