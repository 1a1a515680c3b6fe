// Another program, run with pipes on its input and output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace geniex {

class ChildProcess {
 public:
    /** Starts `program` with `arguments`, and with "NAME=value" added to the environment. Its error output is ours.
     *  On Windows it ends with this object, and with what it has started itself; a script is no program there.
     *  Throws store::Error: FILE_NOT_FOUND, or NOT_SUPPORTED for a script. */
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment);
    /** Ends its input, hears no more of it, and waits for it. */
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /** The next line without its end, which is "\n" alone; false at the end of the output. Throws store::Error for one
     *  beyond `limit`. */
    bool read_line(std::string& line, size_t limit);
    void close_input();
    void wait();

 private:
    /** The next bytes of the output; 0 at its end. */
    size_t read_some(char* block, size_t size);

    static constexpr intptr_t kNone = -1;
    intptr_t process_ = kNone;
    intptr_t input_ = kNone;
    intptr_t output_ = kNone;
    intptr_t job_ = kNone;  // on Windows
    std::string pending_;
};

}  // namespace geniex
