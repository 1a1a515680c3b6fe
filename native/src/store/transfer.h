// Copies files into the store so that they can be interrupted and taken up again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "geniex_model.h"
#include "store/source.h"

namespace geniex::store {

struct TransferJob {
    std::string name;  // in the source
    uint64_t size = 0;
    std::filesystem::path target;
};

/** Tells a client how far its files are, about ten times a second and once at the end. */
class Progress {
 public:
    /** `callback` may be null. */
    Progress(const std::vector<TransferJob>& jobs, geniex_download_progress_cb callback, void* user_data);

    // Both throw Error (CANCELLED) when the client says so.
    void set(size_t job, uint64_t bytes);
    void finish();

 private:
    void report();

    const std::vector<TransferJob>& jobs_;
    geniex_download_progress_cb callback_;
    void* user_data_;
    std::vector<geniex_FileProgress> files_;
    int64_t last_report_;
};

/**
 * Copies one file after the other; each is on the disk, of the right size and what its source promised when this
 * returns. What an earlier try has written is compared with the source and kept where it is the same. Throws Error;
 * what is written by then stays.
 */
void transfer(const Source& source, const std::vector<TransferJob>& jobs, Progress& progress);

/** Throws Error (INSUFFICIENT_DISK_SPACE). Large imports leave a gigabyte to the rest of the system. */
void check_space(uint64_t needed, uint64_t available);

/** Bytes that the jobs will still add to the disk. */
uint64_t bytes_to_add(const std::vector<TransferJob>& jobs);

}  // namespace geniex::store
