#pragma once

#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/analysis/ball_control.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/analysis_instant.h"
#include "logs/match/kick_finder.h"

namespace sideline::logs {

/// Records the kicks of a match and the outcome of each.
class KickLog {
public:
    /// Records a detected kick, or the continuation of the last one.
    /// @return whether it is a new kick
    bool note(const FoundKick& found, const field::FieldDimensions& field);
    /// Processes the next instant, which must have a ball; detects the end of the last kick's path.
    void follow(const AnalysisInstant& now, const BallControl& control);
    /// Ends the last kick's path: play was stopped, or the ball was placed elsewhere. Does nothing
    /// if no kick is open.
    /// @param outcome Out or Stopped
    void stop(KickOutcome outcome, double recordTimeS);
    /// Credits a goal of `side` at this record time.
    /// @param touch last contact with the ball
    /// @return the scorer: the shooter if it touched the ball last or if an opponent only deflected
    ///     its shot on target; otherwise the player that touched the ball last
    game::PlayerId creditGoal(game::Side side, const BallControl::Touch& touch, double recordTimeS);

    [[nodiscard]] const std::vector<Kick>& kicks() const { return m_kicks; }

    /// Minimum length of a pass, in head heights of the kicker: 1 m for a Nao.
    static constexpr double kPassHeads = 2.0;
    /// A kick ends after this time if no player reaches the ball.
    static constexpr double kLongestFlightS = 10.0;
    /// A goal announced later than this is not credited to the last touch.
    static constexpr double kGoalWithinS = 15.0;
    /// A shot on target deflected by an opponent within this time of the goal stays the shooter's.
    static constexpr double kDeflectionS = 3.0;

private:
    [[nodiscard]] bool isOpen() const {
        return !m_kicks.empty() && m_kicks.back().outcome == KickOutcome::Open;
    }
    void end(KickOutcome outcome, const Eigen::Vector2d& p_S, double recordTimeS);
    void endAt(const game::PlayerId& next, const Eigen::Vector2d& p_S, double recordTimeS);

    std::vector<Kick> m_kicks;
    double m_headM = 0.0;       // head height of the last kicker
    bool m_hasTeammate = false; // whether the last kicker had a teammate on the field
};

} // namespace sideline::logs
