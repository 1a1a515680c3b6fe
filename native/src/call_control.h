// What a plugin sees of the call it works for.
#pragma once

#include <atomic>
#include <memory>

#include "geniex/plugin.h"
#include "run.h"

namespace geniex {

/** Cancelled by the thread's run, or by the destruction of the handle. */
class CallControl final : public RunControl {
 public:
    CallControl(std::shared_ptr<Run> run, const std::atomic<bool>& handle_cancel) noexcept;

    bool cancelled() const noexcept override;
    void report(geniex_Phase phase, geniex_PhaseEdge edge, int64_t done, int64_t total) noexcept override;

    /** Passes reply text on to the run. Throws std::bad_alloc. */
    void add_text(std::string_view piece);

 private:
    const std::shared_ptr<Run> run_;
    const std::atomic<bool>& handle_cancel_;
};

}  // namespace geniex
