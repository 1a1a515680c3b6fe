#include "store/inflater.h"

#include <utility>

#include "store/error.h"

#if defined(GENIEX_HAVE_ZLIB)
#include <algorithm>
#include <limits>
#include <vector>

#include <zlib.h>
#endif

namespace geniex::store {

#if defined(GENIEX_HAVE_ZLIB)

namespace {

constexpr size_t kInputBytes = 64 << 10;

class ZlibInflater final : public Inflater {
 public:
    explicit ZlibInflater(Input input) : input_(std::move(input)), packed_(kInputBytes) {
        // Negative: bare deflated bytes, without zlib's own header.
        if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) throw std::bad_alloc();
    }
    ~ZlibInflater() override { inflateEnd(&stream_); }
    ZlibInflater(const ZlibInflater&) = delete;
    ZlibInflater& operator=(const ZlibInflater&) = delete;

    size_t read(void* buffer, size_t length) override {
        size_t done = 0;
        while (done < length && !at_end_) {
            if (stream_.avail_in == 0) refill();
            const size_t wanted = std::min<size_t>(length - done, std::numeric_limits<uInt>::max());
            stream_.next_out = static_cast<Bytef*>(buffer) + done;
            stream_.avail_out = static_cast<uInt>(wanted);
            const int result = inflate(&stream_, Z_NO_FLUSH);
            done += wanted - stream_.avail_out;
            if (result == Z_STREAM_END) {
                at_end_ = true;
            } else if (result != Z_OK) {
                throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, "the archive is damaged: a file cannot be unpacked");
            }
        }
        return done;
    }

 private:
    void refill() {
        stream_.next_in = packed_.data();
        stream_.avail_in = static_cast<uInt>(input_(packed_.data(), packed_.size()));
    }

    Input input_;
    std::vector<Bytef> packed_;
    z_stream stream_{};
    bool at_end_ = false;
};

}  // namespace

std::unique_ptr<Inflater> make_inflater(Inflater::Input input) {
    return std::make_unique<ZlibInflater>(std::move(input));
}

#else

std::unique_ptr<Inflater> make_inflater(Inflater::Input) {
    throw Error(GENIEX_ERROR_COMMON_NOT_SUPPORTED,
                "this build of the library has no zlib and cannot unpack archives; unpack it and import the folder");
}

#endif

}  // namespace geniex::store
