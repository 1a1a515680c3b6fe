// Unpacking of deflated bytes, by zlib where the build has it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace geniex::store {

class Inflater {
 public:
    /** Gives up to `length` packed bytes; 0 at their end. */
    using Input = std::function<size_t(void* buffer, size_t length)>;

    virtual ~Inflater() = default;
    /** Fewer than `length` bytes only at the end. Throws Error (MODEL_INVALID) for bytes that are not deflated. */
    virtual size_t read(void* buffer, size_t length) = 0;
};

/** Throws Error (NOT_SUPPORTED) in a build without zlib. */
std::unique_ptr<Inflater> make_inflater(Inflater::Input input);

}  // namespace geniex::store
