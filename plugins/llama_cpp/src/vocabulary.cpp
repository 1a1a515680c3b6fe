#include "vocabulary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>

#include "abort_guard.h"

namespace geniex::llama {

namespace {

/// The engine has a default BOS for each kind of vocabulary, which may be any word of this one.
int32_t named_bos(const llama_model* model) {
    std::array<char, 16> id;
    const bool named = llama_model_meta_val_str(model, "tokenizer.ggml.bos_token_id", id.data(), id.size()) >= 0;
    return named ? llama_vocab_bos(llama_model_get_vocab(model)) : LLAMA_TOKEN_NULL;
}

}  // namespace

Vocabulary::Vocabulary(const llama_model* model) : vocab_(llama_model_get_vocab(model)), bos_(named_bos(model)) {
    for (int32_t token = 0; token < size(); ++token) {
        const auto attributes = static_cast<unsigned>(llama_vocab_get_attr(vocab_, token));
        if ((attributes & (LLAMA_TOKEN_ATTR_CONTROL | LLAMA_TOKEN_ATTR_UNKNOWN)) == 0) continue;
        const std::string text = llama_vocab_get_text(vocab_, token);
        if (text.empty() || !control_tokens_.emplace(text, token).second) continue;
        lengths_[static_cast<unsigned char>(text.front())].push_back(text.size());
    }
    for (std::vector<size_t>& lengths : lengths_) {
        std::sort(lengths.begin(), lengths.end(), std::greater<>());
        lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    }
}

Tokens Vocabulary::tokenize(std::string_view text, bool add_special, bool parse_special) const {
    if (text.size() > static_cast<size_t>(std::numeric_limits<int32_t>::max())) {
        throw std::runtime_error("the text is longer than 2 GiB");
    }
    const AbortGuard guard;
    const auto length = static_cast<int32_t>(text.size());
    // A guess that suits most text; the tokenizer tells when it is too small.
    Tokens tokens(text.size() / 3 + 16);
    int32_t count = llama_tokenize(vocab_, text.data(), length, tokens.data(), static_cast<int32_t>(tokens.size()),
                                   add_special, parse_special);
    if (count == std::numeric_limits<int32_t>::min()) throw std::runtime_error("the text has too many tokens");
    if (count < 0) {
        tokens.resize(static_cast<size_t>(-count));
        count = llama_tokenize(vocab_, text.data(), length, tokens.data(), -count, add_special, parse_special);
    }
    if (count < 0) throw std::runtime_error("the text does not tokenize");
    tokens.resize(static_cast<size_t>(count));
    return tokens;
}

Tokens Vocabulary::tokenize_prompt(std::string_view text) const {
    if (bos_ == LLAMA_TOKEN_NULL) return tokenize(text, false, true);
    if (leading_token() != LLAMA_TOKEN_NULL) {
        const std::string spelled = piece(bos_, true);
        if (text.substr(0, spelled.size()) == spelled) text.remove_prefix(spelled.size());
    }
    return tokenize(text, true, true);
}

std::string Vocabulary::piece(int32_t token, bool special) const {
    // Nearly every piece fits, and is then short enough for a string without an allocation.
    std::array<char, 64> buffer;
    const int32_t length =
        llama_token_to_piece(vocab_, token, buffer.data(), static_cast<int32_t>(buffer.size()), 0, special);
    if (length >= 0) return {buffer.data(), static_cast<size_t>(length)};
    std::string text(static_cast<size_t>(-length), '\0');
    llama_token_to_piece(vocab_, token, text.data(), -length, 0, special);
    return text;
}

std::string Vocabulary::visible_piece(int32_t token) const {
    return piece(token, all_shown_ || std::find(shown_.begin(), shown_.end(), token) != shown_.end());
}

std::string Vocabulary::detokenize(const int32_t* tokens, int32_t count) const {
    std::string text;
    for (int32_t i = 0; i < count; ++i) text += piece(tokens[i], true);
    return text;
}

int32_t Vocabulary::leading_token() const { return llama_vocab_get_add_bos(vocab_) ? bos_ : LLAMA_TOKEN_NULL; }

int32_t Vocabulary::control_token(std::string_view text) const {
    const auto found = control_tokens_.find(std::string(text));
    return found == control_tokens_.end() ? LLAMA_TOKEN_NULL : found->second;
}

Vocabulary::Match Vocabulary::find_control_token(std::string_view text, size_t from) const {
    for (size_t begin = from; begin < text.size(); ++begin) {
        for (const size_t length : lengths_[static_cast<unsigned char>(text[begin])]) {
            if (begin + length > text.size()) continue;
            if (control_tokens_.count(std::string(text.substr(begin, length))) != 0) return {begin, length};
        }
    }
    return {text.size(), 0};
}

}  // namespace geniex::llama
