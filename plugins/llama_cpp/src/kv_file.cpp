#include "kv_file.h"

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>

#include "abort_guard.h"
#include "atomic_file.h"
#include "geniex.h"
#include "refusal.h"

namespace geniex::llama {

namespace {

constexpr std::array<char, 8> kMagic{'G', 'N', 'X', 'K', 'V', '\r', '\n', '\x1a'};
constexpr uint32_t kVersion = 1;
constexpr llama_seq_id kSequence = 0;

struct Header {
    std::array<char, 8> magic;
    uint32_t version;
    uint32_t zero;
    uint64_t model;
    uint64_t tokens;
    uint64_t dropped;
    uint64_t base;
    uint64_t state_bytes;
};
static_assert(sizeof(Header) == 56, "written as it lies in memory");

[[noreturn]] void refuse(int32_t code, const std::string& path, const std::string& reason) {
    throw Refusal{code, "'" + path + "': " + reason};
}

/// FNV-1a by words: no secret is kept with it, it only has to notice damage.
class Checksum {
 public:
    void add(const void* bytes, size_t count) {
        const auto* next = static_cast<const unsigned char*>(bytes);
        for (; count >= sizeof(uint64_t); count -= sizeof(uint64_t), next += sizeof(uint64_t)) {
            uint64_t word = 0;
            std::memcpy(&word, next, sizeof(word));
            mix(word);
        }
        for (; count > 0; --count) mix(*next++);
    }
    void add(uint64_t number) { mix(number); }
    void add(const char* text) { add(text, std::strlen(text) + 1); }
    uint64_t value() const { return value_; }

 private:
    void mix(uint64_t word) {
        value_ = (value_ ^ word) * 0x100000001b3ULL;
        value_ ^= value_ >> 32;  // a multiplication alone never carries downwards
    }
    uint64_t value_ = 0xcbf29ce484222325ULL;
};

/// What two models must share so that one may go on with the other's cache. Weights are too
/// many to be read again; a fine-tune differs in its metadata.
uint64_t fingerprint(const llama_model* model) {
    Checksum sum;
    std::array<char, 256> text{};
    llama_model_desc(model, text.data(), text.size());
    sum.add(text.data());
    sum.add(llama_model_n_params(model));
    sum.add(llama_model_size(model));
    for (const int32_t fact : {llama_model_n_layer(model), llama_model_n_embd(model), llama_model_n_head(model),
                               llama_model_n_head_kv(model), llama_model_n_swa(model)}) {
        sum.add(static_cast<uint64_t>(fact));
    }
    for (int32_t i = 0; i < llama_model_meta_count(model); ++i) {
        if (llama_model_meta_key_by_index(model, i, text.data(), text.size()) >= 0) sum.add(text.data());
        if (llama_model_meta_val_str_by_index(model, i, text.data(), text.size()) >= 0) sum.add(text.data());
    }
    const llama_vocab* vocab = llama_model_get_vocab(model);
    for (int32_t token = 0; token < llama_vocab_n_tokens(vocab); ++token) sum.add(llama_vocab_get_text(vocab, token));
    return sum.value();
}

std::vector<uint8_t> state_of(llama_context* context) {
    std::vector<uint8_t> state(llama_state_seq_get_size(context, kSequence));
    state.resize(llama_state_seq_get_data(context, state.data(), state.size(), kSequence));
    return state;
}

uint64_t checksum(const Header& header, const Tokens& tokens, const std::vector<uint8_t>& state) {
    Checksum sum;
    sum.add(&header, sizeof(header));
    sum.add(tokens.data(), tokens.size() * sizeof(int32_t));
    sum.add(state.data(), state.size());
    return sum.value();
}

struct Content {
    Header header;
    Tokens tokens;
    std::vector<uint8_t> state;
};

/// The file's content, complete and undamaged.
Content read_content(const char* path) {
    const std::filesystem::path file_path = std::filesystem::u8path(path);
    std::error_code error;
    const uint64_t size = std::filesystem::file_size(file_path, error);
    std::ifstream file(file_path, std::ios::binary);
    if (error || !file) refuse(GENIEX_ERROR_COMMON_UNKNOWN, path, "the file cannot be read");
    const auto read = [&](void* bytes, size_t count) {
        if (!file.read(static_cast<char*>(bytes), static_cast<std::streamsize>(count))) {
            refuse(GENIEX_ERROR_COMMON_UNKNOWN, path, "the file cannot be read");
        }
    };
    Content content{};
    Header& header = content.header;
    if (size < sizeof(header)) refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "this is no saved conversation");
    read(&header, sizeof(header));
    if (header.magic != kMagic) refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "this is no saved conversation");
    if (header.version != kVersion) {
        refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path,
               "it has version " + std::to_string(header.version) + ", not " + std::to_string(kVersion));
    }
    // The counts are believed only where they add up to the file's size, before any memory is asked for.
    const uint64_t body = size - sizeof(header);
    const bool adds_up = body >= sizeof(uint64_t) && header.tokens <= body / sizeof(int32_t) &&
                         header.state_bytes <= body &&
                         header.tokens * sizeof(int32_t) + header.state_bytes + sizeof(uint64_t) == body;
    if (!adds_up) refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "the file is cut off or damaged");
    content.tokens.resize(header.tokens);
    content.state.resize(header.state_bytes);
    uint64_t sum = 0;
    read(content.tokens.data(), content.tokens.size() * sizeof(int32_t));
    read(content.state.data(), content.state.size());
    read(&sum, sizeof(sum));
    if (sum != checksum(header, content.tokens, content.state)) {
        refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "the file is damaged");
    }
    return content;
}

void check_content(const char* path, const Content& content, const Model& model) {
    const Header& header = content.header;
    if (header.model != fingerprint(model.get())) {
        refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "it was saved from another model");
    }
    const int32_t n_vocab = llama_vocab_n_tokens(model.vocab());
    bool plausible = header.dropped <= header.tokens && header.base <= header.tokens &&
                     (header.dropped == 0 || header.tokens - header.dropped >= KvRecord::kKeep);
    for (const int32_t token : content.tokens) plausible = plausible && token >= -1 && token < n_vocab;
    if (!plausible) refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "the file is damaged");
    const uint64_t held = header.tokens - header.dropped;
    if (held > model.n_ctx()) {
        refuse(GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH, path,
               "it holds " + std::to_string(held) + " tokens, this context " + std::to_string(model.n_ctx()));
    }
}

/// Whether the engine took the state and it covers exactly `held` positions.
bool restore_state(Model& model, const std::vector<uint8_t>& state, size_t held) {
    const AbortGuard guard;
    try {
        llama_memory_clear(model.memory(), false);
        if (held == 0) return true;
        if (llama_state_seq_set_data(model.context(), state.data(), state.size(), kSequence) != state.size()) {
            return false;
        }
    } catch (const std::exception&) {
        return false;
    }
    const llama_pos last = llama_memory_seq_pos_max(model.memory(), kSequence);
    return last >= 0 && static_cast<size_t>(last) + 1 == held;
}

}  // namespace

void save_kv_file(const char* path, const Model& model, const KvRecord& record) {
    const std::vector<uint8_t> state = state_of(model.context());
    const Tokens& tokens = record.history();
    const Header header{kMagic,           kVersion,      0,           fingerprint(model.get()), tokens.size(),
                        record.dropped(), record.base(), state.size()};
    const uint64_t sum = checksum(header, tokens, state);
    try {
        AtomicFile file(path);
        file.write(&header, sizeof(header));
        file.write(tokens.data(), tokens.size() * sizeof(int32_t));
        file.write(state.data(), state.size());
        file.write(&sum, sizeof(sum));
        file.commit();
    } catch (const std::system_error& error) {
        refuse(GENIEX_ERROR_COMMON_UNKNOWN, path, error.what());
    }
}

void load_kv_file(const char* path, Model& model, KvRecord& record) {
    Content content = read_content(path);
    check_content(path, content, model);
    // The engine empties a sequence that it fails to restore, so what is there now is kept until it has not.
    const std::vector<uint8_t> before = state_of(model.context());
    if (!restore_state(model, content.state, content.header.tokens - content.header.dropped)) {
        if (!restore_state(model, before, record.held())) {
            llama_memory_clear(model.memory(), false);
            record.clear();
        }
        refuse(GENIEX_ERROR_COMMON_INVALID_INPUT, path, "the engine refuses the saved state");
    }
    record.restore(std::move(content.tokens), content.header.dropped, content.header.base);
}

}  // namespace geniex::llama
