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

/// Names of the numeric values in an agent's frame that can be plotted over time.
///
/// Names are paths such as `game.gameTimeS`, `body.joint.rle4.measuredDeg`, `body.gyro_TDegPerS.x`,
/// `body.pose.headingDeg`, `world.ball.p_F.x`, `world.mate.7.p_F.y`, `world.opponent.3.ageS`,
/// `world.ball.positionSigmaM` (semi-major axis of the ellipse of one standard deviation),
/// `world.landmark.F1L.p_F.x`, `situation.modeLeftS`, `timing.senseToActMs`,
/// `counters.missedCycles`, `counters.lateAnswers`, those of `decisionSignalName` with `.score`,
/// `.chosen` and `.active`, and `debug.` with the name of a debug value. Names contain units;
/// angles are in degrees; booleans are 1 and 0.
[[nodiscard]] std::vector<std::string> agentSignalNames(const world::AgentFrame& frame);

/// Returns the prefix of the signals of a decision node, such as `decision.12.ball-distance-0-8`:
/// its index from 0 and its name, in which a hyphen replaces each run of characters that are not
/// letters or digits.
[[nodiscard]] std::string decisionSignalName(const world::DecisionTrace& trace, std::size_t node);

/// Receives every signal of a frame in a fixed order; the name is valid during the call.
using SignalVisitor = std::function<void(std::string_view name, double value)>;
void visitAgentSignals(const world::AgentFrame& frame, const SignalVisitor& visit);

/// Signals of an agent over an interval.
struct AgentSignalTable {
    std::vector<std::string> names;
    std::vector<std::uint64_t> cycles;
    std::vector<std::chrono::nanoseconds> at; ///< times since the beginning of the session
    std::vector<double> gameTimeS;
    std::vector<std::vector<double>> values; ///< one row per name, NaN where undefined
};

/// Selects an agent's frames by time since the beginning of the session; both ends included.
struct SessionRange {
    TrackId agent;
    std::chrono::nanoseconds from = std::chrono::nanoseconds::min();
    std::chrono::nanoseconds to = std::chrono::nanoseconds::max();
};

/// Calls `take` for each frame of the range, in order, until it returns false.
/// Errors: those of `SessionReader::frame`; InvalidArgument for an unknown agent.
[[nodiscard]] base::Expected<void> visitFrames(
    SessionReader& reader, const SessionRange& range,
    const std::function<bool(const SessionFrame&)>& take);

/// Lists all signals in a range, ordered as in a frame, debug values last.
/// Errors: those of `visitFrames`.
[[nodiscard]] base::Expected<std::vector<std::string>> listAgentSignals(SessionReader& reader,
                                                                        const SessionRange& range);

/// Collects signals over a range.
/// @param names empty: all signals in the range
/// @param keepGoing polled every few frames; returning false truncates the table; may be empty
/// Errors: those of `visitFrames`; InvalidArgument for a name that no frame of the range has.
[[nodiscard]] base::Expected<AgentSignalTable> readAgentSignals(
    SessionReader& reader, const SessionRange& range, std::vector<std::string> names,
    const std::function<bool()>& keepGoing = {});

} // namespace sideline::logs
