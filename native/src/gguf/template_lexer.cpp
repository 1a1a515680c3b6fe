#include "template_lexer.h"

#include <algorithm>

namespace geniex::gguf {

namespace {

constexpr size_t kMaxTokens = 10'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

std::optional<TemplateTag> TemplateLexer::next() {
    while (at_ < source_.size()) {
        const size_t open = source_.find('{', at_);
        if (open == std::string_view::npos || open + 1 >= source_.size()) break;
        const char kind = source_[open + 1];
        at_ = open + 1;
        if (kind == '#') {
            const size_t close = source_.find("#}", open + 2);
            at_ = close == std::string_view::npos ? source_.size() : close + 2;
        } else if (kind == '{' || kind == '%') {
            at_ = open + 2;
            return read_tag(kind == '%');
        }
    }
    at_ = source_.size();
    return std::nullopt;
}

TemplateTag TemplateLexer::read_tag(bool is_statement) {
    TemplateTag tag{is_statement, {}};
    const std::string_view end = is_statement ? "%}" : "}}";
    if (at_ < source_.size() && (source_[at_] == '-' || source_[at_] == '+')) ++at_;
    // Braces inside are counted, for {{ {'a': {}} }} has a pair that does not end it.
    size_t braces = 0;
    while (at_ < source_.size()) {
        if (is_space(source_[at_])) {
            ++at_;
            continue;
        }
        const std::string_view rest = source_.substr(at_);
        if (braces == 0 && rest.substr(0, 2) == end) {
            at_ += 2;
            break;
        }
        if (braces == 0 && (rest[0] == '-' || rest[0] == '+') && rest.substr(1, 2) == end) {
            at_ += 3;
            break;
        }
        const TemplateToken token = read_token();
        if (token.is("{")) ++braces;
        if (token.is("}") && braces > 0) --braces;
        if (tag.tokens.size() < kMaxTokens) {
            tag.tokens.push_back(token);
        } else {
            tag.is_too_long = true;
        }
    }
    return tag;
}

TemplateToken TemplateLexer::read_token() {
    const size_t start = at_;
    const char first = source_[at_++];
    if (first == '"' || first == '\'') {
        while (at_ < source_.size() && source_[at_] != first) at_ += source_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, source_.size());
        return {TemplateToken::Kind::kString, source_.substr(start, at_ - start)};
    }
    if (!is_name(first)) return {TemplateToken::Kind::kSymbol, source_.substr(start, 1)};
    while (at_ < source_.size() && is_name(source_[at_])) ++at_;
    return {is_digit(first) ? TemplateToken::Kind::kNumber : TemplateToken::Kind::kName,
            source_.substr(start, at_ - start)};
}

}  // namespace geniex::gguf
