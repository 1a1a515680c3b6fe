#include "file_kind.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "text.h"
#include "value.h"

namespace geniex::gguf {

namespace {

using std::string_view_literals::operator""sv;

constexpr size_t kProbeBytes = 4096;
constexpr std::string_view kMagic = "GGUF";
constexpr uint32_t kHighestSwappedVersion = 0x00FFFFFF;

constexpr const char* kGetGguf = "Choose a file that ends in .gguf, or download the GGUF version of this model.";
constexpr const char* kUnpack = "Unpack the archive and choose the .gguf file in it.";
constexpr const char* kConvert = "Convert it to GGUF, or download the GGUF version of this model.";
constexpr const char* kOldFormat =
    "Files of this format, of 2023, cannot be loaded any more: get a newer conversion of the model.";

struct Signature {
    size_t offset;
    std::string_view bytes;
    const char* code;
    const char* message;
    const char* remedy;
};

constexpr Signature kSignatures[] = {
    {0, "version https://git-lfs"sv, "git_lfs_pointer",
     "This is a Git LFS pointer, a few lines of text that stand in for the model, and not the model itself.",
     "Run 'git lfs pull' in the repository, or download the file from its page."},
    {0, "PK\x03\x04"sv, "archive", "This is a ZIP archive (or a PyTorch file, which is one too) and not a GGUF file.",
     kUnpack},
    {0, "\x1F\x8B"sv, "archive", "This is a gzip archive and not a GGUF file.", kUnpack},
    {0, "7z\xBC\xAF\x27\x1C"sv, "archive", "This is a 7-Zip archive and not a GGUF file.", kUnpack},
    {0, "Rar!\x1A\x07"sv, "archive", "This is a RAR archive and not a GGUF file.", kUnpack},
    {0,
     "\xFD"
     "7zXZ\0"sv,
     "archive", "This is an XZ archive and not a GGUF file.", kUnpack},
    {0, "\x28\xB5\x2F\xFD"sv, "archive", "This is a Zstandard archive and not a GGUF file.", kUnpack},
    {257, "ustar"sv, "archive", "This is a tar archive and not a GGUF file.", kUnpack},
    {8, "{\""sv, "safetensors", "This is a safetensors file; only GGUF files can be loaded.", kConvert},
    {0, "\x80\x02"sv, "pickle", "This is a Python pickle (old PyTorch weights); only GGUF files can be loaded.",
     kConvert},
    {0, "FUGG"sv, "byte_order", "This GGUF file was written for big-endian machines.",
     "Get the little-endian version of the file."},
    {0, "lmgg"sv, "old_format", "This file has the old GGML format.", kOldFormat},
    {0, "fmgg"sv, "old_format", "This file has the old GGMF format.", kOldFormat},
    {0, "tjgg"sv, "old_format", "This file has the old GGJT format.", kOldFormat},
    {0, "algg"sv, "old_format", "This file is a LoRA adapter of the old GGLA format.", kOldFormat},
};

std::string probe(ByteSource& source) {
    std::string bytes(static_cast<size_t>(std::min<uint64_t>(kProbeBytes, source.size())), '\0');
    bytes.resize(source.read(0, bytes.data(), bytes.size()));
    return bytes;
}

Finding foreign(const char* code, std::string message, const char* remedy) {
    return Finding{code, std::move(message), "file", remedy};
}

/** The first characters, byte-order mark and white space left out. */
std::string_view opening(std::string_view bytes) {
    if (starts_with(bytes, "\xEF\xBB\xBF")) bytes.remove_prefix(3);
    const size_t start = std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size());
    return bytes.substr(start, 24);
}

std::string lower_case(std::string_view ascii) {
    std::string text(ascii);
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

bool is_text(std::string_view bytes) {
    // The probe may end inside a character.
    if (bytes.size() == kProbeBytes) bytes.remove_suffix(4);
    const auto is_binary = [](unsigned char c) { return c < 0x20 && c != '\t' && c != '\n' && c != '\r'; };
    return std::none_of(bytes.begin(), bytes.end(), is_binary) &&
           (is_valid_utf8(bytes) || is_valid_utf8(bytes.substr(0, bytes.size() / 2)));
}

std::string hexadecimal(std::string_view bytes) {
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    for (const unsigned char byte : bytes) {
        if (!text.empty()) text += ' ';
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

Finding describe_foreign(std::string_view bytes) {
    if (std::all_of(bytes.begin(), bytes.end(), [](char c) { return c == '\0'; })) {
        return foreign(
            "all_zeros",
            "The file starts with nothing but zeros: its space was reserved, but the download never filled it.",
            kDownloadAgain);
    }
    for (const Signature& signature : kSignatures) {
        if (bytes.size() >= signature.offset && starts_with(bytes.substr(signature.offset), signature.bytes)) {
            return foreign(signature.code, signature.message, signature.remedy);
        }
    }
    const std::string tag = lower_case(opening(bytes));
    if (starts_with(tag, "<!doctype html") || starts_with(tag, "<html") || starts_with(tag, "<?xml")) {
        return foreign("web_page",
                       "This is a web page that was saved under a model's name, perhaps a sign-in or an error page.",
                       "Open the download link in a browser, sign in if it asks for it, and download the file again.");
    }
    if (is_text(bytes)) {
        return foreign("text_file",
                       concat("This is a text file and not a GGUF file; it starts with ", quote(opening(bytes)), "."),
                       kGetGguf);
    }
    return foreign("unknown_format",
                   concat("This is not a GGUF file: it starts with the bytes ", hexadecimal(bytes.substr(0, 4)),
                          " instead of 'GGUF'."),
                   kGetGguf);
}

}  // namespace

std::optional<Finding> find_foreign_kind(ByteSource& source) {
    if (source.size() == 0) return foreign("empty_file", "The file is empty.", kDownloadAgain);
    const std::string bytes = probe(source);
    if (bytes.empty()) {
        return foreign("read_failed", "The file could not be read.",
                       "Check the disk or the network drive that holds the file, and try again.");
    }
    if (!starts_with(bytes, kMagic)) return describe_foreign(bytes);
    // A version is a small number, so high bytes mean that it was written in the other order.
    if (bytes.size() >= 8) {
        const uint64_t version = load_little_endian(bytes.data() + kMagic.size(), 4);
        if (version > kHighestSwappedVersion && version % 0x01000000 == 0) {
            return foreign("byte_order", "This GGUF file was written for big-endian machines.",
                           "Get the little-endian version of the file.");
        }
    }
    return std::nullopt;
}

}  // namespace geniex::gguf
