// The tags of a chat template and the tokens in them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace geniex::gguf {

struct TemplateToken {
    enum class Kind { kName, kNumber, kString, kSymbol };
    Kind kind;
    std::string_view text;

    bool is(std::string_view wanted) const { return kind != Kind::kString && text == wanted; }
};

/** One {{ … }} or {% … %}, without the marks that trim white space. */
struct TemplateTag {
    bool is_statement;
    std::vector<TemplateToken> tokens;
    bool is_too_long = false;  // it has more tokens than are kept
};

/** Reads one tag after the other; text and comments between them are skipped. */
class TemplateLexer {
 public:
    explicit TemplateLexer(std::string_view source) : source_(source) {}

    std::optional<TemplateTag> next();

 private:
    TemplateTag read_tag(bool is_statement);
    TemplateToken read_token();

    std::string_view source_;
    size_t at_ = 0;
};

}  // namespace geniex::gguf
