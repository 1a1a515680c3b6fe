// Downloads by the caller, models that stay where they lie, and the overview of everything in the store.
#include "store_testing.h"

namespace {

using namespace store_testing;

constexpr int32_t kModelInvalid = GENIEX_ERROR_COMMON_MODEL_INVALID;
constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;

std::string taken(char* text) {
    const std::string copy = text_of(text);
    geniex_free(text);
    return copy;
}

std::string overview() {
    char* json = nullptr;
    CHECK_EQ(geniex_store_overview(&json), 0);
    return taken(json);
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

geniex_StoreRequest request_of(const char* name, const std::string& listing, const char* quant = nullptr) {
    geniex_StoreRequest request{};
    request.size = sizeof(request);
    request.name = name;
    request.quant = quant;
    request.model_type = GENIEX_MODEL_TYPE_AUTO;
    request.listing = listing.c_str();
    return request;
}

geniex_StoreDownload* begin(const char* name, const std::string& listing, const char* quant = nullptr) {
    const geniex_StoreRequest request = request_of(name, listing, quant);
    geniex_StoreDownload* download = nullptr;
    CHECK_EQ(geniex_store_begin(&request, &download), 0);
    return download;
}

const std::string kListing = R"({"files": [{"name": "a-Q4_0.gguf", "size": 50}, {"name": "a-Q8_0.gguf", "size": 90},
    {"name": "mmproj-a.gguf", "size": 30}, {"name": "README.md", "size": 5}]})";

void plans() {
    const geniex_StoreRequest request = request_of("org/a-GGUF", kListing);
    char* json = nullptr;
    CHECK_EQ(geniex_store_plan(&request, &json), 0);
    const std::string plan = taken(json);
    CHECK(contains(plan, R"("quants":[{"quant":"Q4_0","size":50,"file":"a-Q4_0.gguf"},{"quant":"Q8_0")"));
    CHECK(contains(plan, R"("projector":"mmproj-a.gguf")"));
    const std::string outside = R"({"files": [{"name": "../x-Q4_0.gguf", "size": 5}]})";
    const geniex_StoreRequest evil = request_of("org/a", outside);
    CHECK_EQ(geniex_store_plan(&evil, &json), kInvalidInput);
    const std::string twice = R"({"files": [{"name": "a.gguf", "size": 5}, {"name": "a.gguf", "size": 6}]})";
    const geniex_StoreRequest odd = request_of("org/a", twice);
    CHECK_EQ(geniex_store_plan(&odd, &json), GENIEX_ERROR_COMMON_MANIFEST_PARSE);
}

void a_download_is_ready_only_after_its_commit() {
    const OpenStore store(fresh_folder("download"));
    geniex_StoreDownload* download = begin("org/a", kListing, "Q4_0");
    CHECK(download != nullptr);
    CHECK(begin("org/a", kListing) == nullptr);  // somebody is at work on it
    char* json = nullptr;
    CHECK_EQ(geniex_store_files(download, &json), 0);
    const std::string files = taken(json);
    CHECK(contains(files, "\"name\":\"a-Q4_0.gguf\""));
    CHECK(!contains(files, "a-Q8_0.gguf"));
    const fs::path folder = store.folder("org/a");
    CHECK_EQ(geniex_store_commit(download), kModelInvalid);
    write(folder / "a-Q4_0.gguf.progress", std::string(1, '\0'));
    write(folder / "a-Q4_0.gguf", gguf("four", 50));
    write(folder / "mmproj-a.gguf", gguf("eye", 30));
    CHECK_EQ(geniex_store_commit(download), kModelInvalid);
    CHECK_EQ(listed(), "");
    CHECK(contains(overview(), R"("state":"incomplete")"));
    write(folder / "a-Q4_0.gguf.progress", std::string(1, '\1'));
    CHECK_EQ(geniex_store_commit(download), 0);
    CHECK_EQ(listed(), "org/a[Q4_0]");
    CHECK_EQ(geniex_store_close(download), 0);
    CHECK_EQ(geniex_store_close(download), kInvalidInput);
    CHECK(contains(overview(), R"("state":"ready")"));
    CHECK(!fs::exists(folder / "a-Q4_0.gguf.progress"));
}

void a_second_quant_leaves_the_first_alone() {
    const OpenStore store(fresh_folder("second"));
    const fs::path folder = store.folder("org/a");
    geniex_StoreDownload* download = begin("org/a", R"({"files": [{"name": "a-Q4_0.gguf", "size": 50}]})");
    write(folder / "a-Q4_0.gguf", gguf("four", 50));
    CHECK_EQ(geniex_store_commit(download), 0);
    geniex_store_close(download);
    download = begin("org/a", kListing);
    CHECK_EQ(geniex_store_keep(download, "a-Q8_0.gguf"), GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    CHECK_EQ(geniex_store_keep(download, "a-Q4_0.gguf"), 0);
    CHECK_EQ(listed(), "org/a[Q4_0]");
    write(folder / "a-Q8_0.gguf", gguf("half", 40));
    geniex_store_close(download);
    CHECK(contains(overview(), R"("pending":[{"name":"a-Q4_0.gguf")"));
    bool discarded = false;
    CHECK_EQ(geniex_store_discard("org/a", &discarded), 0);
    CHECK(discarded);
    CHECK(!fs::exists(folder / "a-Q8_0.gguf"));
    CHECK_EQ(get_paths("org/a").code, 0);
    CHECK(contains(overview(), R"("pending":[])"));
}

void a_broken_model_is_shown() {
    const OpenStore store(fresh_folder("broken"));
    geniex_StoreDownload* download = begin("org/a", R"({"files": [{"name": "a.gguf", "size": 50}]})");
    write(store.folder("org/a") / "a.gguf", gguf("x", 50));
    CHECK_EQ(geniex_store_commit(download), 0);
    geniex_store_close(download);
    write(store.folder("org/a") / "a.gguf", gguf("x", 40));
    CHECK(contains(overview(), R"("state":"broken")"));
    fs::remove(store.folder("org/a") / "a.gguf");
    CHECK(contains(overview(), R"("state":"broken")"));
    write(store.folder("org/b") / "geniex.json", "{");
    write(store.folder("org/c") / "stray.gguf", "x");
    const std::string all = overview();
    CHECK(contains(all, R"("name":"org/b")"));
    CHECK(contains(all, "no manifest"));
}

void a_model_may_stay_where_it_lies() {
    const fs::path root = fresh_folder("refer");
    const OpenStore store(root / "data");
    const fs::path file = root / "mine/a-Q4_0.gguf";
    write(file, gguf("four", 50));
    const std::string path = file.u8string();
    CHECK_EQ(geniex_store_refer("me/a", path.c_str(), nullptr, GENIEX_MODEL_TYPE_AUTO), 0);
    CHECK_EQ(listed(), "me/a[Q4_0]");
    CHECK_EQ(get_paths("me/a").model, fs::canonical(file).u8string());
    CHECK(contains(overview(), R"("state":"ready")"));
    fs::rename(file, root / "mine/away.gguf");
    CHECK(contains(overview(), R"("state":"broken")"));
    CHECK_EQ(get_paths("me/a").code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    fs::rename(root / "mine/away.gguf", file);
    CHECK_EQ(geniex_model_remove("me/a"), 0);
    CHECK(fs::exists(file));
    CHECK_EQ(listed(), "");
}

}  // namespace

int main() {
    plans();
    a_download_is_ready_only_after_its_commit();
    a_second_quant_leaves_the_first_alone();
    a_broken_model_is_shown();
    a_model_may_stay_where_it_lies();
    return check::report();
}
