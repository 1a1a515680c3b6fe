// The runs of geniex_ext.h.
//
// A client often detaches a run between a failed call and its question for the
// reason, so these functions touch the thread's detail text only to set it.
#include "errors.h"
#include "geniex_ext.h"
#include "handle_table.h"
#include "input_checks.h"
#include "run.h"

using namespace geniex;

namespace {

constexpr int64_t kMinTextCapacity = 64;

HandleTable<geniex_Run, Run>& runs() {
    static auto& table = *new HandleTable<geniex_Run, Run>;  // never destroyed: readers may outlive main()
    return table;
}

template <typename Body>
int32_t with_run(const geniex_Run* handle, Body&& body) noexcept {
    try {
        const std::shared_ptr<Run> run = runs().find(handle);
        if (run == nullptr) return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "the run is NULL, unknown or was destroyed");
        return body(run);
    } catch (const std::bad_alloc&) {
        return fail(GENIEX_ERROR_COMMON_MEMORY_ALLOCATION, "out of memory");
    } catch (...) {
        return fail(GENIEX_ERROR_COMMON_UNKNOWN, "the run failed");
    }
}

int32_t check_read(const geniex_RunRead* read) {
    if (read == nullptr) return fail_null("read");
    if (const int32_t code = check_struct_size(read->size, sizeof(*read))) return code;
    if (read->text == nullptr) return fail_null("text");
    if (read->text_capacity < kMinTextCapacity) {
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "text_capacity must be at least 64");
    }
    if (read->mark_capacity < 0 || read->event_capacity < 0) {
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "a capacity is negative");
    }
    return GENIEX_SUCCESS;
}

}  // namespace

int32_t geniex_run_create(geniex_Run** run) {
    try {
        if (run == nullptr) return fail_null("run");
        *run = runs().add(std::make_shared<Run>());
        return GENIEX_SUCCESS;
    } catch (...) {
        return fail(GENIEX_ERROR_COMMON_MEMORY_ALLOCATION, "out of memory");
    }
}

int32_t geniex_run_destroy(geniex_Run* run) {
    return with_run(run, [&](const std::shared_ptr<Run>& found) {
        runs().remove(run);
        found->close();
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_run_attach(geniex_Run* run) {
    if (run == nullptr) {
        attach_run(nullptr);
        return GENIEX_SUCCESS;
    }
    return with_run(run, [](const std::shared_ptr<Run>& found) {
        attach_run(found);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_run_cancel(geniex_Run* run) {
    return with_run(run, [](const std::shared_ptr<Run>& found) {
        found->cancel();
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_run_reset(geniex_Run* run) {
    return with_run(run, [](const std::shared_ptr<Run>& found) {
        found->reset();
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_run_wait(geniex_Run* run, int32_t timeout_ms) {
    return with_run(run, [&](const std::shared_ptr<Run>& found) -> int32_t {
        if (timeout_ms < 0) return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "timeout_ms is negative");
        return found->wait(timeout_ms) ? 1 : 0;
    });
}

int32_t geniex_run_read(geniex_Run* run, geniex_RunRead* read) {
    return with_run(run, [&](const std::shared_ptr<Run>& found) {
        if (const int32_t code = check_read(read)) return code;
        found->read(*read);
        return static_cast<int32_t>(GENIEX_SUCCESS);
    });
}
