// A failed load that has a code of its own.
#pragma once

#include <cstdint>
#include <string>

namespace geniex::llama {

struct LoadError {
    int32_t code;
    std::string reason;
};

}  // namespace geniex::llama
