// The JSON reader, the manifest, and what an import makes of an installed one.
#include <algorithm>

#include "store/json.h"
#include "store/manifest.h"
#include "store/merge.h"
#include "store_testing.h"

namespace {

using namespace geniex::store;
using namespace store_testing;

constexpr int32_t kParse = GENIEX_ERROR_COMMON_MANIFEST_PARSE;

std::string repeated(const std::string& text, size_t count) {
    std::string result;
    for (size_t i = 0; i < count; ++i) result += text;
    return result;
}

void accepted_json() {
    const JsonValue root = parse_json(
        "\xEF\xBB\xBF { \"a\" : [ 1 , -2, 0, 1.5e3, true, false, null ], \"t\":\"\\u00e9\\ud83d\\ude00\\n\\/\\\"\", "
        "\"n\":null }\n");
    const JsonValue::Array& list = *root.find("a")->as_array();
    CHECK_EQ(list.size(), size_t{7});
    CHECK_EQ(*list[1].as_integer(), -2);
    CHECK(list[3].as_integer() == nullptr && list[3].as_text() == nullptr && !list[3].is_null());
    CHECK(*list[4].as_boolean() && !*list[5].as_boolean() && list[6].is_null());
    CHECK_EQ(*root.find("t")->as_text(), "\xC3\xA9\xF0\x9F\x98\x80\n/\"");
    CHECK(root.find("n") == nullptr && root.find("missing") == nullptr);
    CHECK_EQ(*parse_json("9223372036854775807").as_integer(), INT64_MAX);
    CHECK_EQ(*parse_json("-9223372036854775808").as_integer(), INT64_MIN);
    CHECK(parse_json("9223372036854775808").as_integer() == nullptr);
    CHECK(parse_json("-9223372036854775809").as_integer() == nullptr);
    CHECK(parse_json("1" + std::string(1000, '0')).as_integer() == nullptr);
    CHECK_EQ(*parse_json("\"\\u0000\"").as_text(), std::string(1, '\0'));
    CHECK(parse_json(repeated("[", 32) + repeated("]", 32)).as_array() != nullptr);
}

void refused_json() {
    for (const char* text : {"",
                             " ",
                             "{",
                             "}",
                             "[",
                             "[1",
                             "[1,",
                             "[1,]",
                             "[,1]",
                             "{\"a\"}",
                             "{\"a\":}",
                             "{\"a\":1,}",
                             "{a:1}",
                             "{'a':1}",
                             "{\"a\":1 \"b\":2}",
                             "{\"a\":1,\"a\":2}",
                             "1 2",
                             "01",
                             "-",
                             "-01",
                             "+1",
                             ".5",
                             "1.",
                             "1e",
                             "1e+",
                             "0x1",
                             "NaN",
                             "Infinity",
                             "tru",
                             "nul",
                             "truefalse",
                             "\"",
                             "\"a",
                             "\"\\x\"",
                             "\"\\u12\"",
                             "\"\\u12g4\"",
                             "\"\\ud800\"",
                             "\"\\ud800\\u0041\"",
                             "\"\\udc00\"",
                             "\"\n\"",
                             "\"\x01\"",
                             "// c\n1",
                             "/* */1",
                             "\xFF",
                             "\"\xC0\x80\""}) {
        CHECK_EQ(code_of([&] { parse_json(text); }), kParse);
    }
    CHECK_EQ(code_of([&] { parse_json(repeated("[", 34) + repeated("]", 34)); }), kParse);
    CHECK_EQ(code_of([&] { parse_json(repeated("[", 1 << 20)); }), kParse);
    CHECK_EQ(code_of([&] { parse_json(std::string((1 << 20) + 1, ' ')); }), kParse);
    CHECK_EQ(code_of([&] { parse_json("[" + repeated("0,", 100'000) + "0]"); }), kParse);
    std::string text;
    code_of([&] { parse_json("[1, x]"); }, &text);
    CHECK(text.find("byte 4") != std::string::npos);
}

Manifest example() {
    Manifest manifest;
    manifest.name = "org/repo-GGUF";
    manifest.model_name = "repo";
    manifest.model_type = GENIEX_MODEL_TYPE_VLM;
    manifest.plugin_id = kLlamaCppPlugin;
    manifest.quants["Q8_0"] = {"repo-Q8_0-00001-of-00002.gguf", true, 30};
    manifest.quants["Q4_0"] = {"repo-Q4_0.gguf", true, 10};
    manifest.quants["F16"] = {"repo-F16.gguf", false, 99};
    manifest.projector = {"mmproj.gguf", true, 5};
    manifest.extra_files = {{"repo-Q8_0-00002-of-00002.gguf", true, 7}};
    return manifest;
}

void manifest_text() {
    const std::string text = to_json(example());
    CHECK_EQ(text.find('\n'), std::string::npos);
    CHECK_EQ(text.substr(0, 77),
             "{\"Name\":\"org/repo-GGUF\",\"ModelName\":\"repo\",\"ModelType\":\"vlm\",\"PluginId\":\"llam");
    CHECK(text.find("\"ModelFile\":{\"F16\":{\"Name\":\"repo-F16.gguf\",\"Downloaded\":false,\"Size\":99}") !=
          std::string::npos);
    CHECK(text.find("\"TokenizerFile\":{\"Name\":\"\",\"Downloaded\":false,\"Size\":0}") != std::string::npos);
    const Manifest read = parse_manifest(text);
    CHECK_EQ(to_json(read), text);
    CHECK_EQ(read.total_size(), 52);
    CHECK_EQ(read.installed_quants().size(), size_t{2});
    CHECK_EQ(read.installed_quants()[0], "Q4_0");
    CHECK_EQ(read.extra_files_of("q8_0").size(), size_t{1});
    CHECK(read.find_quant("q4_0") != nullptr && read.find_quant("Q5_0") == nullptr);
    CHECK_EQ(model_name_of("org/repo-GGUF"), "repo");
    CHECK_EQ(model_name_of("org/repo-gguf"), "repo");
    CHECK_EQ(model_name_of("org/plain"), "plain");
}

void lenient_manifests() {
    const Manifest bare = parse_manifest("{}");
    CHECK(bare.quants.empty() && bare.model_type == GENIEX_MODEL_TYPE_LLM);
    const Manifest nulls = parse_manifest(
        "{\"Name\":null,\"ModelType\":null,\"ModelFile\":null,\"MMProjFile\":null,\"TokenizerFile\":null,"
        "\"ExtraFiles\":null,\"DeviceId\":7,\"MinSDKVersion\":{\"x\":[1]}}");
    CHECK(nulls.quants.empty() && nulls.extra_files.empty());
    const char* legacy =
        "{\"PluginId\":\"qairt\",\"Precision\":\"W4A16\",\"ModelFile\":{\"N/"
        "A\":{\"Name\":\"a.bin\",\"Downloaded\":true}}}";
    CHECK_EQ(parse_manifest(legacy).installed_quants().at(0), "W4A16");
    std::string other = legacy;
    other.replace(other.find("qairt"), 5, "llama");
    CHECK_EQ(parse_manifest(other).installed_quants().at(0), "N/A");
}

void hostile_manifests() {
    for (const char* name : {"../x", "/etc/passwd", "a/../../x", "C:\\\\x", "a\\\\b", "..", "con", "geniex.json",
                             ".lock", "x.progress", "a\\u0000b", "a\\nb", ".inflight/geniex.json", "a/"}) {
        const std::string entry = "{\"Name\":\"" + std::string(name) + "\",\"Downloaded\":true,\"Size\":1}";
        CHECK_EQ(code_of([&] { parse_manifest("{\"ModelFile\":{\"Q4_0\":" + entry + "}}"); }), kParse);
        CHECK_EQ(code_of([&] { parse_manifest("{\"MMProjFile\":" + entry + "}"); }), kParse);
        CHECK_EQ(code_of([&] { parse_manifest("{\"TokenizerFile\":" + entry + "}"); }), kParse);
        CHECK_EQ(code_of([&] { parse_manifest("{\"ExtraFiles\":[" + entry + "]}"); }), kParse);
    }
    for (const char* text :
         {"[]", "null", "1", "{\"Name\":1}", "{\"ModelType\":\"x\"}", "{\"ModelFile\":[]}", "{\"ModelFile\":{\"Q\":1}}",
          "{\"ModelFile\":{\"Q\":{\"Downloaded\":true}}}", "{\"ModelFile\":{\"Q\":{\"Name\":1}}}",
          "{\"ModelFile\":{\"\":{\"Name\":\"a\"}}}", "{\"ModelFile\":{\"Q\":{\"Name\":\"a\",\"Downloaded\":1}}}",
          "{\"ModelFile\":{\"Q\":{\"Name\":\"a\",\"Size\":-1}}}",
          "{\"ModelFile\":{\"Q\":{\"Name\":\"a\",\"Size\":1.5}}}",
          "{\"ModelFile\":{\"Q\":{\"Name\":\"a\",\"Size\":9223372036854775807}}}", "{\"ExtraFiles\":{}}",
          "{\"ExtraFiles\":[1]}", "{\"PluginId\":\"a\\u0000\"}"}) {
        CHECK_EQ(code_of([&] { parse_manifest(text); }), kParse);
    }
}

void merging() {
    const Manifest installed = example();
    Manifest incoming;
    incoming.plugin_id = kLlamaCppPlugin;
    incoming.quants["Q8_0"] = {"other-Q8_0.gguf", true, 3};
    const Manifest merged = merge_manifests(installed, incoming, false);
    CHECK_EQ(merged.quants.size(), size_t{3});
    CHECK_EQ(merged.find_quant("Q8_0")->name, "other-Q8_0.gguf");
    CHECK_EQ(merged.projector.name, "mmproj.gguf");
    CHECK(merged.extra_files.empty());  // the second part of the old Q8_0
    CHECK_EQ(merged.model_type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(merge_manifests(installed, incoming, true).model_type, GENIEX_MODEL_TYPE_LLM);
    incoming.plugin_id = kQairtPlugin;
    CHECK_EQ(code_of([&] { merge_manifests(installed, incoming, false); }), GENIEX_ERROR_COMMON_INVALID_INPUT);
    Manifest bundle = incoming;
    bundle.quants.clear();
    bundle.quants["W4A16"] = {"a.bin", true, 1};
    CHECK_EQ(merge_manifests(bundle, incoming, false).quants.size(), size_t{1});
}

}  // namespace

int main() {
    accepted_json();
    refused_json();
    manifest_text();
    lenient_manifests();
    hostile_manifests();
    merging();
    return check::report();
}
