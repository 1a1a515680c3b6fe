#include "machine_load.h"

#include <algorithm>
#include <fstream>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace geniex::llama {

int32_t usable_cores() {
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0) return CPU_COUNT(&set);
#endif
    return static_cast<int32_t>(std::max(1U, std::thread::hardware_concurrency()));
}

bool machine_is_overcommitted() {
    // "0.42 0.30 0.25 3/512 4711": the fourth word starts with the threads that run or could.
    std::ifstream file("/proc/loadavg");
    double averages[3];
    int32_t runnable = 0;
    return file >> averages[0] >> averages[1] >> averages[2] >> runnable && runnable > usable_cores();
}

}  // namespace geniex::llama
