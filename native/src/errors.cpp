#include "errors.h"

namespace geniex {
namespace {

struct ErrorText {
    int32_t code;
    const char* text;
};

constexpr ErrorText kErrorTexts[] = {
    {GENIEX_SUCCESS, "Success"},
    {GENIEX_ERROR_COMMON_UNKNOWN, "Something unexpected went wrong"},
    {GENIEX_ERROR_COMMON_INVALID_INPUT, "An argument or a handle is not valid"},
    {GENIEX_ERROR_COMMON_INVALID_DEVICE, "No such device; use cpu, gpu, npu, hybrid or a list of device names"},
    {GENIEX_ERROR_COMMON_MEMORY_ALLOCATION, "Not enough memory"},
    {GENIEX_ERROR_COMMON_FILE_NOT_FOUND, "The file does not exist or cannot be read"},
    {GENIEX_ERROR_COMMON_NETWORK, "The network request failed"},
    {GENIEX_ERROR_COMMON_CANCELLED, "Cancelled"},
    {GENIEX_ERROR_COMMON_NOT_INITIALIZED, "Not initialized, or the handle is gone"},
    {GENIEX_ERROR_COMMON_ALREADY_INITIALIZED, "Already initialized"},
    {GENIEX_ERROR_COMMON_AUTH, "The hub asks for a valid access token"},
    {GENIEX_ERROR_COMMON_HUB_MODEL_NOT_FOUND, "The hub has no such model"},
    {GENIEX_ERROR_COMMON_RATE_LIMITED, "The hub asks to slow down"},
    {GENIEX_ERROR_COMMON_HUB_SERVER, "The hub's server failed"},
    {GENIEX_ERROR_COMMON_NOT_SUPPORTED, "Not supported"},
    {GENIEX_ERROR_COMMON_MANIFEST_PARSE, "A manifest could not be read"},
    {GENIEX_ERROR_COMMON_CHIPSET_UNAVAILABLE, "The model is not published for this chipset"},
    {GENIEX_ERROR_COMMON_PARAM_NOT_SUPPORTED, "The plugin does not support this parameter"},
    {GENIEX_ERROR_COMMON_INSUFFICIENT_DISK_SPACE, "Not enough space on the disk"},
    {GENIEX_ERROR_COMMON_MODEL_LOAD, "The model could not be loaded"},
    {GENIEX_ERROR_COMMON_MODEL_INVALID, "The model's format is not valid"},
    {GENIEX_ERROR_COMMON_PLUGIN_LOAD, "The plugin could not be loaded"},
    {GENIEX_ERROR_COMMON_PLUGIN_INVALID, "There is no such plugin"},
    {GENIEX_ERROR_LLM_TOKENIZATION_FAILED, "The text could not be split into tokens"},
    {GENIEX_ERROR_LLM_TOKENIZATION_CONTEXT_LENGTH, "The context window is full"},
    {GENIEX_ERROR_LLM_GENERATION_FAILED, "Text generation failed"},
    {GENIEX_ERROR_LLM_GENERATION_PROMPT_TOO_LONG, "The prompt is longer than the context window"},
    {GENIEX_ERROR_VLM_IMAGE_LOAD, "The image could not be loaded"},
    {GENIEX_ERROR_VLM_IMAGE_FORMAT, "The image's format is not supported"},
    {GENIEX_ERROR_VLM_AUDIO_LOAD, "The audio file could not be loaded"},
    {GENIEX_ERROR_VLM_AUDIO_FORMAT, "The audio file's format is not supported"},
    {GENIEX_ERROR_VLM_GENERATION_FAILED, "Generation from media failed"},
    {GENIEX_ERROR_VLM_PREFIX_REUSE_FAILED, "The prompt does not continue the conversation in the model"},
};

std::string& detail_of_this_thread() noexcept {
    thread_local std::string detail;
    return detail;
}

}  // namespace

const char* error_message(int32_t code) noexcept {
    if (code > 0) code = GENIEX_SUCCESS;
    for (const ErrorText& entry : kErrorTexts) {
        if (entry.code == code) return entry.text;
    }
    return "Unknown error code";
}

const char* error_detail() noexcept { return detail_of_this_thread().c_str(); }

void set_error_detail(const char* text) noexcept {
    try {
        detail_of_this_thread() = text ? text : "";
    } catch (...) {
        clear_error_detail();  // no memory for the text: the code must do
    }
}

void clear_error_detail() noexcept { detail_of_this_thread().clear(); }

int32_t fail(int32_t code, const char* detail) noexcept {
    set_error_detail(detail);
    return code;
}

int32_t fail(int32_t code, const std::string& detail) noexcept { return fail(code, detail.c_str()); }

}  // namespace geniex
