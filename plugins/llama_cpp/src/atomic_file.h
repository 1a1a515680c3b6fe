// Files that are there whole or not at all.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace geniex::llama {

/// Writes beside `path` and moves the result there, so that neither a crash nor a full disk
/// leaves half a file, and a file that was there before stays until then. Only its owner can
/// read it.
class AtomicFile {
 public:
    /// @param path UTF-8.  @throws std::system_error
    explicit AtomicFile(const std::string& path);
    /// Without commit(), nothing remains.
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    /// @throws std::system_error
    void write(const void* bytes, size_t count);
    /// @throws std::system_error
    void commit();

 private:
    struct File;
    std::unique_ptr<File> file_;
};

}  // namespace geniex::llama
