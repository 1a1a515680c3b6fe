// What a hub says about a repository: names and sizes, and the small texts that a plan is made from.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "store/source.h"

namespace geniex::store {

/** A source that can be planned from before any file is here. */
class Listing final : public Source {
 public:
    /** Reads {"files": [{"name": str, "size": int}], "texts": {name: str}}. Throws Error (MANIFEST_PARSE). */
    explicit Listing(std::string_view json);

    const std::vector<SourceFile>& files() const override { return files_; }
    std::optional<SourceFile> find(std::string_view name) const override;
    /** FILE_NOT_FOUND for all but the texts. */
    std::unique_ptr<ByteStream> open(std::string_view name) const override;
    int64_t modified(std::string_view) const override { return 0; }
    bool has_bytes() const override { return false; }

 private:
    std::vector<SourceFile> files_;
    std::map<std::string, std::string, std::less<>> texts_;
};

}  // namespace geniex::store
