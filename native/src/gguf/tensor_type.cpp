#include "tensor_type.h"

#include <algorithm>
#include <iterator>

namespace geniex::gguf {

namespace {

constexpr TensorKind kFloat = TensorKind::kFloat;
constexpr TensorKind kQuantized = TensorKind::kQuantized;
constexpr TensorKind kInteger = TensorKind::kInteger;

// Gaps in the ids are formats that ggml withdrew. F64 is an exchange format without compute kernels,
// so it stands with the integers: no weight may use it.
constexpr TensorType kTypes[] = {
    {0, "F32", kFloat, 1, 4},
    {1, "F16", kFloat, 1, 2},
    {2, "Q4_0", kQuantized, 32, 18},
    {3, "Q4_1", kQuantized, 32, 20},
    {6, "Q5_0", kQuantized, 32, 22},
    {7, "Q5_1", kQuantized, 32, 24},
    {8, "Q8_0", kQuantized, 32, 34},
    {9, "Q8_1", kQuantized, 32, 36},
    {10, "Q2_K", kQuantized, 256, 84},
    {11, "Q3_K", kQuantized, 256, 110},
    {12, "Q4_K", kQuantized, 256, 144},
    {13, "Q5_K", kQuantized, 256, 176},
    {14, "Q6_K", kQuantized, 256, 210},
    {15, "Q8_K", kQuantized, 256, 292},
    {16, "IQ2_XXS", kQuantized, 256, 66},
    {17, "IQ2_XS", kQuantized, 256, 74},
    {18, "IQ3_XXS", kQuantized, 256, 98},
    {19, "IQ1_S", kQuantized, 256, 50},
    {20, "IQ4_NL", kQuantized, 32, 18},
    {21, "IQ3_S", kQuantized, 256, 110},
    {22, "IQ2_S", kQuantized, 256, 82},
    {23, "IQ4_XS", kQuantized, 256, 136},
    {24, "I8", kInteger, 1, 1},
    {25, "I16", kInteger, 1, 2},
    {26, "I32", kInteger, 1, 4},
    {27, "I64", kInteger, 1, 8},
    {28, "F64", kInteger, 1, 8},
    {29, "IQ1_M", kQuantized, 256, 56},
    {30, "BF16", kFloat, 1, 2},
    {34, "TQ1_0", kQuantized, 256, 54},
    {35, "TQ2_0", kQuantized, 256, 66},
    {39, "MXFP4", kQuantized, 32, 17},
    {40, "NVFP4", kQuantized, 64, 36},
    {41, "Q1_0", kQuantized, 128, 18},
    {42, "Q2_0", kQuantized, 64, 18},
};
static_assert(kTypes[std::size(kTypes) - 1].id + 1 == kTensorTypeIdEnd);

struct FileTypeRow {
    uint32_t id;
    const char* label;
};

constexpr FileTypeRow kFileTypes[] = {
    {0, "F32"},     {1, "F16"},     {2, "Q4_0"},     {3, "Q4_1"},    {7, "Q8_0"},     {8, "Q5_0"},
    {9, "Q5_1"},    {10, "Q2_K"},   {11, "Q3_K_S"},  {12, "Q3_K_M"}, {13, "Q3_K_L"},  {14, "Q4_K_S"},
    {15, "Q4_K_M"}, {16, "Q5_K_S"}, {17, "Q5_K_M"},  {18, "Q6_K"},   {19, "IQ2_XXS"}, {20, "IQ2_XS"},
    {21, "Q2_K_S"}, {22, "IQ3_XS"}, {23, "IQ3_XXS"}, {24, "IQ1_S"},  {25, "IQ4_NL"},  {26, "IQ3_S"},
    {27, "IQ3_M"},  {28, "IQ2_S"},  {29, "IQ2_M"},   {30, "IQ4_XS"}, {31, "IQ1_M"},   {32, "BF16"},
    {36, "TQ1_0"},  {37, "TQ2_0"},  {38, "MXFP4"},   {39, "NVFP4"},  {40, "Q1_0"},    {41, "Q2_0"},
};

// Added to the number when a tool guessed the type from the tensors.
constexpr uint64_t kGuessedFlag = 1024;

}  // namespace

const TensorType* find_tensor_type(uint32_t id) {
    const auto* row = std::lower_bound(std::begin(kTypes), std::end(kTypes), id,
                                       [](const TensorType& type, uint32_t wanted) { return type.id < wanted; });
    return row != std::end(kTypes) && row->id == id ? row : nullptr;
}

const char* file_type_label(uint64_t file_type) {
    const uint64_t id = file_type & ~kGuessedFlag;
    const auto* row = std::find_if(std::begin(kFileTypes), std::end(kFileTypes),
                                   [id](const FileTypeRow& type) { return type.id == id; });
    return row != std::end(kFileTypes) ? row->label : nullptr;
}

}  // namespace geniex::gguf
