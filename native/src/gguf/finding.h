// What an inspection has to say about a file.
#pragma once

#include <string>
#include <vector>

namespace geniex::gguf {

/** One thing that is wrong, for people: `code` is stable and for programs, the rest may be reworded. */
struct Finding {
    std::string code;
    std::string message;
    std::string where;   // a metadata key, a tensor name or "file"
    std::string remedy;  // what the user can do
};

/** Fatal findings mean: do not hand this file to an engine. Warnings: it loads, but something is odd. */
class Findings {
 public:
    void add_fatal(Finding finding);
    void add_warning(Finding finding);

    const std::vector<Finding>& fatal() const { return fatal_; }
    const std::vector<Finding>& warnings() const { return warnings_; }

 private:
    std::vector<Finding> fatal_;
    std::vector<Finding> warnings_;
};

/** Thrown by the reader at the first fault after which the bytes that follow cannot be understood. */
struct Malformed {
    Finding finding;
};

/** The remedies that recur. */
inline constexpr const char* kDownloadAgain =
    "Download the file again; if that does not help, it is broken at its source.";
inline constexpr const char* kOtherFile =
    "Get the model from another source, or ask its publisher to correct the file.";

}  // namespace geniex::gguf
