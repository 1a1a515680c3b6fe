// What geniex_ext.h can ask a fake model of either kind about itself.
#pragma once

#include "engine.h"

namespace fake {

/** FakeLlm or FakeVlm with the answers that both give. */
template <class Model>
class Introspective : public Model {
 public:
    using Model::Model;

    int32_t tokenize(const char* text, int64_t length, bool, geniex_TokenList& output) noexcept override {
        return engine_.call([&] {
            fill(host_, tokens_of(text, static_cast<size_t>(length)), output);
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_reply_tokens(geniex_TokenList& output) noexcept override {
        return engine_.call([&] {
            fill(host_, engine_.reply(), output);
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_context_use(geniex_ContextUse& output) noexcept override {
        return engine_.call([&] {
            fill(engine_.n_ctx(), engine_.kv().size(), output);
            return GENIEX_SUCCESS;
        });
    }

    int32_t get_placement(char** json) noexcept override {
        return engine_.call([&] {
            *json = allocate_text(host_, placement(engine_.n_ctx()));
            return GENIEX_SUCCESS;
        });
    }

 protected:
    using Model::engine_;
    using Model::host_;
};

}  // namespace fake
