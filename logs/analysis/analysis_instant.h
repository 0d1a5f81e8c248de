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
#include "logs/analysis/match_statistics.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// A robot at one instant, as far as statistics need it. Meters, server frame S.
struct PlayerInstant {
    game::PlayerId id;
    int typeNumber = -1;        ///< heterogeneous type; -1 if the stream does not report
    robot::RobotModelPtr model; ///< null for a robot we have no description of
    double headM = 0.0;         ///< height of its head in a straight stance: the robot's size
    Eigen::Vector2d p_S = Eigen::Vector2d::Zero(); ///< torso, on the ground
    double upCos = 1.0;                            ///< cosine of the torso's tilt
    double headShare = 1.0;                        ///< height of its head as a share of `headM`
    /// From the nearest of its bodies to the ball, on the ground; infinite without a ball.
    double ballDistanceM = 0.0;
};

/// A frame of a match, as far as statistics need it: a small value that is quickly made, so that
/// several threads can read a log while one counts.
struct AnalysisInstant {
    FrameNumber frame = 0;
    double recordTimeS = 0.0; ///< must ascend
    double gameTimeS = 0.0;
    int half = 0;
    std::optional<game::PlayMode> mode; ///< none if unknown, or one of the newer server's own
    /// Whether the match goes on: neither before kick-off nor over.
    bool isRunning = false;
    bool isInPlay = false; ///< of that, no restart and no pause: play on, or pass mode
    int scoreLeft = 0;
    int scoreRight = 0;
    std::string teamLeft;
    std::string teamRight;
    std::vector<monitor::Foul> fouls; ///< announced in this very message
    std::shared_ptr<const monitor::Environment> environment;
    monitor::StreamFormat format = monitor::StreamFormat::SimSpark;
    std::optional<Eigen::Vector3d> p_SBall; ///< center of the ball
    double ballRadiusM = 0.0;
    /// In the order of the scene; without robots that have not been initialized yet.
    std::vector<PlayerInstant> players;
    /// Whether poses are those of the frame: not damaged, in sync, and with a scene.
    bool isGood = false;

    /// Whether a goal was scored and play has not gone on yet.
    [[nodiscard]] bool isGoalPause() const {
        return mode == game::PlayMode::GoalLeft || mode == game::PlayMode::GoalRight;
    }
    /// The player with this id, or nullptr.
    [[nodiscard]] const PlayerInstant* find(const game::PlayerId& id) const;
};

/// What statistics need of a frame. Any thread.
/// @param damaged whether the frame's own message could not be read
[[nodiscard]] AnalysisInstant instantOf(FrameNumber frame, double recordTimeS,
                                        const monitor::GameState& game,
                                        const monitor::SceneState& scene, bool damaged);

/// When it was.
[[nodiscard]] inline Moment momentOf(const AnalysisInstant& instant) {
    return {instant.frame, instant.gameTimeS, instant.recordTimeS, instant.half};
}

/// The side in whose goal the ball is: behind the goal line, between the posts and below the bar.
/// None if it is in no goal, or the field is not known.
[[nodiscard]] game::Side goalWithBall(const AnalysisInstant& instant);

/// The same of a frame that was put together already, of a log or of a live match.
[[nodiscard]] AnalysisInstant instantOf(const monitor::MatchFrame& frame);

} // namespace sideline::logs
