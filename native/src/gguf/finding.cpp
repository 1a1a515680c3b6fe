#include "finding.h"

#include <algorithm>
#include <utility>

namespace geniex::gguf {

namespace {

// A hostile file can break one rule a million times; nobody reads more than a few.
constexpr long kMaxFindingsPerCode = 5;

void add(std::vector<Finding>& list, Finding finding) {
    const auto same = [&](const Finding& other) { return other.code == finding.code; };
    if (std::count_if(list.begin(), list.end(), same) < kMaxFindingsPerCode) list.push_back(std::move(finding));
}

}  // namespace

void Findings::add_fatal(Finding finding) { add(fatal_, std::move(finding)); }

void Findings::add_warning(Finding finding) { add(warnings_, std::move(finding)); }

}  // namespace geniex::gguf
