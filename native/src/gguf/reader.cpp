#include "reader.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "cursor.h"
#include "finding.h"
#include "text.h"

namespace geniex::gguf {

namespace {

constexpr uint32_t kOldestVersion = 2;
constexpr uint32_t kNewestVersion = 3;
constexpr uint64_t kMagicBytes = 4;
constexpr uint64_t kMaxKeyBytes = 65'535;
constexpr uint64_t kMaxTensorNameBytes = 63;
constexpr uint64_t kMaxAlignment = 65'536;
constexpr uint64_t kMaxComparedWordBytes = 4096;
constexpr const char* kTokensKey = "tokenizer.ggml.tokens";
constexpr uint64_t kMinKeyEntryBytes = 8 + 1 + 4 + 1;             // length, key, type, value
constexpr uint64_t kMinTensorEntryBytes = 8 + 1 + 4 + 8 + 4 + 8;  // length, name, rank, one dimension, type, offset

[[noreturn]] void fail(const char* code, std::string where, std::string message, const char* remedy = kDownloadAgain) {
    throw Malformed{{code, std::move(message), std::move(where), remedy}};
}

/** a * b, or false when it does not fit into 63 bits, which is what file offsets and ggml's sizes have. */
bool multiply(uint64_t a, uint64_t b, uint64_t& product) {
    constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
    if (b != 0 && a > kMax / b) return false;
    product = a * b;
    return true;
}

bool add(uint64_t a, uint64_t b, uint64_t& sum) {
    constexpr uint64_t kMax = std::numeric_limits<int64_t>::max();
    if (a > kMax || b > kMax - a) return false;
    sum = a + b;
    return true;
}

bool pad(uint64_t bytes, uint64_t alignment, uint64_t& padded) {
    if (!add(bytes, alignment - 1, padded)) return false;
    padded -= padded % alignment;
    return true;
}

class ContainerReader {
 public:
    ContainerReader(ByteSource& source, const Limits& limits, Container& container)
        : limits_(limits), container_(container), cursor_(source, limits.metadata_bytes) {
        container_.file_bytes = source.size();
    }

    void read() {
        read_header();
        for (uint64_t i = 0; i < key_count_; ++i) read_entry(i);
        apply_alignment();
        for (uint64_t i = 0; i < tensor_count_; ++i) read_tensor(i);
        container_.metadata_bytes = cursor_.position();
        check_tensor_names();
        container_.has_tensor_table = true;
        check_data_section();
    }

 private:
    void read_header();
    uint64_t read_count(const char* what, uint64_t maximum, uint64_t min_entry_bytes);
    void read_entry(uint64_t index);
    std::string read_key(uint64_t index);
    ValueType read_value_type(const std::string& where);
    void read_value(Value& value, const std::string& key);
    void read_array(Value& value, const std::string& key);
    void read_string_array(Value& value, const std::string& key);
    void read_vocabulary(Value& value, const std::string& key);
    void apply_alignment();
    void read_tensor(uint64_t index);
    void read_tensor_name(Tensor& tensor, uint64_t index);
    void read_shape(Tensor& tensor, const std::string& where);
    void read_tensor_type(Tensor& tensor, const std::string& where);
    void place_tensor(Tensor& tensor, const std::string& where);
    void check_tensor_names() const;
    void check_data_section() const;

    const Limits& limits_;
    Container& container_;
    Cursor cursor_;
    uint64_t tensor_count_ = 0;
    uint64_t key_count_ = 0;
    uint64_t next_offset_ = 0;  // where the next tensor must lie
    uint64_t data_end_ = 0;     // end of the last tensor
};

void ContainerReader::read_header() {
    cursor_.skip(kMagicBytes, "header");
    container_.version = static_cast<uint32_t>(cursor_.number(4, "header"));
    if (container_.version < kOldestVersion || container_.version > kNewestVersion) {
        fail("version", "version",
             concat("This is GGUF version ", container_.version, "; versions ", kOldestVersion, " and ", kNewestVersion,
                    " can be read."),
             container_.version < kOldestVersion
                 ? "Get a newer conversion of the model; this one uses a format of 2023."
                 : "Update this program, or get the file again: it may be damaged.");
    }
    tensor_count_ = read_count("tensors", limits_.tensors, kMinTensorEntryBytes);
    key_count_ = read_count("metadata keys", limits_.keys, kMinKeyEntryBytes);
}

uint64_t ContainerReader::read_count(const char* what, uint64_t maximum, uint64_t min_entry_bytes) {
    const uint64_t count = cursor_.number(8, "header");
    if (count > maximum || count > cursor_.remaining() / min_entry_bytes) {
        fail("count", "header",
             concat("The header announces ", count, " ", what,
                    ", more than the file can hold. It is incomplete or damaged."));
    }
    return count;
}

void ContainerReader::read_entry(uint64_t index) {
    const std::string key = read_key(index);
    const auto [entry, is_new] = container_.metadata.try_emplace(key);
    if (!is_new) {
        fail("duplicate_key", key,
             concat("The metadata key ", quote(key), " stands twice; programs would read different models."),
             kOtherFile);
    }
    read_value(entry->second, key);
}

std::string ContainerReader::read_key(uint64_t index) {
    const std::string where = concat("metadata key ", index + 1, " of ", key_count_);
    const uint64_t length = cursor_.number(8, where);
    if (length == 0 || length > kMaxKeyBytes) {
        fail("key_length", where,
             concat("The name of ", where, " has ", length, " bytes; 1 to ", kMaxKeyBytes, " are allowed."));
    }
    std::string key;
    cursor_.append(key, length, where);
    if (!is_valid_utf8(key) || key.find('\0') != std::string::npos) {
        fail("key_text", where, concat("The name of ", where, " is not text: ", quote(key), "."));
    }
    return key;
}

ValueType ContainerReader::read_value_type(const std::string& where) {
    const uint64_t type = cursor_.number(4, where);
    if (type >= kValueTypeCount) {
        fail("value_type", where, concat("The value of ", quote(where), " has the unknown type ", type, "."));
    }
    return static_cast<ValueType>(type);
}

void ContainerReader::read_value(Value& value, const std::string& key) {
    value.type = read_value_type(key);
    if (value.type == ValueType::kArray) {
        read_array(value, key);
    } else if (value.type == ValueType::kString) {
        value.count = cursor_.number(8, key);
        value.is_kept = value.count <= limits_.kept_string_bytes;
        if (value.is_kept) {
            cursor_.append(value.data, value.count, key);
        } else {
            cursor_.skip(value.count, key);
        }
    } else {
        value.bits = cursor_.number(value_type_size(value.type), key);
    }
}

void ContainerReader::read_array(Value& value, const std::string& key) {
    value.element = read_value_type(key);
    if (value.element == ValueType::kArray) {
        fail("nested_array", key,
             concat("The value of ", quote(key), " is an array of arrays, which the format does not allow."));
    }
    value.count = cursor_.number(8, key);
    if (value.element == ValueType::kString) {
        read_string_array(value, key);
        return;
    }
    uint64_t bytes = 0;
    if (!multiply(value.count, value_type_size(value.element), bytes)) {
        fail(
            "count", key,
            concat("The value of ", quote(key), " announces ", value.count, " elements, more than any file can hold."));
    }
    value.is_kept = bytes <= limits_.kept_array_bytes;
    if (value.is_kept) {
        cursor_.append(value.data, bytes, key);
    } else {
        cursor_.skip(bytes, key);
    }
}

void ContainerReader::read_string_array(Value& value, const std::string& key) {
    if (value.count > cursor_.remaining() / sizeof(uint64_t)) {
        fail("count", key,
             concat("The value of ", quote(key), " announces ", value.count,
                    " strings, more than the file can hold. It is incomplete or damaged."));
    }
    if (key == kTokensKey) {
        read_vocabulary(value, key);
        return;
    }
    for (uint64_t i = 0; i < value.count; ++i) {
        const uint64_t length = cursor_.number(sizeof(uint64_t), key);
        cursor_.require(length, key);
        value.is_kept = value.is_kept && value.data.size() + sizeof(uint64_t) + length <= limits_.kept_array_bytes;
        if (!value.is_kept) {
            cursor_.skip(length, key);
            continue;
        }
        for (size_t byte = 0; byte < sizeof(uint64_t); ++byte) value.data += static_cast<char>(length >> (8 * byte));
        cursor_.append(value.data, length, key);
    }
    if (!value.is_kept) std::string().swap(value.data);
}

/** Counts the words as they pass; they are too many to keep. */
void ContainerReader::read_vocabulary(Value& value, const std::string& key) {
    value.is_kept = false;
    TokenCensus& tokens = container_.tokens;
    tokens.begin(value.count);
    std::string word;
    for (uint64_t i = 0; i < value.count; ++i) {
        const uint64_t length = cursor_.number(sizeof(uint64_t), key);
        if (length > kMaxComparedWordBytes) {
            cursor_.skip(length, key);
            tokens.add_unseen();
            continue;
        }
        word.clear();
        cursor_.append(word, length, key);
        tokens.add(word);
    }
    tokens.finish();
}

void ContainerReader::apply_alignment() {
    const Value* value = container_.find("general.alignment");
    if (value == nullptr) return;
    const uint64_t alignment = value->type == ValueType::kU32 ? value->bits : 0;
    const bool is_power_of_two = alignment != 0 && (alignment & (alignment - 1)) == 0;
    if (!is_power_of_two || alignment > kMaxAlignment) {
        fail("alignment", "general.alignment",
             concat("general.alignment must be a u32 power of two up to ", kMaxAlignment, "; it is ",
                    value->type == ValueType::kU32 ? concat(alignment) : "a value of type " + value->type_name(), "."));
    }
    container_.alignment = alignment;
}

void ContainerReader::read_tensor(uint64_t index) {
    Tensor tensor;
    read_tensor_name(tensor, index);
    const std::string where(container_.name(tensor));
    read_shape(tensor, where);
    read_tensor_type(tensor, where);
    place_tensor(tensor, where);
    container_.tensors.push_back(tensor);
}

void ContainerReader::read_tensor_name(Tensor& tensor, uint64_t index) {
    const std::string where = concat("tensor ", index + 1, " of ", tensor_count_);
    const uint64_t length = cursor_.number(8, where);
    if (length == 0 || length > kMaxTensorNameBytes) {
        fail("tensor_name", where,
             concat("The name of ", where, " has ", length, " bytes; 1 to ", kMaxTensorNameBytes, " are allowed."));
    }
    std::string name;
    cursor_.append(name, length, where);
    if (!is_valid_utf8(name) || name.find('\0') != std::string::npos) {
        fail("tensor_name", where, concat("The name of ", where, " is not text: ", quote(name), "."));
    }
    tensor.name_position = static_cast<uint32_t>(container_.tensor_names.size());
    tensor.name_length = static_cast<uint8_t>(length);
    container_.tensor_names += name;
}

void ContainerReader::read_shape(Tensor& tensor, const std::string& where) {
    const uint64_t dimensions = cursor_.number(4, where);
    if (dimensions == 0 || dimensions > kMaxDimensions) {
        fail("tensor_shape", where,
             concat("The tensor ", quote(where), " has ", dimensions, " dimensions; 1 to 4 are allowed."));
    }
    tensor.dimensions = static_cast<uint8_t>(dimensions);
    tensor.elements = 1;
    for (uint64_t i = 0; i < dimensions; ++i) {
        const uint64_t size = cursor_.number(8, where);
        if (size == 0 || size > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
            fail("tensor_shape", where,
                 concat("Dimension ", i + 1, " of the tensor ", quote(where), " is ", static_cast<int64_t>(size),
                        "; it must be at least 1."));
        }
        if (!multiply(tensor.elements, size, tensor.elements)) {
            fail("tensor_size", where, concat("The tensor ", quote(where), " is larger than any memory."));
        }
        tensor.shape[i] = size;
    }
}

void ContainerReader::read_tensor_type(Tensor& tensor, const std::string& where) {
    const auto id = static_cast<uint32_t>(cursor_.number(4, where));
    const TensorType* type = find_tensor_type(id);
    if (type == nullptr) {
        fail("tensor_type", where,
             concat("The tensor ", quote(where), " has the format number ", static_cast<int32_t>(id),
                    ", which is unknown or was withdrawn."),
             "Update this program, or get a newer conversion of the model.");
    }
    tensor.type_id = static_cast<uint8_t>(id);
    if (tensor.shape[0] % type->block_elements != 0) {
        fail("tensor_shape", where,
             concat("The rows of the tensor ", quote(where), " have ", tensor.shape[0],
                    " elements, not a multiple of the ", type->block_elements, " that a block of ", type->name,
                    " holds."));
    }
    if (!multiply(tensor.elements / type->block_elements, type->block_bytes, tensor.bytes)) {
        fail("tensor_size", where, concat("The tensor ", quote(where), " is larger than any file."));
    }
}

void ContainerReader::place_tensor(Tensor& tensor, const std::string& where) {
    tensor.offset = cursor_.number(8, where);
    // Tensors follow one another without gap or overlap, so that all readers see the same weights.
    if (tensor.offset != next_offset_) {
        fail("tensor_offset", where,
             concat("The data of the tensor ", quote(where), " should start at ", next_offset_,
                    " but is said to start at ", tensor.offset, "."));
    }
    uint64_t padded = 0;
    if (!pad(tensor.bytes, container_.alignment, padded) || !add(next_offset_, padded, next_offset_)) {
        fail("tensor_size", where, concat("The tensors up to ", quote(where), " are larger than any file."));
    }
    data_end_ = tensor.offset + tensor.bytes;
    container_.data_bytes += tensor.bytes;
}

void ContainerReader::check_tensor_names() const {
    const Container& container = container_;
    std::vector<uint32_t> order(container.tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto name = [&](uint32_t i) { return container.name(container.tensors[i]); };
    std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return name(a) < name(b); });
    const auto twin =
        std::adjacent_find(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return name(a) == name(b); });
    if (twin != order.end()) {
        fail("duplicate_tensor", std::string(name(*twin)),
             concat("The tensor ", quote(name(*twin)), " stands twice; programs would read different models."),
             kOtherFile);
    }
}

void ContainerReader::check_data_section() const {
    if (container_.tensors.empty()) return;
    uint64_t start = 0;
    uint64_t end = 0;
    if (!pad(container_.metadata_bytes, container_.alignment, start) || !add(start, data_end_, end)) {
        fail("tensor_size", "file", "The tensors are larger than any file.");
    }
    if (end > container_.file_bytes) {
        fail("truncated", "file",
             concat("The file is cut off: it has ", format_bytes(container_.file_bytes), " but its weights need ",
                    format_bytes(end), ", so ", format_bytes(end - container_.file_bytes),
                    " are missing. The download is not complete."));
    }
}

}  // namespace

void read_container(ByteSource& source, const Limits& limits, Container& container) {
    ContainerReader(source, limits, container).read();
}

}  // namespace geniex::gguf
