// Remote pulls are done by a helper, another program: this side starts it, hears of its progress and can stop it.
#pragma once

#include <cstdint>
#include <string>

#include "geniex_model.h"
#include "store/store.h"

namespace geniex {

/** Environment variable with the path of the helper, which understands `models pull` and `models show` with the
 *  options --helper and --json. */
inline constexpr const char* kPullHelperVariable = "GENIEX_PULL_HELPER";

/** "" when none is named. */
std::string pull_helper();

/**
 * Runs the helper for one pull into `data_folder`, and returns when it has ended. Throws store::Error with the code and
 * the text of the helper; CANCELLED when the client's callback says so; on Windows NOT_SUPPORTED for a helper that is
 * a script.
 */
void pull_by_helper(const std::string& helper, const std::string& data_folder, const geniex_ModelPullInput& input);

/** What a pull of this input could take. Throws as pull_by_helper(). */
store::QueryResult query_by_helper(const std::string& helper, const std::string& data_folder,
                                   const geniex_ModelPullInput& input);

}  // namespace geniex
