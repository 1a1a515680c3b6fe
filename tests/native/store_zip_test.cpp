// Archives, honest and hostile.
#include <algorithm>

#include "store/source.h"
#include "store_testing.h"
#include "zip_testing.h"

namespace {

using namespace geniex::store;
using namespace store_testing;
using zip_testing::Archive;

constexpr int32_t kInvalidInput = GENIEX_ERROR_COMMON_INVALID_INPUT;
constexpr int32_t kInvalidModel = GENIEX_ERROR_COMMON_MODEL_INVALID;
constexpr int32_t kNotSupported = GENIEX_ERROR_COMMON_NOT_SUPPORTED;

fs::path saved(const std::string& bytes) {
    const fs::path path = fs::path(GENIEX_TEST_FOLDER) / "archive.zip";
    write(path, bytes);
    return path;
}

std::string content_of(const Source& source, const std::string& name) { return read_text(source, name, 1 << 20); }

/** Code of opening the archive and reading all its files. */
int32_t code_of_archive(const std::string& bytes) {
    return code_of([&] {
        const auto source = open_source(saved(bytes));
        for (const SourceFile& file : source->files()) content_of(*source, file.name);
    });
}

int32_t code_of_archive(const Archive& archive) { return code_of_archive(archive.build()); }

void honest_archives() {
    Archive archive;
    archive.add("bundle/", "").add("bundle/metadata.json", "{}").add("bundle/a.bin", "AAAA");
    archive.add("__MACOSX/bundle/._a.bin", "x").add("bundle/._b", "x").add("bundle/.DS_Store", "x");
    archive.comment("said at the end");
    for (const bool large : {false, true}) {
        if (large) archive.use_zip64();
        const auto source = open_source(saved(archive.build()));
        CHECK_EQ(source->files().size(), size_t{2});
        CHECK_EQ(source->files()[0].name, "a.bin");
        CHECK_EQ(content_of(*source, "a.bin"), "AAAA");
        CHECK(source->find("metadata.json").has_value() && !source->find("b").has_value());
        CHECK_EQ(code_of([&] { source->open("missing"); }), GENIEX_ERROR_COMMON_FILE_NOT_FOUND);
    }
    CHECK_EQ(open_source(saved(Archive().build()))->files().size(), size_t{0});
}

void deflated_files() {
    Archive archive;
    archive.add_packed("a.txt", zip_testing::kPacked, zip_testing::unpacked(), 8);
#if defined(GENIEX_HAVE_ZLIB)
    CHECK_EQ(content_of(*open_source(saved(archive.build())), "a.txt"), zip_testing::unpacked());
    Archive longer = archive;  // says less than it holds
    longer.last().size -= 1;
    CHECK_EQ(code_of_archive(longer), kInvalidModel);
    Archive shorter = archive;  // says more than it holds
    shorter.last().size += 1;
    CHECK_EQ(code_of_archive(shorter), kInvalidModel);
    Archive broken = archive;
    broken.last().data[20] ^= 0x55;
    CHECK_EQ(code_of_archive(broken), kInvalidModel);
    Archive cut = archive;
    cut.last().data.resize(50);
    cut.last().packed_size = 50;
    CHECK_EQ(code_of_archive(cut), kInvalidModel);
#else
    CHECK_EQ(code_of_archive(archive), kNotSupported);
#endif
}

void names_that_lead_out() {
    for (const char* name : {"../x", "a/../../x", "/x", "//x", "C:/x", "C:x", "a\\..\\x", "..", "a//x", "./x", "con",
                             "a/nul.txt", "x.", "\xFF", "a\xE2\x80\xAEx"}) {
        CHECK_EQ(code_of_archive(Archive().add(name, "x")), kInvalidInput);
    }
    CHECK_EQ(code_of_archive(Archive().add(std::string("a\0b", 3), "x")), kInvalidInput);
    CHECK_EQ(code_of_archive(Archive().add("", "x")), kInvalidInput);
    CHECK_EQ(code_of_archive(Archive().add("../", "")), kInvalidInput);
}

void kinds_that_are_refused() {
    for (const uint32_t mode : {0120777u, 0020644u, 0060644u, 0010644u, 0140644u}) {  // link, devices, pipe, socket
        Archive archive;
        archive.add("x", "/etc/passwd").last().unix_mode = mode;
        CHECK_EQ(code_of_archive(archive), kInvalidInput);
    }
    Archive encrypted;
    encrypted.add("x", "x").last().flags = 1;
    CHECK_EQ(code_of_archive(encrypted), kInvalidInput);
    Archive elsewhere;
    elsewhere.add("x", "x").last().disk = 1;
    CHECK_EQ(code_of_archive(elsewhere), kInvalidInput);
    Archive packed;
    packed.add("x", "x").last().method = 14;
    CHECK_EQ(code_of_archive(packed), kNotSupported);
    CHECK_EQ(code_of_archive(Archive().add("a/x", "1").add("b/x", "2")), kInvalidInput);
    CHECK_EQ(code_of_archive(Archive().add("x", "1").add("X", "2")), kInvalidInput);
}

void bombs() {
    Archive bomb;  // says that a gigabyte comes out of a hundred bytes
    bomb.add_packed("x", zip_testing::kPacked, zip_testing::unpacked(), 8).last().size = 1 << 30;
    CHECK_EQ(code_of_archive(bomb), kInvalidInput);
    Archive spread;  // and so in many files that are each within bounds
    for (int i = 0; i < 20; ++i) {
        spread.add_packed("x" + std::to_string(i), zip_testing::kPacked, zip_testing::unpacked(), 8).last().size =
            90'000'000;
    }
    CHECK_EQ(code_of_archive(spread), kInvalidInput);
    Archive overlapping;  // two rows of the table lead to the same bytes
    overlapping.add("x", std::string(100, 'x')).add("x", std::string(100, 'x'));
    overlapping.last().name = "y";
    overlapping.last().header_offset = 0;
    CHECK_EQ(code_of_archive(overlapping), kInvalidModel);  // the header says x
    // A file that lies inside of another one, with a header of its own.
    const std::string inner = Archive().add("y", std::string(50, 'y')).build().substr(0, 30 + 1 + 50);
    Archive nested;
    nested.add("x", inner);
    zip_testing::Entry hidden;
    hidden.name = hidden.header_name = "y";
    hidden.crc = zip_testing::crc_of(std::string(50, 'y'));
    hidden.size = hidden.packed_size = 50;
    hidden.header_offset = 30 + 1;
    CHECK_EQ(code_of_archive(nested.add(hidden)), kInvalidInput);
    Archive many;
    for (int i = 0; i < 20'001; ++i) many.add(std::to_string(i), "");
    CHECK_EQ(code_of_archive(many), kInvalidInput);
}

void damaged_archives() {
    const std::string sound = Archive().add("a.bin", "AAAA").add("b.bin", "BBBB").build();
    CHECK_EQ(code_of_archive(sound), 0);
    for (const size_t length : {size_t{0}, size_t{3}, size_t{21}, sound.size() / 2, sound.size() - 1}) {
        CHECK_EQ(code_of_archive(sound.substr(0, length)), kInvalidModel);
    }
    std::string flipped = sound;
    flipped[flipped.find("BBBB")] = 'X';
    CHECK_EQ(code_of_archive(flipped), kInvalidModel);  // the checksum knows
    CHECK_EQ(code_of_archive("<html>" + std::string(1000, ' ')), kInvalidModel);
    Archive claim;
    CHECK_EQ(code_of_archive(claim.add("x", "x").claim_entries(5)), kInvalidModel);
    Archive huge_claim;
    CHECK_EQ(code_of_archive(huge_claim.add("x", "x").use_zip64().claim_entries(1ULL << 40)), kInvalidModel);
    Archive contradicting;
    contradicting.add("x", "x").last().header_name = "y";
    CHECK_EQ(code_of_archive(contradicting), kInvalidModel);
    Archive far_away;
    far_away.add("x", "x").last().header_offset = 1 << 20;
    CHECK_EQ(code_of_archive(far_away), kInvalidModel);
    Archive stored;
    stored.add("x", "x").last().size = 2;
    CHECK_EQ(code_of_archive(stored), kInvalidModel);
    Archive reaching;
    reaching.add("x", "x").last().size = 1000;
    reaching.last().packed_size = 1000;
    CHECK_EQ(code_of_archive(reaching), kInvalidModel);
    Archive impossible;
    impossible.use_zip64().add("x", "x").last().size = ~uint64_t{0};
    impossible.last().packed_size = ~uint64_t{0};
    CHECK_EQ(code_of_archive(impossible), kInvalidModel);
}

}  // namespace

int main() {
    geniex_set_log(nullptr);
    fresh_folder("");
    honest_archives();
    deflated_files();
    names_that_lead_out();
    kinds_that_are_refused();
    bombs();
    damaged_archives();
    return check::report();
}
