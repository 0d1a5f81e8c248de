#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/object_id.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// What of an object a signal reports. Units as in the names; positions in the server frame S.
enum class Quantity : std::uint8_t {
    XM,
    YM,
    ZM,
    SpeedMps,
    HeadingDeg,
    TiltDeg,
    JointDeg,
    GameTimeS,
    ScoreLeft,
    ScoreRight,
    PlayMode,
    BallDistanceM, ///< of a robot's torso to the ball, on the ground
    AgentValue,    ///< of the agent that plays the robot: `SignalId::path` reports which
};

/// One numeric signal of a match: any number that can be plotted over time. What agents believe is
/// not in frames of the match: such signals are NaN there, and are filled in by whoever has them.
struct SignalId {
    Quantity quantity = Quantity::XM;
    monitor::ObjectId object; ///< none for signals of the game
    std::int32_t joint = -1;  ///< joint of the model, for `JointDeg`
    std::string path = {};    ///< as `world.ball.p_F.x`, for `AgentValue`
    friend constexpr auto operator<=>(const SignalId&, const SignalId&) = default;

    /// What the agent of a robot has at a path of its frames, named as in session recordings.
    [[nodiscard]] static SignalId ofAgent(const game::PlayerId& agent, std::string path) {
        return {Quantity::AgentValue, monitor::ObjectId::ofRobot(agent), -1, std::move(path)};
    }
};

/// Name as `ball.x`, `left.7.rlj4`, `game.score_left`, `left.7 world.ball.p_F.x`; stable, used in
/// files.
[[nodiscard]] std::string signalName(const SignalId& id, const monitor::MatchFrame* frame);
/// Unit for axes: `m`, `deg`, `m/s`, `s` or empty. Empty for `AgentValue`, whose path reports it.
[[nodiscard]] std::string_view signalUnit(Quantity quantity);
/// Likewise of any signal.
[[nodiscard]] std::string_view signalUnit(const SignalId& id);
/// The unit of a value of an agent's frames, which its path ends with: `s` of `game.gameTimeS`,
/// `deg/s` of `body.gyro_TDegPerS.x`. Empty for counts, yes and no, and where the path has none.
[[nodiscard]] std::string_view agentValueUnit(std::string_view path);
/// Whether a signal is a direction, which continues at -180 degrees behind 180.
[[nodiscard]] bool isHeading(const SignalId& id);

/// All signals that a frame can determine: the game's, the ball's, and per robot its torso's and
/// its joints'.
[[nodiscard]] std::vector<SignalId> availableSignals(const monitor::MatchFrame& frame);

/// The value of a signal in a frame; NaN if the object is not on the field. The speed of an object
/// that was put elsewhere since the frame before is NaN as well.
/// @param before the frame before, for speeds; may be null
[[nodiscard]] double signalValue(const SignalId& id, const monitor::MatchFrame& frame,
                                 const monitor::MatchFrame* before);

/// Whether a signal does not continue from one frame to the next, as its object was put elsewhere.
[[nodiscard]] bool isBroken(const SignalId& id, const monitor::MatchFrame& before,
                            const monitor::MatchFrame& after);

/// Values of signals over an interval of a log.
struct SignalTable {
    std::vector<SignalId> signals;
    std::vector<FrameNumber> frames;
    std::vector<double> recordTimeS;
    std::vector<double> gameTimeS;
    std::vector<std::vector<double>> values; ///< one row per signal, NaN where there is none
    /// One row per signal: 1 where the value does not continue from the frame before, because the
    /// object was put elsewhere in between (`monitor::hasTeleported`), else 0.
    std::vector<std::vector<std::uint8_t>> breaks;
    std::uint64_t unreadableFrames = 0; ///< damaged or out of sync, which have no values
};

/// Decodes frames `first` to `last` and collects signals.
///
/// @param keepGoing asked every few frames; the table ends where it says false
/// Errors: of `FrameReader::frame`.
[[nodiscard]] base::Expected<SignalTable> extractSignals(FrameReader& reader,
                                                         std::vector<SignalId> signals,
                                                         FrameNumber first, FrameNumber last,
                                                         const std::function<bool()>& keepGoing);

} // namespace sideline::logs
