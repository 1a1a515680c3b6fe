// The plugin scan, broken plugins, registration, and the end of plugins.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"
#include "fixture.h"
#include "geniex/plugin.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::string> plugin_list() {
    geniex_GetPluginListOutput output;
    CHECK_EQ(geniex_get_plugin_list(&output), 0);
    std::vector<std::string> ids;
    for (int32_t i = 0; i < output.plugin_count; ++i) {
        ids.emplace_back(output.plugin_ids[i]);
        geniex_free(const_cast<char*>(output.plugin_ids[i]));
    }
    geniex_free(output.plugin_ids);
    return ids;
}

std::map<std::string, std::string> failures() {
    auto list = fixture::sized<geniex_PluginFailureList>();
    CHECK_EQ(geniex_get_plugin_failures(&list), 0);
    std::map<std::string, std::string> reasons;
    for (int32_t i = 0; i < list.count; ++i) reasons[list.failures[i].directory] = list.failures[i].reason;
    geniex_plugin_failures_free(&list);
    CHECK(list.failures == nullptr && list.count == 0);
    geniex_plugin_failures_free(&list);
    return reasons;
}

int32_t device_list(const char* plugin_id) {
    const geniex_GetDeviceListInput input{plugin_id};
    geniex_GetDeviceListOutput output;
    const int32_t code = geniex_get_device_list(&input, &output);
    geniex_free(output.device_ids);
    geniex_free(output.device_names);
    return code;
}

bool mentions(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

/** A plugin inside this program that counts what happens to it. */
struct Events {
    int created = 0;
    int destroyed = 0;
    int foreign_loads = 0;
    std::string folder = "unset";
};
Events g_first;
Events g_second;

class CountingPlugin final : public geniex::Plugin {
 public:
    explicit CountingPlugin(Events& events) : events_(events) { ++events_.created; }
    ~CountingPlugin() override { ++events_.destroyed; }
    int32_t attach(geniex::Host& host) noexcept override {
        events_.folder = host.plugin_folder();
        return GENIEX_SUCCESS;
    }
    const char* version() noexcept override { return nullptr; }
    int32_t device_count() noexcept override { return 0; }
    geniex::Device device(int32_t) noexcept override { return {nullptr, nullptr}; }
    void on_foreign_plugin_load() noexcept override { ++events_.foreign_loads; }

 private:
    Events& events_;
};

const char* first_id() { return "first"; }
void* create_first() { return static_cast<geniex::Plugin*>(new CountingPlugin(g_first)); }
const char* second_id() { return "second"; }
void* create_second() { return static_cast<geniex::Plugin*>(new CountingPlugin(g_second)); }
const char* null_id() { return nullptr; }
const char* empty_id() { return ""; }
const char* throwing_id() { throw std::runtime_error("no id today"); }

void before_init_there_is_nothing() {
    CHECK(plugin_list().empty());
    CHECK(failures().empty());
    CHECK(geniex_get_plugin_version("fake") == nullptr);
    CHECK_EQ(device_list("fake"), static_cast<int32_t>(GENIEX_ERROR_COMMON_PLUGIN_INVALID));
    geniex_LLM* llm = nullptr;
    CHECK_FAILS(fixture::create_llm("echo", &llm), GENIEX_ERROR_COMMON_PLUGIN_INVALID, "fake");
    CHECK_EQ(geniex_deinit(), 0);
}

void the_fake_plugin_is_found() {
    fixture::Runtime runtime;
    CHECK_EQ(runtime.result, 0);
    CHECK_EQ(geniex_init(), 0);
    CHECK(plugin_list() == std::vector<std::string>{"fake"});
    CHECK_TEXT(geniex_get_plugin_version("fake"), "1.0");
    CHECK(geniex_get_plugin_version("other") == nullptr);
    CHECK(geniex_get_plugin_version(nullptr) == nullptr);

    const geniex_GetDeviceListInput input{"fake"};
    geniex_GetDeviceListOutput devices;
    CHECK_EQ(geniex_get_device_list(&input, &devices), 0);
    CHECK_EQ(devices.device_count, 2);
    CHECK_TEXT(devices.device_ids[1], "FAKE0");
    CHECK_TEXT(devices.device_names[0], "Fake processor");
    geniex_free(devices.device_ids);
    geniex_free(devices.device_names);
}

void the_same_again_after_deinit() {
    CHECK(plugin_list().empty());
    the_fake_plugin_is_found();
}

void an_unreadable_root_fails_init() {
    fixture::Runtime runtime(std::string(GENIEX_TEST_PLUGINS) + "/no/such/folder");
    CHECK_EQ(runtime.result, static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
    CHECK(plugin_list().empty());
}

/** A root with one of each kind of broken plugin and a good one. */
fs::path broken_root() {
    const fs::path root = GENIEX_TEST_BROKEN_PLUGINS;
    fs::create_directories(root / "text-file");
    std::ofstream(root / "text-file" / GENIEX_TEST_PLUGIN_FILE) << "this is no library\n";
    fs::create_directories(root / "empty-folder");
    fs::create_directories(root / "is-a-folder" / GENIEX_TEST_PLUGIN_FILE);
    std::ofstream(root / "a-file") << "not a folder\n";
    fs::create_directories(root / "deep" / "er");
    const fs::path fake = fs::path(GENIEX_TEST_PLUGINS) / "fake" / GENIEX_TEST_PLUGIN_FILE;
    for (const char* copy : {"deep/er", "zz-good", "zz-twin"}) {
        fs::create_directories(root / copy);
        fs::copy_file(fake, root / copy / GENIEX_TEST_PLUGIN_FILE, fs::copy_options::overwrite_existing);
    }
    return root;
}

void broken_plugins_cost_only_themselves() {
    fixture::Runtime runtime(broken_root().string());
    CHECK_EQ(runtime.result, 0);
    CHECK(plugin_list() == (std::vector<std::string>{"null-plugin", "throws-in-create", "fake"}));

    auto reasons = failures();
    CHECK_EQ(reasons.size(), 6u);
    CHECK(mentions(reasons["no-create"], "create_plugin"));
    CHECK(mentions(reasons["no-id"], "plugin_id"));
    CHECK(mentions(reasons["null-id"], "plugin_id"));
    CHECK(mentions(reasons["throws-in-id"], "unknown exception"));
    CHECK(mentions(reasons["missing-symbol"], "geniex_test_symbol_that_does_not_exist"));
    CHECK(!reasons["text-file"].empty());

    geniex_LLM* llm = nullptr;
    CHECK_FAILS(fixture::create_llm("x", &llm, "text-file"), GENIEX_ERROR_COMMON_PLUGIN_LOAD, "");
    CHECK_FAILS(fixture::create_llm("x", &llm, "no-create"), GENIEX_ERROR_COMMON_PLUGIN_LOAD, "create_plugin");
    CHECK_EQ(device_list("null-id"), static_cast<int32_t>(GENIEX_ERROR_COMMON_PLUGIN_LOAD));
    CHECK_EQ(device_list("empty-folder"), static_cast<int32_t>(GENIEX_ERROR_COMMON_PLUGIN_INVALID));
    CHECK(llm == nullptr);
}

void plugins_that_break_at_their_first_use() {
    fixture::Runtime runtime(broken_root().string());
    geniex_LLM* llm = nullptr;
    for (int attempt = 0; attempt < 2; ++attempt) {
        CHECK_FAILS(fixture::create_llm("x", &llm, "throws-in-create"), GENIEX_ERROR_COMMON_PLUGIN_LOAD,
                    "create went wrong");
        CHECK_EQ(device_list("null-plugin"), static_cast<int32_t>(GENIEX_ERROR_COMMON_PLUGIN_LOAD));
    }
    CHECK(plugin_list() == std::vector<std::string>{"fake"});
    CHECK_EQ(failures().size(), 8u);
    CHECK_EQ(geniex_init(), 0);  // gives them another chance
    CHECK_EQ(plugin_list().size(), 3u);
    CHECK_EQ(failures().size(), 6u);
}

void a_plugin_that_refuses_to_start() {
    fixture::Runtime runtime;
    fixture::set_environment("GENIEX_FAKE_ATTACH", "-100013");
    geniex_LLM* llm = nullptr;
    CHECK_FAILS(fixture::create_llm("echo", &llm), GENIEX_ERROR_COMMON_PLUGIN_LOAD, "refused to start");
    fixture::set_environment("GENIEX_FAKE_ATTACH", "");
    CHECK(plugin_list().empty());
}

void registration_rules() {
    for (const auto id : {static_cast<geniex_plugin_id_fn>(nullptr), &null_id, &empty_id, &throwing_id}) {
        CHECK_EQ(geniex_register_plugin(id, create_first), static_cast<int32_t>(GENIEX_ERROR_COMMON_UNKNOWN));
    }
    CHECK_FAILS(geniex_register_plugin(first_id, nullptr), GENIEX_ERROR_COMMON_UNKNOWN, "create_plugin");
    CHECK_EQ(geniex_register_plugin(first_id, create_first), 0);
    CHECK_EQ(geniex_register_plugin(first_id, create_second), 0);  // the first one stays
    CHECK_EQ(geniex_register_plugin(second_id, create_second), 0);
    CHECK(plugin_list() == (std::vector<std::string>{"first", "second"}));
    CHECK_EQ(g_first.created, 0);
}

void others_hear_of_a_foreign_plugin() {
    CHECK_EQ(device_list("first"), 0);
    CHECK_EQ(g_first.created, 1);
    CHECK_EQ(g_first.folder, "");
    CHECK_EQ(g_first.foreign_loads, 0);
    CHECK_EQ(device_list("second"), 0);
    CHECK_EQ(g_second.created, 1);
    CHECK_EQ(g_first.foreign_loads, 1);
    CHECK_EQ(g_second.foreign_loads, 0);
    CHECK(geniex_get_plugin_version("first") == nullptr);
    CHECK_EQ(g_second.foreign_loads, 1);
}

void a_plugin_without_models_says_so() {
    geniex_LLM* llm = nullptr;
    geniex_VLM* vlm = nullptr;
    CHECK_EQ(fixture::create_llm("x", &llm, "first"), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
    CHECK_EQ(fixture::create_vlm("x", &vlm, "first"), static_cast<int32_t>(GENIEX_ERROR_COMMON_NOT_SUPPORTED));
    CHECK(llm == nullptr && vlm == nullptr);
}

void deinit_destroys_plugins() {
    CHECK_EQ(geniex_deinit(), 0);
    CHECK_EQ(g_first.destroyed, 1);
    CHECK_EQ(g_second.destroyed, 1);
    CHECK(plugin_list().empty());
}

void null_outputs() {
    CHECK_FAILS(geniex_get_plugin_list(nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT, "output");
    CHECK_FAILS(geniex_get_plugin_failures(nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT, "output");
    geniex_PluginFailureList too_small{};
    too_small.size = sizeof(too_small) - 1;
    CHECK_FAILS(geniex_get_plugin_failures(&too_small), GENIEX_ERROR_COMMON_INVALID_INPUT, "size");
    geniex_plugin_failures_free(nullptr);
    const geniex_GetDeviceListInput no_id{nullptr};
    const geniex_GetDeviceListInput input{"fake"};
    geniex_GetDeviceListOutput output;
    CHECK_FAILS(geniex_get_device_list(nullptr, &output), GENIEX_ERROR_COMMON_INVALID_INPUT, "input");
    CHECK(output.device_ids == nullptr && output.device_names == nullptr && output.device_count == 0);
    CHECK_FAILS(geniex_get_device_list(&no_id, &output), GENIEX_ERROR_COMMON_INVALID_INPUT, "plugin_id");
    CHECK_FAILS(geniex_get_device_list(&input, nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT, "output");
}

void the_qairt_path_is_fixed_by_the_first_init() {
    CHECK_TEXT(geniex_get_qairt_runtime_path(), "/some/folder");
    CHECK_FAILS(geniex_set_qairt_runtime_path("/other"), GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "init");
    CHECK_TEXT(geniex_get_qairt_runtime_path(), "/some/folder");
}

void the_qairt_path_before_init() {
    CHECK_TEXT(geniex_get_qairt_runtime_path(), "");
    CHECK_EQ(geniex_set_qairt_runtime_path("/a"), 0);
    CHECK_TEXT(geniex_get_qairt_runtime_path(), "/a");
    CHECK_EQ(geniex_set_qairt_runtime_path(nullptr), 0);
    CHECK_TEXT(geniex_get_qairt_runtime_path(), "");
    CHECK_EQ(geniex_set_qairt_runtime_path("/some/folder"), 0);
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    CHECK_TEXT(geniex_version(), GENIEX_TEST_VERSION);
    null_outputs();
    before_init_there_is_nothing();
    the_qairt_path_before_init();
    an_unreadable_root_fails_init();
    CHECK_EQ(geniex_set_qairt_runtime_path("/some/folder"), 0);  // a failed init fixes nothing
    the_fake_plugin_is_found();
    the_same_again_after_deinit();
    the_qairt_path_is_fixed_by_the_first_init();
    broken_plugins_cost_only_themselves();
    plugins_that_break_at_their_first_use();
    a_plugin_that_refuses_to_start();
    registration_rules();
    others_hear_of_a_foreign_plugin();
    a_plugin_without_models_says_so();
    deinit_destroys_plugins();
    return check::report();
}
