#include "gguf_support.h"

#include <vector>

#include <src/llama-arch.h>
#include <src/llama-hparams.h>

namespace geniex::llama {

const GgufSupport& known_gguf() {
    static const std::vector<const char*> names = [] {
        std::vector<const char*> list;
        for (const llm_arch architecture : llm_arch_all()) list.push_back(llm_arch_name(architecture));
        return list;
    }();
    static const GgufSupport support{names.data(), static_cast<int32_t>(names.size()), LLAMA_MAX_EXPERTS};
    return support;
}

}  // namespace geniex::llama
