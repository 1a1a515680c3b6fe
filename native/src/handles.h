// The handles of the ABI, and the steps that LLM and VLM calls share.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "call_control.h"
#include "errors.h"
#include "handle_table.h"
#include "memory.h"
#include "profile.h"
#include "registry.h"
#include "session.h"
#include "text_bridge.h"

namespace geniex {

template <typename Handle>
struct HandleTraits;

template <>
struct HandleTraits<geniex_LLM> {
    using Model = Llm;
    static constexpr int32_t kNoSuchHandle = GENIEX_ERROR_COMMON_NOT_INITIALIZED;
};

template <>
struct HandleTraits<geniex_VLM> {
    using Model = Vlm;
    static constexpr int32_t kNoSuchHandle = GENIEX_ERROR_COMMON_INVALID_INPUT;
};

template <typename Handle>
using SessionOf = Session<typename HandleTraits<Handle>::Model>;

/** Never destroyed: threads of the client may still be inside a call while the process exits. */
template <typename Handle>
HandleTable<Handle, SessionOf<Handle>>& handles() {
    static auto& table = *new HandleTable<Handle, SessionOf<Handle>>;
    return table;
}

template <typename Handle>
int32_t no_such_handle(const Handle* handle) noexcept {
    return fail(HandleTraits<Handle>::kNoSuchHandle,
                handle == nullptr ? "the handle is NULL" : "the handle is unknown or was destroyed");
}

/** Runs `body(session)` as the one call on the handle; a busy handle is refused, not waited for. */
template <typename Handle, typename Body>
int32_t with_session(Handle* handle, Body&& body) {
    SessionEntry<typename HandleTraits<Handle>::Model> entry(handles<Handle>().find(handle));
    if (entry.result() == Access::kClosed) return no_such_handle(handle);
    if (entry.result() == Access::kBusy) {
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "handle is busy with another call");
    }
    return std::forward<Body>(body)(entry.session());
}

/** with_session() for bodies that need the model alone. */
template <typename Handle, typename Body>
int32_t with_model(Handle* handle, Body&& body) {
    return with_session(handle, [&](auto& session) { return body(session.model()); });
}

/** A handle in the table that leaves it again unless it is published to the client. */
template <typename Handle>
class ReservedHandle {
 public:
    explicit ReservedHandle(std::shared_ptr<SessionOf<Handle>> session)
        : handle_(handles<Handle>().add(std::move(session))) {}
    ~ReservedHandle() {
        if (!published_) handles<Handle>().remove(handle_);
    }
    ReservedHandle(const ReservedHandle&) = delete;
    ReservedHandle& operator=(const ReservedHandle&) = delete;

    Handle* publish() noexcept {
        published_ = true;
        return handle_;
    }

 private:
    Handle* handle_;
    bool published_ = false;
};

/** Makes a model through `create(plugin, control, &model)`. The handle is in the table before the plugin is
 *  asked for, so that geniex_deinit() on another thread finds and cancels the call. */
template <typename Handle, typename Create>
int32_t create_session(const char* plugin_id, Handle** out, Create&& create) {
    using Model = typename HandleTraits<Handle>::Model;
    auto session = std::make_shared<Session<Model>>();
    SessionEntry<Model> entry(session);
    ReservedHandle<Handle> reserved(session);
    CallControl control(attached_run(), session->cancel_flag());
    const PluginLookup found = registry().acquire(plugin_id);
    if (found.code < 0) return found.code;
    if (control.cancelled()) return GENIEX_ERROR_COMMON_CANCELLED;

    Model* raw = nullptr;
    const int32_t code = create(found.instance->plugin(), control, &raw);
    std::unique_ptr<Model> model(raw);
    if (code < 0) return code;
    if (control.cancelled()) return GENIEX_ERROR_COMMON_CANCELLED;
    if (model == nullptr) return fail(GENIEX_ERROR_COMMON_MODEL_LOAD, "the plugin returned no model");
    session->set_model(std::move(model), found.instance);
    *out = reserved.publish();
    return GENIEX_SUCCESS;
}

template <typename Handle>
int32_t destroy_session(Handle* handle) {
    const auto session = handles<Handle>().remove(handle);
    if (session == nullptr) return no_such_handle(handle);
    session->close();
    return GENIEX_SUCCESS;
}

/** Runs one call that makes a reply, `generate(sink, control, profile)`, and fills `output`, which has been zeroed.
 *  The text reaches the client through the bridge: a plugin never sees its callback. */
template <typename Model, typename Output, typename Generate>
int32_t generate_reply(Session<Model>& session, geniex_token_callback on_token, void* user_data, Output& output,
                       Generate&& generate) {
    CallControl control(attached_run(), session.cancel_flag());
    TextBridge bridge(on_token, user_data, control);
    geniex_ProfileData profile{};
    int32_t code = std::forward<Generate>(generate)(bridge, control, profile);
    if (code == GENIEX_ERROR_COMMON_CANCELLED) {  // a reply that was stopped is still a reply
        code = GENIEX_SUCCESS;
        profile.stop_reason = "user";
    }
    bridge.finish(code < 0 || was_cut_off(profile));
    complete_profile(profile);
    output.profile_data = profile;

    const std::string& text = bridge.full_text();
    const bool is_reply = code >= 0 || code == GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH;
    if (is_reply || !text.empty()) output.full_text = copy_string(text);
    if (bridge.out_of_memory()) return fail(GENIEX_ERROR_COMMON_MEMORY_ALLOCATION, "out of memory for the reply");
    return code;
}

/** generate_reply() for a model's generate(). */
template <typename Model, typename Input, typename Output>
int32_t generate_reply(Session<Model>& session, const Input& input, Output& output) {
    Input plugin_input = input;
    plugin_input.on_token = nullptr;
    plugin_input.user_data = nullptr;
    return generate_reply(session, input.on_token, input.user_data, output,
                          [&](TextSink& sink, RunControl& control, geniex_ProfileData& profile) {
                              return session.model().generate(plugin_input, sink, control, profile);
                          });
}

}  // namespace geniex
