#include "fallback.h"

#include <algorithm>
#include <vector>

#include <src/llama-ext.h>

namespace geniex::llama {

namespace {

using Devices = std::vector<ggml_backend_dev_t>;

/// Changes of shape cost nothing and run nowhere.
bool computes(const ggml_tensor* node) {
    switch (node->op) {
        case GGML_OP_NONE:
        case GGML_OP_RESHAPE:
        case GGML_OP_VIEW:
        case GGML_OP_PERMUTE:
        case GGML_OP_TRANSPOSE:
            return false;
        default:
            return true;
    }
}

bool is_product(const ggml_tensor* node) { return node->op == GGML_OP_MUL_MAT || node->op == GGML_OP_MUL_MAT_ID; }

Fallback inspect(ggml_cgraph* graph, const Devices& devices) {
    Fallback fallback;
    for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
        const ggml_tensor* node = ggml_graph_node(graph, i);
        if (!computes(node)) continue;
        fallback.products += is_product(node) ? 1 : 0;
        const auto supports = [node](ggml_backend_dev_t device) { return ggml_backend_dev_supports_op(device, node); };
        if (std::any_of(devices.begin(), devices.end(), supports)) continue;
        ++fallback.ops[ggml_op_desc(node)];
        fallback.products_on_cpu += is_product(node) ? 1 : 0;
    }
    return fallback;
}

}  // namespace

std::optional<Fallback> find_fallback(const llama_model* model, llama_context* probe) {
    Devices devices;
    for (int i = 0; i < llama_model_n_devices(model); ++i) devices.push_back(llama_model_get_device(model, i));
    ggml_cgraph* graph = llama_graph_reserve(probe, 1, 1, 1);
    if (graph == nullptr) return std::nullopt;
    Fallback fallback = inspect(graph, devices);
    graph = llama_graph_reserve(probe, llama_n_ubatch(probe), 1, 1);
    if (graph == nullptr) return std::nullopt;
    for (const auto& [op, count] : inspect(graph, devices).ops) {
        fallback.ops[op] = std::max(fallback.ops[op], count);
    }
    return fallback;
}

}  // namespace geniex::llama
