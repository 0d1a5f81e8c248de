#pragma once

#include <string_view>

#include "logs/session/session_types.h"

namespace sideline::cli {

/// What a session is that this program begins to record now.
/// @param command as `agent`
[[nodiscard]] logs::SessionInfo sessionInfoNow(std::string_view command);

} // namespace sideline::cli
