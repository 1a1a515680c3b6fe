// The model's chat template: messages in, prompt text out.
#pragma once

#include <string>
#include <vector>

#include <common/chat.h>

#include "geniex.h"
#include "media_marker.h"

namespace geniex::llama {

using ChatMessages = std::vector<common_chat_msg>;

/// An image or a recording in a message.
struct MediaReference {
    Modality modality;
    std::string path;
    size_t offset;  ///< byte of the message's content that it stands before
};

/// A message as both kinds of handle take it.
struct Turn {
    common_chat_msg message;  ///< its content is all text of the message in one
    std::vector<MediaReference> media;
};
using Turns = std::vector<Turn>;

/// Converts ABI messages; tool calls without a name are dropped, missing arguments are `{}`.
Turns to_turns(const geniex_LlmChatMessage* messages, int32_t count);
Turns to_turns(const geniex_VlmChatMessage* messages, int32_t count);

/// The messages alone.
ChatMessages messages_of(const Turns& turns);

/// What a template is told beside the messages.
struct TemplateOptions {
    std::string tools;  ///< OpenAI tools JSON array, or ""
    bool enable_thinking;
    bool add_generation_prompt;
    bool grounding;  ///< for those that know it
};

class ChatTemplate {
 public:
    /// Precedence: the configured content, the configured file (ignored when
    /// unreadable), the model's own, ChatML. A template that does not work must
    /// not make the model unusable: the failure is kept for apply().
    /// @param has_bos the model has a BOS of its own; else templates that print one print nothing.
    ChatTemplate(const llama_model* model, bool has_bos, const geniex_ModelConfig& config);

    /// @throws std::exception with the template engine's own text.
    std::string apply(const ChatMessages& messages, const TemplateOptions& options) const;

    /// Tags around thinking, "" when the template knows none.
    const std::string& thinking_start() const { return thinking_start_; }
    const std::string& thinking_end() const { return thinking_end_; }
    /// The prompt's end has opened a thinking block, so the reply begins inside it.
    bool opens_thinking(const std::string& prompt) const;
    bool supports_thinking_switch() const { return supports_thinking_switch_; }
    /// "" when the template works.
    const std::string& failure() const { return failure_; }

 private:
    common_chat_params run(const ChatMessages& messages, const TemplateOptions& options) const;

    const bool has_bos_;
    common_chat_templates_ptr templates_;
    std::string failure_;
    std::string thinking_start_;
    std::string thinking_end_;
    bool supports_thinking_switch_ = false;
};

}  // namespace geniex::llama
