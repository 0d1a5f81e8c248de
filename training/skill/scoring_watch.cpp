#include "training/skill/scoring_watch.h"

#include "agentcore/field/field_model.h"
#include "agentcore/game/play_mode.h"

namespace sideline::training {

void ScoringWatch::update(const Truth& truth) {
    constexpr double kMovesMps = 0.1; // speed of a ball that has been touched
    m_timeS = truth.timeS;
    const double goalX = 0.5 * field::newestField().dimensions.lengthM;
    m_goalDistanceM =
        (truth.ball_S - Eigen::Vector2d(m_side == game::Side::Right ? -goalX : goalX, 0.0)).norm();
    if (!m_trial.touchS && truth.ballMps > kMovesMps) {
        m_trial.touchS = truth.timeS;
    }
    const double gapM = (truth.torso.p.head<2>() - truth.ball_S).norm();
    if (!m_trial.touchS && gapM < m_ballGapM) {
        m_ballGapM = gapM;
        m_ballGapS = truth.timeS;
    }
    if (truth.isFallen && !m_wasFallen) {
        ++m_trial.falls;
        m_fall = {fallKind(truth.torso.R), truth.timeS};
    }
    m_wasFallen = truth.isFallen;
    const bool isPlaying = truth.mode == game::playModeName(game::PlayMode::PlayOn);
    if (truth.mode == game::playModeName(m_side == game::Side::Right ? game::PlayMode::GoalRight
                                                                     : game::PlayMode::GoalLeft)) {
        m_trial.goalS = truth.timeS;
    } else if (m_wasPlaying && !isPlaying) {
        ++m_trial.outs;
        m_outS = truth.timeS;
    }
    m_wasPlaying = isPlaying;
}

ScoringTrial ScoringWatch::finish() const {
    ScoringTrial trial = m_trial;
    if (trial.goalS) {
        return trial;
    }
    if (m_wasFallen) {
        trial.failure = m_fall;
    } else if (!trial.touchS) {
        trial.failure = {FailureKind::MissedBall, m_ballGapS, m_ballGapM};
    } else if (trial.outs > 0) {
        trial.failure = {FailureKind::BallOut, m_outS, static_cast<double>(trial.outs)};
    } else {
        trial.failure = {FailureKind::NoGoal, m_timeS, m_goalDistanceM};
    }
    return trial;
}

} // namespace sideline::training
