// The questions of geniex_ext.h that can be asked of LLM and VLM handles alike.
#pragma once

#include "api_call.h"
#include "geniex_ext.h"
#include "handles.h"
#include "input_checks.h"

namespace geniex {

/** Zeroes an output that carries its own size, and keeps the size. */
template <typename Output>
int32_t prepare_output(Output* output) {
    if (output == nullptr) return fail_null("output");
    if (const int32_t code = check_struct_size(output->size, sizeof(*output))) return code;
    const uint32_t size = output->size;
    *output = {};
    output->size = size;
    return GENIEX_SUCCESS;
}

/** A call whose only argument is an output with a size. */
template <typename Handle, typename Output, typename Model>
int32_t query(Handle* handle, Output* output, int32_t (Model::*method)(Output&) noexcept) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        const int32_t bad_output = prepare_output(output);
        return with_model(handle, [&](auto& model) { return bad_output ? bad_output : (model.*method)(*output); });
    });
}

template <typename Handle>
int32_t query_tokens(Handle* handle, const char* text, int64_t length, bool parse_special, geniex_TokenList* output) {
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        const int32_t bad_output = prepare_output(output);
        return with_model(handle, [&](auto& model) {
            if (bad_output) return bad_output;
            if (const int32_t code = check_text(text, length, "text")) return code;
            return model.tokenize(text == nullptr ? "" : text, length, parse_special, *output);
        });
    });
}

template <typename Handle>
int32_t query_placement(Handle* handle, char** json) {
    if (json != nullptr) *json = nullptr;
    return api_call(GENIEX_ERROR_COMMON_UNKNOWN, [&] {
        return with_model(handle, [&](auto& model) {
            if (json == nullptr) return fail_null("json");
            return model.get_placement(json);
        });
    });
}

}  // namespace geniex
