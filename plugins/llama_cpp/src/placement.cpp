#include "placement.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include <src/llama-ext.h>

#include "json_writer.h"

namespace geniex::llama {

namespace {

/// What only the engine's load log tells.
struct LoadFacts {
    std::vector<std::string> layer_devices;  ///< by layer; the last is the output layer
    std::optional<int64_t> graph_nodes;
    std::optional<int64_t> graph_splits;
    std::string type_k;
    std::string type_v;
};

/// The number behind `label`; of two, "prefill / decode", the second.
std::optional<int64_t> decode_figure(const std::string& line, const char* label) {
    const size_t at = line.find(label);
    if (at == std::string::npos) return std::nullopt;
    long long prefill = 0;
    long long decode = 0;
    const int found = std::sscanf(line.c_str() + at + std::strlen(label), "%lld / %lld", &prefill, &decode);
    if (found < 1) return std::nullopt;
    return found == 2 ? decode : prefill;
}

void read_line(const std::string& line, LoadFacts& facts) {
    int layer = 0;
    char name[64] = {};
    if (const char* at = std::strstr(line.c_str(), "layer ");
        at != nullptr && std::sscanf(at, "layer %d assigned to device %63[^,]", &layer, name) == 2 && layer >= 0) {
        if (static_cast<size_t>(layer) >= facts.layer_devices.size()) {
            facts.layer_devices.resize(static_cast<size_t>(layer) + 1);
        }
        facts.layer_devices[static_cast<size_t>(layer)] = name;
        return;
    }
    // "graph: nodes = 937, splits = 1, …", or both figures for prefill and decode: "nodes = 940 / 937".
    if (line.find("graph") != std::string::npos) {
        if (const auto nodes = decode_figure(line, "nodes = ")) facts.graph_nodes = nodes;
        if (const auto splits = decode_figure(line, "splits = ")) facts.graph_splits = splits;
    }
    char type_k[32] = {};
    char type_v[32] = {};
    if (const char* at = std::strstr(line.c_str(), "K ("); at != nullptr) {
        const char* second = std::strstr(at, "V (");
        if (std::sscanf(at, "K (%31[^)])", type_k) == 1 && second != nullptr &&
            std::sscanf(second, "V (%31[^)])", type_v) == 1) {
            facts.type_k = type_k;
            facts.type_v = type_v;
        }
    }
}

LoadFacts read_log(const std::vector<std::string>& lines) {
    LoadFacts facts;
    for (const std::string& line : lines) read_line(line, facts);
    return facts;
}

void write_optional(JsonWriter& json, const char* key, const std::optional<int64_t>& value) {
    json.key(key);
    value.has_value() ? json.integer(*value) : json.null();
}

void write_text_or_null(JsonWriter& json, const char* key, const std::string& value) {
    json.key(key);
    value.empty() ? json.null() : json.string(value);
}

void write_model(JsonWriter& json, const llama_model* model) {
    char description[128] = {};
    llama_model_desc(model, description, sizeof(description));
    json.key("model").begin_object();
    json.key("description").string(description);
    json.key("parameters").unsigned_integer(llama_model_n_params(model));
    json.key("bytes").unsigned_integer(llama_model_size(model));
    json.key("layers").integer(llama_model_n_layer(model));
    json.end_object();
}

void write_devices(JsonWriter& json, const LoadFacts& facts) {
    std::map<std::string, int64_t> layers;
    for (const std::string& device : facts.layer_devices) {
        if (!device.empty()) ++layers[device];
    }
    json.key("devices").begin_array();
    for (const auto& [id, count] : layers) {
        const ggml_backend_dev_t device = ggml_backend_dev_by_name(id.c_str());
        json.begin_object();
        json.key("id").string(id);
        json.key("name").string(device != nullptr ? ggml_backend_dev_description(device) : id.c_str());
        json.key("kind").string(device != nullptr ? device_kind(device) : "accelerator");
        json.key("layers").integer(count);
        json.end_object();
    }
    json.end_array();
    json.key("layers").begin_array();
    for (size_t i = 0; i < facts.layer_devices.size(); ++i) {
        json.begin_object();
        json.key("index").unsigned_integer(i);
        write_text_or_null(json, "device", facts.layer_devices[i]);
        json.end_object();
    }
    json.end_array();
}

/// Returns the KV cache's bytes.
size_t write_buffers(JsonWriter& json, const llama_context* context) {
    size_t kv_bytes = 0;
    json.key("buffers").begin_array();
    const auto write = [&json](ggml_backend_buffer_type_t type, const char* use, size_t bytes) {
        if (bytes == 0) return;
        const ggml_backend_dev_t device = ggml_backend_buft_get_device(type);
        json.begin_object();
        json.key("device").string(device != nullptr ? ggml_backend_dev_name(device) : "CPU");
        json.key("buffer").string(ggml_backend_buft_name(type));
        json.key("use").string(use);
        json.key("bytes").unsigned_integer(bytes);
        json.end_object();
    };
    for (const auto& [type, memory] : llama_get_memory_breakdown(context)) {
        write(type, "model", memory.model);
        write(type, "kv", memory.context);
        write(type, "compute", memory.compute);
        kv_bytes += memory.context;
    }
    json.end_array();
    return kv_bytes;
}

void write_fallback_ops(JsonWriter& json, const std::optional<Fallback>& fallback) {
    json.key("fallback_ops");
    if (!fallback.has_value()) {
        json.null();
        return;
    }
    json.begin_array();
    for (const auto& [op, count] : fallback->ops) {
        json.begin_object();
        json.key("op").string(op);
        json.key("count").integer(count);
        json.end_object();
    }
    json.end_array();
}

}  // namespace

std::string placement_report(const Model& model) {
    const LoadFacts facts = read_log(model.load_log());
    JsonWriter json;
    json.begin_object();
    json.key("plugin").string("llama_cpp");
    json.key("version").string(GENIEX_LLAMA_CPP_COMMIT);
    write_model(json, model.get());
    write_devices(json, facts);
    const size_t kv_bytes = write_buffers(json, model.context());
    json.key("kv").begin_object();
    write_text_or_null(json, "type_k", facts.type_k);
    write_text_or_null(json, "type_v", facts.type_v);
    json.key("bytes").unsigned_integer(kv_bytes);
    json.key("n_ctx").unsigned_integer(model.n_ctx());
    json.end_object();
    json.key("graph").begin_object();
    write_optional(json, "splits", facts.graph_splits);
    write_optional(json, "nodes", facts.graph_nodes);
    json.end_object();
    write_fallback_ops(json, model.fallback());
    json.key("threads").begin_object();
    json.key("decode").integer(llama_n_threads(model.context()));
    json.key("prefill").integer(llama_n_threads_batch(model.context()));
    json.end_object();
    json.key("flash_attention").boolean(model.flash_attention());
    json.end_object();
    return json.take();
}

}  // namespace geniex::llama
