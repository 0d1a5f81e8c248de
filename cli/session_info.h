#pragma once

#include <string_view>

#include "logs/session/session_types.h"

namespace sideline::cli {

/// Describes a session whose recording by this program begins now.
/// @param command name of the command, such as `agent`
[[nodiscard]] logs::SessionInfo sessionInfoNow(std::string_view command);

} // namespace sideline::cli
