#include "text_bridge.h"

#include <string_view>

namespace geniex {

TextBridge::TextBridge(geniex_token_callback on_token, void* user_data, CallControl& control) noexcept
    : on_token_(on_token), user_data_(user_data), control_(control) {}

bool TextBridge::write(const char* bytes, size_t length) noexcept {
    if (stopped_) return false;
    try {
        decoder_.decode(std::string_view(bytes, length), piece_);
        deliver();
    } catch (...) {
        stopped_ = out_of_memory_ = true;
    }
    return !stopped_ && !control_.cancelled();
}

void TextBridge::finish(bool cut_off) noexcept {
    if (stopped_ || cut_off) return;
    try {
        decoder_.finish(piece_);
        deliver();
    } catch (...) {
        out_of_memory_ = true;
    }
    stopped_ = true;
}

void TextBridge::deliver() {
    if (piece_.empty()) return;
    full_text_ += piece_;
    control_.add_text(piece_);
    if (on_token_ != nullptr) {
        try {
            stopped_ = !on_token_(piece_.c_str(), user_data_);
        } catch (...) {
            stopped_ = true;  // a callback that throws wants no more text
        }
    }
    piece_.clear();
}

}  // namespace geniex
