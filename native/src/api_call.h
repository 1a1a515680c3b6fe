// What every exported function does first and last.
#pragma once

#include <exception>
#include <new>
#include <utility>

#include "errors.h"
#include "log.h"

namespace geniex {

/** Runs the body of an exported function: nothing is thrown at the client, and the detail text belongs to
 *  this call's failure or is empty. */
template <typename Body>
int32_t api_call(int32_t code_on_exception, Body&& body) noexcept {
    clear_error_detail();
    int32_t code = code_on_exception;
    try {
        code = std::forward<Body>(body)();
    } catch (const std::bad_alloc&) {
        return fail(GENIEX_ERROR_COMMON_MEMORY_ALLOCATION, "out of memory");
    } catch (const std::exception& error) {
        log(GENIEX_LOG_ERROR, error.what());
        return fail(code_on_exception, error.what());
    } catch (...) {
        return fail(code_on_exception, "unknown exception");
    }
    if (code >= 0) clear_error_detail();
    return code;
}

}  // namespace geniex
