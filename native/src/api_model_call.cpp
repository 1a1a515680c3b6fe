#include "api_model_call.h"

#include "model_names.h"

namespace geniex {

namespace {

struct LastError {
    bool is_set = false;
    std::string text;
};

LastError& last_error() noexcept {
    thread_local LastError error;
    return error;
}

}  // namespace

CurrentStore& current_store() {
    static CurrentStore& instance = *new CurrentStore;
    return instance;
}

std::shared_ptr<const store::Store> open_store() {
    const std::lock_guard<std::mutex> lock(current_store().mutex);
    if (current_store().store) return current_store().store;
    throw store::Error(GENIEX_ERROR_COMMON_NOT_INITIALIZED, "call geniex_model_init() first");
}

std::string not_a_name(std::string_view name) {
    return "'" + std::string(name) + "' is not a model name; write organisation/model";
}

std::string model_name(std::string_view name) {
    auto canonical = canonical_model_name(name);
    if (!canonical) throw store::Error(GENIEX_ERROR_COMMON_INVALID_INPUT, not_a_name(name));
    return std::move(*canonical);
}

void keep_model_error(bool failed) noexcept {
    last_error().is_set = false;
    if (!failed || *error_detail() == '\0') return;
    try {
        last_error() = {true, error_detail()};
    } catch (...) {
        last_error().is_set = false;  // no memory for the text: the code must do
    }
}

const char* model_error() noexcept { return last_error().is_set ? last_error().text.c_str() : nullptr; }

}  // namespace geniex
