// A request that is turned down for a reason of its own.
#pragma once

#include <cstdint>
#include <string>

namespace geniex::llama {

/// Thrown where a call is refused; the client gets the code and the reason.
struct Refusal {
    int32_t code;
    std::string reason;
};

}  // namespace geniex::llama
