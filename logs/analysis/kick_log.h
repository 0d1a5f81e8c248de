#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/analysis/analysis_instant.h"
#include "logs/analysis/ball_control.h"
#include "logs/analysis/kick_finder.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// The kicks of a match, and what became of each ball.
class KickLog {
public:
    /// A kick was found, or the last one went on.
    /// @return whether it is a new one that counts: not before the kick-off or after a goal
    bool note(const FoundKick& found, const field::FieldDimensions& field);
    /// The next instant, which has a ball: whether the way of the last kick ends here.
    void follow(const AnalysisInstant& now, const BallControl& control);
    /// Play was stopped, or the ball placed elsewhere. Nothing happens if no ball is on its way.
    /// @param outcome Out or Stopped
    void stop(KickOutcome outcome, double recordTimeS);
    /// The side has scored, at this record time.
    /// @param touch who was at the ball last
    /// @return whose goal it is: the shooter's if he was that, or if an opponent just touched a
    ///     shot on target; else whoever was at the ball last
    game::PlayerId creditGoal(game::Side side, const BallControl::Touch& touch, double recordTimeS);

    [[nodiscard]] const std::vector<Kick>& kicks() const { return m_kicks; }

    /// A pass is no shorter, in heights of the kicker's head: 1 m for a Nao.
    static constexpr double kPassHeads = 2.0;
    /// A kick whose ball nobody reached by then is over.
    static constexpr double kLongestFlightS = 10.0;
    /// A goal that is announced later is not that of the last touch.
    static constexpr double kGoalWithinS = 15.0;
    /// A shot on target that an opponent touched so shortly before the goal stays the shooter's.
    static constexpr double kDeflectionS = 3.0;

private:
    [[nodiscard]] bool isOpen() const {
        return !m_kicks.empty() && m_kicks.back().outcome == KickOutcome::Open;
    }
    void end(KickOutcome outcome, const Eigen::Vector2d& p_S, double recordTimeS);
    void endAt(const game::PlayerId& next, const Eigen::Vector2d& p_S, double recordTimeS);

    std::vector<Kick> m_kicks;
    double m_headM = 0.0;     // of the last kicker
    bool m_isCounted = false; // whether what was found last is in m_kicks
};

} // namespace sideline::logs
