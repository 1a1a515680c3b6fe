#include "store/transfer.h"

#include <algorithm>
#include <cstring>

#include "platform.h"
#include "store/chunk_marks.h"
#include "store/error.h"
#include "store/file.h"

namespace geniex::store {

namespace fs = std::filesystem;

namespace {

constexpr int64_t kReportInterval = 100'000'000;  // nanoseconds
constexpr size_t kBlockBytes = 1 << 20;
constexpr uint64_t kReservedBytes = 1 << 30;

/** One file on its way. */
class Copy {
 public:
    Copy(const Source& source, const TransferJob& job)
        : job_(job),
          stream_(source.open(job.name)),
          marks_(job.target, job.size),
          file_(File::open_to_write(job.target)),
          block_(kBlockBytes, '\0'),
          old_block_(kBlockBytes, '\0') {
        if (file_.size() > job.size) file_.resize(0);
    }

    template <typename Report>
    void run(Report&& report) {
        for (uint64_t offset = 0; offset < job_.size;) {
            const uint64_t chunk = offset / marks_.chunk_size();
            const uint64_t chunk_end = std::min(job_.size, (chunk + 1) * marks_.chunk_size());
            while (offset < chunk_end) {
                const auto length = static_cast<size_t>(std::min<uint64_t>(kBlockBytes, chunk_end - offset));
                copy_block(offset, length, marks_.is_done(chunk));
                offset += length;
                report(offset);
            }
            // Not synced first: a mark is only a hint, since marked chunks are compared when they are met again.
            marks_.set_done(chunk);
        }
    }

    void commit(int64_t modified) {
        stream_->finish();
        file_.resize(job_.size);
        file_.set_modified(modified);
        file_.sync();
        marks_.remove();
    }

 private:
    void copy_block(uint64_t offset, size_t length, bool may_be_there) {
        if (stream_->read(block_.data(), length) != length) {
            throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, "'" + job_.name + "' is shorter than it should be");
        }
        const bool is_there = may_be_there && file_.read_at(offset, old_block_.data(), length) == length &&
                              std::memcmp(block_.data(), old_block_.data(), length) == 0;
        if (!is_there) file_.write_at(offset, block_.data(), length);
    }

    const TransferJob& job_;
    std::unique_ptr<ByteStream> stream_;
    ChunkMarks marks_;  // made before the file: without marks a file counts as whole
    File file_;
    std::string block_;
    std::string old_block_;
};

}  // namespace

Progress::Progress(const std::vector<TransferJob>& jobs, geniex_download_progress_cb callback, void* user_data)
    : jobs_(jobs), callback_(callback), user_data_(user_data), last_report_(monotonic_ns()) {
    for (const TransferJob& job : jobs) files_.push_back({job.name.c_str(), 0, static_cast<int64_t>(job.size)});
}

void Progress::set(size_t job, uint64_t bytes) {
    files_[job].downloaded_bytes = static_cast<int64_t>(bytes);
    if (monotonic_ns() - last_report_ >= kReportInterval) report();
}

void Progress::finish() {
    if (!files_.empty()) report();
}

void Progress::report() {
    if (callback_ != nullptr && !callback_(files_.data(), static_cast<int32_t>(files_.size()), user_data_)) {
        throw Error(GENIEX_ERROR_COMMON_CANCELLED, "cancelled; what is copied so far is kept");
    }
    last_report_ = monotonic_ns();
}

void transfer(const Source& source, const std::vector<TransferJob>& jobs, Progress& progress) {
    for (size_t i = 0; i < jobs.size(); ++i) {
        const int64_t modified = source.modified(jobs[i].name);
        Copy copy(source, jobs[i]);
        copy.run([&](uint64_t bytes) { progress.set(i, bytes); });
        copy.commit(modified);
    }
    progress.finish();
}

void check_space(uint64_t needed, uint64_t available) {
    const uint64_t wanted = needed + std::min(needed, kReservedBytes);
    if (wanted <= available) return;
    throw Error(
        GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE,
        "the import needs " + std::to_string(wanted) + " bytes of free space, there are " + std::to_string(available));
}

uint64_t bytes_to_add(const std::vector<TransferJob>& jobs) {
    uint64_t sum = 0;
    for (const TransferJob& job : jobs) {
        const uint64_t present = is_real_file(job.target) ? File::open_to_read(job.target).size() : 0;
        sum += job.size - std::min(job.size, present);
    }
    return sum;
}

}  // namespace geniex::store
