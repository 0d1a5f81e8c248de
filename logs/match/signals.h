#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/object_id.h"
#include "logs/match/frame_reader.h"

namespace sideline::logs {

/// Property of an object that a signal reports. Units as in the names; positions in the server
/// frame S.
enum class Quantity : std::uint8_t {
    XM,
    YM,
    ZM,
    SpeedMps,
    HeadingDeg,
    TiltDeg,
    JointDeg,
    TorqueNm,    ///< torque of a joint's motor
    TorqueRatio, ///< magnitude of the torque divided by the motor's limit
    GameTimeS,
    ScoreLeft,
    ScoreRight,
    PlayMode,
    BallDistanceM, ///< distance of a robot's torso from the ball, on the ground
    AgentValue,    ///< value of the robot's agent, selected by `SignalId::path`
};

/// A numeric signal of a match that can be plotted over time. Agents' beliefs are not part of match
/// frames: such signals are NaN there, and are filled in from another source.
struct SignalId {
    Quantity quantity = Quantity::XM;
    monitor::ObjectId object; ///< none for signals of the game
    std::int32_t joint = -1;  ///< joint of the model, for signals of joints
    std::string path = {};    ///< such as `world.ball.p_F.x`, for `AgentValue`
    friend constexpr auto operator<=>(const SignalId&, const SignalId&) = default;

    /// Signal of an agent's value at a path of its frames, named as in session recordings.
    [[nodiscard]] static SignalId ofAgent(const game::PlayerId& agent, std::string path) {
        return {Quantity::AgentValue, monitor::ObjectId::ofRobot(agent), -1, std::move(path)};
    }
};

/// The description of the robot whose joint a signal is. Null for other signals, and if the frame
/// lacks the robot or its type lacks the joint.
[[nodiscard]] const robot::RobotModel* modelOfJoint(const SignalId& id,
                                                    const monitor::MatchFrame& frame);
/// Name such as `ball.x`, `left.7.rlj4`, `left.7.torque.rlj4`, `game.score_left`, `left.7
/// world.ball.p_F.x`; stable, used in files.
[[nodiscard]] std::string signalName(const SignalId& id, const monitor::MatchFrame* frame);
/// The signal with this name, as `signalName` returns it; nullopt if no match can have it. Joints
/// and bodies have no index yet, see `resolvedSignal`.
[[nodiscard]] std::optional<SignalId> signalNamed(std::string_view name);
/// A signal with the index of its joint or body in the robot of a frame, which differs between
/// robot types; -1 if that robot has none of this name. Unchanged if the frame lacks the robot.
[[nodiscard]] SignalId resolvedSignal(SignalId id, std::string_view name,
                                      const monitor::MatchFrame& frame);
/// Unit for axes: `m`, `deg`, `m/s`, `Nm`, `s` or empty. Empty for `AgentValue`, whose path
/// contains it.
[[nodiscard]] std::string_view signalUnit(Quantity quantity);
/// Unit of any signal, in the same form.
[[nodiscard]] std::string_view signalUnit(const SignalId& id);
/// Unit of an agent's value, the suffix of its path: `s` for `game.gameTimeS`, `deg/s` for
/// `body.gyro_TDegPerS.x`. Empty for counts, booleans and paths without a unit.
[[nodiscard]] std::string_view agentValueUnit(std::string_view path);
/// Whether a signal is a direction, which wraps from 180 to -180 degrees.
[[nodiscard]] bool isHeading(const SignalId& id);

/// All signals defined by a frame: those of the game, the ball, and each robot's torso and joints;
/// torques only if the frame contains them.
/// Each occurs once: of robots with the same id, such as those without a number, only the first
/// counts.
[[nodiscard]] std::vector<SignalId> availableSignals(const monitor::MatchFrame& frame);

/// Returns the value of a signal in a frame; NaN if the object is not on the field. The speed of an
/// object that was repositioned since the preceding frame is NaN as well.
/// @param before the preceding frame, for speeds; may be null
[[nodiscard]] double signalValue(const SignalId& id, const monitor::MatchFrame& frame,
                                 const monitor::MatchFrame* before);

/// Whether a signal is discontinuous between two frames because its object was repositioned.
[[nodiscard]] bool isBroken(const SignalId& id, const monitor::MatchFrame& before,
                            const monitor::MatchFrame& after);

/// Values of signals over an interval of a log.
struct SignalTable {
    std::vector<SignalId> signals;
    std::vector<FrameNumber> frames;
    std::vector<double> recordTimeS;
    std::vector<double> gameTimeS;
    std::vector<std::vector<double>> values; ///< one row per signal, NaN where undefined
    /// One row per signal: 1 where the value is discontinuous because the object was repositioned
    /// since the preceding frame (`monitor::hasTeleported`), otherwise 0.
    std::vector<std::vector<std::uint8_t>> breaks;
    std::uint64_t unreadableFrames = 0; ///< damaged or out of sync, without values
};

/// Rows of a table, from `first` up to but not including `end`.
struct TableRows {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// The rows from `beginS` to `endS`, both included.
/// @param timesS ascending, one for each row
[[nodiscard]] TableRows rowsBetween(std::span<const double> timesS, double beginS, double endS);

/// Decodes frames `first` to `last` and collects signals.
/// @param keepGoing polled every few frames; returning false truncates the table
/// Errors: those of `FrameReader::frame`.
[[nodiscard]] base::Expected<SignalTable> extractSignals(FrameReader& reader,
                                                         std::vector<SignalId> signals,
                                                         FrameNumber first, FrameNumber last,
                                                         const std::function<bool()>& keepGoing);

} // namespace sideline::logs
