#include "store/gguf_plan.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "gguf/file_kind.h"
#include "store/error.h"
#include "store/file_names.h"
#include "store/model_config.h"
#include "store/quant.h"
#include "store/split_name.h"

namespace geniex::store {

namespace {

using Files = std::vector<const SourceFile*>;
using FilesByQuant = std::map<std::string, Files>;

[[noreturn]] void invalid_model(const std::string& text) { throw Error(GENIEX_ERROR_COMMON_MODEL_INVALID, text); }

ManifestFile entry_of(const SourceFile& file) { return {file.name, true, static_cast<int64_t>(file.size)}; }

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

bool is_projector(std::string_view name) {
    const std::string lower = lower_case(name);
    const std::string_view base = stem(lower, ".gguf");
    return base == "mmproj" || starts_with(base, "mmproj-") || starts_with(base, "mmproj.") ||
           starts_with(base, "mmproj_") || ends_with(base, "-mmproj") || ends_with(base, "_mmproj") ||
           contains(base, "-mmproj-") || contains(base, "_mmproj_");
}

/** Heads for speculative decoding are no models of their own. */
bool is_prediction_head(std::string_view name) { return contains(lower_case(name), "mtp"); }

Files with_suffix(const Source& source, std::string_view suffix) {
    Files files;
    for (const SourceFile& file : source.files()) {
        if (ends_with(lower_case(file.name), suffix)) files.push_back(&file);
    }
    return files;
}

FilesByQuant group_models(const Source& source) {
    FilesByQuant groups;
    for (const SourceFile* file : with_suffix(source, ".gguf")) {
        if (is_projector(file->name) || is_prediction_head(file->name)) continue;
        groups[find_quant_tag(file->name).value_or(kDefaultQuant)].push_back(file);
    }
    return groups;
}

void keep_asked(FilesByQuant& groups, const std::string& asked) {
    if (asked.empty()) return;
    std::string available;
    for (auto group = groups.begin(); group != groups.end();) {
        available += (available.empty() ? "" : ", ") + group->first;
        group = same_quant(asked, group->first) ? std::next(group) : groups.erase(group);
    }
    if (groups.empty()) invalid_model("there is no quant " + asked + "; available: " + available);
}

/** A split model of which a part is missing must not look whole. */
void check_parts(const Files& files) {
    const auto first = parse_split_name(files.front()->name);
    if (!first) return;
    uint32_t found = 0;
    for (const SourceFile* file : files) {
        const auto part = parse_split_name(file->name);
        if (part && part->prefix == first->prefix && part->count == first->count) ++found;
    }
    if (found != first->count) {
        invalid_model("only " + std::to_string(found) + " of the " + std::to_string(first->count) + " parts of '" +
                      first->prefix + "' are there");
    }
}

ManifestFile choose_projector(const Source& source) {
    Files projectors;
    for (const SourceFile* file : with_suffix(source, ".gguf")) {
        if (is_projector(file->name)) projectors.push_back(file);
    }
    for (const std::string_view suffix : {".onnx", ".geniex"}) {
        if (!projectors.empty()) break;
        const Files others = with_suffix(source, suffix);
        if (others.size() == 1) projectors = others;
    }
    if (projectors.empty()) return {};
    const auto largest = std::max_element(projectors.begin(), projectors.end(),
                                          [](const auto* a, const auto* b) { return a->size < b->size; });
    return entry_of(**largest);
}

ManifestFile choose_tokenizer(const Source& source) {
    for (const SourceFile& file : source.files()) {
        if (file.name == "tokenizer.json") return entry_of(file);
    }
    return {};
}

void add_companions(const Source& source, Manifest& manifest) {
    for (const std::string_view suffix : {".npy", ".geniex"}) {
        for (const SourceFile* file : with_suffix(source, suffix)) {
            if (file->name != manifest.projector.name) manifest.extra_files.push_back(entry_of(*file));
        }
    }
}

/** The first bytes of a stream, as the reader of model files wants them; it looks no further to tell a kind. */
class Head final : public gguf::ByteSource {
 public:
    Head(ByteStream& stream, uint64_t size) : bytes_(kBytes, '\0'), size_(size) {
        bytes_.resize(stream.read(bytes_.data(), bytes_.size()));
    }

    uint64_t size() const override { return size_; }

    size_t read(uint64_t offset, void* buffer, size_t length) override {
        if (offset >= bytes_.size()) return 0;
        const size_t count = std::min(length, bytes_.size() - static_cast<size_t>(offset));
        std::memcpy(buffer, bytes_.data() + offset, count);
        return count;
    }

 private:
    static constexpr size_t kBytes = 4096;
    std::string bytes_;
    uint64_t size_;
};

}  // namespace

Manifest plan_gguf(const Source& source, const PlanRequest& request) {
    FilesByQuant groups = group_models(source);
    if (groups.empty()) invalid_model("no .gguf file is a model: they are projectors or prediction heads");
    keep_asked(groups, request.quant);
    Manifest manifest;
    manifest.plugin_id = kLlamaCppPlugin;
    manifest.model_name = model_name_of(request.name);
    for (const auto& [quant, files] : groups) {
        check_parts(files);
        manifest.quants.emplace(quant, entry_of(*files.front()));
        for (size_t i = 1; i < files.size(); ++i) manifest.extra_files.push_back(entry_of(*files[i]));
    }
    manifest.projector = choose_projector(source);
    manifest.tokenizer = choose_tokenizer(source);
    add_companions(source, manifest);
    const bool has_projector = !manifest.projector.name.empty();
    manifest.model_type =
        type_by_config(source).value_or(has_projector ? GENIEX_MODEL_TYPE_VLM : GENIEX_MODEL_TYPE_LLM);
    return manifest;
}

void check_gguf_head(const Source& source, const ManifestFile& file) {
    const auto stream = source.open(file.name);
    Head head(*stream, static_cast<uint64_t>(file.size));
    const auto foreign = gguf::find_foreign_kind(head);
    if (foreign) invalid_model("'" + file.name + "': " + foreign->message + " " + foreign->remedy);
}

}  // namespace geniex::store
