#include "engine_log.h"

#include <algorithm>

#include <ggml.h>
#include <llama.h>
#include <tools/mtmd/mtmd-helper.h>

namespace geniex::llama {

namespace {

constexpr size_t kMaxCapturedLines = 4000;

int32_t host_level(int32_t engine_level) {
    switch (engine_level) {
        case GGML_LOG_LEVEL_ERROR:
            return GENIEX_LOG_WARN;
        case GGML_LOG_LEVEL_WARN:
            return GENIEX_LOG_INFO;
        case GGML_LOG_LEVEL_INFO:
            return GENIEX_LOG_DEBUG;
        default:
            return GENIEX_LOG_TRACE;
    }
}

void on_engine_log(ggml_log_level level, const char* text, void*) { EngineLog::instance().write(level, text); }

/// "llama_model_load: error loading model: unknown …" reads better without its function name.
std::string without_function(const std::string& line) {
    const size_t colon = line.find(": ");
    if (colon == std::string::npos || line.find(' ') < colon) return line;
    return line.substr(colon + 2);
}

}  // namespace

EngineLog& EngineLog::instance() {
    static EngineLog log;
    return log;
}

void EngineLog::attach(Host* host) {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        host_ = host;
    }
    llama_log_set(on_engine_log, nullptr);
    mtmd_helper_log_set(on_engine_log, nullptr);
}

void EngineLog::set_cancel_source(const RunControl* run) {
    const std::lock_guard<std::mutex> lock(mutex_);
    run_ = run;
}

void EngineLog::write(int32_t engine_level, const char* text) {
    // Continuation fragments (progress dots) and empty lines carry no message.
    if (engine_level == GGML_LOG_LEVEL_CONT || text == nullptr) return;
    std::string line(text);
    while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
    if (line.empty()) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (quiet_ > 0) return;
    if (captures_ > 0 && lines_.size() < kMaxCapturedLines) {
        lines_.push_back({engine_level == GGML_LOG_LEVEL_ERROR, line});
    }
    if (run_ != nullptr && run_->cancelled()) return;
    const int32_t level = host_level(engine_level);
    if (host_ != nullptr && level >= host_->log_level()) host_->log(level, line.c_str());
}

void EngineLog::begin_capture() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (captures_++ == 0) lines_.clear();
}

void EngineLog::end_capture() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--captures_ == 0) lines_.clear();
}

void EngineLog::quiet(int change) {
    const std::lock_guard<std::mutex> lock(mutex_);
    quiet_ += change;
}

std::vector<std::string> EngineLog::Capture::lines() const {
    const EngineLog& log = EngineLog::instance();
    const std::lock_guard<std::mutex> lock(log.mutex_);
    std::vector<std::string> out;
    out.reserve(log.lines_.size());
    for (const Line& line : log.lines_) out.push_back(line.text);
    return out;
}

std::string EngineLog::Capture::first_error() const {
    const EngineLog& log = EngineLog::instance();
    const std::lock_guard<std::mutex> lock(log.mutex_);
    // The first error names the cause; the ones after it only that things failed.
    const auto first = std::find_if(log.lines_.begin(), log.lines_.end(), [](const Line& l) { return l.error; });
    return first == log.lines_.end() ? std::string() : without_function(first->text);
}

}  // namespace geniex::llama
