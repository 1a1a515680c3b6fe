/**
 * The line between libgeniex and its plugins.
 *
 * A plugin is a shared library `libgeniex_plugin.so` (`geniex_plugin.dll`) in a
 * folder of its own beside libgeniex, exporting
 *
 *     extern "C" const char* plugin_id();
 *     extern "C" void* create_plugin();   // a geniex::Plugin*, owned by the registry
 *
 * Only plain data and virtual calls that do not throw cross this line. A plugin
 * wraps the body of each override in geniex::guard(). Inputs have been checked
 * by the library: pointers that the ABI requires are there, counts are not
 * negative. Memory for outputs comes from Host::allocate().
 */
#ifndef GENIEX_PLUGIN_H
#define GENIEX_PLUGIN_H

#include <cstdint>
#include <exception>
#include <new>

#include "geniex.h"
#include "geniex_ext.h"

#if defined(_WIN32)
#define GENIEX_PLUGIN_EXPORT extern "C" __declspec(dllexport)
#else
#define GENIEX_PLUGIN_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace geniex {

/** What the library offers a plugin, from attach() until the plugin's destructor ends. */
class Host {
 public:
    /** Any thread. */
    virtual void log(int32_t level, const char* message) noexcept = 0;
    /** Messages below this level need not be formatted. */
    virtual int32_t log_level() const noexcept = 0;
    /** Memory that the client frees with geniex_free(); null when there is none. */
    virtual void* allocate(size_t bytes) noexcept = 0;
    /** The reason behind the failure code that the current call will return. */
    virtual void set_error_detail(const char* text) noexcept = 0;
    /** Folder that holds the plugin's library, UTF-8; "" for a registered plugin. */
    virtual const char* plugin_folder() const noexcept = 0;

 protected:
    ~Host() = default;
};

/** One blocking call: may it go on, and how far is it? */
class RunControl {
 public:
    /** Cheap enough for every graph node. Any thread. */
    virtual bool cancelled() const noexcept = 0;
    /** `phase`, `edge`, `done` and `total` as in geniex_PhaseEvent. */
    virtual void report(geniex_Phase phase, geniex_PhaseEdge edge, int64_t done, int64_t total) noexcept = 0;

 protected:
    ~RunControl() = default;
};

/** Takes reply text as the tokens bring it; characters may be split. */
class TextSink {
 public:
    /** false: the client asks to stop. */
    virtual bool write(const char* bytes, size_t length) noexcept = 0;

 protected:
    ~TextSink() = default;
};

/** A loaded model with its context. One call at a time. */
class TextModel {
 public:
    virtual ~TextModel() = default;
    virtual int32_t reset() noexcept = 0;
    virtual int32_t tokenize(const char*, int64_t, bool, geniex_TokenList&) noexcept {
        return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    }
    virtual int32_t get_reply_tokens(geniex_TokenList&) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
    virtual int32_t get_context_use(geniex_ContextUse&) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
    virtual int32_t get_placement(char**) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
};

/** A language model. */
class Llm : public TextModel {
 public:
    virtual int32_t apply_chat_template(const geniex_LlmApplyChatTemplateInput& input,
                                        geniex_LlmApplyChatTemplateOutput& output) noexcept = 0;
    /** Fills all of `profile` but the two speeds; text goes to `sink` only. */
    virtual int32_t generate(const geniex_LlmGenerateInput& input, TextSink& sink, RunControl& run,
                             geniex_ProfileData& profile) noexcept = 0;
    virtual int32_t save_kv_cache(const char*) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
    virtual int32_t load_kv_cache(const char*) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
    virtual int32_t get_model_info(geniex_LlmModelInfo&) noexcept { return GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED; }
    /** Whole-vocabulary rows; the library reduces them to the top N. */
    virtual int32_t forward_logits(const geniex_LlmForwardLogitsInput&, RunControl&,
                                   geniex_LlmForwardLogitsOutput&) noexcept {
        return GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED;
    }
    virtual int32_t render(const geniex_LlmRenderInput&, geniex_LlmRenderOutput&) noexcept {
        return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    }
    virtual int32_t detokenize(const int32_t*, int32_t, char**) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
    virtual int32_t get_kv_tokens(geniex_TokenList&) noexcept { return GENIEX_ERROR_COMMON_NOT_SUPPORTED; }
};

/** A vision or audio language model. */
class Vlm : public TextModel {
 public:
    virtual int32_t apply_chat_template(const geniex_VlmApplyChatTemplateInput& input,
                                        geniex_VlmApplyChatTemplateOutput& output) noexcept = 0;
    /** Fills all of `profile` but the two speeds; text goes to `sink` only. */
    virtual int32_t generate(const geniex_VlmGenerateInput& input, TextSink& sink, RunControl& run,
                             geniex_ProfileData& profile) noexcept = 0;
    /** As generate(), from messages. */
    virtual int32_t chat(const geniex_VlmChatInput&, TextSink&, RunControl&, geniex_ProfileData&) noexcept {
        return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    }
    virtual int32_t get_capabilities(geniex_VlmCapabilities& output) noexcept = 0;
};

struct Device {
    const char* id;   /**< as create understands it, plugin-owned */
    const char* name; /**< for people, plugin-owned */
};

/** What the GGUF models of a plugin may be; the library checks it before the plugin sees a file. */
struct GgufSupport {
    const char* const* architectures; /**< names as in general.architecture, plugin-owned */
    int32_t architecture_count;
    int32_t max_experts;
};

class Plugin {
 public:
    virtual ~Plugin() = default;
    /** Called once, before anything else. A failure keeps the plugin out. */
    virtual int32_t attach(Host& host) noexcept = 0;
    virtual const char* version() noexcept = 0;
    virtual int32_t device_count() noexcept = 0;
    virtual Device device(int32_t index) noexcept = 0;
    /** Null: this plugin's models are no GGUF files. Plugin-owned. */
    virtual const GgufSupport* gguf_support() noexcept { return nullptr; }
    virtual int32_t create_llm(const geniex_LlmCreateInput&, RunControl&, Llm**) noexcept {
        return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    }
    virtual int32_t create_vlm(const geniex_VlmCreateInput&, RunControl&, Vlm**) noexcept {
        return GENIEX_ERROR_COMMON_NOT_SUPPORTED;
    }
    /** Another plugin is about to use the machine: let go of exclusive devices that no model needs. */
    virtual void on_foreign_plugin_load() noexcept {}
};

/** Runs `body` so that no exception leaves the plugin. */
template <typename Body>
int32_t guard(Host& host, int32_t code_on_exception, Body&& body) noexcept {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        host.set_error_detail("out of memory");
        return GENIEX_ERROR_COMMON_MEMORY_ALLOCATION;
    } catch (const std::exception& error) {
        host.set_error_detail(error.what());
        host.log(GENIEX_LOG_ERROR, error.what());
    } catch (...) {
        host.set_error_detail("unknown exception");
    }
    return code_on_exception;
}

}  // namespace geniex

#endif /* GENIEX_PLUGIN_H */
