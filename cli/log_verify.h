#pragma once

#include <cstdint>

#include "cli/log_command.h"

namespace sideline::cli {

/// Runs `sideline log verify` for a match log: reads every line and compares the states after
/// random jumps with those of playback. Prints its findings.
/// @return the exit status
[[nodiscard]] int verifyMatchLog(const LogArguments& arguments, std::uint32_t jumps);

/// Runs `sideline log verify` for an agent's stream: decodes every message, counts its contents and
/// checks that encoding reproduces its bytes. Prints its findings.
/// @return the exit status: `kExitFound` when the recording is damaged, or when a percept is
///     unknown, malformed or not reproduced
[[nodiscard]] int verifyAgentStream(const LogArguments& arguments);

} // namespace sideline::cli
