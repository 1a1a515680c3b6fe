#include "facts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "checks.h"

namespace geniex::gguf {

namespace {

class FactsWriter {
 public:
    FactsWriter(const Container& container, const SplitTotals& totals, JsonWriter& json)
        : container_(container), totals_(totals), json_(json), architecture_(architecture_of(container)) {}

    void write() {
        json_.begin_object();
        write_identity();
        write_sizes();
        write_hyper_parameters();
        write_embeddings();
        write_tokenizer();
        write_projector();
        json_.end_object();
    }

 private:
    std::string model_key(const char* name) const {
        const bool is_projector = architecture_ == kProjectorArchitecture;
        return architecture_ + (is_projector ? ".vision." : ".") + name;
    }

    void write_text(const char* name, const std::string& key) {
        const std::string* text = container_.find_text(key);
        json_.key(name);
        if (text != nullptr) {
            json_.string(*text);
        } else {
            json_.null();
        }
    }

    void write_number(const char* name, const std::string& key) {
        const Value* value = container_.find(key);
        const auto number = value != nullptr ? value->as_unsigned() : std::nullopt;
        json_.key(name);
        if (number) {
            json_.unsigned_integer(*number);
        } else {
            json_.null();
        }
    }

    void write_per_layer(const char* name, const std::string& key) {
        const Value* value = container_.find(key);
        const auto numbers = value != nullptr ? value->as_numbers() : std::nullopt;
        if (!numbers) {
            write_number(name, key);
            return;
        }
        json_.key(name).begin_array();
        for (const double number : *numbers) json_.number(number);
        json_.end_array();
    }

    /** A number that is known once the tensor table was read. */
    void write_size(const char* name, uint64_t number) {
        json_.key(name);
        if (container_.has_tensor_table) {
            json_.unsigned_integer(number);
        } else {
            json_.null();
        }
    }

    void write_identity();
    void write_sizes();
    void write_tensor_types();
    void write_hyper_parameters();
    void write_embeddings();
    const Tensor* find_tensor(std::string_view name) const;
    void write_tokenizer();
    void write_projector();

    const Container& container_;
    const SplitTotals& totals_;
    JsonWriter& json_;
    std::string architecture_;
};

using BytesByType = std::array<uint64_t, kTensorTypeIdEnd>;

BytesByType bytes_by_type(const Container& container) {
    BytesByType bytes{};
    for (const Tensor& tensor : container.tensors) bytes[tensor.type_id] += tensor.bytes;
    return bytes;
}

/** The label that the file gives itself, or else the format of most of its bytes. */
const char* quantization_of(const Container& container) {
    const Value* value = container.find("general.file_type");
    const auto file_type = value != nullptr ? value->as_unsigned() : std::nullopt;
    const char* label = file_type ? file_type_label(*file_type) : nullptr;
    if (label != nullptr || container.tensors.empty() || !container.has_tensor_table) return label;
    const BytesByType bytes = bytes_by_type(container);
    const auto id = static_cast<uint32_t>(std::max_element(bytes.begin(), bytes.end()) - bytes.begin());
    return find_tensor_type(id)->name;
}

void FactsWriter::write_identity() {
    write_text("architecture", "general.architecture");
    write_text("name", "general.name");
    write_text("type", "general.type");
    write_text("size_label", "general.size_label");
    write_text("license", "general.license");
    json_.key("languages").begin_array();
    const Value* languages = container_.find("general.languages");
    if (languages != nullptr) {
        for (const std::string& language : languages->as_texts().value_or(std::vector<std::string>{}))
            json_.string(language);
    }
    json_.end_array();
    const char* quantization = quantization_of(container_);
    json_.key("quantization");
    if (quantization != nullptr) {
        json_.string(quantization);
    } else {
        json_.null();
    }
}

void FactsWriter::write_sizes() {
    json_.key("gguf_version");
    if (container_.version != 0) {
        json_.unsigned_integer(container_.version);
    } else {
        json_.null();
    }
    write_size("alignment", container_.alignment);
    json_.key("file_bytes");
    if (totals_.parts != 0) {
        json_.unsigned_integer(totals_.file_bytes);
    } else {
        json_.null();
    }
    write_size("metadata_bytes", container_.metadata_bytes);
    write_size("tensor_bytes", totals_.data_bytes);
    write_size("tensor_count", totals_.tensors);
    write_size("parameter_count", totals_.elements);
    write_size("split_count", totals_.parts);
    write_tensor_types();
}

void FactsWriter::write_tensor_types() {
    const BytesByType bytes = bytes_by_type(container_);
    json_.key("tensor_types").begin_object();
    for (uint32_t id = 0; id < kTensorTypeIdEnd; ++id) {
        if (bytes[id] != 0) json_.key(find_tensor_type(id)->name).unsigned_integer(bytes[id]);
    }
    json_.end_object();
}

void FactsWriter::write_hyper_parameters() {
    write_number("context_length", model_key("context_length"));
    write_number("block_count", model_key("block_count"));
    write_number("embedding_length", model_key("embedding_length"));
    write_per_layer("feed_forward_length", model_key("feed_forward_length"));
    write_per_layer("head_count", model_key("attention.head_count"));
    write_per_layer("head_count_kv", model_key("attention.head_count_kv"));
    write_number("key_length", model_key("attention.key_length"));
    write_number("value_length", model_key("attention.value_length"));
    write_number("expert_count", model_key("expert_count"));
    write_per_layer("expert_used_count", model_key("expert_used_count"));
    write_number("sliding_window", model_key("attention.sliding_window"));
    write_number("pooling_type", model_key("pooling_type"));
    write_number("recurrent_state_size", model_key("ssm.state_size"));
    write_number("recurrent_inner_size", model_key("ssm.inner_size"));
    write_number("recurrent_kernel", model_key("ssm.conv_kernel"));
}

/** The table of token embeddings, which stays on the CPU, and whether the output reuses it. */
void FactsWriter::write_embeddings() {
    const Tensor* table = find_tensor("token_embd.weight");
    write_size("embedding_bytes", table != nullptr ? table->bytes : 0);
    write_size("embedding_parameters", table != nullptr ? table->elements : 0);
    json_.key("has_output_matrix").boolean(find_tensor("output.weight") != nullptr);
}

const Tensor* FactsWriter::find_tensor(std::string_view name) const {
    const auto is_wanted = [&](const Tensor& tensor) { return container_.name(tensor) == name; };
    const auto found = std::find_if(container_.tensors.begin(), container_.tensors.end(), is_wanted);
    return found != container_.tensors.end() ? &*found : nullptr;
}

void FactsWriter::write_tokenizer() {
    const Value* tokens = container_.find("tokenizer.ggml.tokens");
    if (tokens != nullptr && tokens->type == ValueType::kArray) {
        json_.key("vocabulary_size").unsigned_integer(tokens->count);
    } else {
        write_number("vocabulary_size", model_key("vocab_size"));
    }
    write_text("tokenizer_model", "tokenizer.ggml.model");
    write_text("tokenizer_pre", "tokenizer.ggml.pre");
    write_number("bos_token_id", "tokenizer.ggml.bos_token_id");
    write_number("eos_token_id", "tokenizer.ggml.eos_token_id");
    const Value* chat_template = container_.find("tokenizer.chat_template");
    json_.key("chat_template_bytes");
    if (chat_template != nullptr && chat_template->type == ValueType::kString) {
        json_.unsigned_integer(chat_template->count);
    } else {
        json_.null();
    }
}

void FactsWriter::write_projector() {
    json_.key("modalities").begin_array();
    for (const char* modality : {"vision", "audio"}) {
        const Value* flag = container_.find(std::string("clip.has_") + modality + "_encoder");
        if (flag != nullptr && flag->as_bool().value_or(false)) json_.string(modality);
    }
    json_.end_array();
    const bool has_common_type = container_.find("clip.projector_type") != nullptr;
    write_text("projector_type", has_common_type ? "clip.projector_type" : "clip.vision.projector_type");
    write_number("projection_length", "clip.vision.projection_dim");
    write_number("image_size", "clip.vision.image_size");
    write_number("patch_size", "clip.vision.patch_size");
}

}  // namespace

void write_facts(const Container& container, const SplitTotals& totals, JsonWriter& json) {
    FactsWriter(container, totals, json).write();
}

}  // namespace geniex::gguf
