// Joins what is imported with what is installed.
#pragma once

#include "store/manifest.h"

namespace geniex::store {

/**
 * The manifest after an import: quants that the import does not bring stay, as do their files, the projector and
 * the tokenizer; a qairt bundle replaces another as a whole. The type of an installed model changes when
 * `type_is_given` or when a projector comes. INVALID_INPUT when the two are for different plugins.
 */
Manifest merge_manifests(const Manifest& installed, const Manifest& incoming, bool type_is_given);

}  // namespace geniex::store
