#include "child_process.h"

#include "store/error.h"

namespace geniex {

bool ChildProcess::read_line(std::string& line, size_t limit) {
    while (true) {
        const size_t end = pending_.find('\n');
        if (end != std::string::npos) {
            line = pending_.substr(0, end);
            pending_.erase(0, end + 1);
            return true;
        }
        if (pending_.size() > limit) throw store::Error(GENIEX_ERROR_COMMON_UNKNOWN, "the helper's answer is too long");
        char block[4096];
        const size_t count = read_some(block, sizeof(block));
        if (count == 0) return false;
        pending_.append(block, count);
    }
}

}  // namespace geniex
