// Mutates sound files at random and inspects each: whatever the bytes are, the answer is a verdict, memory
// stays within a small multiple of the file, and no byte is read more often than the bounds allow.
// Usage: gguf_fuzz COUNT SEED FILE...   Meant to run under AddressSanitizer and UBSan.
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <new>
#include <random>

#include "gguf_testing.h"

namespace {

// Bytes that the program holds through operator new, and their maximum since the last reset.
size_t held_bytes = 0;
size_t peak_bytes = 0;
size_t most_bytes = 0;  // of all inspections

// Room for the size of a block, in front of it, that keeps the block aligned.
constexpr size_t kPrefixBytes = alignof(std::max_align_t);

}  // namespace

void* operator new(size_t size) {
    auto* block = static_cast<char*>(std::malloc(size + kPrefixBytes));
    if (block == nullptr) throw std::bad_alloc();
    std::memcpy(block, &size, sizeof size);
    held_bytes += size;
    peak_bytes = std::max(peak_bytes, held_bytes);
    return block + kPrefixBytes;
}

void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    char* block = static_cast<char*>(memory) - kPrefixBytes;
    size_t size;
    std::memcpy(&size, block, sizeof size);
    held_bytes -= size;
    std::free(block);
}

void operator delete(void* memory, size_t) noexcept { operator delete(memory); }

namespace {

using namespace gguf_testing;
using Random = std::mt19937_64;

constexpr size_t kMagicBytes = 4;
// Buffers and messages; the promise to clients is 64 MiB.
constexpr size_t kFixedMemory = 1 << 20;
constexpr size_t kMemoryPerFileByte = 3;
constexpr uint64_t kRereadBytes = 128 << 10;  // the probe for foreign formats, and one buffer

struct Seed {
    std::string bytes;
    size_t header_bytes;
};

size_t below(Random& random, size_t end) { return std::uniform_int_distribution<size_t>(0, end - 1)(random); }

template <typename T, size_t kCount>
T pick(Random& random, const T (&choices)[kCount]) {
    return choices[below(random, kCount)];
}

std::string random_bytes(Random& random, size_t count) {
    std::string bytes;
    for (size_t i = 0; i < count; ++i) bytes += static_cast<char>(below(random, 256));
    return bytes;
}

void overwrite(std::string& bytes, size_t at, const std::string& replacement) {
    bytes.replace(at, std::min(replacement.size(), bytes.size() - at), replacement, 0,
                  std::min(replacement.size(), bytes.size() - at));
}

void mutate_once(std::string& bytes, size_t end, Random& random) {
    static constexpr uint64_t kNumbers[] = {
        0, 1, 5, 9, 99, 1ULL << 30, (1ULL << 31) - 1, 1ULL << 31, ~0U, 1ULL << 62, ~0ULL >> 1, ~0ULL, 1ULL << 63};
    static constexpr size_t kLengths[] = {1, 4, 8, 64};
    static constexpr unsigned char kOctets[] = {0, 1, 127, 128, 255};
    const size_t at = kMagicBytes + below(random, end - kMagicBytes);
    switch (below(random, 10)) {
        case 0:
        case 1:
        case 2:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(random, 8)));
            break;
        case 3:
        case 4:
            bytes[at] = static_cast<char>(pick(random, kOctets));
            break;
        case 5:
        case 6:
            overwrite(bytes, at, little_endian(pick(random, kNumbers), 4 + 4 * below(random, 2)));
            break;
        case 7:
            bytes.erase(at, pick(random, kLengths));
            break;
        case 8:
            bytes.insert(at, random_bytes(random, pick(random, kLengths)));
            break;
        default:
            bytes.resize(at);
            break;
    }
}

/** Mostly in the header, where the structure is, and sometimes anywhere. */
std::string mutate(const Seed& seed, Random& random) {
    static constexpr int kRounds[] = {1, 1, 1, 2, 4, 8};
    std::string bytes = seed.bytes;
    const int rounds = pick(random, kRounds);
    for (int i = 0; i < rounds && bytes.size() > kMagicBytes; ++i) {
        const size_t end = below(random, 10) == 0 ? bytes.size() : std::min(seed.header_bytes, bytes.size());
        mutate_once(bytes, end, random);
    }
    return bytes;
}

/** What a file without fatal findings promises to the engine. */
void check_promises(const geniex::gguf::Report& report, uint64_t file_bytes) {
    const geniex::gguf::Container& container = report.container;
    EXPECT(container.has_tensor_table);
    uint64_t end = (container.metadata_bytes + container.alignment - 1) / container.alignment * container.alignment;
    for (const geniex::gguf::Tensor& tensor : container.tensors) {
        EXPECT(tensor.elements >= 1 && tensor.bytes >= 1);
        EXPECT(tensor.bytes <= file_bytes && end <= file_bytes - tensor.bytes);
        EXPECT(tensor.offset % container.alignment == 0);
        end += (tensor.bytes + container.alignment - 1) / container.alignment * container.alignment;
    }
}

/** Inspects one mutation; answers whether it was refused. */
bool inspect_one(const std::string& bytes) {
    MemorySource source(bytes);
    const size_t held_before = held_bytes;
    peak_bytes = held_bytes;
    bool is_refused = false;
    {
        const auto report = geniex::gguf::inspect(source, "model.gguf");
        is_refused = !report.findings.fatal().empty();
        if (!is_refused) check_promises(report, bytes.size());
        most_bytes = std::max(most_bytes, peak_bytes - held_before);
        EXPECT(peak_bytes - held_before <= kFixedMemory + kMemoryPerFileByte * bytes.size());
        EXPECT(source.bytes_read() <= bytes.size() + kRereadBytes);
        const std::string json = report.to_json();
        EXPECT(geniex::gguf::is_valid_utf8(json) && json.front() == '{' && json.back() == '}');
    }
    EXPECT_EQUAL(held_bytes, held_before);
    return is_refused;
}

Seed read_seed(const char* path) {
    std::ifstream file(path, std::ios::binary);
    Seed seed{std::string(std::istreambuf_iterator<char>(file), {}), 0};
    seed.header_bytes = static_cast<size_t>(inspect(seed.bytes).container.metadata_bytes);
    return seed;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::cerr << "usage: gguf_fuzz COUNT SEED FILE...\n";
        return 2;
    }
    const unsigned long count = std::strtoul(argv[1], nullptr, 10);
    Random random(std::strtoul(argv[2], nullptr, 10));
    std::vector<Seed> seeds;
    for (int i = 3; i < argc; ++i) seeds.push_back(read_seed(argv[i]));
    for (const Seed& seed : seeds) EXPECT(seed.header_bytes > 0);
    if (failures != 0) return 1;

    unsigned long refused = 0;
    std::chrono::steady_clock::duration slowest{};
    for (unsigned long i = 0; i < count; ++i) {
        const int before = failures;
        const std::string mutation = mutate(seeds[i % seeds.size()], random);
        const auto start = std::chrono::steady_clock::now();
        if (inspect_one(mutation)) ++refused;
        slowest = std::max(slowest, std::chrono::steady_clock::now() - start);
        if (failures != before) std::cerr << "mutation " << i << " of seed " << argv[2] << '\n';
    }
    std::cout << count << " mutations, " << refused << " refused, " << failures << " failures, slowest "
              << std::chrono::duration_cast<std::chrono::milliseconds>(slowest).count() << " ms, largest "
              << most_bytes / 1024 << " KiB\n";
    return failures == 0 && refused > 0 && refused < count ? 0 : 1;
}
