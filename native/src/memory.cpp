#include "memory.h"

#include <cstring>

namespace geniex {

char* copy_string(std::string_view text) {
    MallocArray<char> copy = allocate_array<char>(text.size() + 1);
    std::memcpy(copy.get(), text.data(), text.size());
    copy[text.size()] = '\0';
    return copy.release();
}

StringArray::StringArray(size_t capacity) : strings_(allocate_array<char*>(capacity)) {}

StringArray::~StringArray() {
    for (size_t i = 0; i < count_; ++i) std::free(strings_[i]);
}

void StringArray::add(std::string_view text) {
    strings_[count_] = copy_string(text);
    ++count_;
}

char** StringArray::release() noexcept {
    count_ = 0;
    return strings_.release();
}

}  // namespace geniex
