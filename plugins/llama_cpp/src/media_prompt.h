// Prompts that hold media, and the media of a conversation.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kv_record.h"
#include "projector.h"

namespace geniex::llama {

/// What the encoder turns into embeddings in one go.
struct MediaPiece {
    int32_t id;  ///< stands for each of its tokens in a prompt and in the KV record
    const mtmd_input_chunk* chunk;
    size_t tokens;
    size_t positions;
};

/// An image or a recording, prepared for the model.
struct Medium {
    struct Part {
        Tokens text;  ///< comes before `piece`
        std::optional<MediaPiece> piece;
    };

    Modality modality;
    std::string hash;
    ChunksPtr chunks;  ///< owner of the pieces' chunks
    std::vector<Part> parts;
};
using MediumPtr = std::shared_ptr<const Medium>;

/// The media that the present conversation is about. The same bytes are decoded and prepared
/// once, and have the same ids as long as they are here: that is how a prompt that repeats
/// them finds them in the KV record.
class MediaShelf {
 public:
    /// Reads a file. @throws Refusal that begins with the file's name.
    MediumPtr get(const Projector& projector, Modality modality, const std::string& path);

    /// Forgets all media but these.
    void keep_only(const std::vector<MediumPtr>& media);

 private:
    MediumPtr prepare(const Projector& projector, const MediaFile& file);

    std::vector<MediumPtr> media_;
    int32_t next_id_ = -2;  ///< downwards; -1 is what nothing can repeat
};

/// Tokens of a prompt with media between them.
class MediaPrompt {
 public:
    struct Span {
        size_t begin;  ///< in tokens()
        MediaPiece piece;
    };

    void append(const Tokens& text) { tokens_.insert(tokens_.end(), text.begin(), text.end()); }
    /// @param medium null: one that the model does not take and that is left out.
    void append(const MediumPtr& medium);

    const Tokens& tokens() const { return tokens_; }
    const std::vector<Span>& spans() const { return spans_; }
    /// All media, those that were left out as null.
    const std::vector<MediumPtr>& media() const { return media_; }
    bool ends_with_medium() const;

 private:
    Tokens tokens_;
    std::vector<Span> spans_;
    std::vector<MediumPtr> media_;
};

}  // namespace geniex::llama
