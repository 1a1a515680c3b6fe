// The C entry point of the inspection.
#include <filesystem>
#include <string>

#include "api_call.h"
#include "geniex_ext.h"
#include "inspect.h"
#include "memory.h"

namespace {

int32_t inspect_to_json(const char* path, char** json) {
    const auto report = geniex::gguf::inspect_file(std::filesystem::u8path(path));
    if (!report) {
        return geniex::fail(GENIEX_ERROR_COMMON_FILE_NOT_FOUND, std::string("cannot open '") + path + "'");
    }
    *json = geniex::copy_string(report->to_json());
    return GENIEX_SUCCESS;
}

int32_t inspect_source(const geniex_ByteSource& source, char** json) {
    geniex::gguf::CallbackSource bytes(source.file_bytes, source.read, source.context);
    *json = geniex::copy_string(geniex::gguf::inspect(bytes, {}).to_json());
    return GENIEX_SUCCESS;
}

}  // namespace

extern "C" int32_t geniex_gguf_inspect(const char* path, char** json) {
    if (json != nullptr) *json = nullptr;
    return geniex::api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (path == nullptr || json == nullptr) {
            return geniex::fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "path or json is NULL");
        }
        return inspect_to_json(path, json);
    });
}

extern "C" int32_t geniex_gguf_inspect_source(const geniex_ByteSource* source, char** json) {
    if (json != nullptr) *json = nullptr;
    return geniex::api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        if (source == nullptr || json == nullptr) {
            return geniex::fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "source or json is NULL");
        }
        if (source->size < sizeof(geniex_ByteSource) || source->read == nullptr) {
            return geniex::fail(GENIEX_ERROR_COMMON_INVALID_INPUT, "source.size is too small or source.read is NULL");
        }
        return inspect_source(*source, json);
    });
}
