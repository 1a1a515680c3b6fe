// Names of files, quant tags, split names, and the chipset.
#include <algorithm>

#include "store/chipset.h"
#include "store/file_names.h"
#include "store/quant.h"
#include "store/split_name.h"
#include "store_testing.h"

namespace {

using namespace geniex::store;
using namespace store_testing;

void portable_names() {
    for (const char* name : {"model.gguf", "Qwen3-1.7B-GGUF", "模型.gguf", "модель.gguf", "a b", "...x", "com.gguf",
                             "com10.bin", "console", "\xF0\x9F\x98\x80.gguf", ".hidden"}) {
        check::record(is_portable_name(name), __FILE__, __LINE__, std::string("portable: ") + name);
    }
    for (const char* name : {"",
                             ".",
                             "..",
                             "a/b",
                             "a\\b",
                             "/a",
                             "C:",
                             "a:b",
                             "con",
                             "CON",
                             "Con.txt",
                             "nul.gguf",
                             "AUX",
                             "com1",
                             "LPT9.bin",
                             "COM0",
                             "prn .txt",
                             "a.",
                             "a ",
                             " a",
                             "a\x01",
                             "a\x7F",
                             "a\n",
                             "a<b",
                             "a>b",
                             "a|b",
                             "a?b",
                             "a*b",
                             "a\"b",
                             "\xFF",
                             "a\xE2\x80\xAE"
                             "fugg.exe",
                             "a\xE2\x80\x8B",
                             "\xEF\xBB\xBFx",
                             "conin$"}) {
        check::record(!is_portable_name(name), __FILE__, __LINE__, std::string("not portable: ") + name);
    }
    CHECK(!is_portable_name(std::string_view("a\0b", 3)));
    CHECK(is_portable_name(std::string(200, 'x')));
    CHECK(!is_portable_name(std::string(201, 'x')));
}

void model_file_names() {
    for (const char* name : {"model.gguf", "Q4_0/model-00001-of-00002.gguf", "a/b/c.bin"}) {
        check::record(is_model_file_name(name), __FILE__, __LINE__, std::string("a model file: ") + name);
    }
    for (const char* name :
         {"", "../x", "a/../b", "/etc/passwd", "a//b", "a/", "./a", "C:/x", "geniex.json", "GENIEX.JSON",
          "geniex.json.new", ".lock", ".inflight/x", "a/.lock", "x.progress", "aux/x"}) {
        check::record(!is_model_file_name(name), __FILE__, __LINE__, std::string("no model file: ") + name);
    }
    std::string deep = "a";
    while (deep.size() <= 1024) deep += "/a";
    CHECK(!is_model_file_name(deep));
}

void quant_tags() {
    struct Case {
        const char* path;
        const char* tag;
    };
    const Case cases[] = {
        {"model-Q4_0.gguf", "Q4_0"},
        {"model.q4_k_m.gguf", "Q4_K_M"},
        {"Qwen3-0.6B-IQ2_XXS.gguf", "IQ2_XXS"},
        {"x-UD-Q4_K_XL-00001-of-00002.gguf", "Q4_K_XL"},
        {"x-BF16.gguf", "BF16"},
        {"x_F16.gguf", "F16"},
        {"x-fp16.gguf", "FP16"},
        {"gpt-oss-20b-MXFP4.gguf", "MXFP4"},
        {"x-TQ1_0.gguf", "TQ1_0"},
        {"x-i8.gguf", "I8"},
        {"Q8_0", "Q8_0"},
        {"Q4_K_M/part.gguf", "Q4_K_M"},
        {"x-F16-Q4_K_M.gguf", "Q4_K_M"},  // the preferred one of several
        {"x-F16-Q5_K_M.gguf", "F16"},     // else the first
        {"x-Q4_0_long.gguf", "Q4_0"},     // a segment of a tag has at most three characters
        {"x-Q4_0_4_4.gguf", "Q4_0_4_4"},
    };
    for (const Case& c : cases) CHECK_EQ(find_quant_tag(c.path).value_or("none"), c.tag);
    for (const char* path : {"model.gguf", "llama-7B.gguf", "Wan-I2V.gguf", "xQ4_0.gguf", "q.gguf", ""}) {
        CHECK_EQ(find_quant_tag(path).value_or("none"), "none");
    }
    CHECK(quant_rank("Q4_0") < quant_rank("Q4_K_M"));
    CHECK(quant_rank("Q4_K_M") < quant_rank("Q8_0"));
    CHECK(quant_rank("Q8_0") < quant_rank("F16"));
    CHECK_EQ(quant_rank("F16"), quant_rank("Q2_K"));
}

void split_names() {
    const auto part = parse_split_name("big-Q4_0-00002-of-00003.gguf");
    CHECK(part && part->prefix == "big-Q4_0" && part->number == 2 && part->count == 3);
    for (const char* name : {"x.gguf", "x-0001-of-0002.gguf", "x-00000-of-00002.gguf", "x-00003-of-00002.gguf",
                             "-00001-of-00002.gguf", "x-0000a-of-00002.gguf", ""}) {
        CHECK(!parse_split_name(name).has_value());
    }
}

#if defined(__linux__)
void chipsets() {
    const fs::path root = fresh_folder("chipset");
    CHECK(!detect_chipset(root).has_value());
    const fs::path compatible = root / "proc/device-tree/compatible";
    write(compatible, std::string("radxa,dragon\0qcom,qcm6490\0", 26));
    CHECK_EQ(detect_chipset(root).value_or("none"), "qualcomm-qcs6490");
    write(compatible, std::string("qcom,qcs9075", 12));
    CHECK_EQ(detect_chipset(root).value_or("none"), "qualcomm-qcs9075");
    write(compatible, std::string("qcom,qcs64901\0", 14));
    CHECK(!detect_chipset(root).has_value());
    write(root / "sys/devices/soc0/family", "Snapdragon\n");
    write(root / "sys/devices/soc0/machine", "QCS8275\n");
    CHECK_EQ(detect_chipset(root).value_or("none"), "qualcomm-qcs8275");
}
#endif

}  // namespace

int main() {
    portable_names();
    model_file_names();
    quant_tags();
    split_names();
#if defined(__linux__)
    chipsets();
#endif
    return check::report();
}
