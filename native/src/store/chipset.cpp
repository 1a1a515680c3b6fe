#include "store/chipset.h"

#include <fstream>
#include <string_view>

#include "store/error.h"

namespace geniex::store {

#if defined(__linux__)

namespace fs = std::filesystem;

namespace {

constexpr size_t kMaxFactBytes = 4096;

struct Board {
    std::string_view compatible;  // as the device tree names it
    const char* chipset;
};

constexpr Board kBoards[] = {
    {"qcom,qcs6490", "qualcomm-qcs6490"},
    {"qcom,qcm6490", "qualcomm-qcs6490"},  // the same silicon, sold with a modem
    {"qcom,qcs9075", "qualcomm-qcs9075"},
};

/** These files of the kernel have no size to ask for. "" when there is none. */
std::string read_fact(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    std::string text(kMaxFactBytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(stream.gcount()));
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

}  // namespace

std::optional<std::string> detect_chipset(const fs::path& root) {
    std::string compatible = read_fact(root / "proc/device-tree/compatible");
    compatible.insert(compatible.begin(), '\0');
    compatible += '\0';
    for (const Board& board : kBoards) {
        std::string entry(board.compatible);
        entry.insert(entry.begin(), '\0');  // the list separates its names by NUL
        entry += '\0';
        if (compatible.find(entry) != std::string::npos) return board.chipset;
    }
    const fs::path soc = root / "sys/devices/soc0";
    if (read_fact(soc / "family") == "Snapdragon" && read_fact(soc / "machine") == "QCS8275") return "qualcomm-qcs8275";
    return std::nullopt;
}

#else

std::optional<std::string> detect_chipset(const std::filesystem::path&) {
    throw Error(GENIEX_ERROR_COMMON_NOT_SUPPORTED, "this build cannot tell the chipset of this system; name it");
}

#endif

}  // namespace geniex::store
