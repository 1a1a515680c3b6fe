#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "checks.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr const char* kPrefix = "tokenizer.ggml.";
constexpr const char* kEmbeddings = "token_embd.weight";
constexpr size_t kByteTokens = 256;
constexpr uint64_t kSmallestCharacterMap = 8;  // its length field, and one entry

constexpr const char* kSpecialTokens[] = {"bos_token_id",     "eos_token_id",     "eot_token_id",
                                          "eom_token_id",     "unknown_token_id", "seperator_token_id",
                                          "padding_token_id", "mask_token_id"};

// Tokenizers that join pieces by a list of merges.
constexpr const char* kMergingTokenizers[] = {"gpt2", "gemma4", "hybriddna", "whitespace"};

class VocabularyCheck {
 public:
    VocabularyCheck(const Container& container, Findings& findings) : container_(container), findings_(findings) {}

    void run() {
        const std::string* tokenizer = container_.find_text(concat(kPrefix, "model"));
        if (tokenizer == nullptr || *tokenizer == "no_vocab" || *tokenizer == "none") return;
        if (!check_tokens()) return;
        check_lists();
        check_embedding_rows();
        check_special_tokens();
        check_tokenizer(*tokenizer);
    }

 private:
    const Value* find(const char* name) const { return container_.find(concat(kPrefix, name)); }

    const Value* find_list(const char* name) const {
        const Value* value = find(name);
        return value != nullptr && value->type == ValueType::kArray ? value : nullptr;
    }

    void fatal(const char* name, std::string message) {
        findings_.add_fatal({"vocabulary", std::move(message), concat(kPrefix, name), kOtherFile});
    }

    void warn(const char* name, std::string message) {
        findings_.add_warning(
            {"vocabulary", std::move(message), concat(kPrefix, name), "Nothing to do if the model answers well."});
    }

    bool check_tokens();
    void check_lists();
    void check_embedding_rows();
    void check_special_tokens();
    void check_tokenizer(const std::string& tokenizer);
    bool has_token(const char* name) const;

    const Container& container_;
    Findings& findings_;
    uint64_t size_ = 0;
};

/** Whether there are tokens to go on with. */
bool VocabularyCheck::check_tokens() {
    const Value* tokens = find("tokens");
    if (tokens == nullptr || (tokens->type == ValueType::kArray && tokens->count == 0)) {
        fatal("tokens", "The file has a tokenizer but no tokens.");
        return false;
    }
    if (tokens->type != ValueType::kArray) return false;
    size_ = tokens->count;
    if (container_.tokens.has_duplicates()) {
        fatal("tokens", "A token stands twice in the vocabulary; engines end on it.");
    }
    return true;
}

void VocabularyCheck::check_lists() {
    for (const char* name : {"scores", "token_type"}) {
        const Value* list = find_list(name);
        if (list != nullptr && list->count < size_) {
            fatal(name, concat("The list ", quote(concat(kPrefix, name)), " has ", list->count, " entries for ", size_,
                               " tokens."));
        }
    }
}

void VocabularyCheck::check_embedding_rows() {
    const auto is_embeddings = [&](const Tensor& tensor) { return container_.name(tensor) == kEmbeddings; };
    const auto found = std::find_if(container_.tensors.begin(), container_.tensors.end(), is_embeddings);
    if (found == container_.tensors.end() || found->shape[1] == size_) return;
    findings_.add_fatal(
        {"vocabulary",
         concat("The vocabulary has ", size_, " tokens, but there are embeddings for ", found->shape[1], "."),
         kEmbeddings, kOtherFile});
}

bool VocabularyCheck::has_token(const char* name) const {
    const Value* value = find(name);
    const auto id = value != nullptr ? value->as_unsigned() : std::nullopt;
    return id && *id < size_;
}

void VocabularyCheck::check_special_tokens() {
    for (const char* name : kSpecialTokens) {
        const Value* value = find(name);
        const auto id = value != nullptr ? value->as_unsigned() : std::nullopt;
        if (id && *id >= size_) {
            warn(name, concat("The value of ", quote(concat(kPrefix, name)), " is ", *id, ", but there are only ",
                              size_, " tokens; engines leave it out."));
        }
    }
}

void VocabularyCheck::check_tokenizer(const std::string& tokenizer) {
    const std::string* pieces = container_.find_text(concat(kPrefix, "pre"));
    const bool merges = std::find(std::begin(kMergingTokenizers), std::end(kMergingTokenizers), tokenizer) !=
                        std::end(kMergingTokenizers);
    if (merges && find("merges") == nullptr && (pieces == nullptr || *pieces != "kimi-k2")) {
        fatal("merges", "The tokenizer joins pieces of words by rules, which the file does not have.");
    }
    if (tokenizer == "llama" && container_.tokens.byte_tokens() < kByteTokens) {
        warn("tokens", concat("The vocabulary has ", container_.tokens.byte_tokens(), " of the ", kByteTokens,
                              " byte tokens: texts with rare characters cannot be read."));
    }
    if (tokenizer != "t5") return;
    const Value* adds_bos = find("add_bos_token");
    if (adds_bos != nullptr && adds_bos->as_bool().value_or(false) && !has_token("bos_token_id")) {
        fatal("bos_token_id", "The tokenizer puts a token before each text, but the file does not say which.");
    }
    const Value* map = find_list("precompiled_charsmap");
    if (map != nullptr && map->count < kSmallestCharacterMap) {
        fatal("precompiled_charsmap", concat("The character map has only ", map->count, " bytes."));
    }
}

}  // namespace

void check_vocabulary(const Container& container, Findings& findings) {
    if (architecture_of(container) == kProjectorArchitecture) return;
    VocabularyCheck(container, findings).run();
}

}  // namespace geniex::gguf
