// What the functions of the model store do first and last, and the store they work on.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "api_call.h"
#include "errors.h"
#include "store/error.h"
#include "store/store.h"

namespace geniex {

/** The store between init and deinit; a call that is under way keeps its own. */
struct CurrentStore {
    std::mutex mutex;
    std::shared_ptr<const store::Store> store;
};

CurrentStore& current_store();

/** Throws store::Error (NOT_INITIALIZED). */
std::shared_ptr<const store::Store> open_store();

/** The canonical "org/repo" of a name without a quant; throws store::Error (INVALID_INPUT). */
std::string model_name(std::string_view name);

std::string not_a_name(std::string_view name);

/** Keeps the detail of a failed call as the thread's store error, or forgets the last one. */
void keep_model_error(bool failed) noexcept;

/** The thread's last store error; null when there is none. */
const char* model_error() noexcept;

/** api_call() that also knows the store's errors and keeps its error text. */
template <typename Body>
int32_t model_call(Body&& body) noexcept {
    keep_model_error(false);
    const int32_t code = api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&]() -> int32_t {
        try {
            return std::forward<Body>(body)();
        } catch (const store::Error& error) {
            return fail(error.code(), error.what());
        }
    });
    keep_model_error(code < 0);
    return code;
}

}  // namespace geniex
