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

/// Where a robot really was in a cycle, as far as its source reports. Server frame S, whatever side
/// it plays. Only evaluation may look at this.
struct TruthInstant {
    Eigen::Vector3d p_SCamera = Eigen::Vector3d::Zero(); ///< the body that carries the camera, m
    double headingRad = 0.0;                             ///< of the camera's forward axis, in S
    std::optional<math::Pose> X_ST; ///< all of the torso, where the source has it
    std::optional<Eigen::Vector3d> p_SBall;
    std::optional<Eigen::Vector3d> velocity_SBallMps;
    std::map<game::PlayerId, Eigen::Vector3d> p_SPlayers; ///< torsos of the others
};

/// The truth of each cycle of a stream.
struct TruthTrack {
    std::string source;     ///< for display, such as `mypos of the stream, rounded to 1 cm`
    double roundingM = 0.0; ///< positions come in steps of this
    double roundingRad = 0.0;
    std::vector<std::optional<TruthInstant>> instants; ///< one per cycle of the stream

    [[nodiscard]] bool isEmpty() const;
    /// The truth of a cycle, or nullptr.
    [[nodiscard]] const TruthInstant* at(std::size_t cycle) const;
};

/// Where a robot, the ball and the others are in a frame of a match; nothing if the robot is not
/// in it, or nobody knows where its camera is.
/// @param model of the robot, in case the match does not describe it
[[nodiscard]] std::optional<TruthInstant> truthIn(const monitor::MatchFrame& frame,
                                                  const game::PlayerId& robot,
                                                  const robot::RobotModel& model);

/// What the server reported the agent beside its percepts (`mypos`, `myorien`, `ballpos`): on
/// vision cycles only, of the camera and its heading. Empty where it reported nothing.
[[nodiscard]] TruthTrack truthOfStream(const AgentStream& stream);

/// What a monitor log says of the stream's robot, in cycles whose frame reports the camera's body
/// again: logs repeat a body only when it has moved by 0.005 or more, and what they repeat is exact
/// to six digits.
///
/// Aligned by the game's time; where that stands still by counting cycles from where it runs (logs
/// with a frame per cycle), or if it never runs, by what the stream itself reports about the truth.
/// Cycles in which the two disagree by more than 0.2 m are omitted.
/// Errors: those of `logs::MatchLog::open`; NotFound when the robot is not in the log, or log and
/// stream do not fit together.
[[nodiscard]] base::Expected<TruthTrack> truthOfMatchLog(const AgentStream& stream,
                                                         const std::filesystem::path& log);

} // namespace sideline::evaluation
