// The log of llama.cpp and ggml, bridged into the host's.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "geniex/plugin.h"

namespace geniex::llama {

/// Sends the engine's messages to the host one level lower than they claim
/// (an engine "error" is often the normal end of a probe), and keeps those of a
/// load, because they hold what no API tells: why a file was refused and which
/// device got which layer. One per process, as llama.cpp has one log.
class EngineLog {
 public:
    static EngineLog& instance();

    /// nullptr detaches.
    void attach(Host* host);

    /// While set and cancelled, the engine's complaints about the computation that was
    /// stopped are not passed on: that is what was asked for. Null clears.
    void set_cancel_source(const RunControl* run);

    /// While one exists, the engine's messages are kept.
    class Capture {
     public:
        Capture() { EngineLog::instance().begin_capture(); }
        ~Capture() { EngineLog::instance().end_capture(); }
        Capture(const Capture&) = delete;
        Capture& operator=(const Capture&) = delete;

        /// All lines so far.
        std::vector<std::string> lines() const;
        /// The first error (it names the cause), without the engine's function prefix; "" when there was none.
        std::string first_error() const;
    };

    /// While one exists, the engine's messages go nowhere.
    class Quiet {
     public:
        Quiet() { EngineLog::instance().quiet(1); }
        ~Quiet() { EngineLog::instance().quiet(-1); }
        Quiet(const Quiet&) = delete;
        Quiet& operator=(const Quiet&) = delete;
    };

    void write(int32_t engine_level, const char* text);

 private:
    struct Line {
        bool error;
        std::string text;
    };
    void begin_capture();
    void end_capture();
    void quiet(int change);

    mutable std::mutex mutex_;
    Host* host_ = nullptr;
    const RunControl* run_ = nullptr;
    int captures_ = 0;
    int quiet_ = 0;
    std::vector<Line> lines_;
};

}  // namespace geniex::llama
