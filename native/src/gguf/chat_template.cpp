#include "chat_template.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <vector>

#include "template_lexer.h"
#include "text.h"

namespace geniex::gguf {

namespace {

// Engines parse and run templates by recursion, on stacks of a few MiB: 500 brackets were fine, 5000 were not.
constexpr size_t kMaxDepth = 100;
constexpr size_t kMaxOperators = 2'000;
constexpr uint64_t kMaxNumber = 100'000;
constexpr uint64_t kMaxRounds = 1'000'000;

using Kind = TemplateToken::Kind;
using Tokens = std::vector<TemplateToken>;

constexpr std::string_view kBlocks[] = {"for", "if", "macro", "call", "filter", "block"};
constexpr std::string_view kWordOperators[] = {"not", "and", "or", "in", "is", "if", "else"};
constexpr std::string_view kConstants[] = {"if", "elif", "not", "true", "True", "false", "False", "none", "None"};
constexpr std::string_view kOperators = "+-~*/|.%<>=![";

template <size_t kCount>
bool is_one_of(const std::string_view (&words)[kCount], std::string_view word) {
    return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

/** Saturates, for numbers of any length. */
uint64_t value_of(std::string_view digits) {
    uint64_t value = 0;
    for (const char digit : digits) {
        if (digit == '_') continue;
        if (digit < '0' || digit > '9') break;
        value = std::min<uint64_t>(value * 10 + static_cast<uint64_t>(digit - '0'), kMaxNumber + 1);
    }
    return value;
}

/** The position after a dotted name that starts at `at`. */
size_t end_of_path(const Tokens& tokens, size_t at) {
    size_t end = at + 1;
    while (end + 1 < tokens.size() && tokens[end].is(".") && tokens[end + 1].kind == Kind::kName) end += 2;
    return end;
}

bool same(const Tokens& tokens, size_t at, size_t end, size_t other, size_t other_end) {
    return std::equal(
        tokens.begin() + static_cast<std::ptrdiff_t>(at), tokens.begin() + static_cast<std::ptrdiff_t>(end),
        tokens.begin() + static_cast<std::ptrdiff_t>(other), tokens.begin() + static_cast<std::ptrdiff_t>(other_end),
        [](const TemplateToken& a, const TemplateToken& b) { return a.text == b.text; });
}

struct Block {
    std::string_view statement;
    std::string_view name;  // of a macro
    size_t branches = 1;    // an elif nests in the branch before it
    uint64_t rounds = 1;    // of a loop over a literal range
    bool is_condition = false;
};

class DangerFinder {
 public:
    explicit DangerFinder(std::string_view source) : source_(source) {}

    std::optional<std::string> run() {
        number_macros();
        TemplateLexer lexer(source_);
        while (!danger_) {
            const auto tag = lexer.next();
            if (!tag) break;
            check_size(*tag);
            check_numbers(tag->tokens);
            check_recursion(tag->tokens);
            if (tag->is_statement && !tag->tokens.empty()) follow_statement(tag->tokens);
        }
        return danger_;
    }

 private:
    void refuse(std::string why) {
        if (!danger_) danger_ = std::move(why);
    }

    void number_macros();
    void check_size(const TemplateTag& tag);
    void check_numbers(const Tokens& tokens);
    void check_recursion(const Tokens& tokens);
    void follow_statement(const Tokens& tokens);
    void open_block(const Tokens& tokens);
    void check_assignment(const Tokens& tokens);
    bool replaces_with_itself(const Tokens& tokens, size_t begin, size_t target, size_t target_end) const;

    std::string_view source_;
    std::map<std::string_view, size_t> macros_;  // in the order of their definitions
    std::vector<Block> blocks_;
    std::optional<std::string> danger_;
};

void DangerFinder::number_macros() {
    TemplateLexer lexer(source_);
    while (const auto tag = lexer.next()) {
        if (tag->is_statement && tag->tokens.size() > 1 && tag->tokens[0].is("macro")) {
            macros_.emplace(tag->tokens[1].text, macros_.size());
        }
    }
}

void DangerFinder::check_size(const TemplateTag& tag) {
    size_t depth = 0;
    size_t operators = 0;
    for (const TemplateToken& token : tag.tokens) {
        const bool is_symbol = token.kind == Kind::kSymbol;
        const char symbol = is_symbol ? token.text[0] : '\0';
        if (symbol == '(' || symbol == '[' || symbol == '{') ++depth;
        if ((symbol == ')' || symbol == ']' || symbol == '}') && depth > 0) --depth;
        if (depth > kMaxDepth) {
            refuse(concat("it nests more than ", kMaxDepth, " brackets"));
            return;
        }
        if ((is_symbol && contains(kOperators, token.text)) ||
            (token.kind == Kind::kName && is_one_of(kWordOperators, token.text))) {
            ++operators;
        }
    }
    if (operators > kMaxOperators) refuse(concat("one expression has more than ", kMaxOperators, " operators"));
    if (tag.is_too_long) refuse("one expression has more parts than any person would write");
}

/** Large numbers make ranges, repetitions and indents that need all memory. */
void DangerFinder::check_numbers(const Tokens& tokens) {
    uint64_t product = 1;
    for (size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::kNumber) {
            if (!tokens[i].is("*")) product = 1;
            continue;
        }
        // "2 ** 40" is two stars and then a number.
        const bool is_exponent = i >= 2 && tokens[i - 1].is("*") && tokens[i - 2].is("*");
        product = std::min<uint64_t>(product * value_of(tokens[i].text), kMaxNumber + 1);
        if (product > kMaxNumber || is_exponent) {
            refuse(concat("it works with numbers over ", kMaxNumber));
            return;
        }
    }
}

/** A macro may call itself on a part of its argument, as those that spell out JSON types do; nothing else ends. */
void DangerFinder::check_recursion(const Tokens& tokens) {
    const auto macro =
        std::find_if(blocks_.rbegin(), blocks_.rend(), [](const Block& block) { return block.statement == "macro"; });
    if (macro == blocks_.rend()) return;
    const auto own = macros_.find(macro->name);
    if (own == macros_.end()) return;
    const bool is_conditional =
        std::any_of(blocks_.rbegin(), macro, [](const Block& block) { return block.is_condition; });
    for (size_t i = 0; i + 2 < tokens.size(); ++i) {
        const auto called = macros_.find(tokens[i].text);
        if (called == macros_.end() || !tokens[i + 1].is("(") || called->second < own->second) continue;
        if (!is_conditional || tokens[i + 2].is(")")) {
            refuse(concat("its macro ", quote(macro->name), " calls itself without end"));
            return;
        }
    }
}

void DangerFinder::follow_statement(const Tokens& tokens) {
    const std::string_view statement = tokens[0].text;
    if (is_one_of(kBlocks, statement)) {
        open_block(tokens);
    } else if (statement == "elif" && !blocks_.empty()) {
        ++blocks_.back().branches;
    } else if (statement == "set") {
        check_assignment(tokens);
    } else if (starts_with(statement, "end") && !blocks_.empty() && blocks_.back().statement == statement.substr(3)) {
        blocks_.pop_back();
    }
    const size_t depth = std::accumulate(blocks_.begin(), blocks_.end(), size_t{0},
                                         [](size_t sum, const Block& block) { return sum + block.branches; });
    if (depth > kMaxDepth) refuse(concat("it nests more than ", kMaxDepth, " blocks"));
}

void DangerFinder::open_block(const Tokens& tokens) {
    Block block;
    block.statement = tokens[0].text;
    if (block.statement == "macro" && tokens.size() > 1) block.name = tokens[1].text;
    block.is_condition = block.statement == "for";
    uint64_t largest = 1;
    bool has_range = false;
    for (const TemplateToken& token : tokens) {
        if (token.kind == Kind::kNumber) largest = std::max(largest, value_of(token.text));
        if (token.is("range")) has_range = true;
        if (block.statement == "if" && token.kind == Kind::kName && !is_one_of(kConstants, token.text)) {
            block.is_condition = true;
        }
    }
    if (block.statement == "for" && has_range) block.rounds = largest;
    blocks_.push_back(block);
    uint64_t rounds = 1;
    for (const Block& open : blocks_) rounds = std::min(rounds * open.rounds, kMaxRounds + 1);
    if (rounds > kMaxRounds) refuse(concat("its loops go more than ", kMaxRounds, " rounds"));
}

/** A text that grows by itself in a loop, and a namespace that holds itself. */
void DangerFinder::check_assignment(const Tokens& tokens) {
    if (tokens.size() < 4 || tokens[1].kind != Kind::kName) return;
    const size_t end = end_of_path(tokens, 1);
    if (end >= tokens.size() || !tokens[end].is("=")) return;
    const auto is_joined = [&](size_t at) { return at < tokens.size() && (tokens[at].is("~") || tokens[at].is("+")); };
    size_t joined = 0;
    for (size_t i = end + 1; i < tokens.size(); ++i) {
        if (tokens[i].kind != Kind::kName || tokens[i - 1].is(".")) continue;
        const size_t path_end = end_of_path(tokens, i);
        const bool is_target = same(tokens, 1, end, i, path_end);
        if (is_target && (is_joined(i - 1) || is_joined(path_end))) ++joined;
        const bool is_whole = path_end == i + 1 && (path_end == tokens.size() || tokens[path_end].is(","));
        if (end > 2 && is_whole && tokens[i].text == tokens[1].text && tokens[i - 1].is("=")) {
            refuse(concat("it puts ", quote(tokens[1].text), " into itself"));
        }
        i = path_end - 1;
    }
    const bool in_loop =
        std::any_of(blocks_.begin(), blocks_.end(), [](const Block& block) { return block.statement == "for"; });
    if (in_loop && (joined > 1 || replaces_with_itself(tokens, end + 1, 1, end))) {
        refuse("a text in it doubles with every round of a loop");
    }
}

bool DangerFinder::replaces_with_itself(const Tokens& tokens, size_t begin, size_t target, size_t target_end) const {
    size_t depth = 0;
    for (size_t i = begin; i < tokens.size(); ++i) {
        if (depth == 0) {
            if (tokens[i].is("replace") && i + 1 < tokens.size() && tokens[i + 1].is("(")) depth = 1, ++i;
            continue;
        }
        if (tokens[i].is("(")) ++depth;
        if (tokens[i].is(")")) --depth;
        if (tokens[i].kind == Kind::kName && !tokens[i - 1].is(".") &&
            same(tokens, target, target_end, i, end_of_path(tokens, i))) {
            return true;
        }
    }
    return false;
}

}  // namespace

std::optional<std::string> find_template_danger(std::string_view source) { return DangerFinder(source).run(); }

}  // namespace geniex::gguf
