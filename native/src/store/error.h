// What the model store throws; the exported functions turn it into a code and a text.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "geniex.h"

namespace geniex::store {

/** A failure with its code of the ABI and a text for people. */
class Error : public std::runtime_error {
 public:
    Error(int32_t code, const std::string& text) : std::runtime_error(text), code_(code) {}
    int32_t code() const { return code_; }

 private:
    int32_t code_;
};

}  // namespace geniex::store
