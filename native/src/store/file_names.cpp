#include "store/file_names.h"

#include <algorithm>
#include <iterator>

#include "utf8.h"

namespace geniex::store {

namespace {

constexpr size_t kMaxNameBytes = 200;  // file systems allow 255, and ".progress" is appended
constexpr size_t kMaxPathBytes = 1024;
constexpr std::string_view kForbiddenCharacters = "<>:\"|?*\\/";
constexpr std::string_view kDeviceNames[] = {"con", "prn", "aux", "nul", "conin$", "conout$"};

// Characters that turn the direction of text or have no width, so that a name looks like another one.
constexpr std::string_view kInvisible[] = {
    "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\x8E", "\xE2\x80\x8F",
    "\xE2\x80\xAA", "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE",
    "\xE2\x81\xA6", "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9", "\xEF\xBB\xBF",
};

bool is_device_name(std::string_view name) {
    std::string base = lower_case(name.substr(0, name.find('.')));
    while (!base.empty() && base.back() == ' ') base.pop_back();
    if (std::find(std::begin(kDeviceNames), std::end(kDeviceNames), base) != std::end(kDeviceNames)) return true;
    const bool has_number = base.size() == 4 && base[3] >= '0' && base[3] <= '9';
    return has_number && (starts_with(base, "com") || starts_with(base, "lpt"));
}

bool has_forbidden_character(std::string_view name) {
    const auto is_forbidden = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F || kForbiddenCharacters.find(c) != std::string_view::npos;
    };
    return std::any_of(name.begin(), name.end(), is_forbidden) ||
           std::any_of(std::begin(kInvisible), std::end(kInvisible),
                       [&](std::string_view mark) { return name.find(mark) != std::string_view::npos; });
}

bool is_own_name(std::string_view name) {
    const std::string lower = lower_case(name);
    return lower == kManifestName || lower == kLockName || lower == kInflightName ||
           lower == std::string(kManifestName) + ".new" || starts_with(lower, kReferencesName) ||
           starts_with(lower, kOriginName) || ends_with(lower, kProgressSuffix);
}

std::string map_letters(std::string_view text, char first, char last, int shift) {
    std::string result(text);
    for (char& c : result) {
        if (c >= first && c <= last) c = static_cast<char>(c + shift);
    }
    return result;
}

}  // namespace

bool is_portable_name(std::string_view name) {
    if (name.empty() || name.size() > kMaxNameBytes || name == "." || name == "..") return false;
    if (name.back() == '.' || name.back() == ' ' || name.front() == ' ') return false;
    return find_invalid_utf8(name) == std::string_view::npos && !has_forbidden_character(name) && !is_device_name(name);
}

bool is_model_file_name(std::string_view path) {
    if (path.size() > kMaxPathBytes) return false;
    size_t start = 0;
    while (true) {
        const size_t slash = path.find('/', start);
        const std::string_view part = path.substr(start, slash == std::string_view::npos ? slash : slash - start);
        if (!is_portable_name(part) || is_own_name(part)) return false;
        if (slash == std::string_view::npos) return true;
        start = slash + 1;
    }
}

std::string lower_case(std::string_view text) { return map_letters(text, 'A', 'Z', 'a' - 'A'); }
std::string upper_case(std::string_view text) { return map_letters(text, 'a', 'z', 'A' - 'a'); }

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

bool ends_with(std::string_view text, std::string_view suffix) {
    return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view stem(std::string_view path, std::string_view suffix) {
    std::string_view name = base_name(path);
    if (ends_with(name, suffix)) name.remove_suffix(suffix.size());
    return name;
}

}  // namespace geniex::store
