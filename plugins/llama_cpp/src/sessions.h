// Driver sessions of accelerators: held while models use them, free for others when not.
#pragma once

#include <cstdint>
#include <vector>

#include <ggml-backend.h>

#include "geniex/plugin.h"

namespace geniex::llama {

/// Keeps the sessions of `devices` open for as long as it lives. A DSP admits
/// few sessions and another runtime may be waiting for one, so a model that
/// runs on the CPU alone holds none.
class SessionLease {
 public:
    /// @throws LoadError when a driver refuses
    explicit SessionLease(const std::vector<ggml_backend_dev_t>& devices);
    ~SessionLease();
    SessionLease(const SessionLease&) = delete;
    SessionLease& operator=(const SessionLease&) = delete;
};

/// Closes all sessions unless a lease exists; they open again with the next one.
void release_idle_sessions(Host& host);

/// Forwards a geniex_PowerMode to the devices that have one. Where it cannot be
/// followed, anything but burst, which is how those run anyway, is warned of.
void set_power_mode(const std::vector<ggml_backend_dev_t>& devices, uint32_t mode, Host& host);

}  // namespace geniex::llama
