#include "media_prompt.h"

#include <algorithm>
#include <filesystem>

#include "refusal.h"

namespace geniex::llama {

MediumPtr MediaShelf::get(const Projector& projector, Modality modality, const std::string& path) {
    const MediaFile file = read_media_file(modality, path);
    for (const MediumPtr& medium : media_) {
        if (medium->hash == file.hash && medium->modality == modality) return medium;
    }
    try {
        media_.push_back(prepare(projector, file));
    } catch (const Refusal& refusal) {
        throw Refusal{refusal.code, std::filesystem::u8path(path).filename().u8string() + ": " + refusal.reason};
    }
    return media_.back();
}

MediumPtr MediaShelf::prepare(const Projector& projector, const MediaFile& file) {
    auto medium = std::make_shared<Medium>();
    medium->modality = file.modality;
    medium->hash = file.hash;
    medium->chunks = projector.prepare(file);
    medium->parts.emplace_back();
    for (size_t i = 0; i < mtmd_input_chunks_size(medium->chunks.get()); ++i) {
        const mtmd_input_chunk* chunk = mtmd_input_chunks_get(medium->chunks.get(), i);
        Medium::Part& part = medium->parts.back();
        if (mtmd_input_chunk_get_type(chunk) == MTMD_INPUT_CHUNK_TYPE_TEXT) {
            size_t count = 0;
            const llama_token* text = mtmd_input_chunk_get_tokens_text(chunk, &count);
            part.text.insert(part.text.end(), text, text + count);
            continue;
        }
        part.piece = MediaPiece{next_id_--, chunk, mtmd_input_chunk_get_n_tokens(chunk),
                                static_cast<size_t>(mtmd_input_chunk_get_n_pos(chunk))};
        medium->parts.emplace_back();
    }
    return medium;
}

void MediaShelf::keep_only(const std::vector<MediumPtr>& media) {
    const auto unwanted = [&](const MediumPtr& medium) {
        return std::find(media.begin(), media.end(), medium) == media.end();
    };
    media_.erase(std::remove_if(media_.begin(), media_.end(), unwanted), media_.end());
}

void MediaPrompt::append(const MediumPtr& medium) {
    media_.push_back(medium);
    if (medium == nullptr) return;
    for (const Medium::Part& part : medium->parts) {
        append(part.text);
        if (!part.piece) continue;
        spans_.push_back({tokens_.size(), *part.piece});
        tokens_.insert(tokens_.end(), part.piece->tokens, part.piece->id);
    }
}

bool MediaPrompt::ends_with_medium() const {
    return !spans_.empty() && spans_.back().begin + spans_.back().piece.tokens == tokens_.size();
}

}  // namespace geniex::llama
