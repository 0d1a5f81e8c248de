#include "training/skill/scoring_watch.h"

#include "agentcore/game/play_mode.h"

namespace sideline::training {

void ScoringWatch::update(double timeS, double ballMps, bool isFallen, std::string_view mode) {
    constexpr double kMovesMps = 0.1; // speed of a ball that has been touched
    if (!m_trial.touchS && ballMps > kMovesMps) {
        m_trial.touchS = timeS;
    }
    m_trial.falls += isFallen && !m_wasFallen ? 1 : 0;
    m_wasFallen = isFallen;
    const bool isPlaying = mode == game::playModeName(game::PlayMode::PlayOn);
    if (mode == game::playModeName(m_side == game::Side::Right ? game::PlayMode::GoalRight
                                                               : game::PlayMode::GoalLeft)) {
        m_trial.goalS = timeS;
    } else if (m_wasPlaying && !isPlaying) {
        ++m_trial.outs;
    }
    m_wasPlaying = isPlaying;
}

} // namespace sideline::training
