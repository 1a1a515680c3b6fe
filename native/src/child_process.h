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
     *  Throws store::Error: FILE_NOT_FOUND, or NOT_SUPPORTED on systems for which this is not written. */
    ChildProcess(const std::string& program, const std::vector<std::string>& arguments,
                 const std::vector<std::string>& environment);
    /** Ends its input and waits for it. */
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    /** The next line without its end; false at the end of the output. Throws store::Error for one beyond `limit`. */
    bool read_line(std::string& line, size_t limit);
    void close_input();
    void wait();

 private:
    intptr_t process_ = -1;
    intptr_t input_ = -1;
    intptr_t output_ = -1;
    std::string pending_;
};

}  // namespace geniex
