/* The layout of every structure of the ABI, checked by the C compiler: sizes,
 * alignments, and offset and size of every member. */
#include <stddef.h>

#include "geniex.h"
#include "geniex_model.h"

#define STRUCT_IS(type, size, alignment)                    \
    _Static_assert(sizeof(type) == (size), #type ": size"); \
    _Static_assert(_Alignof(type) == (alignment), #type ": alignment")

#define MEMBER_IS(type, member, offset, size)                                         \
    _Static_assert(offsetof(type, member) == (offset), #type "." #member ": offset"); \
    _Static_assert(sizeof(((type*)0)->member) == (size), #type "." #member ": size")

STRUCT_IS(geniex_ProfileData, 88, 8);
MEMBER_IS(geniex_ProfileData, ttft, 0, 8);
MEMBER_IS(geniex_ProfileData, media_time, 8, 8);
MEMBER_IS(geniex_ProfileData, prompt_time, 16, 8);
MEMBER_IS(geniex_ProfileData, decode_time, 24, 8);
MEMBER_IS(geniex_ProfileData, prompt_tokens, 32, 8);
MEMBER_IS(geniex_ProfileData, generated_tokens, 40, 8);
MEMBER_IS(geniex_ProfileData, prefill_speed, 48, 8);
MEMBER_IS(geniex_ProfileData, decoding_speed, 56, 8);
MEMBER_IS(geniex_ProfileData, draft_n_total, 64, 8);
MEMBER_IS(geniex_ProfileData, draft_n_accepted, 72, 8);
MEMBER_IS(geniex_ProfileData, stop_reason, 80, 8);

STRUCT_IS(geniex_ToolCall, 24, 8);
MEMBER_IS(geniex_ToolCall, id, 0, 8);
MEMBER_IS(geniex_ToolCall, name, 8, 8);
MEMBER_IS(geniex_ToolCall, arguments, 16, 8);

STRUCT_IS(geniex_SamplerConfig, 56, 8);
MEMBER_IS(geniex_SamplerConfig, temperature, 0, 4);
MEMBER_IS(geniex_SamplerConfig, top_p, 4, 4);
MEMBER_IS(geniex_SamplerConfig, top_k, 8, 4);
MEMBER_IS(geniex_SamplerConfig, min_p, 12, 4);
MEMBER_IS(geniex_SamplerConfig, repetition_penalty, 16, 4);
MEMBER_IS(geniex_SamplerConfig, presence_penalty, 20, 4);
MEMBER_IS(geniex_SamplerConfig, frequency_penalty, 24, 4);
MEMBER_IS(geniex_SamplerConfig, seed, 28, 4);
MEMBER_IS(geniex_SamplerConfig, grammar_path, 32, 8);
MEMBER_IS(geniex_SamplerConfig, grammar_string, 40, 8);
MEMBER_IS(geniex_SamplerConfig, ignore_eos, 48, 1);

STRUCT_IS(geniex_GenerationConfig, 72, 8);
MEMBER_IS(geniex_GenerationConfig, max_tokens, 0, 4);
MEMBER_IS(geniex_GenerationConfig, stop, 8, 8);
MEMBER_IS(geniex_GenerationConfig, stop_count, 16, 4);
MEMBER_IS(geniex_GenerationConfig, sampler_config, 24, 8);
MEMBER_IS(geniex_GenerationConfig, image_paths, 32, 8);
MEMBER_IS(geniex_GenerationConfig, image_count, 40, 4);
MEMBER_IS(geniex_GenerationConfig, audio_paths, 48, 8);
MEMBER_IS(geniex_GenerationConfig, audio_count, 56, 4);
MEMBER_IS(geniex_GenerationConfig, sliding_window, 60, 1);
MEMBER_IS(geniex_GenerationConfig, sliding_window_n_keep, 64, 4);

STRUCT_IS(geniex_ModelConfig, 80, 8);
MEMBER_IS(geniex_ModelConfig, n_ctx, 0, 4);
MEMBER_IS(geniex_ModelConfig, n_threads, 4, 4);
MEMBER_IS(geniex_ModelConfig, n_threads_batch, 8, 4);
MEMBER_IS(geniex_ModelConfig, n_batch, 12, 4);
MEMBER_IS(geniex_ModelConfig, n_ubatch, 16, 4);
MEMBER_IS(geniex_ModelConfig, n_seq_max, 20, 4);
MEMBER_IS(geniex_ModelConfig, n_gpu_layers, 24, 4);
MEMBER_IS(geniex_ModelConfig, chat_template_path, 32, 8);
MEMBER_IS(geniex_ModelConfig, chat_template_content, 40, 8);
MEMBER_IS(geniex_ModelConfig, spec_type, 48, 8);
MEMBER_IS(geniex_ModelConfig, spec_draft_model, 56, 8);
MEMBER_IS(geniex_ModelConfig, spec_n_max, 64, 4);
MEMBER_IS(geniex_ModelConfig, spec_n_min, 68, 4);
MEMBER_IS(geniex_ModelConfig, spec_p_min, 72, 4);
MEMBER_IS(geniex_ModelConfig, power_mode, 76, 4);

STRUCT_IS(geniex_KvCacheSaveInput, 8, 8);
MEMBER_IS(geniex_KvCacheSaveInput, path, 0, 8);

STRUCT_IS(geniex_KvCacheSaveOutput, 8, 8);
MEMBER_IS(geniex_KvCacheSaveOutput, reserved, 0, 8);

STRUCT_IS(geniex_KvCacheLoadInput, 8, 8);
MEMBER_IS(geniex_KvCacheLoadInput, path, 0, 8);

STRUCT_IS(geniex_KvCacheLoadOutput, 8, 8);
MEMBER_IS(geniex_KvCacheLoadOutput, reserved, 0, 8);

STRUCT_IS(geniex_LlmCreateInput, 112, 8);
MEMBER_IS(geniex_LlmCreateInput, model_path, 0, 8);
MEMBER_IS(geniex_LlmCreateInput, tokenizer_path, 8, 8);
MEMBER_IS(geniex_LlmCreateInput, config, 16, 80);
MEMBER_IS(geniex_LlmCreateInput, plugin_id, 96, 8);
MEMBER_IS(geniex_LlmCreateInput, device_id, 104, 8);

STRUCT_IS(geniex_LlmGenerateInput, 64, 8);
MEMBER_IS(geniex_LlmGenerateInput, prompt_utf8, 0, 8);
MEMBER_IS(geniex_LlmGenerateInput, config, 8, 8);
MEMBER_IS(geniex_LlmGenerateInput, on_token, 16, 8);
MEMBER_IS(geniex_LlmGenerateInput, user_data, 24, 8);
MEMBER_IS(geniex_LlmGenerateInput, input_ids, 32, 8);
MEMBER_IS(geniex_LlmGenerateInput, input_ids_count, 40, 4);
MEMBER_IS(geniex_LlmGenerateInput, input_embd, 48, 8);
MEMBER_IS(geniex_LlmGenerateInput, input_embd_count, 56, 4);
MEMBER_IS(geniex_LlmGenerateInput, input_embd_dim, 60, 4);

STRUCT_IS(geniex_LlmGenerateOutput, 96, 8);
MEMBER_IS(geniex_LlmGenerateOutput, full_text, 0, 8);
MEMBER_IS(geniex_LlmGenerateOutput, profile_data, 8, 88);

STRUCT_IS(geniex_LlmModelInfo, 16, 4);
MEMBER_IS(geniex_LlmModelInfo, vocab_size, 0, 4);
MEMBER_IS(geniex_LlmModelInfo, bos_token, 4, 4);
MEMBER_IS(geniex_LlmModelInfo, add_bos, 8, 4);
MEMBER_IS(geniex_LlmModelInfo, embd_dim, 12, 4);

STRUCT_IS(geniex_LlmForwardLogitsInput, 24, 8);
MEMBER_IS(geniex_LlmForwardLogitsInput, input_ids, 0, 8);
MEMBER_IS(geniex_LlmForwardLogitsInput, input_ids_count, 8, 4);
MEMBER_IS(geniex_LlmForwardLogitsInput, all_positions, 12, 1);
MEMBER_IS(geniex_LlmForwardLogitsInput, top_n, 16, 4);

STRUCT_IS(geniex_LlmForwardLogitsOutput, 32, 8);
MEMBER_IS(geniex_LlmForwardLogitsOutput, logits, 0, 8);
MEMBER_IS(geniex_LlmForwardLogitsOutput, token_ids, 8, 8);
MEMBER_IS(geniex_LlmForwardLogitsOutput, n_rows, 16, 4);
MEMBER_IS(geniex_LlmForwardLogitsOutput, row_width, 20, 4);
MEMBER_IS(geniex_LlmForwardLogitsOutput, vocab_size, 24, 4);

STRUCT_IS(geniex_DecideOption, 24, 8);
MEMBER_IS(geniex_DecideOption, key, 0, 8);
MEMBER_IS(geniex_DecideOption, key_is_bool, 8, 1);
MEMBER_IS(geniex_DecideOption, description, 16, 8);

STRUCT_IS(geniex_DecideQuestion, 40, 8);
MEMBER_IS(geniex_DecideQuestion, id, 0, 8);
MEMBER_IS(geniex_DecideQuestion, question_type, 8, 8);
MEMBER_IS(geniex_DecideQuestion, instructions, 16, 8);
MEMBER_IS(geniex_DecideQuestion, options, 24, 8);
MEMBER_IS(geniex_DecideQuestion, option_count, 32, 4);

STRUCT_IS(geniex_DecideInput, 56, 8);
MEMBER_IS(geniex_DecideInput, state, 0, 8);
MEMBER_IS(geniex_DecideInput, questions, 8, 8);
MEMBER_IS(geniex_DecideInput, question_count, 16, 4);
MEMBER_IS(geniex_DecideInput, question_index, 20, 4);
MEMBER_IS(geniex_DecideInput, image_paths, 24, 8);
MEMBER_IS(geniex_DecideInput, image_count, 32, 4);
MEMBER_IS(geniex_DecideInput, audio_paths, 40, 8);
MEMBER_IS(geniex_DecideInput, audio_count, 48, 4);

STRUCT_IS(geniex_DecideOutput, 40, 8);
MEMBER_IS(geniex_DecideOutput, logits, 0, 8);
MEMBER_IS(geniex_DecideOutput, option_count, 8, 4);
MEMBER_IS(geniex_DecideOutput, input_tokens, 12, 4);
MEMBER_IS(geniex_DecideOutput, temperature, 16, 4);
MEMBER_IS(geniex_DecideOutput, decision_type, 24, 8);
MEMBER_IS(geniex_DecideOutput, probabilities, 32, 8);

STRUCT_IS(geniex_LlmChatMessage, 48, 8);
MEMBER_IS(geniex_LlmChatMessage, role, 0, 8);
MEMBER_IS(geniex_LlmChatMessage, content, 8, 8);
MEMBER_IS(geniex_LlmChatMessage, tool_calls, 16, 8);
MEMBER_IS(geniex_LlmChatMessage, tool_call_count, 24, 4);
MEMBER_IS(geniex_LlmChatMessage, tool_call_id, 32, 8);
MEMBER_IS(geniex_LlmChatMessage, tool_name, 40, 8);

STRUCT_IS(geniex_LlmApplyChatTemplateInput, 32, 8);
MEMBER_IS(geniex_LlmApplyChatTemplateInput, messages, 0, 8);
MEMBER_IS(geniex_LlmApplyChatTemplateInput, message_count, 8, 4);
MEMBER_IS(geniex_LlmApplyChatTemplateInput, tools, 16, 8);
MEMBER_IS(geniex_LlmApplyChatTemplateInput, enable_thinking, 24, 1);
MEMBER_IS(geniex_LlmApplyChatTemplateInput, add_generation_prompt, 25, 1);

STRUCT_IS(geniex_LlmApplyChatTemplateOutput, 8, 8);
MEMBER_IS(geniex_LlmApplyChatTemplateOutput, formatted_text, 0, 8);

STRUCT_IS(geniex_VlmContent, 16, 8);
MEMBER_IS(geniex_VlmContent, type, 0, 8);
MEMBER_IS(geniex_VlmContent, text, 8, 8);

STRUCT_IS(geniex_VlmChatMessage, 56, 8);
MEMBER_IS(geniex_VlmChatMessage, role, 0, 8);
MEMBER_IS(geniex_VlmChatMessage, contents, 8, 8);
MEMBER_IS(geniex_VlmChatMessage, content_count, 16, 8);
MEMBER_IS(geniex_VlmChatMessage, tool_calls, 24, 8);
MEMBER_IS(geniex_VlmChatMessage, tool_call_count, 32, 4);
MEMBER_IS(geniex_VlmChatMessage, tool_call_id, 40, 8);
MEMBER_IS(geniex_VlmChatMessage, tool_name, 48, 8);

STRUCT_IS(geniex_VlmCreateInput, 128, 8);
MEMBER_IS(geniex_VlmCreateInput, model_path, 0, 8);
MEMBER_IS(geniex_VlmCreateInput, mmproj_path, 8, 8);
MEMBER_IS(geniex_VlmCreateInput, config, 16, 80);
MEMBER_IS(geniex_VlmCreateInput, plugin_id, 96, 8);
MEMBER_IS(geniex_VlmCreateInput, device_id, 104, 8);
MEMBER_IS(geniex_VlmCreateInput, vit_device_id, 112, 8);
MEMBER_IS(geniex_VlmCreateInput, tokenizer_path, 120, 8);

STRUCT_IS(geniex_VlmGenerateInput, 32, 8);
MEMBER_IS(geniex_VlmGenerateInput, prompt_utf8, 0, 8);
MEMBER_IS(geniex_VlmGenerateInput, config, 8, 8);
MEMBER_IS(geniex_VlmGenerateInput, on_token, 16, 8);
MEMBER_IS(geniex_VlmGenerateInput, user_data, 24, 8);

STRUCT_IS(geniex_VlmGenerateOutput, 96, 8);
MEMBER_IS(geniex_VlmGenerateOutput, full_text, 0, 8);
MEMBER_IS(geniex_VlmGenerateOutput, profile_data, 8, 88);

STRUCT_IS(geniex_VlmApplyChatTemplateInput, 32, 8);
MEMBER_IS(geniex_VlmApplyChatTemplateInput, messages, 0, 8);
MEMBER_IS(geniex_VlmApplyChatTemplateInput, message_count, 8, 4);
MEMBER_IS(geniex_VlmApplyChatTemplateInput, tools, 16, 8);
MEMBER_IS(geniex_VlmApplyChatTemplateInput, enable_thinking, 24, 1);
MEMBER_IS(geniex_VlmApplyChatTemplateInput, grounding, 25, 1);

STRUCT_IS(geniex_VlmApplyChatTemplateOutput, 8, 8);
MEMBER_IS(geniex_VlmApplyChatTemplateOutput, formatted_text, 0, 8);

STRUCT_IS(geniex_VlmCapabilities, 2, 1);
MEMBER_IS(geniex_VlmCapabilities, supports_vision, 0, 1);
MEMBER_IS(geniex_VlmCapabilities, supports_audio, 1, 1);

STRUCT_IS(geniex_GetPluginListOutput, 16, 8);
MEMBER_IS(geniex_GetPluginListOutput, plugin_ids, 0, 8);
MEMBER_IS(geniex_GetPluginListOutput, plugin_count, 8, 4);

STRUCT_IS(geniex_GetDeviceListInput, 8, 8);
MEMBER_IS(geniex_GetDeviceListInput, plugin_id, 0, 8);

STRUCT_IS(geniex_GetDeviceListOutput, 24, 8);
MEMBER_IS(geniex_GetDeviceListOutput, device_ids, 0, 8);
MEMBER_IS(geniex_GetDeviceListOutput, device_names, 8, 8);
MEMBER_IS(geniex_GetDeviceListOutput, device_count, 16, 4);

STRUCT_IS(geniex_ResolveDeviceInput, 32, 8);
MEMBER_IS(geniex_ResolveDeviceInput, plugin_id, 0, 8);
MEMBER_IS(geniex_ResolveDeviceInput, model_name, 8, 8);
MEMBER_IS(geniex_ResolveDeviceInput, mode, 16, 8);
MEMBER_IS(geniex_ResolveDeviceInput, ngl_default, 24, 4);

STRUCT_IS(geniex_ResolveDeviceOutput, 24, 8);
MEMBER_IS(geniex_ResolveDeviceOutput, device_id, 0, 8);
MEMBER_IS(geniex_ResolveDeviceOutput, ngl, 8, 4);
MEMBER_IS(geniex_ResolveDeviceOutput, warning, 16, 8);

STRUCT_IS(geniex_ModelPaths, 56, 8);
MEMBER_IS(geniex_ModelPaths, model_path, 0, 8);
MEMBER_IS(geniex_ModelPaths, mmproj_path, 8, 8);
MEMBER_IS(geniex_ModelPaths, tokenizer_path, 16, 8);
MEMBER_IS(geniex_ModelPaths, model_dir, 24, 8);
MEMBER_IS(geniex_ModelPaths, model_name, 32, 8);
MEMBER_IS(geniex_ModelPaths, plugin_id, 40, 8);
MEMBER_IS(geniex_ModelPaths, model_type, 48, 4);

STRUCT_IS(geniex_ModelDetail, 56, 8);
MEMBER_IS(geniex_ModelDetail, name, 0, 8);
MEMBER_IS(geniex_ModelDetail, model_name, 8, 8);
MEMBER_IS(geniex_ModelDetail, plugin_id, 16, 8);
MEMBER_IS(geniex_ModelDetail, model_type, 24, 4);
MEMBER_IS(geniex_ModelDetail, total_size, 32, 8);
MEMBER_IS(geniex_ModelDetail, precisions, 40, 8);
MEMBER_IS(geniex_ModelDetail, precision_count, 48, 4);

STRUCT_IS(geniex_ModelListDetailedOutput, 16, 8);
MEMBER_IS(geniex_ModelListDetailedOutput, models, 0, 8);
MEMBER_IS(geniex_ModelListDetailedOutput, count, 8, 4);

STRUCT_IS(geniex_FileProgress, 24, 8);
MEMBER_IS(geniex_FileProgress, file_name, 0, 8);
MEMBER_IS(geniex_FileProgress, downloaded_bytes, 8, 8);
MEMBER_IS(geniex_FileProgress, total_bytes, 16, 8);

STRUCT_IS(geniex_ModelPullInput, 88, 8);
MEMBER_IS(geniex_ModelPullInput, struct_size, 0, 4);
MEMBER_IS(geniex_ModelPullInput, model_name, 8, 8);
MEMBER_IS(geniex_ModelPullInput, quant, 16, 8);
MEMBER_IS(geniex_ModelPullInput, hub, 24, 4);
MEMBER_IS(geniex_ModelPullInput, local_path, 32, 8);
MEMBER_IS(geniex_ModelPullInput, hf_token, 40, 8);
MEMBER_IS(geniex_ModelPullInput, chipset, 48, 8);
MEMBER_IS(geniex_ModelPullInput, display_name, 56, 8);
MEMBER_IS(geniex_ModelPullInput, on_progress, 64, 8);
MEMBER_IS(geniex_ModelPullInput, user_data, 72, 8);
MEMBER_IS(geniex_ModelPullInput, model_type, 80, 4);

STRUCT_IS(geniex_QuantCandidate, 16, 8);
MEMBER_IS(geniex_QuantCandidate, quant, 0, 8);
MEMBER_IS(geniex_QuantCandidate, size, 8, 8);

STRUCT_IS(geniex_ModelQueryOutput, 40, 8);
MEMBER_IS(geniex_ModelQueryOutput, model_name, 0, 8);
MEMBER_IS(geniex_ModelQueryOutput, plugin_id, 8, 8);
MEMBER_IS(geniex_ModelQueryOutput, model_type, 16, 4);
MEMBER_IS(geniex_ModelQueryOutput, candidates, 24, 8);
MEMBER_IS(geniex_ModelQueryOutput, candidate_count, 32, 4);

STRUCT_IS(geniex_ChipsetInfo, 24, 8);
MEMBER_IS(geniex_ChipsetInfo, name, 0, 8);
MEMBER_IS(geniex_ChipsetInfo, aliases, 8, 8);
MEMBER_IS(geniex_ChipsetInfo, alias_count, 16, 4);

STRUCT_IS(geniex_ChipsetList, 16, 8);
MEMBER_IS(geniex_ChipsetList, chipsets, 0, 8);
MEMBER_IS(geniex_ChipsetList, count, 8, 4);

STRUCT_IS(geniex_HubModelInfo, 32, 8);
MEMBER_IS(geniex_HubModelInfo, name, 0, 8);
MEMBER_IS(geniex_HubModelInfo, model_type, 8, 4);
MEMBER_IS(geniex_HubModelInfo, chipsets, 16, 8);
MEMBER_IS(geniex_HubModelInfo, chipset_count, 24, 4);

STRUCT_IS(geniex_HubModelList, 16, 8);
MEMBER_IS(geniex_HubModelList, models, 0, 8);
MEMBER_IS(geniex_HubModelList, count, 8, 4);

int main(void) { return 0; }
