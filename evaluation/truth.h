#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "agentcore/monitor/match_frame.h"
#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

class PoseRun;

/// The true pose of a robot in a cycle, as far as its source reports it, in the server frame S for
/// both sides. Only evaluation may use it.
struct TruthInstant {
    Eigen::Vector3d p_SCamera = Eigen::Vector3d::Zero(); ///< position of the camera's body, m
    double headingRad = 0.0;        ///< heading of the camera's forward axis in S
    std::optional<math::Pose> X_ST; ///< full pose of the torso, if reported
    std::optional<Eigen::Vector3d> p_SBall;
    std::optional<Eigen::Vector3d> velocity_SBallMps;
    std::map<game::PlayerId, Eigen::Vector3d> p_SPlayers; ///< torsos of the other players
};

/// The truth of each cycle of a stream.
struct TruthTrack {
    std::string source;     ///< for display, such as `mypos of the stream, rounded to 1 cm`
    double roundingM = 0.0; ///< resolution of positions
    double roundingRad = 0.0;
    std::size_t heldCycles = 10;                       ///< how long a truth is displayed as current
    std::vector<std::optional<TruthInstant>> instants; ///< one per cycle of the stream

    [[nodiscard]] bool isEmpty() const;
    /// Returns the truth of a cycle, or nullptr.
    [[nodiscard]] const TruthInstant* at(std::size_t cycle) const;
};

/// Returns the positions of a robot, the ball and the others in a frame of a match; nullopt if the
/// robot is not in it, or its camera is unknown.
/// @param model used if the match does not describe the robot
[[nodiscard]] std::optional<TruthInstant> truthIn(const monitor::MatchFrame& frame,
                                                  const game::PlayerId& robot,
                                                  const robot::RobotModel& model);

/// Returns the truth that the server reported with the percepts (`mypos`, `myorien`, `ballpos`): in
/// vision cycles only, of the camera and its heading. Empty if none was reported.
[[nodiscard]] TruthTrack truthOfStream(const AgentStream& stream);

/// Data of a recording that relate its cycles to a match log, in addition to their times.
struct LogHints {
    /// For each cycle, the index of the newest frame at its arrival; negative: none, or in another
    /// log. Empty: unknown. Arrivals are correct to within a few cycles.
    std::vector<double> arrivals;
    const PoseRun* belief = nullptr; ///< over the whole stream; used if no measurement decides
};

/// Returns the truth of the stream's robot from a monitor log, in cycles whose frame updates the
/// camera's body: logs update a body only when it has moved by 0.005 or more, but updates are exact
/// to six digits. `LogAlignment` relates frames and cycles; cycles in which the log and the
/// stream's own truth differ by more than 0.2 m are omitted.
/// Errors: those of `logs::MatchLog::open`; NotFound if the robot is not in the log, or log and
/// stream do not correspond.
[[nodiscard]] base::Expected<TruthTrack> truthOfMatchLog(const AgentStream& stream,
                                                         const std::filesystem::path& log,
                                                         const LogHints& hints = {});

} // namespace sideline::evaluation
