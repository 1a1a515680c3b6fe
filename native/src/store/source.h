// Where an import takes its files from: a folder, one model file, or an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace geniex::store {

/** The bytes of one file, from first to last. Functions throw Error. */
class ByteStream {
 public:
    virtual ~ByteStream() = default;
    /** Fewer than `length` bytes only at the end. */
    virtual size_t read(void* buffer, size_t length) = 0;
    /** Called at the end: throws when what was read is not what the source promised. */
    virtual void finish() = 0;
};

struct SourceFile {
    std::string name;  // as the source has it: not checked
    uint64_t size = 0;
};

class Source {
 public:
    virtual ~Source() = default;
    /** The files that the kind of model is told from; none lies in a subfolder. */
    virtual const std::vector<SourceFile>& files() const = 0;
    /** One file, which for a folder may lie deeper. */
    virtual std::optional<SourceFile> find(std::string_view name) const = 0;
    /** INVALID_INPUT for a symbolic link. */
    virtual std::unique_ptr<ByteStream> open(std::string_view name) const = 0;
    /** Time of the last change, in the unit of File::modified(). */
    virtual int64_t modified(std::string_view name) const = 0;
    /** Whether files can be read now; a list of what could be downloaded has only their names and sizes. */
    virtual bool has_bytes() const { return true; }
};

/** A folder, a .gguf file (with the other parts of a split model beside it) or a .zip archive.
 *  FILE_NOT_FOUND when nothing is there; UNKNOWN for a file of another kind. */
std::unique_ptr<Source> open_source(const std::filesystem::path& path);

/** Whole content of a small file. MANIFEST_PARSE when it is longer than `limit`. */
std::string read_text(const Source& source, std::string_view name, size_t limit);

}  // namespace geniex::store
