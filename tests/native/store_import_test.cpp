// Imports from folders, files and archives: what is recognised, how it is copied, and how it goes on after a stop.
#include <algorithm>

#include "platform.h"
#include "store/chunk_marks.h"
#include "store/transfer.h"
#include "store_testing.h"
#include "zip_testing.h"

namespace {

using namespace store_testing;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kInvalidModel = GENIEX_ERROR_COMMON_MODEL_INVALID;
constexpr int32_t kUnknown = GENIEX_ERROR_COMMON_UNKNOWN;
constexpr int32_t kCancelled = GENIEX_ERROR_COMMON_CANCELLED;
constexpr int32_t kNoSpace = GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE;
constexpr size_t kChunk = 4096;

struct Setting {
    explicit Setting(const std::string& name)
        : root(fresh_folder(name)), source(root / "source"), store(root / "data") {}
    fs::path root;
    fs::path source;
    OpenStore store;
};

void gguf_folder() {
    Setting s("gguf");
    write(s.source / "tiny-Q8_0.gguf", gguf("eight"));
    write(s.source / "tiny-q4_k_m.gguf", gguf("four"));
    write(s.source / "tiny-mtp-Q4_0.gguf", gguf("head"));
    write(s.source / "mmproj-tiny-F16.gguf", gguf("small projector"));
    write(s.source / "mmproj-tiny-F32.gguf", gguf("large projector", 500));
    write(s.source / "tokenizer.json", "{}");
    write(s.source / "embeddings.npy", "n");
    write(s.source / "README.md", "not copied");
    CHECK_EQ(pull("org/tiny-GGUF", s.source), 0);
    CHECK_EQ(listed(), "org/tiny-GGUF[Q4_K_M,Q8_0]");
    const Paths best = get_paths("org/tiny-GGUF");
    CHECK_EQ(file_name(best.model), "tiny-q4_k_m.gguf");
    CHECK_EQ(file_name(best.projector), "mmproj-tiny-F32.gguf");
    CHECK_EQ(file_name(best.tokenizer), "tokenizer.json");
    CHECK_EQ(best.folder, s.store.folder("org/tiny-GGUF").u8string());
    CHECK_EQ(best.model_name, "tiny");
    CHECK_EQ(best.plugin, "llama_cpp");
    CHECK_EQ(best.type, GENIEX_MODEL_TYPE_VLM);
    const Paths eight = get_paths("org/tiny-GGUF:q8_0");
    CHECK_EQ(read(eight.model), gguf("eight"));
    CHECK_EQ(files_in(best.folder),
             "embeddings.npy geniex.json mmproj-tiny-F32.gguf tiny-Q8_0.gguf tiny-q4_k_m.gguf "
             "tokenizer.json");
    CHECK_EQ(get_paths("org/tiny-GGUF:Q2_K").code, kInvalidInput);
}

void one_quant_then_another() {
    Setting s("quants");
    write(s.source / "a-Q4_0.gguf", gguf("four"));
    write(s.source / "a-Q8_0.gguf", gguf("eight"));
    PullOptions options;
    options.quant = "q8_0";
    CHECK_EQ(pull("org/a", s.source, options), 0);
    CHECK_EQ(listed(), "org/a[Q8_0]");
    CHECK_EQ(get_paths("org/a:Q4_0").code, kInvalidInput);
    options.quant = "Q2_K";
    CHECK_FAILS(pull("org/a", s.source, options), kInvalidModel, "available: Q4_0, Q8_0");
    options.quant = "Q4_0";
    CHECK_EQ(pull("org/a", s.source, options), 0);
    CHECK_EQ(listed(), "org/a[Q4_0,Q8_0]");
    CHECK_EQ(get_paths("org/a:Q8_0").code, 0);
}

void without_a_tag() {
    Setting s("untagged");
    write(s.source / "model.gguf", gguf("x"));
    CHECK_EQ(pull("org/m", s.source / "model.gguf"), 0);  // a file, not a folder
    CHECK_EQ(listed(), "org/m[default]");
    CHECK_EQ(get_paths("org/m:default").code, 0);
    write(s.source / "other-Q4_0.gguf", gguf("not asked for"));
    CHECK_EQ(pull("org/m", s.source / "model.gguf"), 0);
    CHECK_EQ(listed(), "org/m[default]");
    write(s.source / "mmproj.gguf", gguf("x"));
    CHECK_FAILS(pull("org/p", s.source / "mmproj.gguf"), kInvalidModel, "projector");
}

void split_models() {
    Setting s("split");
    for (const char* part : {"1", "2", "3"})
        write(s.source / ("big-Q4_0-0000" + std::string(part) + "-of-00003.gguf"), gguf(part));
    write(s.source / "big-Q8_0-00001-of-00001.gguf", gguf("single part"));
    CHECK_EQ(pull("org/file", s.source / "big-Q4_0-00002-of-00003.gguf"), 0);
    CHECK_EQ(listed(), "org/file[Q4_0]");
    const Paths paths = get_paths("org/file");
    CHECK_EQ(file_name(paths.model), "big-Q4_0-00001-of-00003.gguf");
    CHECK(fs::exists(fs::path(paths.folder) / "big-Q4_0-00003-of-00003.gguf"));
    CHECK_EQ(pull("org/folder", s.source), 0);
    CHECK_EQ(geniex_model_remove("org/folder:Q4_0"), 0);
    CHECK_EQ(files_in(s.store.folder("org/folder")), "big-Q8_0-00001-of-00001.gguf geniex.json");
    fs::remove(fs::path(paths.folder) / "big-Q4_0-00002-of-00003.gguf");
    CHECK_EQ(get_paths("org/file").code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    fs::remove(s.source / "big-Q4_0-00002-of-00003.gguf");
    CHECK_FAILS(pull("org/folder", s.source), kInvalidModel, "2 of the 3 parts");
}

void types() {
    Setting s("types");
    write(s.source / "a-Q4_0.gguf", gguf("x"));
    struct Case {
        const char* config;
        int32_t type;
    };
    const Case cases[] = {
        {"{\"architectures\":[\"LlamaForCausalLM\"]}", GENIEX_MODEL_TYPE_LLM},
        {"{\"architectures\":[\"Qwen2_5_VLForConditionalGeneration\"]}", GENIEX_MODEL_TYPE_VLM},
        {"{\"architectures\":[\"T5ForConditionalGeneration\"]}", GENIEX_MODEL_TYPE_LLM},
        {"{\"architectures\":[\"X\"],\"vision_config\":{}}", GENIEX_MODEL_TYPE_VLM},
        {"{\"mm_vision_tower\":\"clip\"}", GENIEX_MODEL_TYPE_VLM},
        {"{\"model_type\":\"gemma3_text\",\"vision_config\":{}}", GENIEX_MODEL_TYPE_LLM},
        {"{\"vision_config\":null}", GENIEX_MODEL_TYPE_LLM},
        {"{broken", GENIEX_MODEL_TYPE_LLM},
    };
    int number = 0;
    for (const Case& c : cases) {
        write(s.source / "config.json", c.config);
        const std::string name = "org/config" + std::to_string(number++);
        CHECK_EQ(pull(name, s.source), 0);
        CHECK_EQ(get_paths(name).type, c.type);
    }
    PullOptions options;
    options.type = GENIEX_MODEL_TYPE_VLM;
    CHECK_EQ(pull("org/hinted", s.source, options), 0);
    CHECK_EQ(get_paths("org/hinted").type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(pull("org/hinted", s.source), 0);  // what was said before stays
    CHECK_EQ(get_paths("org/hinted").type, GENIEX_MODEL_TYPE_VLM);
}

void bundles() {
    Setting s("bundle");
    write(s.source / "metadata.json", "{\"model_id\":\"qwen3_0_6b\",\"genie\":{\"supports_vision\":true}}");
    write(s.source / "part_b.bin", "BB");
    write(s.source / "part_a.bin", "A");
    write(s.source / "tokenizer.json", "{}");
    write(s.source / "genie_config.json", "{}");
    write(s.source / ".DS_Store", "x");
    CHECK_EQ(pull("bundle", s.source), 0);
    const Paths paths = get_paths("bundle");
    CHECK_EQ(listed(), "qualcomm/bundle[N/A]");
    CHECK_EQ(file_name(paths.model), "part_a.bin");
    CHECK_EQ(file_name(paths.tokenizer), "tokenizer.json");
    CHECK_EQ(paths.projector, "(null)");
    CHECK_EQ(paths.plugin, "qairt");
    CHECK_EQ(paths.model_name, "qwen3_0_6b");
    CHECK_EQ(paths.type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(files_in(paths.folder),
             "genie_config.json geniex.json metadata.json part_a.bin part_b.bin tokenizer.json");
    // Another precision in the same folder could not share its files: it takes the place of the first.
    write(s.source / "metadata.json", "{\"precision\":\"precision_w4a16\"}");
    fs::rename(s.source / "part_b.bin", s.source / "part_c.bin");
    PullOptions options;
    options.quant = "W8A16";
    CHECK_FAILS(pull("bundle", s.source, options), kInvalidModel, "W4A16");
    CHECK_EQ(pull("bundle", s.source), 0);
    CHECK_EQ(listed(), "qualcomm/bundle[W4A16]");
    CHECK_EQ(files_in(paths.folder),
             "genie_config.json geniex.json metadata.json part_a.bin part_c.bin tokenizer.json");
    write(s.root / "gguf" / "a-Q4_0.gguf", gguf("x"));
    CHECK_FAILS(pull("bundle", s.root / "gguf"), kInvalidInput, "remove it first");
    write(s.source / "metadata.json", "{");
    CHECK_EQ(pull("other", s.source), GENIEX_ERROR_COMMON_MANIFEST_PARSE);
    write(s.source / "metadata.json", "{}");
    for (const char* odd : {"a\nb", "../x", "\xC3\xA9", "0123456789012345678901234567890123"}) {
        options.quant = odd;
        CHECK_FAILS(pull("other", s.source, options), kInvalidInput, "precision");
    }
    options.quant = "w8a16";
    CHECK_EQ(pull("other", s.source, options), 0);
    CHECK_EQ(get_paths("other:W8A16").code, 0);
}

void a_manifest_that_would_be_too_long() {
    Setting s("long");
    write(s.source / "metadata.json", "{}");
    write(s.source / "a.bin", "a");
    for (int i = 0; i < 5000; ++i) write(s.source / (std::string(180, 'x') + std::to_string(i)), "");
    CHECK_EQ(pull("long", s.source), GENIEX_ERROR_COMMON_MANIFEST_PARSE);
    CHECK(fs::is_empty(s.store.folder("")));
}

void archives() {
    Setting s("archive");
    zip_testing::Archive archive;
    archive.add("b/metadata.json", "{\"genie\":{\"supports_vision\":false}}").add("b/b.bin", "BB").add("b/a.bin", "A");
    write(s.root / "bundle.ZIP", archive.build());
    CHECK_EQ(pull("zipped", s.root / "bundle.ZIP"), 0);
    CHECK_EQ(read(get_paths("zipped").model), "A");
    CHECK_EQ(get_paths("zipped").type, GENIEX_MODEL_TYPE_LLM);
    archive.add("b/c.bin", "checksum").last().crc ^= 1;
    write(s.root / "broken.zip", archive.build());
    CHECK_FAILS(pull("broken", s.root / "broken.zip"), kInvalidModel, "checksum");
    CHECK_EQ(get_paths("broken").code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    write(s.root / "slip.zip", zip_testing::Archive().add("metadata.json", "{}").add("../../../x.bin", "x").build());
    CHECK_FAILS(pull("slip", s.root / "slip.zip"), kInvalidInput, "not a proper path");
    CHECK_EQ(listed(), "qualcomm/zipped[N/A]");
}

void manifests_of_the_source() {
    Setting s("manifest");
    write(s.source / "deep/er/weights.gguf", gguf("x", 100));
    write(s.source / "geniex.json",
          "{\"Name\":\"their/"
          "name\",\"ModelType\":\"vlm\",\"PluginId\":\"llama_cpp\",\"ModelFile\":{\"SPECIAL\":{\"Name\":"
          "\"deep/er/"
          "weights.gguf\",\"Downloaded\":true,\"Size\":1},\"F16\":{\"Name\":\"gone.gguf\",\"Downloaded\":false}}}");
    CHECK_EQ(pull("org/own", s.source), 0);
    CHECK_EQ(listed(), "org/own[SPECIAL]");
    CHECK_EQ(get_paths("org/own").type, GENIEX_MODEL_TYPE_VLM);
    CHECK_EQ(files_in(s.store.folder("org/own")), "deep/er/weights.gguf geniex.json");
    geniex_ModelDetail detail;
    CHECK_EQ(geniex_model_get_detailed("org/own", &detail), 0);
    CHECK_EQ(detail.total_size, 100);  // what was copied, and not what was claimed
    geniex_model_detail_free(&detail);
    for (const char* name : {"../outside.gguf", "/etc/passwd", "missing.gguf"}) {
        write(s.source / "geniex.json",
              "{\"ModelFile\":{\"Q4_0\":{\"Name\":\"" + std::string(name) + "\",\"Downloaded\":true,\"Size\":1}}}");
        const int32_t expected = name[0] == 'm' ? kInvalidModel : GENIEX_ERROR_COMMON_MANIFEST_PARSE;
        CHECK_EQ(pull("org/bad", s.source), expected);
    }
    for (const char* name : {"geniex.json", "metadata.json"}) {
        fs::remove(s.source / "geniex.json");
        write(s.source / "a.bin", "a");
        write(s.source / name, "{");
        fs::resize_file(s.source / name, uint64_t{2} << 30);
        CHECK_FAILS(pull("org/bad", s.source), GENIEX_ERROR_COMMON_MANIFEST_PARSE, "longer");
    }
    CHECK(!fs::exists(s.store.folder("org/bad")));
}

void things_that_are_no_models() {
    Setting s("none");
    fs::create_directories(s.source);
    CHECK_EQ(pull("org/x", s.source), kUnknown);
    write(s.source / "README.md", "x");
    CHECK_EQ(pull("org/x", s.source), kUnknown);
    write(s.source / "model.safetensors", "x");
    CHECK_FAILS(pull("org/x", s.source), kUnknown, "safetensors");
    CHECK_FAILS(pull("org/x", s.source / "README.md"), kUnknown, "neither");
    CHECK_EQ(pull("org/x", s.source / "missing"), GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    write(s.source / "a-Q4_0.gguf", "<!DOCTYPE html>");
    CHECK_FAILS(pull("org/x", s.source), kInvalidModel, "web page");
    write(s.source / "a-Q4_0.gguf", "");
    CHECK_FAILS(pull("org/x", s.source), kInvalidModel, "empty");
    for (const char* name : {"org/con", "a:b/c", "org/x.", "org/ x"}) CHECK_EQ(pull(name, s.source), kInvalidInput);
    CHECK_EQ(files_in(s.store.folder("")), "");  // nothing was left behind
    CHECK(fs::is_empty(s.store.folder("")));
}

struct Ticks {
    int count = 0;
    int64_t downloaded = 0;
    int64_t total = 0;
    std::string names;
    bool go_on = true;
};

bool on_progress(const geniex_FileProgress* files, int32_t count, void* user_data) {
    Ticks& ticks = *static_cast<Ticks*>(user_data);
    ++ticks.count;
    ticks.downloaded = ticks.total = 0;
    ticks.names.clear();
    for (int32_t i = 0; i < count; ++i) {
        ticks.downloaded += files[i].downloaded_bytes;
        ticks.total += files[i].total_bytes;
        ticks.names += std::string(files[i].file_name) + ";";
    }
    return ticks.go_on;
}

PullOptions watched(Ticks& ticks) {
    PullOptions options;
    options.on_progress = on_progress;
    options.user_data = &ticks;
    return options;
}

void progress_and_cancel() {
    Setting s("progress");
    write(s.source / "a-Q4_0.gguf", gguf("four", 3 * kChunk + 5));
    write(s.source / "mmproj.gguf", gguf("projector", 100));
    Ticks ticks;
    ticks.go_on = false;
    CHECK_FAILS(pull("org/a", s.source, watched(ticks)), kCancelled, "kept");
    CHECK_EQ(listed(), "");
    CHECK(fs::exists(s.store.folder("org/a") / ".inflight/geniex.json"));
    CHECK(fs::exists(s.store.folder("org/a") / "a-Q4_0.gguf"));
    CHECK_EQ(get_paths("org/a").code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    fs::remove(s.store.folder("org/a") / "mmproj.gguf");
    ticks = {};
    CHECK_EQ(pull("org/a", s.source, watched(ticks)), 0);
    CHECK_EQ(ticks.names, "mmproj.gguf;");  // the other file was whole
    CHECK(ticks.count >= 1);
    CHECK_EQ(ticks.downloaded, 100);
    CHECK_EQ(ticks.total, 100);
    CHECK(!fs::exists(s.store.folder("org/a") / ".inflight"));
    ticks = {};
    CHECK_EQ(pull("org/a", s.source, watched(ticks)), 0);
    CHECK_EQ(ticks.count, 0);  // nothing to do, nothing to tell
}

void resuming() {
    Setting s("resume");
    const std::string content = gguf("content", 5 * kChunk + 7);
    write(s.source / "a-Q4_0.gguf", content);
    const fs::path target = s.store.folder("org/a") / "a-Q4_0.gguf";
    // As an import that was killed leaves it: two chunks done, the second of them damaged by a power cut.
    std::string part = content.substr(0, 2 * kChunk + 100);
    part[kChunk + 10] ^= 0x55;
    write(target, part);
    write(target.u8string() + ".progress", std::string("\1\1\0\0\0\0", 6));
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK(read(target) == content);
    CHECK(!fs::exists(target.u8string() + ".progress"));
    // Marks of another size, and a file that is too long, are no use.
    CHECK_EQ(geniex_model_remove("org/a"), 0);
    write(target, std::string(9 * kChunk, 'x'));
    write(target.u8string() + ".progress", std::string(9, '\1'));
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK(read(target) == content);
}

void a_second_quant_that_fails() {
    Setting s("second");
    write(s.source / "a-Q8_0.gguf", gguf("eight"));
    CHECK_EQ(pull("org/a", s.source), 0);
    write(s.source / "a-Q4_0.gguf", gguf("four"));
    Ticks ticks;
    ticks.go_on = false;
    CHECK_EQ(pull("org/a", s.source, watched(ticks)), kCancelled);
    CHECK_EQ(listed(), "org/a[Q8_0]");
    CHECK_EQ(file_name(get_paths("org/a").model), "a-Q8_0.gguf");
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK_EQ(listed(), "org/a[Q4_0,Q8_0]");
}

void new_content_under_an_old_name() {
    Setting s("replace");
    const fs::path file = s.source / "a-Q4_0.gguf";
    write(file, gguf("old"));
    CHECK_EQ(pull("org/a", s.source), 0);
    write(file, gguf("new"));  // as long as the old one
    fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
    Ticks ticks;
    ticks.go_on = false;
    CHECK_EQ(pull("org/a", s.source, watched(ticks)), kCancelled);
    CHECK_EQ(read(get_paths("org/a").model), gguf("old"));  // untouched until the new one is whole
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK_EQ(read(get_paths("org/a").model), gguf("new"));
    fs::rename(file, s.source / "renamed-Q4_0.gguf");
    CHECK_EQ(pull("org/a", s.source), 0);
    CHECK_EQ(files_in(s.store.folder("org/a")), "geniex.json renamed-Q4_0.gguf");  // the old name is superseded
}

void a_full_disk() {
    Setting s("space");
    const fs::path file = s.source / "a-Q4_0.gguf";
    write(file, gguf("x"));
    fs::resize_file(file, fs::space(s.root).available + (uint64_t{1} << 30));  // sparse: takes no room
    CHECK_FAILS(pull("org/a", s.source), kNoSpace, "free space");
    CHECK(fs::is_empty(s.store.folder("")));
    using geniex::store::check_space;
    CHECK_EQ(code_of([] { check_space(100, 200); }), 0);
    CHECK_EQ(code_of([] { check_space(101, 200); }), kNoSpace);
    CHECK_EQ(code_of([] { check_space(5ULL << 30, 6ULL << 30); }), 0);
    CHECK_EQ(code_of([] { check_space((5ULL << 30) + 1, 6ULL << 30); }), kNoSpace);
}

void chunk_sizes() {
    using geniex::store::chunk_size_of;
    CHECK_EQ(chunk_size_of(0), uint64_t{kChunk});
    CHECK_EQ(chunk_size_of(128 * kChunk), uint64_t{kChunk});
    CHECK_EQ(chunk_size_of(128 * kChunk + 1), uint64_t{kChunk + 1});
    geniex::set_environment("GENIEX_DL_CHUNK_SIZE", "many");
    CHECK_EQ(chunk_size_of(1), uint64_t{16} << 20);
    CHECK_EQ(chunk_size_of(uint64_t{1} << 40), uint64_t{1} << 33);
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    geniex::set_environment("GENIEX_DL_CHUNK_SIZE", std::to_string(kChunk));
    gguf_folder();
    one_quant_then_another();
    without_a_tag();
    split_models();
    types();
    bundles();
    a_manifest_that_would_be_too_long();
    archives();
    manifests_of_the_source();
    things_that_are_no_models();
    progress_and_cancel();
    resuming();
    a_second_quant_that_fails();
    new_content_under_an_old_name();
    a_full_disk();
    chunk_sizes();
    return check::report();
}
