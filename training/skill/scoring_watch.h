#pragma once

#include <limits>
#include <string_view>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "agentcore/math/pose.h"
#include "training/skill/scoring.h"

namespace sideline::training {

/// Observes a scoring test of a lone robot.
class ScoringWatch {
public:
    /// @param start initial positions; the other members are filled in
    ScoringWatch(const ScoringTrial& start, game::Side side) : m_trial(start), m_side(side) {}

    /// State of robot and ball.
    struct Truth {
        double timeS = 0.0; ///< time since the start
        double ballMps = 0.0;
        Eigen::Vector2d ball_S = Eigen::Vector2d::Zero();
        math::Pose torso;
        bool isFallen = false;
        std::string_view mode; ///< name of the play mode, as in the protocol
    };
    void update(const Truth& truth);
    /// Whether the robot has scored.
    [[nodiscard]] bool hasGoal() const { return m_trial.goalS.has_value(); }
    /// The result if the trial ends now; without a goal, the failure is that its time is up.
    [[nodiscard]] ScoringTrial finish() const;

private:
    ScoringTrial m_trial;
    game::Side m_side;
    double m_timeS = 0.0;
    double m_goalDistanceM = 0.0;
    double m_ballGapM = std::numeric_limits<double>::infinity(); ///< smallest gap between robot and
                                                                 ///< ball before the ball moves
    double m_ballGapS = 0.0;
    double m_outS = 0.0;   ///< time at which the ball last left the field
    TrialFailure m_fall{}; ///< the latest fall
    bool m_wasFallen = false;
    bool m_wasPlaying = true;
};

} // namespace sideline::training
