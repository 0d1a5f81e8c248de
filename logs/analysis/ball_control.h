#pragma once

#include <limits>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/analysis/match_statistics.h"
#include "logs/match/analysis_instant.h"

namespace sideline::logs {

/// Tracks ball control by a player, possession by a team, dribbles and recoveries.
///
/// A player controls the ball once it has been the nearest upright player for `kControlS`, within
/// reach of a slow enough ball; or when it kicks. Its team has possession from then until an
/// opponent controls the ball, play stops, or the team has no robot on the field. After a stoppage,
/// or when the ball was placed, no robot controls it before a touch: a kick, or a ball that moves
/// with a robot within reach.
class BallControl {
public:
    /// Processes the next frame that has a ball.
    /// @param ballSpeedMps on the ground
    void process(const AnalysisInstant& instant, const Moment& moment, double ballSpeedMps);
    /// Records a kick by a player.
    void noteKick(const game::PlayerId& by, const Moment& moment, const Eigen::Vector2d& p_SBall,
                  double headM, bool isInPlay);
    /// Records a stoppage, or that the ball was placed elsewhere: no team has possession.
    void stop(double recordTimeS);
    /// Records that the ball disappeared or lies in a goal: no player controls it.
    void lose();

    /// Returns the player that controls the ball now, if any.
    [[nodiscard]] std::optional<game::PlayerId> controller() const;
    /// Record time at which the current control began, and the ball's position then.
    [[nodiscard]] double controlledSinceS() const { return m_near->since.recordTimeS; }
    [[nodiscard]] const Eigen::Vector2d& controlledFrom_S() const { return m_near->p_SBall; }
    /// Returns the team in possession.
    [[nodiscard]] game::Side owner() const { return m_owner; }
    struct Touch {
        game::PlayerId by;
        double recordTimeS = 0.0;
    };
    /// Returns the last player in contact with the ball.
    [[nodiscard]] const std::optional<Touch>& lastTouch() const { return m_lastTouch; }

    [[nodiscard]] const std::vector<Recovery>& recoveries() const { return m_recoveries; }
    /// Returns all dribbles, including the current one once it is long enough.
    [[nodiscard]] std::vector<Dribble> dribbles() const;

    static constexpr double kControlS = 0.5;
    /// Reach from the nearest body to the ball, in head heights: 0.4 m for a Nao.
    static constexpr double kControlHeads = 0.8;
    static constexpr double kControlMps = 1.5; ///< a faster ball only passes by
    /// A ball that has moved this far within reach of a robot was touched; poses in logs may be
    /// wrong by 5 mm in each direction.
    static constexpr double kTouchM = 0.03;
    /// A dribbled ball may be out of reach for this long.
    static constexpr double kDribbleGapS = 1.5;
    /// Minimum length of a dribble, in head heights: 1 m for a Nao.
    static constexpr double kDribbleHeads = 2.0;

private:
    struct Near {
        game::PlayerId by;
        Moment since;
        Eigen::Vector2d p_SBall; // position at the beginning
        bool isControl = false;
    };
    struct OpenDribble {
        Dribble dribble;
        double headM;
        double lastS; // record time of the last contact
        [[nodiscard]] bool isLong() const { return dribble.distanceM >= kDribbleHeads * headM; }
    };
    void watchTouch(const AnalysisInstant& instant, bool isWithinReach);
    void own(const game::PlayerId& by, const Moment& moment, const Eigen::Vector2d& p_SBall,
             bool isInPlay);
    void extendDribble(const game::PlayerId& by, const Moment& begin,
                       const Eigen::Vector2d& p_SBegin, const Moment& moment,
                       const Eigen::Vector2d& p_SBall, double headM);
    void endDribble();

    std::optional<Near> m_near;
    game::Side m_owner = game::Side::None;
    double m_stoppedS = -std::numeric_limits<double>::infinity(); // last stoppage
    std::optional<bool>
        m_isTouched; // whether it was touched since the last stoppage; none before the first frame
    std::optional<Eigen::Vector2d>
        m_p_SUntouched; // position of the ball before a robot was within reach
    std::optional<Touch> m_lastTouch;
    std::vector<Recovery> m_recoveries;
    std::vector<Dribble> m_dribbles;
    std::optional<OpenDribble> m_dribble;
};

} // namespace sideline::logs
