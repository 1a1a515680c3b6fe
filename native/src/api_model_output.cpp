#include "api_model_output.h"

#include <filesystem>
#include <optional>

#include "memory.h"
#include "platform.h"

namespace geniex {

namespace {

/** Runs `fill`, and frees what it has filled in when it throws. */
template <typename Output, typename Fill>
void fill_or_free(Output& output, void (*free_function)(Output*), Fill&& fill) {
    try {
        fill();
    } catch (...) {
        free_function(&output);
        throw;
    }
}

char* copy_path(const std::optional<std::filesystem::path>& path) {
    return path ? copy_string(to_utf8(*path)) : nullptr;
}

}  // namespace

void write_output(const store::Manifest& manifest, geniex_ModelDetail& output) {
    fill_or_free(output, geniex_model_detail_free, [&] {
        output.name = copy_string(manifest.name);
        output.model_name = copy_string(manifest.model_name);
        output.plugin_id = copy_string(manifest.plugin_id);
        output.model_type = manifest.model_type;
        output.total_size = manifest.total_size();
        const std::vector<std::string> quants = manifest.installed_quants();
        StringArray precisions(quants.size());
        for (const std::string& quant : quants) precisions.add(quant);
        output.precisions = precisions.release();
        output.precision_count = static_cast<int32_t>(quants.size());
    });
}

void write_output(const std::vector<store::Manifest>& manifests, geniex_ModelListDetailedOutput& output) {
    if (manifests.empty()) return;
    fill_or_free(output, geniex_model_list_detailed_free, [&] {
        output.models = allocate_array<geniex_ModelDetail>(manifests.size()).release();
        for (const store::Manifest& manifest : manifests) {
            geniex_ModelDetail detail{};
            write_output(manifest, detail);
            output.models[output.count++] = detail;
        }
    });
}

void write_output(const store::ModelPaths& paths, geniex_ModelPaths& output) {
    fill_or_free(output, geniex_model_paths_free, [&] {
        output.model_path = copy_path(paths.model);
        output.mmproj_path = copy_path(paths.projector);
        output.tokenizer_path = copy_path(paths.tokenizer);
        output.model_dir = copy_path(paths.folder);
        output.model_name = copy_string(paths.model_name);
        output.plugin_id = copy_string(paths.plugin_id);
        output.model_type = paths.type;
    });
}

void write_output(const store::QueryResult& result, geniex_ModelQueryOutput& output) {
    fill_or_free(output, geniex_model_query_free, [&] {
        output.model_name = copy_string(result.manifest.name);
        output.plugin_id = copy_string(result.manifest.plugin_id);
        output.model_type = result.manifest.model_type;
        output.candidates = allocate_array<geniex_QuantCandidate>(result.candidates.size()).release();
        for (const store::QuantCandidate& candidate : result.candidates) {
            output.candidates[output.candidate_count] = {copy_string(candidate.quant), candidate.size};
            ++output.candidate_count;
        }
    });
}

}  // namespace geniex
