#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/match_frame.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {

/// How the robots' joints are driven while a takeover is measured.
enum class TakeoverJoints : std::uint8_t {
    Held,     ///< motors hold the angles of the frame
    Followed, ///< motors follow the angles of the later frames
};

/// Adds the commands given after a frame to its situation.
using AddCommands =
    std::function<void(const monitor::MatchFrame& frame, StartSituation& situation)>;

/// Deviation of a simulation started from a log frame from the log's later frames.
struct TakeoverDifference {
    /// Deviation at one of the later frames.
    struct Instant {
        double afterS = 0.0;         ///< time since the takeover
        double ballM = 0.0;          ///< NaN if the ball was teleported in the meantime
        std::vector<double> torsoM;  ///< distances of robots that were not teleported
        std::vector<double> turnDeg; ///< angle between the torsos, in the same order
        /// Number of robots that have fallen in only one of log and simulation.
        int fallsMissed = 0; ///< robots that fell only in the log
        int fallsAdded = 0;  ///< robots that fell only in the simulation
    };
    std::vector<Instant> instants;
};

/// Starts a simulation from the second of several frames, without players, and compares it with the
/// later frames. Objects teleported by the referee or a trainer are excluded from then on.
/// @param frames of one log, in order, with the frame before the takeover first; at least three
/// @param settings of the simulation; its start situation is ignored
/// @param addCommands may be empty
/// Errors: those of `situationOf`.
[[nodiscard]] base::Expected<TakeoverDifference> measureTakeover(
    std::span<const monitor::MatchFramePtr> frames, SimulationSettings settings,
    TakeoverJoints joints, const AddCommands& addCommands = {});

} // namespace sideline::simulator
