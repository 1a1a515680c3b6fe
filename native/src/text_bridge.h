// From a plugin's bytes to the client's text.
#pragma once

#include <string>

#include "call_control.h"
#include "geniex/plugin.h"
#include "utf8.h"

namespace geniex {

/**
 * Streams a reply: complete UTF-8 characters to the run and to the token
 * callback, all of it into full_text(). Bytes of a reply that are not UTF-8 are
 * replaced (see Utf8Stream), because a model may generate anything; a *prompt*
 * that is not UTF-8 is the client's mistake and answered with INVALID_INPUT and
 * the offset of the bad byte (see input_checks.h).
 */
class TextBridge final : public TextSink {
 public:
    TextBridge(geniex_token_callback on_token, void* user_data, CallControl& control) noexcept;

    /** false once the client wants no more, the call is cancelled or memory is out. */
    bool write(const char* bytes, size_t length) noexcept override;
    /** Ends the reply. Half a character at its end becomes U+FFFD, but is left out of one that was `cut_off`: if that
     *  is gone on with, the whole character comes then. */
    void finish(bool cut_off) noexcept;

    const std::string& full_text() const noexcept { return full_text_; }
    bool out_of_memory() const noexcept { return out_of_memory_; }

 private:
    void deliver();

    const geniex_token_callback on_token_;
    void* const user_data_;
    CallControl& control_;
    Utf8Stream decoder_;
    std::string piece_;
    std::string full_text_;
    bool stopped_ = false;
    bool out_of_memory_ = false;
};

}  // namespace geniex
