// What is installed: lists, types, removal, and questions about what could be imported.
#include <algorithm>

#include "store_testing.h"

namespace {

using namespace store_testing;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kNotFound = GENIEX_ERROR_COMMON_FILE_NOT_FOUND;

struct Library {
    explicit Library(const std::string& name) : root(fresh_folder(name)), store(root / "data") {
        write(root / "source/a-Q8_0.gguf", gguf("eight", 100));
        write(root / "source/a-Q4_0.gguf", gguf("four", 50));
        write(root / "source/a-F16.gguf", gguf("sixteen", 200));
        write(root / "source/mmproj.gguf", gguf("projector", 30));
    }
    int32_t install(const std::string& name) { return pull(name, root / "source"); }

    fs::path root;
    OpenStore store;
};

void lists() {
    Library library("lists");
    CHECK_EQ(listed(), "");
    for (const char* name : {"zoo/b", "org/b", "org/a"}) CHECK_EQ(library.install(name), 0);
    CHECK_EQ(listed(), "org/a[Q4_0,Q8_0,F16] org/b[Q4_0,Q8_0,F16] zoo/b[Q4_0,Q8_0,F16]");
    geniex_ModelDetail detail;
    CHECK_EQ(geniex_model_get_detailed("org/a:Q4_0", &detail), 0);
    CHECK_TEXT(detail.name, "org/a");
    CHECK_TEXT(detail.model_name, "a");
    CHECK_TEXT(detail.plugin_id, "llama_cpp");
    CHECK_EQ(detail.model_type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(detail.total_size, 100 + 50 + 200 + 30);
    CHECK_EQ(detail.precision_count, 3);
    geniex_model_detail_free(&detail);
    CHECK_FAILS(geniex_model_get_detailed("org/none", &detail), kNotFound, "not installed");
    CHECK(detail.name == nullptr);
    CHECK_EQ(get_paths("org/none").code, kNotFound);
    // What others put into the folder is no model.
    write(library.store.folder("org/stray.txt"), "x");
    write(library.store.folder("stray.txt"), "x");
    fs::create_directories(library.store.folder("org/empty"));
    write(library.store.folder("org/unfinished/.inflight/geniex.json"), "{}");
    CHECK_EQ(listed().substr(0, 5), "org/a");
    CHECK_EQ(listed().find("unfinished"), std::string::npos);
}

void broken_manifests_are_left_out() {
    Library library("broken");
    CHECK_EQ(library.install("org/good"), 0);
    for (const char* content :
         {"", "{", "[]", "{\"ModelFile\":{\"Q4_0\":{\"Name\":\"../../x\",\"Downloaded\":true}}}"}) {
        write(library.store.folder("org/bad/geniex.json"), content);
        CHECK_EQ(listed(), "org/good[Q4_0,Q8_0,F16]");
        CHECK_FAILS(geniex_model_set_type("org/bad", 1), GENIEX_ERROR_COMMON_MANIFEST_PARSE, "org/bad");
        CHECK_EQ(get_paths("org/bad").code, GENIEX_ERROR_COMMON_MANIFEST_PARSE);
    }
    fs::resize_file(library.store.folder("org/bad/geniex.json"), uint64_t{2} << 30);
    CHECK_EQ(listed(), "org/good[Q4_0,Q8_0,F16]");
    CHECK_EQ(get_paths("org/bad").code, GENIEX_ERROR_COMMON_MANIFEST_PARSE);
    CHECK_EQ(library.install("org/bad"), 0);  // an import puts it right
    CHECK_EQ(get_paths("org/bad").code, 0);
    // The folder's name counts, or a listed model could not be opened.
    write(library.store.folder("org/good/geniex.json"), "{\"Name\":\"someone/else\"}");
    CHECK_EQ(listed(), "org/bad[Q4_0,Q8_0,F16] org/good[]");
}

void types() {
    Library library("types");
    int32_t type = -1;
    CHECK_EQ(geniex_model_get_type("org/a", &type), kNotFound);
    CHECK_EQ(geniex_model_set_type("org/a", GENIEX_MODEL_TYPE_LLM), kNotFound);
    CHECK(!fs::exists(library.store.folder("org")));
    CHECK_EQ(library.install("org/a"), 0);
    CHECK_EQ(geniex_model_get_type("https://huggingface.co/org/a", &type), 0);
    CHECK_EQ(type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(geniex_model_set_type("org/a", GENIEX_MODEL_TYPE_LLM), 0);
    CHECK_EQ(geniex_model_get_type("org/a", &type), 0);
    CHECK_EQ(type, GENIEX_MODEL_TYPE_LLM);
    CHECK_EQ(files_in(library.store.folder("org/a")), "a-F16.gguf a-Q4_0.gguf a-Q8_0.gguf geniex.json mmproj.gguf");
}

void removal() {
    Library library("removal");
    CHECK_EQ(geniex_model_remove("org/a"), 0);
    CHECK_EQ(geniex_model_remove("org/a:Q4_0"), kNotFound);
    CHECK_EQ(library.install("org/a"), 0);
    CHECK_EQ(geniex_model_remove("org/a:Q2_K"), kInvalidInput);
    CHECK_EQ(geniex_model_remove("org/a:q4_0"), 0);
    CHECK_EQ(listed(), "org/a[Q8_0,F16]");
    CHECK_EQ(geniex_model_remove("org/a:Q4_0"), kInvalidInput);
    CHECK_EQ(files_in(library.store.folder("org/a")), "a-F16.gguf a-Q8_0.gguf geniex.json mmproj.gguf");
    CHECK_EQ(geniex_model_remove("org/a:Q8_0"), 0);
    CHECK_EQ(geniex_model_remove("org/a:F16"), 0);  // the last one takes the model with it
    CHECK(!fs::exists(library.store.folder("org")));
    CHECK_EQ(library.install("org/a"), 0);
    CHECK_EQ(library.install("org/b"), 0);
    CHECK_EQ(geniex_model_remove("org/a"), 0);
    CHECK(!fs::exists(library.store.folder("org/a")));
    CHECK_EQ(listed(), "org/b[Q4_0,Q8_0,F16]");
}

void cleaning() {
    Library library("clean");
    int32_t removed = -1;
    CHECK_EQ(geniex_model_clean(&removed), 0);
    CHECK_EQ(removed, 0);
    CHECK_EQ(library.install("org/a"), 0);
    CHECK_EQ(library.install("bare"), 0);
    write(library.root / "data/config.json", "{}");
    CHECK_EQ(geniex_model_clean(&removed), 0);
    CHECK_EQ(removed, 2);
    CHECK_EQ(listed(), "");
    CHECK(fs::is_empty(library.store.folder("")));
    CHECK_EQ(read(library.root / "data/config.json"), "{}");  // not a model
    CHECK_EQ(geniex_model_clean(nullptr), 0);
}

void unfinished_files_are_not_offered() {
    Library library("unfinished");
    CHECK_EQ(library.install("org/a"), 0);
    const fs::path four = library.store.folder("org/a") / "a-Q4_0.gguf";
    write(four.u8string() + ".progress", std::string("\1\0", 2));
    CHECK_EQ(get_paths("org/a:Q4_0").code, kNotFound);
    CHECK_EQ(file_name(get_paths("org/a").model), "a-Q8_0.gguf");
    write(four.u8string() + ".progress", std::string("\1\1", 2));  // all done, only not tidied up
    CHECK_EQ(get_paths("org/a:Q4_0").code, 0);
    fs::remove(four);
    fs::create_directories(four);
    CHECK_EQ(get_paths("org/a:Q4_0").code, kNotFound);
    fs::remove(library.store.folder("org/a") / "mmproj.gguf");
    CHECK_EQ(get_paths("org/a").projector, "(null)");
}

int32_t query(const std::string& name, const fs::path& path, std::string& text) {
    const std::string local_path = path.u8string();
    PullOptions ignored;
    ignored.quant = "Q2_K";
    const geniex_ModelPullInput input = pull_input(name, local_path, ignored);
    geniex_ModelQueryOutput output;
    const int32_t code = geniex_model_query(&input, &output);
    text = text_of(output.model_name) + " " + text_of(output.plugin_id) + " " + std::to_string(output.model_type);
    for (int32_t i = 0; i < output.candidate_count; ++i) {
        text += " " + std::string(output.candidates[i].quant) + "=" + std::to_string(output.candidates[i].size);
    }
    geniex_model_query_free(&output);
    return code;
}

void queries() {
    Library library("query");
    write(library.root / "source/a-Q2_K-00001-of-00002.gguf", gguf("two", 20));
    write(library.root / "source/a-Q2_K-00002-of-00002.gguf", gguf("two", 20));
    write(library.root / "source/a-Q4_K_M.gguf", gguf("middle", 70));
    std::string text;
    CHECK_EQ(query("bare", library.root / "source", text), 0);
    CHECK_EQ(text, "qualcomm/bare llama_cpp 1 Q4_0=50 Q4_K_M=70 Q8_0=100 Q2_K=40 F16=200");
    CHECK_EQ(query("bare", library.root, text), GENIEX_ERROR_COMMON_UNKNOWN);
    CHECK_EQ(query("bare", library.root / "missing", text), kNotFound);
    CHECK(fs::is_empty(library.store.folder("")));
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    lists();
    broken_manifests_are_left_out();
    types();
    removal();
    cleaning();
    unfinished_files_are_not_offered();
    queries();
    return check::report();
}
