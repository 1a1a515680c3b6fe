#include "text.h"

#include <iterator>
#include <locale>
#include <sstream>

#include "utf8.h"

namespace geniex::gguf {

namespace {

constexpr size_t kMaxQuotedBytes = 80;

bool is_continuation_byte(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

bool is_control(char character) { return static_cast<unsigned char>(character) < 0x20 || character == 0x7F; }

}  // namespace

bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == std::string_view::npos; }

std::string quote(std::string_view text) {
    const bool is_cut = text.size() > kMaxQuotedBytes;
    if (is_cut) {
        size_t end = kMaxQuotedBytes;
        while (end > 0 && is_continuation_byte(text[end])) --end;
        text = text.substr(0, end);
    }
    std::string quoted = "'";
    while (!text.empty()) {
        const size_t invalid = find_invalid_utf8(text);
        for (const char character : text.substr(0, invalid)) quoted += is_control(character) ? '?' : character;
        if (invalid == std::string_view::npos) break;
        quoted += '?';
        text.remove_prefix(invalid + 1);
    }
    return quoted + (is_cut ? "…'" : "'");
}

std::string format_bytes(uint64_t bytes) {
    static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) return concat(bytes, bytes == 1 ? " byte" : " bytes");
    double amount = static_cast<double>(bytes) / 1024;
    size_t unit = 0;
    while (amount >= 1024 && unit + 1 < std::size(kUnits)) {
        amount /= 1024;
        ++unit;
    }
    std::ostringstream stream;
    stream.imbue(std::locale::classic());
    stream.setf(std::ios::fixed);
    stream.precision(1);
    stream << amount << ' ' << kUnits[unit];
    return stream.str();
}

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace geniex::gguf
