// The model store functions of geniex_ext.h: what is in the store, and models that the caller downloads.
#include <string>

#include "api_model_call.h"
#include "geniex_ext.h"
#include "handle_table.h"
#include "input_checks.h"
#include "json_writer.h"
#include "memory.h"
#include "platform.h"
#include "store/chunk_marks.h"
#include "store/file_names.h"
#include "store/listing.h"

using namespace geniex;

namespace {

constexpr size_t kMaxListingBytes = 8 << 20;

HandleTable<geniex_StoreDownload, store::Download>& downloads() {
    static auto& table = *new HandleTable<geniex_StoreDownload, store::Download>;
    return table;
}

std::shared_ptr<store::Download> find_download(const geniex_StoreDownload* handle) {
    auto download = downloads().find(handle);
    if (!download) throw store::Error(GENIEX_ERROR_COMMON_INVALID_INPUT, "this download is not open");
    return download;
}

int32_t check_required_text(const char* text, const char* name) {
    return text == nullptr ? fail_null(name) : check_text(text, name);
}

int32_t check_request(const geniex_StoreRequest* request) {
    if (request == nullptr) return fail_null("request");
    if (const int32_t code = check_struct_size(request->size, sizeof(*request))) return code;
    if (const int32_t code = check_required_text(request->name, "name")) return code;
    if (const int32_t code = check_text(request->quant, "quant")) return code;
    if (request->listing == nullptr) return fail_null("listing");
    if (std::string_view(request->listing).size() > kMaxListingBytes) {
        return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "the listing is longer than 8 MiB");
    }
    return GENIEX_SUCCESS;
}

store::PlanRequest plan_request(const char* name, const char* quant, int32_t model_type) {
    store::PlanRequest request;
    request.name = model_name(name);
    if (quant != nullptr) request.quant = quant;
    if (model_type == GENIEX_MODEL_TYPE_LLM || model_type == GENIEX_MODEL_TYPE_VLM) {
        request.type = static_cast<geniex_ModelType>(model_type);
    }
    return request;
}

std::string plan_json(const store::QueryResult& result) {
    const store::Manifest& manifest = result.manifest;
    JsonWriter json;
    json.begin_object();
    json.key("name").string(manifest.name);
    json.key("model_name").string(manifest.model_name);
    json.key("plugin_id").string(manifest.plugin_id);
    json.key("type").string(manifest.model_type == GENIEX_MODEL_TYPE_VLM ? "vlm" : "llm");
    json.key("projector").string(manifest.projector.name);
    json.key("quants").begin_array();
    for (const store::QuantCandidate& candidate : result.candidates) {
        json.begin_object();
        json.key("quant").string(candidate.quant);
        json.key("size").integer(candidate.size);
        json.key("file").string(manifest.find_quant(candidate.quant)->name);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take();
}

std::string files_json(const store::Download& download) {
    JsonWriter json;
    json.begin_object();
    json.key("folder").string(to_utf8(download.folder().path()));
    json.key("scratch").string(to_utf8(download.folder().inflight_path()));
    json.key("origin").string(to_utf8(download.folder().path() / store::kOriginName));
    json.key("files").begin_array();
    for (const store::DownloadFile& file : download.files()) {
        json.begin_object();
        json.key("name").string(file.name);
        json.key("size").integer(static_cast<int64_t>(file.size));
        json.key("target").string(to_utf8(file.target));
        json.key("final").string(to_utf8(file.final_path));
        json.key("chunk_size").integer(static_cast<int64_t>(store::chunk_size_of(file.size)));
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return json.take();
}

}  // namespace

int32_t geniex_store_overview(char** json) {
    return model_call([&]() -> int32_t {
        if (json == nullptr) return fail_null("json");
        *json = nullptr;
        *json = copy_string(open_store()->overview());
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_plan(const geniex_StoreRequest* request, char** json) {
    return model_call([&]() -> int32_t {
        if (json == nullptr) return fail_null("json");
        *json = nullptr;
        if (const int32_t code = check_request(request)) return code;
        const store::PlanRequest plan = plan_request(request->name, request->quant, request->model_type);
        *json = copy_string(plan_json(store::query_source(store::Listing(request->listing), plan)));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_begin(const geniex_StoreRequest* request, geniex_StoreDownload** download) {
    return model_call([&]() -> int32_t {
        if (download == nullptr) return fail_null("download");
        *download = nullptr;
        if (const int32_t code = check_request(request)) return code;
        const store::PlanRequest plan = plan_request(request->name, request->quant, request->model_type);
        auto begun = open_store()->begin_download(store::Listing(request->listing), plan);
        if (begun) *download = downloads().add(std::move(begun));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_files(const geniex_StoreDownload* download, char** json) {
    return model_call([&]() -> int32_t {
        if (json == nullptr) return fail_null("json");
        *json = nullptr;
        *json = copy_string(files_json(*find_download(download)));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_keep(geniex_StoreDownload* download, const char* name) {
    return model_call([&]() -> int32_t {
        if (const int32_t code = check_required_text(name, "name")) return code;
        find_download(download)->keep(name);
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_commit(geniex_StoreDownload* download) {
    return model_call([&]() -> int32_t {
        find_download(download)->commit();
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_close(geniex_StoreDownload* download) {
    return model_call([&]() -> int32_t {
        if (download != nullptr && !downloads().remove(download)) {
            return fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "this download is not open");
        }
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_discard(const char* name, bool* discarded) {
    return model_call([&]() -> int32_t {
        if (discarded == nullptr) return fail_null("discarded");
        *discarded = false;
        if (const int32_t code = check_required_text(name, "name")) return code;
        *discarded = open_store()->discard_download(model_name(name));
        return GENIEX_SUCCESS;
    });
}

int32_t geniex_store_refer(const char* name, const char* path, const char* quant, int32_t model_type) {
    return model_call([&]() -> int32_t {
        if (const int32_t code = check_required_text(name, "name")) return code;
        if (const int32_t code = check_required_text(path, "path")) return code;
        if (const int32_t code = check_text(quant, "quant")) return code;
        open_store()->refer(from_utf8(path), plan_request(name, quant, model_type));
        return GENIEX_SUCCESS;
    });
}
