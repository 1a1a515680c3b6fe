// The inspection of files: the C function, folders and pipes, and models in several parts.
// Argument: a folder to write into.
#include <cstring>
#include <filesystem>
#include <fstream>

#if !defined(_WIN32)
#include <sys/stat.h>
#endif

#include "geniex_ext.h"
#include "gguf_testing.h"

using namespace gguf_testing;

namespace {

std::filesystem::path folder;

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
}

struct Answer {
    int32_t code;
    std::string json;
};

Answer ask(const std::filesystem::path& path) {
    char* json = nullptr;
    const int32_t code = geniex_gguf_inspect(path.u8string().c_str(), &json);
    Answer answer{code, json != nullptr ? json : ""};
    geniex_free(json);
    return answer;
}

std::string file_code(const std::filesystem::path& path) {
    const auto report = geniex::gguf::inspect_file(path);
    return report ? fatal_code(*report) : "not opened";
}

Builder part(uint16_t number, uint16_t count) {
    if (number == 0) return Builder::model().set("split.no", u16(0)).set("split.count", u16(count));
    Builder builder;
    builder.set("split.no", u16(number)).set("split.count", u16(count));
    builder.add_tensor({"blk." + std::to_string(number) + ".attn_q.weight", {64, 64}, 1, 64 * 64 * 2});
    return builder;
}

/** A fresh folder with a sound model in three parts; answers the path of one part. */
std::filesystem::path write_parts(const std::string& name, size_t wanted = 1) {
    std::filesystem::remove_all(folder / name);
    const auto path = [&](size_t number) {
        return folder / name / ("model-0000" + std::to_string(number) + "-of-00003.gguf");
    };
    write_file(path(1), part(0, 3).set("split.tensors.count", i32(4)).build());
    write_file(path(2), part(1, 3).build());
    write_file(path(3), part(2, 3).build());
    return path(wanted);
}

}  // namespace

TEST(arguments_are_checked) {
    char* json = nullptr;
    EXPECT_EQUAL(geniex_gguf_inspect(nullptr, &json), GENIEX_ERROR_COMMON_INVALID_INPUT);
    EXPECT_EQUAL(geniex_gguf_inspect("model.gguf", nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT);
    EXPECT_EQUAL(geniex_gguf_inspect(nullptr, nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT);
    json = reinterpret_cast<char*>(&json);
    EXPECT_EQUAL(geniex_gguf_inspect("", &json), GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    EXPECT(json == nullptr);
}

/** Bytes that a client delivers, and how often it was asked. */
struct Remote {
    std::string bytes;
    uint64_t readable;
    int calls = 0;
};

static int64_t read_remote(void* context, uint64_t offset, void* buffer, uint64_t length) {
    auto& remote = *static_cast<Remote*>(context);
    ++remote.calls;
    if (offset >= remote.readable) return -1;
    const uint64_t part = std::min<uint64_t>(length, remote.readable - offset);
    std::memcpy(buffer, remote.bytes.data() + offset, part);
    return static_cast<int64_t>(part);
}

static Answer ask(Remote& remote) {
    const geniex_ByteSource source{sizeof(geniex_ByteSource), remote.bytes.size(), read_remote, &remote};
    char* json = nullptr;
    const int32_t code = geniex_gguf_inspect_source(&source, &json);
    Answer answer{code, json != nullptr ? json : ""};
    geniex_free(json);
    return answer;
}

TEST(a_source_must_be_filled_in) {
    char* json = nullptr;
    geniex_ByteSource source{sizeof(geniex_ByteSource), 8, nullptr, nullptr};
    EXPECT_EQUAL(geniex_gguf_inspect_source(&source, &json), GENIEX_ERROR_COMMON_INVALID_INPUT);
    EXPECT_EQUAL(geniex_gguf_inspect_source(nullptr, &json), GENIEX_ERROR_COMMON_INVALID_INPUT);
    source.read = read_remote;
    EXPECT_EQUAL(geniex_gguf_inspect_source(&source, nullptr), GENIEX_ERROR_COMMON_INVALID_INPUT);
    source.size = 1;
    EXPECT_EQUAL(geniex_gguf_inspect_source(&source, &json), GENIEX_ERROR_COMMON_INVALID_INPUT);
}

TEST(a_source_is_judged_like_a_file) {
    const std::string bytes = Builder::model().build();
    const auto path = folder / "same.gguf";
    write_file(path, bytes);
    Remote remote{bytes, bytes.size()};
    const Answer answer = ask(remote);
    EXPECT_EQUAL(answer.code, GENIEX_SUCCESS);
    EXPECT_EQUAL(answer.json, ask(path).json);
    EXPECT_EQUAL(remote.calls, 2);
}

TEST(a_source_that_fails_is_a_finding) {
    Remote remote{Builder::model().build(), 0};
    const Answer answer = ask(remote);
    EXPECT_EQUAL(answer.code, GENIEX_SUCCESS);
    EXPECT(answer.json.find("\"code\":\"read_failed\"") != std::string::npos);
    Remote boastful{"GGUF" + std::string(60, '\0'), 64};
    const geniex_ByteSource source{
        sizeof(geniex_ByteSource), boastful.bytes.size(),
        [](void*, uint64_t, void*, uint64_t length) { return static_cast<int64_t>(length) + 1; }, &boastful};
    char* json = nullptr;
    EXPECT_EQUAL(geniex_gguf_inspect_source(&source, &json), GENIEX_SUCCESS);
    EXPECT(std::string(json).find("read_failed") != std::string::npos);
    geniex_free(json);
}

TEST(one_part_of_a_source_is_judged_by_itself) {
    const std::string bytes = part(0, 3).build();
    Remote remote{bytes, bytes.size()};
    const Answer answer = ask(remote);
    EXPECT(answer.json.find("{\"fatal\":[],") == 0);
    EXPECT(answer.json.find("\"split_count\":3") != std::string::npos);
}

TEST(a_path_that_cannot_be_opened_is_not_found) {
    EXPECT_EQUAL(ask(folder / "no-such.gguf").code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    EXPECT(std::string(geniex_last_error_detail()).find("no-such.gguf") != std::string::npos);
}

TEST(a_folder_is_a_finding) {
    const Answer answer = ask(folder);
    EXPECT_EQUAL(answer.code, GENIEX_SUCCESS);
    EXPECT(answer.json.find("\"code\":\"directory\"") != std::string::npos);
    EXPECT(answer.json.find("\"file_bytes\":null") != std::string::npos);
}

#if !defined(_WIN32)
TEST(a_pipe_is_not_waited_for) {
    const auto path = folder / "pipe.gguf";
    std::filesystem::remove(path);
    EXPECT_EQUAL(mkfifo(path.c_str(), 0600), 0);
    EXPECT_EQUAL(ask(path).code, GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
}
#endif

TEST(a_sound_file_is_told_as_json) {
    const auto path = folder / "modèle 模型.gguf";
    write_file(path, Builder::model().build());
    const Answer answer = ask(path);
    EXPECT_EQUAL(answer.code, GENIEX_SUCCESS);
    EXPECT_EQUAL(answer.json.substr(0, 37), "{\"fatal\":[],\"warning\":[],\"facts\":{\"ar");
    EXPECT(answer.json.find("\"architecture\":\"llama\"") != std::string::npos);
    EXPECT_EQUAL(answer.json.back(), '}');
}

TEST(a_model_that_pools_says_so) {
    const auto path = folder / "embeds.gguf";
    write_file(path, Builder::model().set("llama.pooling_type", u32(3)).build());
    EXPECT(ask(path).json.find("\"pooling_type\":3") != std::string::npos);
    write_file(path, Builder::model().build());
    EXPECT(ask(path).json.find("\"pooling_type\":null") != std::string::npos);
}

TEST(a_file_with_fatal_findings_is_a_success) {
    const auto path = folder / "page.gguf";
    write_file(path, "<html>");
    const Answer answer = ask(path);
    EXPECT_EQUAL(answer.code, GENIEX_SUCCESS);
    EXPECT(answer.json.find("\"code\":\"web_page\"") != std::string::npos);
}

TEST(all_parts_of_a_model_are_summed) {
    const auto report = geniex::gguf::inspect_file(write_parts("sound"));
    EXPECT_EQUAL(fatal_code(*report), "");
    EXPECT_EQUAL(report->totals.parts, 3u);
    EXPECT_EQUAL(report->totals.tensors, 4u);
    EXPECT_EQUAL(report->totals.elements, 64u * 32 + 64 + 2 * 64 * 64);
    EXPECT(report->to_json().find("\"split_count\":3") != std::string::npos);
}

TEST(a_first_part_may_hold_no_weights) {
    const auto first = write_parts("metadata-first");
    write_file(first, part(0, 3).drop_tensors().build());
    EXPECT_EQUAL(file_code(first), "");
}

TEST(missing_parts_are_named) {
    const auto first = write_parts("missing");
    std::filesystem::remove(write_parts("missing", 2));
    const auto report = geniex::gguf::inspect_file(first);
    EXPECT_EQUAL(fatal_code(*report), "split_missing");
    EXPECT(report->findings.fatal()[0].message.find("model-00002-of-00003.gguf") != std::string::npos);
}

TEST(another_part_than_the_first_points_to_it) {
    const auto report = geniex::gguf::inspect_file(write_parts("not-first", 2));
    EXPECT_EQUAL(fatal_code(*report), "split_not_first");
    EXPECT(report->findings.fatal()[0].remedy.find("model-00001-of-00003.gguf") != std::string::npos);
}

TEST(parts_are_found_by_their_names) {
    const auto first = write_parts("renamed");
    const auto renamed = first.parent_path() / "model.gguf";
    std::filesystem::rename(first, renamed);
    EXPECT_EQUAL(file_code(renamed), "split_name");
}

TEST(the_number_of_parts_is_bounded) {
    const auto path = folder / "model-00001-of-01000.gguf";
    write_file(path, part(0, 1000).build());
    EXPECT_EQUAL(file_code(path), "split_count");
}

TEST(a_broken_part_is_named) {
    const auto first = write_parts("broken");
    write_file(write_parts("broken", 3), "<html>");
    const auto report = geniex::gguf::inspect_file(first);
    EXPECT_EQUAL(fatal_code(*report), "web_page");
    EXPECT(report->findings.fatal()[0].message.find("model-00003-of-00003.gguf") != std::string::npos);
}

TEST(parts_belong_together) {
    const auto first = write_parts("mixed");
    const auto second = write_parts("mixed", 2);
    write_file(second, part(1, 3).set("general.architecture", text("qwen3")).build());
    EXPECT_EQUAL(file_code(first), "split_mixed");
    write_file(second, part(2, 3).build());
    EXPECT_EQUAL(file_code(first), "split_number");
    write_file(second, part(1, 3).add_tensor({"extra.weight", {8}, 0, 32}).build());
    EXPECT_EQUAL(file_code(first), "split_tensors");
}

TEST(tensors_of_every_part_are_checked) {
    const auto first = write_parts("format");
    const auto second = write_parts("format", 2);
    Builder builder;
    builder.set("split.no", u16(1)).set("split.count", u16(3)).add_tensor({"blk.1.attn_norm.weight", {64}, 8, 68});
    write_file(second, builder.build());
    EXPECT_EQUAL(file_code(first), "tensor_format");
}

int main(int argc, char** argv) {
    if (argc != 2) {
        std::cerr << "usage: gguf_inspect_test FOLDER\n";
        return 2;
    }
    folder = argv[1];
    std::filesystem::create_directories(folder);
    return run_tests();
}
