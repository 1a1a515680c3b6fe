// Functions that an accelerator's ggml module may offer beside ggml's own interface.
#pragma once

#include <cstdint>

#include <ggml-backend.h>

namespace geniex::llama {

// Found by name with ggml_backend_reg_get_proc_address(). A module without
// them works; it then keeps its driver sessions for the life of the process and
// decides by itself how fast its device runs.

/// Opens the driver session of `device`, if it is closed. false, after a log line, when the driver refuses.
using AcquireSession = bool (*)(ggml_backend_dev_t device);
inline constexpr const char* kAcquireSession = "geniex_acquire_session";

/// Closes every driver session of the module. Called only while no model, context or buffer of it exists.
using ReleaseSessions = void (*)();
inline constexpr const char* kReleaseSessions = "geniex_release_sessions";

/// Asks `device` for a power mode, a geniex_PowerMode, until the next call. false when the driver refuses.
using SetPowerMode = bool (*)(ggml_backend_dev_t device, uint32_t mode);
inline constexpr const char* kSetPowerMode = "geniex_set_power_mode";

}  // namespace geniex::llama
