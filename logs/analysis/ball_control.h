#pragma once

#include <optional>
#include <vector>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/analysis/analysis_instant.h"
#include "logs/analysis/match_statistics.h"

namespace sideline::logs {

/// Who has the ball: control by a player, possession by a team, and what follows from them.
///
/// A player controls the ball once it has been the nearest upright player to it for `kControlS`,
/// near enough and the ball slow enough; or when it kicks. Its team has the ball from then until
/// an opponent controls it, or play stops.
class BallControl {
public:
    /// The next instant with a ball.
    /// @param ballSpeedMps on the ground
    void look(const AnalysisInstant& instant, const Moment& moment, double ballSpeedMps);
    /// A player kicked the ball.
    void noteKick(const game::PlayerId& by, const Moment& moment, const Eigen::Vector2d& p_SBall,
                  double headM, bool isInPlay);
    /// Play was stopped; the side, if any, has the ball next.
    void stop(game::Side next);
    /// The ball was put elsewhere, or is gone.
    void lose();

    /// The player that controls the ball now; none if nobody does.
    [[nodiscard]] std::optional<game::PlayerId> controller() const;
    /// Since when, record time, and where the ball was then.
    [[nodiscard]] double controlledSinceS() const { return m_near->since.recordTimeS; }
    [[nodiscard]] const Eigen::Vector2d& controlledFrom_S() const { return m_near->p_SBall; }
    /// The team that has the ball.
    [[nodiscard]] game::Side owner() const { return m_owner; }
    struct Touch {
        game::PlayerId by;
        double recordTimeS = 0.0;
    };
    /// Who was at the ball last.
    [[nodiscard]] const std::optional<Touch>& lastTouch() const { return m_lastTouch; }

    [[nodiscard]] const std::vector<Recovery>& recoveries() const { return m_recoveries; }
    /// The one that goes on included, once it is long enough.
    [[nodiscard]] std::vector<Dribble> dribbles() const;

    static constexpr double kControlS = 0.5;
    /// From the nearest body to the ball, in heights of the head: 0.4 m for a Nao.
    static constexpr double kControlHeads = 0.8;
    static constexpr double kControlMps = 1.5; ///< a faster ball passes by
    /// A ball that is taken along may be out of reach so long.
    static constexpr double kDribbleGapS = 1.5;
    /// A dribble is no shorter, in heights of the head: 1 m for a Nao.
    static constexpr double kDribbleHeads = 2.0;

private:
    struct Near {
        game::PlayerId by;
        Moment since;
        Eigen::Vector2d p_SBall; // at its begin
        bool isControl = false;
    };
    struct OpenDribble {
        Dribble dribble;
        double headM;
        double lastS; // record time of the last contact
        [[nodiscard]] bool isLong() const { return dribble.distanceM >= kDribbleHeads * headM; }
    };
    void own(const game::PlayerId& by, const Moment& moment, const Eigen::Vector2d& p_SBall,
             bool isInPlay);
    void takeAlong(const game::PlayerId& by, const Moment& begin, const Eigen::Vector2d& p_SBegin,
                   const Moment& moment, const Eigen::Vector2d& p_SBall, double headM);
    void endDribble();

    std::optional<Near> m_near;
    game::Side m_owner = game::Side::None;
    std::optional<Touch> m_lastTouch;
    std::vector<Recovery> m_recoveries;
    std::vector<Dribble> m_dribbles;
    std::optional<OpenDribble> m_dribble;
};

} // namespace sideline::logs
