// Texts of the error codes, and the reason behind a thread's last failure.
#pragma once

#include <cstdint>
#include <string>

#include "geniex.h"

namespace geniex {

/** Static text of `code`; never null. */
const char* error_message(int32_t code) noexcept;

/** The calling thread's detail text; "" when there is none. */
const char* error_detail() noexcept;
void set_error_detail(const char* text) noexcept;
void clear_error_detail() noexcept;

/** Sets the detail and hands the code on: `return fail(code, "why")`. */
int32_t fail(int32_t code, const char* detail) noexcept;
int32_t fail(int32_t code, const std::string& detail) noexcept;

}  // namespace geniex
