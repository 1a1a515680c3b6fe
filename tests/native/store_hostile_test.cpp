// Links, pipes and folders where files should be, in the store and in sources.
#include <algorithm>

#include <sys/stat.h>

#include "store/file.h"
#include "store/source.h"
#include "store_testing.h"

namespace {

using namespace store_testing;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kNotFound = GENIEX_ERROR_COMMON_FILE_NOT_FOUND;

struct Setting {
    explicit Setting(const std::string& name)
        : root(fresh_folder(name)), source(root / "source"), secret(root / "secret.gguf"), store(root / "data") {
        write(source / "a-Q4_0.gguf", gguf("four"));
        write(secret, gguf("secret"));
    }
    fs::path root;
    fs::path source;
    fs::path secret;
    OpenStore store;
};

void links_in_a_source() {
    Setting s("source-links");
    fs::create_symlink(s.secret, s.source / "README.md");  // not wanted, not in the way
    CHECK_EQ(pull("org/a", s.source), 0);
    fs::create_symlink(s.secret, s.source / "b-Q8_0.gguf");
    CHECK_FAILS(pull("org/b", s.source), kInvalidInput, "symbolic link");
    fs::remove(s.source / "b-Q8_0.gguf");
    fs::create_symlink(s.secret, s.source / "geniex.json");
    CHECK_EQ(pull("org/b", s.source), kInvalidInput);
    fs::remove(s.source / "geniex.json");
    fs::create_directory_symlink(s.root, s.source / "out");
    write(s.source / "geniex.json",
          "{\"ModelFile\":{\"Q4_0\":{\"Name\":\"out/secret.gguf\",\"Downloaded\":true,\"Size\":1}}}");
    CHECK_EQ(pull("org/b", s.source), kInvalidInput);
    fs::remove(s.source / "geniex.json");
    fs::create_directory_symlink(s.source, s.root / "by-link");  // whoever names a link means what it leads to
    CHECK_EQ(pull("org/c", s.root / "by-link"), 0);
    CHECK(!fs::exists(s.store.folder("org/b")));
}

void other_things_in_a_source() {
    Setting s("source-things");
    CHECK_EQ(mkfifo((s.source / "pipe-Q8_0.gguf").c_str(), 0600), 0);
    fs::create_directories(s.source / "folder-Q2_K.gguf");
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK_EQ(listed(), "org/a[Q4_0]");
    CHECK_EQ(pull("org/b", s.source / "pipe-Q8_0.gguf"), kInvalidInput);
    write(s.source / "aux.gguf", gguf("x"));
    CHECK_FAILS(pull("org/b", s.source), kInvalidInput, "aux.gguf");
    fs::remove(s.source / "aux.gguf");
    write(s.source / "x\xE2\x80\xAE-F16.gguf", gguf("x"));
    CHECK_EQ(pull("org/b", s.source), kInvalidInput);
    fs::rename(s.source / "x\xE2\x80\xAE-F16.gguf", s.source / "x\xFF-F16.gguf");
    CHECK_EQ(pull("org/b", s.source), kInvalidInput);
}

void a_link_in_place_of_a_model() {
    Setting s("model-link");
    write(s.root / "elsewhere/geniex.json", "{}");
    fs::create_directories(s.store.folder("org"));
    fs::create_directory_symlink(s.root / "elsewhere", s.store.folder("org/a"));
    CHECK_EQ(listed(), "");
    CHECK_EQ(get_paths("org/a").code, kInvalidInput);
    CHECK_EQ(pull("org/a", s.source), kInvalidInput);
    CHECK_EQ(geniex_model_remove("org/a"), kInvalidInput);
    CHECK_EQ(geniex_model_clean(nullptr), 0);
    CHECK_EQ(files_in(s.root / "elsewhere"), "geniex.json");
    fs::create_directory_symlink(s.root, s.store.folder("linked"));
    CHECK_EQ(pull("linked/a", s.source), kInvalidInput);
    write(s.store.folder("file"), "x");
    CHECK_EQ(pull("file/a", s.source), kInvalidInput);
}

void links_in_a_model() {
    Setting s("file-links");
    const fs::path folder = s.store.folder("org/a");
    for (const char* name : {"a-Q4_0.gguf", "a-Q4_0.gguf.progress", ".lock", ".inflight", "geniex.json"}) {
        fs::create_directories(folder);
        fs::create_symlink(s.secret, folder / name);
        check::record(pull("org/a", s.source) != 0, __FILE__, __LINE__, std::string("a link ") + name);
        CHECK_EQ(read(s.secret), gguf("secret"));
        fs::remove_all(folder);
    }
    CHECK_EQ(pull("org/a", s.source), 0);
    fs::remove(folder / "a-Q4_0.gguf");
    fs::create_symlink(s.secret, folder / "a-Q4_0.gguf");
    CHECK_EQ(get_paths("org/a").code, kNotFound);
    CHECK_EQ(geniex_model_remove("org/a"), 0);
    CHECK_EQ(read(s.secret), gguf("secret"));  // the link is gone, what it led to is not
    CHECK(!fs::exists(folder));
}

void folders_in_place_of_files() {
    Setting s("folders");
    const fs::path folder = s.store.folder("org/a");
    for (const char* name : {"a-Q4_0.gguf", "a-Q4_0.gguf.progress", ".lock", ".inflight/geniex.json", "geniex.json"}) {
        write(folder / name / "x", "x");
        check::record(pull("org/a", s.source) != 0, __FILE__, __LINE__, std::string("a folder ") + name);
        CHECK_EQ(listed(), "");
        fs::remove_all(folder);
    }
    write(folder / "geniex.json/x", "x");
    CHECK_EQ(get_paths("org/a").code, GENIEX_ERROR_COMMON_MANIFEST_PARSE);
    CHECK_EQ(geniex_model_remove("org/a"), 0);
    CHECK(!fs::exists(folder));
}

void files_of_other_kinds() {
    Setting s("kinds");
    using geniex::store::File;
    CHECK_EQ(File::open_to_read(s.source / "a-Q4_0.gguf").size(), uint64_t{64});
    CHECK_EQ(code_of([&] { File::open_to_read(s.source); }), kInvalidInput);
    CHECK_EQ(code_of([&] { File::open_to_read(s.source / "none"); }), kNotFound);
    CHECK_EQ(code_of([&] { File::open_to_write(s.source / "none/none"); }), kNotFound);
    fs::create_symlink(s.root / "nowhere", s.source / "dangling");
    CHECK_EQ(code_of([&] { File::open_to_write(s.source / "dangling"); }), kInvalidInput);
    CHECK(!fs::exists(s.root / "nowhere"));
}

void a_source_that_changes() {
    Setting s("changes");
    const auto source = geniex::store::open_source(s.source);
    const auto stream = source->open("a-Q4_0.gguf");
    std::string buffer(64, ' ');
    CHECK_EQ(stream->read(buffer.data(), buffer.size()), size_t{64});
    write(s.source / "a-Q4_0.gguf", gguf("longer", 65));
    CHECK_EQ(code_of([&] { stream->finish(); }), GENIEX_ERROR_COMMON_UNKNOWN);
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    links_in_a_source();
    other_things_in_a_source();
    a_link_in_place_of_a_model();
    links_in_a_model();
    folders_in_place_of_files();
    files_of_other_kinds();
    a_source_that_changes();
    return check::report();
}
