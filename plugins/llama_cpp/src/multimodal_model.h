// The Vlm of this plugin.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "media_prompt.h"
#include "projector.h"
#include "text_generator.h"

namespace geniex::llama {

/// A language model that sees or hears through a projector, or without one only reads.
///
/// Each prompt holds the whole conversation. What of it the KV cache holds, media included, is
/// found by comparing; where prompt and cache part, the rest is evaluated anew, so that a client
/// may edit what was said before. A prompt that is text names its media by markers. A client
/// may pass only the media that are new: the first markers then stand for those of the last prompt.
class MultimodalModel final : public GeneratorHandle<Vlm> {
 public:
    /// @throws LoadError, std::exception
    MultimodalModel(const geniex_VlmCreateInput& input, Host& host, RunControl& run);

    int32_t reset() noexcept override;
    int32_t apply_chat_template(const geniex_VlmApplyChatTemplateInput& input,
                                geniex_VlmApplyChatTemplateOutput& output) noexcept override;
    int32_t generate(const geniex_VlmGenerateInput& input, TextSink& sink, RunControl& run,
                     geniex_ProfileData& profile) noexcept override;
    int32_t chat(const geniex_VlmChatInput& input, TextSink& sink, RunControl& run,
                 geniex_ProfileData& profile) noexcept override;
    int32_t get_capabilities(geniex_VlmCapabilities& output) noexcept override;

 private:
    MediaPrompt prompt_of(const geniex_VlmChatInput& input);
    MediaPrompt prompt_of(const geniex_VlmGenerateInput& input);
    /// The turn's own tokens where the client knows them.
    Tokens tokens_of(const Turn& turn, const geniex_TokenSpan* known) const;
    /// Null, after a warning, for a medium that the model does not take.
    MediumPtr load(Modality modality, const std::string& path);

    int32_t reply(const MediaPrompt& prompt, const geniex_GenerationConfig* config, ReplyCall& call);
    Step read_prompt(const MediaPrompt& prompt, ReplyCall& call);
    /// Embeddings of all pieces of media from token `begin` on.
    Step encode(const MediaPrompt& prompt, size_t begin, ReplyCall& call, std::vector<std::vector<float>>& rows);
    /// Evaluates one piece of media, or tokens up to the next one.
    TextGenerator::Stride evaluate(const MediaPrompt& prompt, size_t begin, size_t limit,
                                   std::vector<std::vector<float>>& rows);

    std::unique_ptr<Projector> projector_;  ///< null: text only
    MediaShelf shelf_;
    std::vector<MediumPtr> conversation_;  ///< the media of the last prompt, in order
};

}  // namespace geniex::llama
