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

/// The state of an embedded player.
struct EmbeddedReport {
    bool hasPlayed = false; ///< whether it has received a message from the server
    bool isPlaying = false; ///< whether it receives messages now
    std::string detail;     ///< why it is not playing, for display; empty while it plays
    std::uint64_t cycles = 0;
    std::optional<double> cycleMs; ///< time from sense to act, mean of the last second
    std::optional<std::uint64_t> missedCycles;
    std::optional<std::uint64_t> lateAnswers;
    std::optional<double> cpuPercent; ///< usage by its thread; 100: one core
};

/// A player that runs in a thread of this process; constructing it starts it.
///
/// The destructor, which ends the player, may run in any thread; other functions in the launcher's.
class EmbeddedPlayer {
public:
    virtual ~EmbeddedPlayer() = default;
    [[nodiscard]] virtual EmbeddedReport report() = 0;
    /// Returns the lines of text since the last call.
    [[nodiscard]] virtual std::vector<std::string> takeLines() = 0;
};

/// Creates the embedded players of a team; called in the launcher's thread.
using EmbeddedFactory = std::function<base::Expected<std::unique_ptr<EmbeddedPlayer>>(
    const TeamFile& team, const PlayerSpec& player)>;

} // namespace sideline::launcher
