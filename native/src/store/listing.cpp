#include "store/listing.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "store/error.h"
#include "store/json.h"

namespace geniex::store {

namespace {

constexpr JsonLimits kLimits{8 << 20, 8, 200'000};
constexpr int64_t kMaxFileBytes = int64_t{1} << 50;

[[noreturn]] void fail(const std::string& text) { throw Error(GENIEX_ERROR_COMMON_MANIFEST_PARSE, text); }

class TextStream final : public ByteStream {
 public:
    explicit TextStream(const std::string& text) : text_(text) {}

    size_t read(void* buffer, size_t length) override {
        const size_t count = std::min(length, text_.size() - offset_);
        std::memcpy(buffer, text_.data() + offset_, count);
        offset_ += count;
        return count;
    }

    void finish() override {}

 private:
    const std::string& text_;
    size_t offset_ = 0;
};

SourceFile file_of(const JsonValue& entry) {
    const JsonValue* name = entry.find("name");
    const JsonValue* size = entry.find("size");
    if (name == nullptr || name->as_text() == nullptr || name->as_text()->empty()) fail("a listed file has no name");
    if (size == nullptr || size->as_integer() == nullptr || *size->as_integer() < 0 ||
        *size->as_integer() > kMaxFileBytes) {
        fail("'" + *name->as_text() + "' is listed without a proper size");
    }
    return {*name->as_text(), static_cast<uint64_t>(*size->as_integer())};
}

}  // namespace

Listing::Listing(std::string_view json) {
    const JsonValue root = parse_json(json, kLimits);
    const JsonValue* files = root.find("files");
    if (files == nullptr || files->as_array() == nullptr) fail("the listing has no files");
    for (const JsonValue& entry : *files->as_array()) files_.push_back(file_of(entry));
    std::sort(files_.begin(), files_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    const auto is_same = [](const auto& a, const auto& b) { return a.name == b.name; };
    if (std::adjacent_find(files_.begin(), files_.end(), is_same) != files_.end()) fail("a file is listed twice");
    const JsonValue* texts = root.find("texts");
    if (texts == nullptr || texts->as_object() == nullptr) return;
    for (const auto& [name, text] : *texts->as_object()) {
        if (text.as_text() != nullptr) texts_.emplace(name, *text.as_text());
    }
}

std::optional<SourceFile> Listing::find(std::string_view name) const {
    const auto found = std::find_if(files_.begin(), files_.end(), [&](const auto& file) { return file.name == name; });
    if (found == files_.end()) return std::nullopt;
    return *found;
}

std::unique_ptr<ByteStream> Listing::open(std::string_view name) const {
    const auto text = texts_.find(name);
    if (text != texts_.end()) return std::make_unique<TextStream>(text->second);
    throw Error(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "the text of '" + std::string(name) + "' is not known");
}

}  // namespace geniex::store
