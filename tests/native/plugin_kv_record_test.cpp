// The llama_cpp plugin's record of the KV cache: what a prompt may reuse, and context shifts.
#include <random>
#include <utility>

#include "check.h"
#include "kv_record.h"

using geniex::llama::KvRecord;
using geniex::llama::Tokens;

namespace {

Tokens range(int32_t begin, int32_t end) {
    Tokens tokens;
    for (int32_t i = begin; i < end; ++i) tokens.push_back(i);
    return tokens;
}

KvRecord record_of(const Tokens& tokens) {
    KvRecord record;
    record.append(tokens.data(), tokens.size());
    return record;
}

void plain_prefix() {
    KvRecord record = record_of(range(0, 10));
    KvRecord::Plan plan = record.plan(range(0, 15));
    CHECK_EQ(plan.keep, 10U);
    CHECK_EQ(plan.reused, 10U);
    CHECK(plan.extends);
    // The same prompt again: its last token is evaluated for its logits.
    plan = record.plan(range(0, 10));
    CHECK_EQ(plan.keep, 9U);
    // A shorter one, as after "regenerate".
    plan = record.plan(range(0, 6));
    CHECK_EQ(plan.keep, 5U);
    CHECK(!plan.extends);
    // Nothing in common.
    plan = record.plan(range(100, 110));
    CHECK_EQ(plan.keep, 0U);
    CHECK(!plan.extends);
    CHECK_EQ(KvRecord().plan(range(0, 3)).keep, 0U);
    CHECK(!KvRecord().plan(range(0, 3)).extends);
}

void after_a_shift() {
    KvRecord record = record_of(range(0, 20));
    record.drop(6);  // tokens 4..9 have left
    CHECK_EQ(record.held(), 14U);
    Tokens held = range(0, 4);
    for (int32_t token : range(10, 20)) held.push_back(token);
    CHECK(record.held_tokens() == held);
    // The whole conversation and more: everything that is held serves.
    KvRecord::Plan plan = record.plan(range(0, 25));
    CHECK_EQ(plan.reused, 20U);
    CHECK_EQ(plan.keep, 14U);
    CHECK(plan.extends);
    // Cut behind the gap.
    plan = record.plan(range(0, 16));
    CHECK_EQ(plan.reused, 15U);
    CHECK_EQ(plan.keep, 9U);
    // Cut inside the gap: only the head serves, whatever matched in the dropped part.
    plan = record.plan(range(0, 8));
    CHECK_EQ(plan.reused, KvRecord::kKeep);
    CHECK_EQ(plan.keep, KvRecord::kKeep);
    CHECK(!plan.extends);

    record.truncate(9);
    CHECK_EQ(record.held(), 9U);
    CHECK_EQ(record.dropped(), 6U);
    record.truncate(3);
    CHECK_EQ(record.held(), 3U);
    CHECK_EQ(record.dropped(), 0U);
    CHECK(record.held_tokens() == range(0, 3));
}

void embeddings_match_no_prompt() {
    KvRecord record;
    record.append_unknown(3);
    record.append(range(5, 7).data(), 2);
    CHECK_EQ(record.held(), 5U);
    CHECK(record.has_unknown());
    CHECK_EQ(record.plan(range(0, 9)).keep, 0U);
    CHECK(!record.plan(range(0, 9)).extends);
    record.clear();
    CHECK(!record.has_unknown());
}

KvRecord restored(size_t base = 0) {
    KvRecord record;
    record.restore(range(0, 20), 6, base);
    return record;
}

/// After loading from a file, whoever repeats the conversation is recognized.
void restored_and_repeated() {
    for (const auto& [end, keep] : {std::pair{25, 14U}, std::pair{20, 13U}, std::pair{16, 9U}}) {
        KvRecord record = restored();
        const Tokens prompt = range(0, end);
        record.settle(prompt);
        CHECK_EQ(record.base(), 0U);
        CHECK_EQ(record.plan(prompt).keep, keep);
    }
    // Longer, and different only towards its end: the last reply was tokenized otherwise.
    KvRecord record = restored();
    Tokens prompt = range(0, 18);
    for (const int32_t token : range(100, 110)) prompt.push_back(token);
    record.settle(prompt);
    CHECK_EQ(record.plan(prompt).reused, 18U);
}

/// A prompt that brings only what is new is appended, and the client's own count begins there.
void restored_and_continued() {
    KvRecord record = restored();
    const Tokens fresh = range(0, 5);  // it may begin as the conversation did
    Tokens prompt = fresh;
    prompt.push_back(99);
    record.settle(prompt);
    CHECK_EQ(record.base(), 20U);
    KvRecord::Plan plan = record.plan(prompt);
    CHECK_EQ(plan.keep, 14U);
    CHECK_EQ(plan.reused, 0U);
    CHECK(plan.extends);
    // Nothing is decided before something has been evaluated.
    record.settle(range(0, 25));
    CHECK_EQ(record.base(), 0U);
    record.settle(prompt);
    record.append(prompt.data(), prompt.size());
    record.settle(range(0, 25));
    CHECK_EQ(record.base(), 20U);

    prompt.push_back(100);
    plan = record.plan(prompt);
    CHECK_EQ(plan.keep, 20U);
    CHECK_EQ(plan.reused, 6U);
    CHECK(plan.extends);
    // The loaded part stays, whatever the client changes in its own.
    plan = record.plan(range(50, 60));
    CHECK_EQ(plan.keep, 14U);
    CHECK_EQ(plan.reused, 0U);
    CHECK(!plan.extends);
    record.truncate(plan.keep);
    CHECK_EQ(record.base(), 20U);
    // Once a shift has reached into the client's part, nothing serves a prompt that ends in the gap.
    record.append(prompt.data(), prompt.size());
    record.drop(14);
    plan = record.plan({0, 1, 7});
    CHECK_EQ(plan.keep, 0U);
    record.truncate(0);
    CHECK_EQ(record.base(), 0U);
}

void room() {
    KvRecord record = record_of(range(0, 100));
    CHECK_EQ(record.shift_size(28, 128), 0U);    // fits
    CHECK_EQ(record.shift_size(29, 128), 48U);   // half of what may go
    CHECK_EQ(record.shift_size(110, 128), 82U);  // more, because half is too little
    CHECK_EQ(record.shift_size(125, 128), 0U);   // cannot be done
    CHECK_EQ(record_of(range(0, 3)).shift_size(200, 128), 0U);
}

/// Against a model that keeps token and logical index of every position.
void random_histories() {
    std::mt19937 random(7);
    const auto pick = [&random](size_t n) { return static_cast<size_t>(random() % n); };
    for (int round = 0; round < 3000; ++round) {
        KvRecord record;
        Tokens logical;                 // the conversation
        std::vector<size_t> positions;  // logical index of each held position
        for (int step = 0; step < 20; ++step) {
            Tokens prompt(logical.begin(), logical.begin() + static_cast<std::ptrdiff_t>(pick(logical.size() + 1)));
            for (size_t i = 1 + pick(6); i > 0; --i) prompt.push_back(static_cast<int32_t>(pick(3)));
            const KvRecord::Plan plan = record.plan(prompt);
            CHECK(plan.reused < prompt.size());
            CHECK(plan.keep <= positions.size());
            // Every position that stays holds the token that the prompt has there.
            for (size_t p = 0; p < plan.keep; ++p) {
                CHECK(positions[p] < plan.reused);
                CHECK_EQ(logical[positions[p]], prompt[positions[p]]);
            }
            if (plan.keep > 0) CHECK_EQ(positions[plan.keep - 1] + 1, plan.reused);
            record.truncate(plan.keep);
            positions.resize(plan.keep);
            record.append(prompt.data() + plan.reused, prompt.size() - plan.reused);
            for (size_t i = plan.reused; i < prompt.size(); ++i) positions.push_back(i);
            logical = prompt;
            if (pick(3) == 0 && record.held() > KvRecord::kKeep + 2) {
                const size_t count = 1 + pick(record.held() - KvRecord::kKeep - 1);
                record.drop(count);
                positions.erase(positions.begin() + KvRecord::kKeep,
                                positions.begin() + static_cast<std::ptrdiff_t>(KvRecord::kKeep + count));
            }
            CHECK_EQ(record.held(), positions.size());
        }
    }
}

/// A medium is one id for each of its tokens; the same id is the same medium.
void media() {
    KvRecord record;
    const Tokens before{1, 2};
    record.append(before.data(), before.size());
    record.append_medium(-2, 4, 4);
    record.append(7);
    const KvRecord::Plan same = record.plan({1, 2, -2, -2, -2, -2, 7, 8});
    CHECK_EQ(same.reused, 7U);
    CHECK(same.extends);
    CHECK_EQ(record.plan({1, 2, -3, -3, -3, -3, 7, 8}).reused, 2U);
    CHECK(record.has_unknown());
    CHECK_EQ(record.position_of(record.held()), 7U);
}

/// Where a medium takes fewer positions than tokens, what follows moves up.
void squeezed_media() {
    KvRecord record;
    record.append(1);
    record.append_medium(-2, 6, 2);
    record.append(5);
    record.append_medium(-3, 6, 3);
    record.append(6);
    CHECK_EQ(record.held(), 15U);
    CHECK_EQ(record.position_of(1), 1U);
    CHECK_EQ(record.position_of(7), 3U);
    CHECK_EQ(record.position_of(8), 4U);
    CHECK_EQ(record.position_of(15), 8U);
    record.truncate(8);
    CHECK_EQ(record.position_of(record.held()), 4U);
    record.append(9);
    CHECK_EQ(record.position_of(record.held()), 5U);
    record.clear();
    CHECK_EQ(record.position_of(0), 0U);
}

}  // namespace

int main() {
    media();
    squeezed_media();
    plain_prefix();
    after_a_shift();
    embeddings_match_no_prompt();
    restored_and_repeated();
    restored_and_continued();
    room();
    random_histories();
    return check::report();
}
