// Entry of the llama_cpp plugin: GGUF models on every device that ggml has a module for.
#include "geniex/plugin.h"

#include <stdexcept>

#include <common/log.h>
#include <ggml-backend.h>

#include "engine_log.h"
#include "gguf_support.h"
#include "language_model.h"
#include "modules.h"
#include "multimodal_model.h"
#include "sessions.h"
#include "thread_pool.h"

namespace geniex::llama {

class LlamaPlugin final : public Plugin {
 public:
    ~LlamaPlugin() override { EngineLog::instance().attach(nullptr); }

    int32_t attach(Host& host) noexcept override {
        host_ = &host;
        return guard(host, GENIEX_ERROR_COMMON_PLUGIN_LOAD, [&] {
            EngineLog::instance().attach(&host);
            // Common code logs through a thread of its own to the terminal; the host's log is the place.
            common_log_pause(common_log_main());
            load_modules(host.plugin_folder());
            if (ggml_backend_dev_count() == 0)
                throw std::runtime_error("no compute module was found beside the plugin");
            if (!make_threads_considerate()) {
                host.log(GENIEX_LOG_WARN, "the CPU module's threads spin: it will be slow beside other programs");
            }
            return GENIEX_SUCCESS;
        });
    }

    const char* version() noexcept override { return GENIEX_LLAMA_CPP_COMMIT; }

    int32_t device_count() noexcept override { return static_cast<int32_t>(ggml_backend_dev_count()); }

    Device device(int32_t index) noexcept override {
        const ggml_backend_dev_t device = ggml_backend_dev_get(static_cast<size_t>(index));
        return {ggml_backend_dev_name(device), ggml_backend_dev_description(device)};
    }

    const GgufSupport* gguf_support() noexcept override { return &known_gguf(); }

    int32_t create_llm(const geniex_LlmCreateInput& input, RunControl& run, Llm** llm) noexcept override {
        return create([&] { *llm = new LanguageModel(input, *host_, run); });
    }

    int32_t create_vlm(const geniex_VlmCreateInput& input, RunControl& run, Vlm** vlm) noexcept override {
        return create([&] { *vlm = new MultimodalModel(input, *host_, run); });
    }

    void on_foreign_plugin_load() noexcept override {
        guard(*host_, GENIEX_ERROR_COMMON_UNKNOWN, [&] {
            release_idle_sessions(*host_);
            return GENIEX_SUCCESS;
        });
    }

 private:
    template <typename Make>
    int32_t create(Make make) noexcept {
        return guard(*host_, GENIEX_ERROR_COMMON_MODEL_LOAD, [&]() -> int32_t {
            try {
                make();
                return GENIEX_SUCCESS;
            } catch (const LoadError& error) {
                host_->set_error_detail(error.reason.c_str());
                return error.code;
            } catch (const std::invalid_argument& error) {
                host_->set_error_detail(error.what());
                return GENIEX_ERROR_COMMON_INVALID_INPUT;
            }
        });
    }

    Host* host_ = nullptr;
};

}  // namespace geniex::llama

GENIEX_PLUGIN_EXPORT const char* plugin_id() { return "llama_cpp"; }

GENIEX_PLUGIN_EXPORT void* create_plugin() { return static_cast<geniex::Plugin*>(new geniex::llama::LlamaPlugin); }
