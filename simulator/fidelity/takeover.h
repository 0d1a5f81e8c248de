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

/// What moves the joints of robots while a takeover is measured.
enum class TakeoverJoints : std::uint8_t {
    Held,     ///< nothing: motors hold the angles of the frame
    Followed, ///< motors follow the angles of the frames after it
};

/// Adds to the situation of a frame what was commanded from there on.
using AddCommands =
    std::function<void(const monitor::MatchFrame& frame, StartSituation& situation)>;

/// How far a simulation that took over a frame of a log is from what really happened.
struct TakeoverDifference {
    /// At one of the frames that followed.
    struct Instant {
        double afterS = 0.0;         ///< the takeover
        double ballM = 0.0;          ///< NaN if the ball was put elsewhere meanwhile
        std::vector<double> torsoM;  ///< of robots that stay where they were put
        std::vector<double> turnDeg; ///< between the torsos, in the same order
        /// Robots that lie in one of the two but not in the other.
        int fallsMissed = 0; ///< in the log only
        int fallsAdded = 0;  ///< in the simulation only
    };
    std::vector<Instant> instants;
};

/// Begins a simulation with the second of some frames, without players, and compares it with those
/// after it. Objects that the referee or a trainer put elsewhere are left out from there on.
/// @param frames of one log, in order, a frame before the takeover first; at least three
/// @param settings of the simulation; its start does not count
/// @param addCommands may be empty
/// Errors: those of `situationOf`.
[[nodiscard]] base::Expected<TakeoverDifference> measureTakeover(
    std::span<const monitor::MatchFramePtr> frames, SimulationSettings settings,
    TakeoverJoints joints, const AddCommands& addCommands = {});

} // namespace sideline::simulator
