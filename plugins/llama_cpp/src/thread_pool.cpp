#include "thread_pool.h"

#include <ggml-backend.h>
#include <ggml-cpu.h>

namespace geniex::llama {

namespace {

// The next step follows within a fraction of a millisecond; some polling for it is cheaper than
// to sleep and wake up. The least that the module knows is a few milliseconds.
constexpr uint32_t kPoll = 1;

/// Functions of the CPU module, which is loaded at run time and so cannot be linked to.
template <typename Function>
Function cpu_function(const char* name) {
    const ggml_backend_dev_t cpu = ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU);
    if (cpu == nullptr) return nullptr;
    return reinterpret_cast<Function>(ggml_backend_reg_get_proc_address(ggml_backend_dev_backend_reg(cpu), name));
}

}  // namespace

bool make_threads_considerate() {
    const auto set_considerate = cpu_function<void (*)(bool)>("geniex_cpu_set_considerate");
    if (set_considerate == nullptr) return false;
    set_considerate(true);
    return true;
}

ThreadPool::ThreadPool(int32_t threads) {
    const auto create = cpu_function<decltype(&ggml_threadpool_new)>("ggml_threadpool_new");
    if (create == nullptr) return;
    ggml_threadpool_params params = ggml_threadpool_params_default(threads);
    params.poll = kPoll;
    pool_.reset(create(&params));
}

void ThreadPool::attach_to(llama_context* context) const {
    if (context != nullptr && pool_) llama_attach_threadpool(context, pool_.get(), nullptr);
}

void ThreadPool::Deleter::operator()(ggml_threadpool* pool) const {
    cpu_function<decltype(&ggml_threadpool_free)>("ggml_threadpool_free")(pool);
}

}  // namespace geniex::llama
