// Mutated manifests and archives: each is either understood or refused with an error, and nothing else happens.
// Usage: store_fuzz COUNT SEED
#include <algorithm>
#include <cstdlib>
#include <random>

#include "store/file_names.h"
#include "store/manifest.h"
#include "store/source.h"
#include "store_testing.h"
#include "zip_testing.h"

namespace {

using namespace geniex::store;
using namespace store_testing;

using Random = std::mt19937;

size_t below(Random& random, size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random); }

std::string mutated(Random& random, std::string text, const std::vector<std::string>& words) {
    const size_t changes = 1 + below(random, 4);
    for (size_t i = 0; i < changes && !text.empty(); ++i) {
        const size_t position = below(random, text.size());
        switch (below(random, 5)) {
            case 0:
                text[position] = static_cast<char>(below(random, 256));
                break;
            case 1:
                text.erase(position, 1 + below(random, 8));
                break;
            case 2:
                text.insert(position, words[below(random, words.size())]);
                break;
            case 3:
                text.insert(position, text.substr(below(random, text.size()), below(random, 40)));
                break;
            default:
                text.resize(position);
        }
    }
    return text;
}

void check_manifest(const std::string& text, int& understood) {
    Manifest manifest;
    const int32_t code = code_of([&] { manifest = parse_manifest(text); });
    if (code != 0) {
        CHECK_EQ(code, static_cast<int32_t>(GENIEX_ERROR_COMMON_MANIFEST_PARSE));
        return;
    }
    ++understood;
    const std::string written = to_json(manifest);
    CHECK_EQ(to_json(parse_manifest(written)), written);
    for (const ManifestFile* file : manifest.installed_files()) CHECK(is_model_file_name(file->name));
    CHECK(manifest.total_size() >= 0);
}

void fuzz_manifests(Random& random, int count) {
    const std::vector<std::string> seeds = {
        "{\"Name\":\"org/repo\",\"ModelName\":\"repo\",\"ModelType\":\"vlm\",\"PluginId\":\"llama_cpp\",\"ModelFile\":"
        "{\"Q4_0\":{\"Name\":\"a-Q4_0.gguf\",\"Downloaded\":true,\"Size\":123},\"F16\":{\"Name\":\"b/c.gguf\","
        "\"Downloaded\":false,\"Size\":0}},\"MMProjFile\":{\"Name\":\"mmproj.gguf\",\"Downloaded\":true,\"Size\":9},"
        "\"TokenizerFile\":null,\"ExtraFiles\":[{\"Name\":\"x.npy\",\"Downloaded\":true,\"Size\":1}]}",
        "{\"PluginId\":\"qairt\",\"Precision\":\"W4A16\",\"ModelFile\":{\"N/"
        "A\":{\"Name\":\"a.bin\",\"Downloaded\":true,"
        "\"Size\":5}},\"ExtraFiles\":[],\"DeviceId\":\"x\",\"Other\":[1.5e3,-2,[[]],{\"\\u00e9\":\"\\ud83d\\ude00\"}]}",
    };
    const std::vector<std::string> words = {"../",
                                            "/",
                                            "\\",
                                            "\\u0000",
                                            "null",
                                            "true",
                                            "{",
                                            "}",
                                            "[",
                                            "]",
                                            "\"",
                                            ",",
                                            ":",
                                            "1e999",
                                            "-9",
                                            "9223372036854775807",
                                            "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                            "\xFF",
                                            "geniex.json",
                                            "con"};
    int understood = 0;
    for (int i = 0; i < count; ++i)
        check_manifest(mutated(random, seeds[below(random, seeds.size())], words), understood);
    CHECK(understood > 0 && understood < count);  // or the mutations would be too wild, or too tame
}

/** Reads every file of the archive to its end. */
void read_archive(const fs::path& path) {
    const auto source = open_source(path);
    std::string buffer(4096, '\0');
    for (const SourceFile& file : source->files()) {
        CHECK(is_portable_name(file.name));
        const auto stream = source->open(file.name);
        uint64_t total = 0;
        while (const size_t count = stream->read(buffer.data(), buffer.size())) total += count;
        stream->finish();
        CHECK_EQ(total, file.size);
    }
}

void fuzz_archives(Random& random, int count) {
    zip_testing::Archive archive;
    archive.add("metadata.json", "{}").add("folder/a.bin", std::string(300, 'a'));
    archive.add_packed("b.bin", zip_testing::kPacked, zip_testing::unpacked(), 8);
    const std::string plain = archive.build();
    archive.use_zip64();
    const std::vector<std::string> seeds = {plain, archive.build()};
    const std::vector<std::string> words = {std::string("PK\x01\x02", 4), std::string("PK\x03\x04", 4),
                                            std::string("PK\x05\x06", 4), "\xFF\xFF\xFF\xFF",
                                            std::string(8, '\0'),         "../"};
    const fs::path path = fresh_folder("fuzz") / "archive.zip";
    int accepted = 0;
    for (int i = 0; i < count; ++i) {
        write(path, mutated(random, seeds[below(random, seeds.size())], words));
        if (code_of([&] { read_archive(path); }) == 0) ++accepted;
    }
    CHECK(accepted < count);
}

}  // namespace

int main(int argc, char** argv) {
    const int count = argc > 1 ? std::atoi(argv[1]) : 2000;
    Random random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
    geniex_set_log(nullptr);
    fuzz_manifests(random, count);
    fuzz_archives(random, count);
    return check::report();
}
