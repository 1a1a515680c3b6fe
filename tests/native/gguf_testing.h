// What the GGUF tests share: a few macros, bytes in memory as a source, and a builder of files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "gguf/byte_source.h"
#include "gguf/inspect.h"
#include "gguf/text.h"

namespace gguf_testing {

inline int failures = 0;

struct TestCase {
    const char* name;
    void (*run)();
};

inline std::vector<TestCase>& test_cases() {
    static std::vector<TestCase> cases;
    return cases;
}

struct Registration {
    Registration(const char* name, void (*run)()) { test_cases().push_back({name, run}); }
};

/** Runs what TEST registered; the exit code of main(). */
inline int run_tests() {
    for (const TestCase& test : test_cases()) {
        const int before = failures;
        test.run();
        if (failures != before) std::cerr << "FAILED: " << test.name << '\n';
    }
    std::cout << test_cases().size() << " tests, " << failures << " failures\n";
    return failures == 0 && !test_cases().empty() ? 0 : 1;
}

template <typename Actual, typename Expected>
void expect_equal(const Actual& actual, const Expected& expected, const char* file, int line) {
    if (actual == expected) return;
    ++failures;
    std::cerr << file << ':' << line << ": got '" << actual << "', expected '" << expected << "'\n";
}

inline void expect(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    ++failures;
    std::cerr << file << ':' << line << ": does not hold: " << text << '\n';
}

#define TEST(name)                                                            \
    static void name();                                                       \
    static const gguf_testing::Registration name##_registration{#name, name}; \
    static void name()
#define EXPECT(condition) gguf_testing::expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_EQUAL(actual, expected) gguf_testing::expect_equal((actual), (expected), __FILE__, __LINE__)

/** Bytes in memory that count how many of them were read. */
class MemorySource final : public geniex::gguf::ByteSource {
 public:
    explicit MemorySource(std::string bytes) : bytes_(std::move(bytes)) {}

    uint64_t size() const override { return bytes_.size(); }

    size_t read(uint64_t offset, void* buffer, size_t length) override {
        if (offset >= bytes_.size()) return 0;
        const size_t part = std::min<size_t>(length, bytes_.size() - offset);
        std::memcpy(buffer, bytes_.data() + offset, part);
        bytes_read_ += part;
        return part;
    }

    uint64_t bytes_read() const { return bytes_read_; }

 private:
    std::string bytes_;
    uint64_t bytes_read_ = 0;
};

inline std::string little_endian(uint64_t number, size_t bytes) {
    std::string text;
    for (size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i));
    return text;
}

inline std::string sized(const std::string& text) { return little_endian(text.size(), 8) + text; }

// Encoded values, type tag included.
inline std::string u16(uint16_t number) { return little_endian(2, 4) + little_endian(number, 2); }
inline std::string u32(uint32_t number) { return little_endian(4, 4) + little_endian(number, 4); }
inline std::string i32(int32_t number) { return little_endian(5, 4) + little_endian(static_cast<uint32_t>(number), 4); }
inline std::string boolean(bool flag) { return little_endian(7, 4) + little_endian(flag ? 1 : 0, 1); }
inline std::string text(const std::string& content) { return little_endian(8, 4) + sized(content); }

inline std::string f32(float number) {
    uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    return little_endian(6, 4) + little_endian(bits, 4);
}

inline std::string u32_array(const std::vector<uint32_t>& numbers) {
    std::string encoded = little_endian(9, 4) + little_endian(4, 4) + little_endian(numbers.size(), 8);
    for (const uint32_t number : numbers) encoded += little_endian(number, 4);
    return encoded;
}

inline std::string f32_array(const std::vector<float>& numbers) {
    std::string encoded = little_endian(9, 4) + little_endian(6, 4) + little_endian(numbers.size(), 8);
    for (const float number : numbers) encoded += f32(number).substr(4);
    return encoded;
}

inline std::string text_array(const std::vector<std::string>& texts) {
    std::string encoded = little_endian(9, 4) + little_endian(8, 4) + little_endian(texts.size(), 8);
    for (const std::string& element : texts) encoded += sized(element);
    return encoded;
}

struct TensorSpec {
    std::string name;
    std::vector<uint64_t> shape;
    uint32_t type;
    uint64_t bytes;
};

/** A GGUF file in the making; tensors are filled with zeros. */
class Builder {
 public:
    /** The smallest language model that has nothing wrong with it. */
    static Builder model() {
        Builder builder;
        builder.set("general.architecture", text("llama"))
            .set("llama.block_count", u32(2))
            .set("llama.context_length", u32(128))
            .set("llama.embedding_length", u32(64))
            .set("llama.attention.head_count", u32(4))
            .add_tensor({"token_embd.weight", {64, 32}, 1, 64 * 32 * 2})
            .add_tensor({"output_norm.weight", {64}, 0, 64 * 4});
        return builder;
    }

    /** The smallest vision part that has nothing wrong with it: four patches, one layer. */
    static Builder vision() {
        Builder builder;
        builder.set("general.architecture", text("clip"))
            .set("clip.has_vision_encoder", boolean(true))
            .set("clip.projector_type", text("mlp"))
            .set("clip.vision.image_size", u32(28))
            .set("clip.vision.patch_size", u32(14))
            .set("clip.vision.embedding_length", u32(32))
            .set("clip.vision.projection_dim", u32(64))
            .set("clip.vision.block_count", u32(1))
            .set("clip.vision.attention.head_count", u32(2))
            .set("clip.vision.image_mean", f32_array({0.5F, 0.5F, 0.5F}))
            .set("clip.vision.image_std", f32_array({0.5F, 0.5F, 0.5F}))
            .add_tensor({"v.patch_embd.weight", {14, 14, 3, 32}, 1, 14 * 14 * 3 * 32 * 2})
            .add_tensor({"v.position_embd.weight", {32, 4}, 1, 32 * 4 * 2})
            .add_tensor({"v.blk.0.attn_out.weight", {32, 32}, 1, 32 * 32 * 2})
            .add_tensor({"mm.0.weight", {32, 64}, 1, 32 * 64 * 2});
        return builder;
    }

    Builder& set(const std::string& key, std::string encoded) {
        const auto same = [&](const auto& entry) { return entry.first == key; };
        const auto found = std::find_if(keys_.begin(), keys_.end(), same);
        if (found != keys_.end()) {
            found->second = std::move(encoded);
        } else {
            keys_.emplace_back(key, std::move(encoded));
        }
        return *this;
    }

    Builder& drop(const std::string& key) {
        const auto same = [&](const auto& entry) { return entry.first == key; };
        keys_.erase(std::remove_if(keys_.begin(), keys_.end(), same), keys_.end());
        return *this;
    }

    Builder& add_tensor(TensorSpec tensor) {
        tensors_.push_back(std::move(tensor));
        return *this;
    }

    Builder& drop_tensors() {
        tensors_.clear();
        return *this;
    }

    Builder& alignment(uint32_t bytes) {
        alignment_ = bytes;
        return set("general.alignment", u32(bytes));
    }

    std::string build() const {
        std::string file =
            "GGUF" + little_endian(3, 4) + little_endian(tensors_.size(), 8) + little_endian(keys_.size(), 8);
        for (const auto& [key, value] : keys_) file += sized(key) + value;
        uint64_t offset = 0;
        for (const TensorSpec& tensor : tensors_) {
            file += sized(tensor.name) + little_endian(tensor.shape.size(), 4);
            for (const uint64_t size : tensor.shape) file += little_endian(size, 8);
            file += little_endian(tensor.type, 4) + little_endian(offset, 8);
            offset += padded(tensor.bytes);
        }
        file.resize(padded(file.size()) + offset);
        return file;
    }

 private:
    uint64_t padded(uint64_t bytes) const { return (bytes + alignment_ - 1) / alignment_ * alignment_; }

    std::vector<std::pair<std::string, std::string>> keys_;
    std::vector<TensorSpec> tensors_;
    uint64_t alignment_ = 32;
};

inline geniex::gguf::Report inspect(const std::string& bytes, const geniex::gguf::Expectations& expectations = {}) {
    MemorySource source(bytes);
    return geniex::gguf::inspect(source, "model.gguf", expectations);
}

/** Code of the first fatal finding, "" when there is none. */
inline std::string fatal_code(const geniex::gguf::Report& report) {
    return report.findings.fatal().empty() ? "" : report.findings.fatal()[0].code;
}

inline std::string warning_code(const geniex::gguf::Report& report) {
    return report.findings.warnings().empty() ? "" : report.findings.warnings()[0].code;
}

inline std::string fatal_code(const std::string& bytes) { return fatal_code(inspect(bytes)); }
inline std::string fatal_code(const Builder& builder) { return fatal_code(inspect(builder.build())); }
inline std::string warning_code(const Builder& builder) { return warning_code(inspect(builder.build())); }

}  // namespace gguf_testing
