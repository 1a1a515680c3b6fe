#include "sampler.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace geniex::llama {

namespace {

constexpr const char* kNotNumbers = "numerical failure: the logits are not numbers";
constexpr size_t kPenaltyWindow = 64;  // llama.cpp's default of penalty_last_n

template <typename T>
T or_default(T value, T fallback) {
    return value == T{} ? fallback : value;
}

std::string grammar_text(const geniex_SamplerConfig& config, Host& host) {
    if (config.grammar_string != nullptr && config.grammar_string[0] != '\0') return config.grammar_string;
    if (config.grammar_path == nullptr || config.grammar_path[0] == '\0') return {};
    std::ifstream file(std::filesystem::u8path(config.grammar_path), std::ios::binary);
    std::ostringstream text;
    // Clients of this ABI expect a reply all the same.
    if (!file || !(text << file.rdbuf())) {
        host.log(GENIEX_LOG_WARN, (std::string("no grammar: the file cannot be read: ") + config.grammar_path).c_str());
        return {};
    }
    return text.str();
}

}  // namespace

TokenSampler::TokenSampler(const llama_model* model, const geniex_SamplerConfig* config, Host& host)
    : vocab_(llama_model_get_vocab(model)), n_vocab_(static_cast<size_t>(llama_vocab_n_tokens(vocab_))) {
    const geniex_SamplerConfig c = config != nullptr ? *config : geniex_SamplerConfig{};
    ignore_eos_ = c.ignore_eos;
    const float temperature = or_default(c.temperature, 0.8F);
    const int32_t top_k = or_default(c.top_k, 40);
    greedy_ = temperature < 0 || top_k == 1;
    top_k_ = top_k > 0 ? std::min<size_t>(static_cast<size_t>(top_k), n_vocab_) : n_vocab_;
    if (greedy_) top_k_ = 1;

    const float repetition = or_default(c.repetition_penalty, 1.0F);
    if (repetition != 1.0F || c.frequency_penalty != 0.0F || c.presence_penalty != 0.0F) {
        if (!(repetition > 0) || !std::isfinite(c.frequency_penalty) || !std::isfinite(c.presence_penalty)) {
            throw std::invalid_argument("a penalty is out of range: repetition must be above 0, the others finite");
        }
        penalties_.reset(llama_sampler_init_penalties(static_cast<int32_t>(n_vocab_),
                                                      static_cast<int32_t>(kPenaltyWindow), repetition,
                                                      c.frequency_penalty, c.presence_penalty));
    }
    const std::string grammar = grammar_text(c, host);
    if (!grammar.empty()) {
        grammar_.reset(llama_sampler_init_grammar(vocab_, grammar.c_str(), "root"));
        if (!grammar_) throw std::invalid_argument("the grammar does not parse");
    }
    if (greedy_) return;
    const uint32_t seed = c.seed != 0 ? static_cast<uint32_t>(c.seed) : std::random_device{}();
    chain_.reset(llama_sampler_chain_init(llama_sampler_chain_default_params()));
    llama_sampler_chain_add(chain_.get(), llama_sampler_init_top_p(or_default(c.top_p, 0.95F), 1));
    llama_sampler_chain_add(chain_.get(), llama_sampler_init_min_p(or_default(c.min_p, 0.05F), 1));
    llama_sampler_chain_add(chain_.get(), llama_sampler_init_temp(temperature));
    llama_sampler_chain_add(chain_.get(), llama_sampler_init_dist(seed));
}

void TokenSampler::accept_prompt(const std::vector<int32_t>& tokens) {
    if (!penalties_) return;
    const size_t begin = tokens.size() > kPenaltyWindow ? tokens.size() - kPenaltyWindow : 0;
    for (size_t i = begin; i < tokens.size(); ++i) {
        if (tokens[i] >= 0) accept_for_penalties(tokens[i]);
    }
}

int32_t TokenSampler::sample(const float* logits) {
    take_best(logits);
    int32_t token = choose();
    if (grammar_ && !grammar_allows(token)) {
        // Rare: only now is the grammar worth applying to the whole vocabulary.
        take_allowed(logits);
        token = choose();
    }
    accept(token);
    return token;
}

void TokenSampler::take_best(const float* logits) {
    if (!penalties_) {
        select_top_k(logits, n_vocab_, top_k_, best_);
        set_candidates();
    } else {
        // Only tokens of the window are penalized, so the best k of all are among that many more
        // of the best unpenalized ones and the window's own.
        select_top_k(logits, n_vocab_, std::min(n_vocab_, top_k_ + recent_.size()), best_);
        for (const int32_t token : recent_) {
            const auto same = [token](const Candidate& candidate) { return candidate.id == token; };
            const bool known = std::any_of(best_.begin(), best_.end(), same);
            if (!known && !std::isnan(logits[token])) best_.push_back({token, logits[token]});
        }
        set_candidates();
        llama_token_data_array array{candidates_.data(), candidates_.size(), -1, false};
        llama_sampler_apply(penalties_.get(), &array);
        keep_best_candidates();
    }
    if (candidates_.empty() || !std::isfinite(candidates_.front().logit)) throw std::runtime_error(kNotNumbers);
}

void TokenSampler::take_allowed(const float* logits) {
    candidates_.clear();
    for (size_t i = 0; i < n_vocab_; ++i) {
        if (!std::isnan(logits[i])) candidates_.push_back({static_cast<int32_t>(i), logits[i], 0.0F});
    }
    llama_token_data_array all{candidates_.data(), candidates_.size(), -1, false};
    if (penalties_) llama_sampler_apply(penalties_.get(), &all);
    llama_sampler_apply(grammar_.get(), &all);
    candidates_.resize(all.size);
    keep_best_candidates();
    while (candidates_.size() > 1 && !std::isfinite(candidates_.back().logit)) candidates_.pop_back();
}

void TokenSampler::set_candidates() {
    candidates_.clear();
    for (const Candidate& candidate : best_) candidates_.push_back({candidate.id, candidate.logit, 0.0F});
}

void TokenSampler::keep_best_candidates() {
    const size_t kept = std::min(top_k_, candidates_.size());
    std::partial_sort(
        candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(kept), candidates_.end(),
        [](const llama_token_data& a, const llama_token_data& b) { return better({a.id, a.logit}, {b.id, b.logit}); });
    candidates_.resize(kept);
}

int32_t TokenSampler::choose() {
    if (greedy_) return candidates_.front().id;
    llama_token_data_array array{candidates_.data(), candidates_.size(), -1, true};
    llama_sampler_apply(chain_.get(), &array);
    if (array.selected < 0) throw std::runtime_error("the sampler selected no token");
    return array.data[array.selected].id;
}

bool TokenSampler::grammar_allows(int32_t token) {
    llama_token_data single{token, 1.0F, 0.0F};
    llama_token_data_array array{&single, 1, -1, false};
    llama_sampler_apply(grammar_.get(), &array);
    return array.size == 1 && std::isfinite(array.data[0].logit);
}

void TokenSampler::accept(int32_t token) {
    if (penalties_) accept_for_penalties(token);
    if (grammar_) llama_sampler_accept(grammar_.get(), token);
    if (chain_) llama_sampler_accept(chain_.get(), token);
}

void TokenSampler::accept_for_penalties(int32_t token) {
    llama_sampler_accept(penalties_.get(), token);
    if (recent_.size() == kPenaltyWindow) recent_.erase(recent_.begin());
    recent_.push_back(token);
}

}  // namespace geniex::llama
