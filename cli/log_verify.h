#pragma once

#include <cstdint>

#include "cli/log_command.h"

namespace sideline::cli {

/// `sideline log verify` of a match log: reads every line and compares random jumps with playing
/// there. Prints its findings.
/// @return the exit status
[[nodiscard]] int verifyMatchLog(const LogArguments& arguments, std::uint32_t jumps);

/// `sideline log verify` of an agent's stream: decodes every message, reports what stood in it and
/// whether encoding gives its bytes again. Prints its findings.
/// @return the exit status: `kExitFound` when the recording is damaged, or when a percept is
/// unknown, failed or comes out differently
[[nodiscard]] int verifyAgentStream(const LogArguments& arguments);

} // namespace sideline::cli
