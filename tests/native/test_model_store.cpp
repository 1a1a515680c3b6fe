// The model store functions: arguments, names, init, and what needs a hub.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "check.h"
#include "fixture.h"
#include "geniex_model.h"

namespace {

namespace fs = std::filesystem;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kNotInitialized = GENIEX_ERROR_COMMON_NOT_INITIALIZED;
constexpr int32_t kNotFound = GENIEX_ERROR_COMMON_FILE_NOT_FOUND;
constexpr int32_t kNotSupported = GENIEX_ERROR_COMMON_NOT_SUPPORTED;
constexpr const char* kNotUtf8 = "\xFF/\xFF";

geniex_ModelPullInput pull_input(const char* name) {
    geniex_ModelPullInput input{};
    input.struct_size = sizeof(input);
    input.model_name = name;
    input.model_type = GENIEX_MODEL_TYPE_AUTO;
    return input;
}

/** Every function that needs the store, with good arguments. */
void every_store_function_answers(int32_t code) {
    const geniex_ModelPullInput pull = pull_input("org/repo");
    geniex_ModelQueryOutput query;
    geniex_ModelPaths paths;
    geniex_ModelListDetailedOutput list;
    geniex_ModelDetail detail;
    geniex_ChipsetList chipsets;
    geniex_HubModelList hub;
    int32_t number = 0;
    char* text = nullptr;
    CHECK_EQ(geniex_model_pull(&pull), code);
    CHECK_EQ(geniex_model_query(&pull, &query), code);
    CHECK(query.model_name == nullptr && query.candidates == nullptr && query.candidate_count == 0);
    CHECK_EQ(geniex_model_get_paths("org/repo:q4_0", &paths), code);
    CHECK(paths.model_path == nullptr && paths.plugin_id == nullptr);
    CHECK_EQ(geniex_model_get_type("bare", &number), code);
    CHECK_EQ(geniex_model_set_type("org/repo", GENIEX_MODEL_TYPE_VLM), code);
    CHECK_EQ(geniex_model_remove("org/repo:Q4_0"), code);
    CHECK_EQ(geniex_model_clean(&number), code);
    CHECK_EQ(geniex_model_clean(nullptr), code);
    CHECK_EQ(geniex_model_list_detailed(&list), code);
    CHECK(list.models == nullptr && list.count == 0);
    CHECK_EQ(geniex_model_get_detailed("org/repo", &detail), code);
    CHECK(detail.name == nullptr && detail.precisions == nullptr);
    CHECK_EQ(geniex_model_list_chipsets(&chipsets), code);
    CHECK(chipsets.chipsets == nullptr && chipsets.count == 0);
    CHECK_EQ(geniex_model_detect_chipset(0, &text), code);
    CHECK(text == nullptr);
    CHECK_EQ(geniex_model_list_hub(nullptr, &hub), code);
    CHECK(hub.models == nullptr && hub.count == 0);
    CHECK(geniex_model_last_error_message() != nullptr);
}

void an_empty_store_answers() {
    geniex_ModelPaths paths;
    geniex_ModelListDetailedOutput list;
    geniex_ModelDetail detail;
    int32_t number = 7;
    CHECK_FAILS(geniex_model_get_paths("org/repo:q4_0", &paths), kNotFound, "not installed");
    CHECK_FAILS(geniex_model_get_type("bare", &number), kNotFound, "qualcomm/bare");
    CHECK_FAILS(geniex_model_set_type("org/repo", GENIEX_MODEL_TYPE_VLM), kNotFound, "org/repo");
    CHECK_FAILS(geniex_model_get_detailed("org/repo", &detail), kNotFound, "org/repo");
    CHECK_FAILS(geniex_model_remove("org/repo:Q4_0"), kNotFound, "org/repo");
    CHECK_TEXT(geniex_model_last_error_message(), "'org/repo' is not installed");
    CHECK_EQ(geniex_model_remove("org/repo"), 0);
    CHECK(geniex_model_last_error_message() == nullptr);
    CHECK_EQ(geniex_model_clean(&number), 0);
    CHECK_EQ(number, 0);
    CHECK_EQ(geniex_model_list_detailed(&list), 0);
    CHECK(list.models == nullptr && list.count == 0);
}

void what_needs_a_hub_is_not_supported() {
    const geniex_ModelPullInput pull = pull_input("org/repo");
    geniex_ModelQueryOutput query;
    geniex_ChipsetList chipsets;
    geniex_HubModelList hub;
    char* text = nullptr;
    CHECK_FAILS(geniex_model_pull(&pull), kNotSupported, "no remote pull");
    CHECK(std::strstr(geniex_model_last_error_message(), "LOCALFS") != nullptr);
    CHECK_FAILS(geniex_model_query(&pull, &query), kNotSupported, "no remote pull");
    CHECK_FAILS(geniex_model_list_chipsets(&chipsets), kNotSupported, "AI Hub");
    CHECK_FAILS(geniex_model_detect_chipset(0, &text), kNotSupported, "offline");
    CHECK_FAILS(geniex_model_list_hub(nullptr, &hub), kNotSupported, "AI Hub");
    CHECK(query.model_name == nullptr && chipsets.count == 0 && hub.count == 0 && text == nullptr);
}

void null_and_bad_text() {
    geniex_ModelQueryOutput query;
    geniex_ModelPaths paths;
    geniex_ModelDetail detail;
    geniex_HubModelList hub;
    int32_t number = 0;
    char* text = nullptr;
    const geniex_ModelPullInput pull = pull_input("org/repo");
    CHECK_FAILS(geniex_model_pull(nullptr), kInvalidInput, "input");
    CHECK_FAILS(geniex_model_query(nullptr, &query), kInvalidInput, "input");
    CHECK_FAILS(geniex_model_query(&pull, nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_model_get_paths(nullptr, &paths), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_get_paths("org/repo", nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_model_get_type(nullptr, &number), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_get_type("org/repo", nullptr), kInvalidInput, "type");
    CHECK_FAILS(geniex_model_set_type(nullptr, 0), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_remove(nullptr), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_list_detailed(nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_model_get_detailed(nullptr, &detail), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_get_detailed("org/repo", nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_model_resolve_alias(nullptr, &text), kInvalidInput, "alias");
    CHECK_FAILS(geniex_model_resolve_alias("qwen3", nullptr), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_resolve_hub(nullptr, 0, &number), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_resolve_hub("org/repo", 0, nullptr), kInvalidInput, "resolved");
    CHECK_FAILS(geniex_model_list_chipsets(nullptr), kInvalidInput, "output");
    CHECK_FAILS(geniex_model_detect_chipset(1, nullptr), kInvalidInput, "name");
    CHECK_FAILS(geniex_model_list_hub(nullptr, nullptr), kInvalidInput, "output");

    CHECK_FAILS(geniex_model_init(kNotUtf8), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_get_paths(kNotUtf8, &paths), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_get_type(kNotUtf8, &number), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_set_type(kNotUtf8, 0), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_remove(kNotUtf8), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_get_detailed(kNotUtf8, &detail), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_resolve_alias(kNotUtf8, &text), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_resolve_hub(kNotUtf8, 0, &number), kInvalidInput, "UTF-8");
    CHECK_FAILS(geniex_model_list_hub(kNotUtf8, &hub), kInvalidInput, "UTF-8");
}

void pull_inputs() {
    geniex_ModelPullInput input = pull_input("org/repo");
    input.struct_size = 80;
    CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "struct_size");
    input = pull_input(nullptr);
    CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "model_name");
    input = pull_input(kNotUtf8);
    CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "UTF-8");
    for (const char* geniex_ModelPullInput::* member :
         {&geniex_ModelPullInput::quant, &geniex_ModelPullInput::local_path, &geniex_ModelPullInput::hf_token,
          &geniex_ModelPullInput::chipset, &geniex_ModelPullInput::display_name}) {
        input = pull_input("org/repo");
        input.*member = kNotUtf8;
        CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "UTF-8");
    }
    input = pull_input("org/repo");
    input.hub = GENIEX_HUB_LOCALFS;
    CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "local_path");
    input.local_path = "/models";
    CHECK_EQ(geniex_model_pull(&input), kNotInitialized);
    for (const int32_t hub : {-1, 6, 126, 128}) {
        input.hub = hub;
        CHECK_FAILS(geniex_model_pull(&input), kInvalidInput, "hub");
    }
    for (const char* name : {"docker.io/ai/gemma3", "https://hub.docker.com/r/ai/gemma3"}) {
        input = pull_input(name);
        CHECK_EQ(geniex_model_pull(&input), kNotInitialized);
    }
}

void names() {
    int32_t type = 0;
    for (const char* name : {"org/repo", "bare", "https://huggingface.co/org/repo", "AI-Hub-Models/x", "a/b.c"}) {
        CHECK_EQ(geniex_model_get_type(name, &type), kNotInitialized);
    }
    const std::string long_name = "org/" + std::string(252, 'x');
    for (const char* name : {"", "/", "a/", "/b", "a/b/c", "../b", "a/..", "./b", "a\\b/c", long_name.c_str()}) {
        CHECK_FAILS(geniex_model_get_type(name, &type), kInvalidInput, "model name");
        CHECK(geniex_model_last_error_message() != nullptr);
    }
    CHECK_FAILS(geniex_model_remove("bare"), kInvalidInput, "model name");  // must be written out
    CHECK_FAILS(geniex_model_remove("a/../b"), kInvalidInput, "model name");
    for (const int32_t bad_type : {-1, 2})
        CHECK_FAILS(geniex_model_set_type("org/repo", bad_type), kInvalidInput, "type");
}

void aliases_and_hubs() {
    char* name = nullptr;
    CHECK_EQ(geniex_model_resolve_alias("qwen3", &name), 0);
    CHECK_TEXT(name, "ggml-org/Qwen3-1.7B-GGUF:Q4_K_M");
    geniex_free(name);
    CHECK_EQ(geniex_model_resolve_alias("no-such-alias", &name), kInvalidInput);
    CHECK(name == nullptr && geniex_model_last_error_message() == nullptr);

    int32_t hub = -1;
    struct Case {
        const char* name;
        int32_t asked;
        int32_t answer;
    };
    const Case cases[] = {
        {"org/repo", GENIEX_HUB_AUTO, GENIEX_HUB_AUTO},
        {"docker.io/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"index.docker.io/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"registry-1.docker.io/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"hub.docker.com/r/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"http://hub.docker.com/r/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"https://hub.docker.com/r/ai/x", GENIEX_HUB_AUTO, GENIEX_HUB_DOCKER},
        {"docker.io/ai/x", GENIEX_HUB_HUGGINGFACE, GENIEX_HUB_HUGGINGFACE},
        {"qualcomm/x", GENIEX_HUB_LOCALFS, GENIEX_HUB_LOCALFS},
    };
    for (const Case& c : cases) {
        CHECK_EQ(geniex_model_resolve_hub(c.name, c.asked, &hub), 0);
        CHECK_EQ(hub, c.answer);
    }
    CHECK_FAILS(geniex_model_resolve_hub("org/repo", 99, &hub), kInvalidInput, "hub");
}

void init_and_deinit() {
    const fs::path root = GENIEX_TEST_FOLDER;
    fs::remove_all(root);
    fs::create_directories(root);
    const std::string data = (root / "data").string();
    CHECK_EQ(geniex_model_init(data.c_str()), 0);
    CHECK(fs::is_directory(root / "data" / "models"));
    CHECK_FAILS(geniex_model_init(data.c_str()), GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "deinit");
    an_empty_store_answers();
    what_needs_a_hub_is_not_supported();
    CHECK_EQ(geniex_model_deinit(), 0);
    CHECK(geniex_model_last_error_message() == nullptr);
    CHECK_EQ(geniex_model_deinit(), 0);
    every_store_function_answers(kNotInitialized);

    fixture::set_environment("GENIEX_DATADIR", (root / "from-environment").string());
    CHECK_EQ(geniex_model_init(nullptr), 0);
    CHECK(fs::is_directory(root / "from-environment" / "models"));
    CHECK_EQ(geniex_model_deinit(), 0);

    std::ofstream(root / "a-file") << "x";
    CHECK_FAILS(geniex_model_init((root / "a-file").string().c_str()), GENIEX_ERROR_COMMON_UNKNOWN, "a-file");
    every_store_function_answers(kNotInitialized);
}

char* text_on_heap(const char* text) {
    char* copy = static_cast<char*>(std::malloc(std::strlen(text) + 1));
    std::strcpy(copy, text);
    return copy;
}

char** texts_on_heap() {
    char** texts = static_cast<char**>(std::malloc(2 * sizeof(char*)));
    texts[0] = text_on_heap("a");
    texts[1] = text_on_heap("b");
    return texts;
}

template <typename T>
T* array_on_heap(const T& value) {
    T* array = static_cast<T*>(std::malloc(sizeof(T)));
    *array = value;
    return array;
}

/** Frees a filled structure, the zeroed one again, and NULL; the leak checker watches. */
template <typename T>
void free_thrice(T value, void (*free_function)(T*)) {
    free_function(&value);
    const T zero{};
    CHECK_EQ(std::memcmp(&value, &zero, sizeof(T)), 0);
    free_function(&value);
    free_function(nullptr);
}

void free_functions() {
    const auto detail = [] {
        return geniex_ModelDetail{text_on_heap("n"), text_on_heap("m"), text_on_heap("p"), 0, 0, texts_on_heap(), 2};
    };
    free_thrice(detail(), geniex_model_detail_free);
    free_thrice(geniex_ModelListDetailedOutput{array_on_heap(detail()), 1}, geniex_model_list_detailed_free);
    free_thrice(geniex_ModelPaths{text_on_heap("a"), text_on_heap("b"), text_on_heap("c"), text_on_heap("d"),
                                  text_on_heap("e"), text_on_heap("f"), 0},
                geniex_model_paths_free);
    free_thrice(geniex_ModelQueryOutput{text_on_heap("a"), text_on_heap("b"), 0,
                                        array_on_heap(geniex_QuantCandidate{text_on_heap("q"), 1}), 1},
                geniex_model_query_free);
    free_thrice(geniex_ChipsetList{array_on_heap(geniex_ChipsetInfo{text_on_heap("c"), texts_on_heap(), 2}), 1},
                geniex_model_list_chipsets_free);
    free_thrice(geniex_HubModelList{array_on_heap(geniex_HubModelInfo{text_on_heap("h"), 0, texts_on_heap(), 2}), 1},
                geniex_model_list_hub_free);
}

void an_offline_chipset_needs_no_init() {
    char* name = nullptr;
#if defined(__linux__)
    CHECK_EQ(geniex_model_detect_chipset(1, &name), 0);  // null, or a name, by the machine that runs this
    CHECK(name == nullptr || std::strncmp(name, "qualcomm-", 9) == 0);
    geniex_free(name);
#else
    CHECK_EQ(geniex_model_detect_chipset(1, &name), kNotSupported);
    CHECK(name == nullptr);
#endif
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    CHECK(geniex_model_last_error_message() == nullptr);
    every_store_function_answers(kNotInitialized);
    null_and_bad_text();
    pull_inputs();
    names();
    aliases_and_hubs();
    an_offline_chipset_needs_no_init();
    init_and_deinit();
    free_functions();
    return check::report();
}
