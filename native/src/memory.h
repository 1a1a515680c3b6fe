// Memory that crosses the ABI: malloc'd here, freed by the client with geniex_free().
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace geniex {

/** Throws std::bad_alloc. */
char* copy_string(std::string_view text);

struct FreeDeleter {
    void operator()(void* memory) const noexcept { std::free(memory); }
};

template <typename T>
using MallocArray = std::unique_ptr<T[], FreeDeleter>;

/** Uninitialised. Throws std::bad_alloc, also when the size overflows. */
template <typename T>
MallocArray<T> allocate_array(size_t count) {
    if (count > static_cast<size_t>(-1) / sizeof(T)) throw std::bad_alloc();
    void* memory = std::malloc(count == 0 ? 1 : count * sizeof(T));
    if (memory == nullptr) throw std::bad_alloc();
    return MallocArray<T>(static_cast<T*>(memory));
}

/** Strings of an array under construction; hands the array and the strings over together. */
class StringArray {
 public:
    explicit StringArray(size_t capacity);
    ~StringArray();
    StringArray(const StringArray&) = delete;
    StringArray& operator=(const StringArray&) = delete;

    void add(std::string_view text);
    char** release() noexcept;

 private:
    MallocArray<char*> strings_;
    size_t count_ = 0;
};

}  // namespace geniex
