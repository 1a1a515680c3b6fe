// Tokenizing in both directions.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <llama.h>

#include "kv_record.h"

namespace geniex::llama {

/// The tokenizer of one model, with the control tokens indexed by their text.
class Vocabulary {
 public:
    explicit Vocabulary(const llama_model* model);

    const llama_vocab* get() const { return vocab_; }
    int32_t size() const { return llama_vocab_n_tokens(vocab_); }
    bool contains(int32_t token) const { return token >= 0 && token < size(); }

    /// @throws std::runtime_error when the text does not tokenize.
    Tokens tokenize(std::string_view text, bool add_special, bool parse_special) const;
    /// A rendered prompt, with the leading token once, whether or not the text spells it already.
    /// @throws std::runtime_error when the text does not tokenize.
    Tokens tokenize_prompt(std::string_view text) const;
    /// The text of one token; control tokens give "" unless `special`.
    std::string piece(int32_t token, bool special) const;
    std::string detokenize(const int32_t* tokens, int32_t count) const;
    /// The text of one token as a reply shows it; see show().
    std::string visible_piece(int32_t token) const;
    /// Control tokens that are text for this model: one, or all.
    void show(int32_t control_token) { shown_.push_back(control_token); }
    void show_all() { all_shown_ = true; }
    bool ends_generation(int32_t token) const { return llama_vocab_is_eog(vocab_, token); }
    /// The model file's own BOS; -1 when it names none, whatever the engine assumes then.
    int32_t bos() const { return bos_; }
    /// BOS, if this model's prompts begin with it; else -1.
    int32_t leading_token() const;

    /// Id of a control token with this text; -1 when there is none.
    int32_t control_token(std::string_view text) const;

    struct Match {
        size_t begin;
        size_t length;  ///< 0 = no match
    };
    /// The leftmost, then longest, control token spelled out in `text` from `from` on.
    Match find_control_token(std::string_view text, size_t from) const;

 private:
    const llama_vocab* vocab_;
    const int32_t bos_;
    std::unordered_map<std::string, int32_t> control_tokens_;
    std::vector<size_t> lengths_[256];  ///< by first byte: lengths of control tokens, longest first
    std::vector<int32_t> shown_;
    bool all_shown_ = false;
};

}  // namespace geniex::llama
