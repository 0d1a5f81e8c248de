#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "launcher/team_file.h"

namespace sideline::launcher {

/// How an embedded player is doing.
struct EmbeddedReport {
    bool hasPlayed = false; ///< the server has talked to it at least once
    bool isPlaying = false; ///< messages come now
    std::string detail;     ///< why it is not playing, for display; empty while it plays
    std::uint64_t cycles = 0;
    std::optional<double> cycleMs; ///< sense to act, mean of the last second
    std::optional<std::uint64_t> missedCycles;
    std::optional<double> cpuPercent; ///< of one core, of its thread
};

/// A player that runs in a thread of this process; constructing it starts it.
///
/// Functions are called from the launcher's thread, the destructor from any; it ends the player.
class EmbeddedPlayer {
public:
    virtual ~EmbeddedPlayer() = default;
    [[nodiscard]] virtual EmbeddedReport report() = 0;
    /// Lines of text since the last call.
    [[nodiscard]] virtual std::vector<std::string> takeLines() = 0;
};

/// Makes the embedded players of a team; called in the launcher's thread.
using EmbeddedFactory = std::function<base::Expected<std::unique_ptr<EmbeddedPlayer>>(
    const TeamFile& team, const PlayerSpec& player)>;

} // namespace sideline::launcher
