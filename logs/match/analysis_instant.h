#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/scene.h"
#include "logs/match/moment.h"

namespace sideline::logs {

/// The part of a robot's state in one frame that statistics use. Meters, server frame S.
struct PlayerInstant {
    game::PlayerId id;
    int typeNumber = -1;        ///< heterogeneous type; -1 if not in the stream
    robot::RobotModelPtr model; ///< null if the stream does not describe the robot
    /// Height of its head in a straight stance: the unit of length for thresholds.
    double headM = 0.0;
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< torso, projected onto the ground
    double upCos = 1.0;                            ///< cosine of the torso's tilt
    double headHeightRatio = 1.0;                  ///< height of its head divided by `headM`
    /// Distance on the ground from the ball to the robot's nearest body; infinite without a ball.
    double ballDistanceM = 0.0;
};

/// The part of a match's state in one frame that statistics use: a small value that is cheap to
/// compute, so that several threads can read a log while one counts.
struct AnalysisInstant {
    FrameNumber frame = 0;
    double recordTimeS = 0.0; ///< strictly increasing
    double gameTimeS = 0.0;
    int half = 0;
    std::optional<game::PlayMode> mode; ///< none if unknown, or if only rcssservermj has the mode
    /// Whether the match is running: after kick-off and before its end.
    bool isRunning = false;
    bool isInPlay = false; ///< running, without a restart or pause: play on, or pass mode
    int scoreLeft = 0;
    int scoreRight = 0;
    std::string teamLeft;
    std::string teamRight;
    std::vector<monitor::Foul> fouls; ///< announced in this frame
    std::shared_ptr<const monitor::Environment> environment;
    monitor::StreamFormat format = monitor::StreamFormat::SimSpark;
    std::optional<Eigen::Vector3d> p_SBall; ///< center of the ball
    double ballRadiusM = 0.0;
    /// In scene order; excludes robots that are not initialized yet.
    std::vector<PlayerInstant> players;
    /// Whether the poses are valid for this frame: undamaged, in sync, and with a scene.
    bool isGood = false;
    /// Whether it is a full scene in a log of a SimSpark server, which may report changes of the
    /// game late: see `GoalCrossing`.
    bool isFull = false;

    /// Whether a goal was scored and play has not resumed yet.
    [[nodiscard]] bool isGoalPause() const {
        return mode == game::PlayMode::GoalLeft || mode == game::PlayMode::GoalRight;
    }
    /// The player with this id, or nullptr.
    [[nodiscard]] const PlayerInstant* find(const game::PlayerId& id) const;
};

/// Extracts the values that statistics need from a frame. Any thread.
/// @param damaged whether the frame's own message could not be read
/// @param full whether the frame is a full scene in a log
[[nodiscard]] AnalysisInstant instantOf(FrameNumber frame, double recordTimeS,
                                        const monitor::GameState& game,
                                        const monitor::SceneState& scene, bool damaged,
                                        bool full = false);

/// Returns the instant's frame and times.
[[nodiscard]] inline Moment momentOf(const AnalysisInstant& instant) {
    return {instant.frame, instant.gameTimeS, instant.recordTimeS, instant.half};
}

/// Returns the side whose goal contains the ball: behind the goal line, between the posts and below
/// the bar. None if the ball is in neither goal or the field is unknown.
[[nodiscard]] game::Side goalWithBall(const AnalysisInstant& instant);

/// Extracts the same values from an assembled frame of a log or of a live match.
[[nodiscard]] AnalysisInstant instantOf(const monitor::MatchFrame& frame);

} // namespace sideline::logs
