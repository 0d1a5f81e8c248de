#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/session_reader.h"

namespace sideline::logs {

/// A number of an agent's frames that can be plotted over time.
///
/// Names are paths as `game.gameTimeS`, `body.joint.rle4.measuredDeg`, `body.gyro_TDegPerS.x`,
/// `body.pose.headingDeg`, `world.ball.p_F.x`, `world.mate.7.p_F.y`, `world.opponent.3.ageS`,
/// `world.ball.positionSigmaM` (longest half axis of the ellipse of one standard deviation),
/// `world.landmark.F1L.p_F.x`, `situation.modeLeftS`, `timing.senseToActMs`,
/// `counters.missedCycles`, those of `decisionSignalName` with `.score`, `.chosen` and `.active`,
/// and `debug.` with the name of a debug value. Units stand in the names; angles are in degrees;
/// yes and no are 1 and 0.
[[nodiscard]] std::vector<std::string> agentSignalNames(const world::AgentFrame& frame);

/// What the signals of a node of a decision begin with, as `decision.12.ball-distance-0-8`: its
/// number from 0 and its name, in which runs of what is no letter or digit are hyphens.
[[nodiscard]] std::string decisionSignalName(const world::DecisionTrace& trace, std::size_t node);

/// Gets every signal of a frame, in a fixed order; the name is valid during the call.
using SignalVisitor = std::function<void(std::string_view name, double value)>;
void visitAgentSignals(const world::AgentFrame& frame, const SignalVisitor& visit);

/// The value of a signal in a frame; NaN if the frame has none of that name.
[[nodiscard]] double agentSignalValue(std::string_view name, const world::AgentFrame& frame);

/// Signals of an agent over an interval.
struct AgentSignalTable {
    std::vector<std::string> names;
    std::vector<std::uint64_t> cycles;
    std::vector<std::chrono::nanoseconds> at; ///< since the session's begin
    std::vector<double> gameTimeS;
    std::vector<std::vector<double>> values; ///< one row per name, NaN where there is none
};

/// Which frames of an agent, by time since the session's begin; both ends count.
struct SessionRange {
    TrackId agent;
    std::chrono::nanoseconds from = std::chrono::nanoseconds::min();
    std::chrono::nanoseconds to = std::chrono::nanoseconds::max();
};

/// Calls `take` for each frame of the range, in order, until it says false.
/// Errors: of `SessionReader::frame`; InvalidArgument for an unknown agent.
[[nodiscard]] base::Expected<void> visitFrames(
    SessionReader& reader, const SessionRange& range,
    const std::function<bool(const SessionFrame&)>& take);

/// Names of all signals that occur in a range, sorted as in a frame, debug values last.
/// Errors: as `visitFrames`.
[[nodiscard]] base::Expected<std::vector<std::string>> listAgentSignals(SessionReader& reader,
                                                                        const SessionRange& range);

/// Collects signals over a range.
/// @param names empty: all that occur
/// @param keepGoing asked every few frames; the table ends where it says false; may be empty
/// Errors: as `visitFrames`; InvalidArgument for a name that no frame of the range has.
[[nodiscard]] base::Expected<AgentSignalTable> readAgentSignals(
    SessionReader& reader, const SessionRange& range, std::vector<std::string> names,
    const std::function<bool()>& keepGoing = {});

} // namespace sideline::logs
