#pragma once

#include <deque>
#include <optional>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/match/analysis_instant.h"

namespace sideline::logs {

/// Maximum speed of a kicked ball; a faster one was placed by the referee or a trainer.
inline constexpr double kMaxBallSpeedMps = 15.0;

/// A kick detected by `KickFinder`.
struct FoundKick {
    const AnalysisInstant* at = nullptr; ///< last frame before the change; valid during the call
    game::PlayerId by;                   ///< kicker; set for a new kick
    double headM = 0.0;                  ///< the kicker's head height
    double changeMps = 0.0;
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< maximum velocity after the kick
    /// Position of the ball at that velocity.
    Eigen::Vector3d p_SAtVelocity = Eigen::Vector3d::Zero();
    /// Whether this continues the last reported kick: the ball is still accelerating.
    bool isSame = false;
    bool isSharper = false; ///< same kick, with `at` closer to its instant than before
};

/// Detects the kicks of a match and their kickers: events, films and statistics all use its result.
///
/// *A kick*: the ball's velocity on the ground changes near a robot by more than rolling friction
/// explains, and the ball then keeps moving or lies in a goal. Kicks before the kick-off, after the
/// end and between a goal and the next kick-off do not count. Velocities are means over
/// `kVelocityWindowS` or one frame, whichever is longer, before and after the instant in question,
/// so that logs of 5 Hz and of 50 Hz yield the same kicks. A ball that only slows down was not
/// kicked. Detection lags the kick by two such windows.
///
/// *The kicker* is the robot within `kReachHeads` with the lowest cost in the last frame before the
/// change: the distance on the ground from the ball to its nearest body, or from its torso to the
/// path that the ball would have taken without a kick, if that is shorter; plus 0.3 head heights
/// for a robot that the ball then moves straight toward, nothing for one that it moves straight
/// away from, and a proportional amount in between. A robot behind the ball is the kicker rather
/// than one in front of it that the ball must pass. Changes within `kSameKickS` or two frames count
/// as one kick by the first kicker if the ball roughly keeps its direction.
///
/// The definition of a kick as an increase of the ball's velocity follows Abreu et al.,
/// "Performance analysis in soccer: a Cartesian coordinates based approach using RoboCup data",
/// Soft Computing 2011.
class KickFinder {
public:
    /// Processes the next instant, in chronological order.
    /// @return a kick at an earlier instant that counts, if one was found
    [[nodiscard]] std::optional<FoundKick> process(const AnalysisInstant& instant);
    /// Whether the ball was placed elsewhere in the last instant.
    [[nodiscard]] bool wasPlaced() const { return m_wasPlaced; }
    /// Mean velocity of the ball on the ground, up to the last instant.
    [[nodiscard]] const Eigen::Vector2d& velocity_SMps() const { return m_velocity_SMps; }

    static constexpr double kVelocityWindowS = 0.1;
    static constexpr double kKickChangeMps = 0.7;
    /// Maximum distance from torso to ball, in head heights: 0.6 m for a Nao.
    static constexpr double kReachHeads = 1.15;
    static constexpr double kSameKickS = 0.3;

private:
    [[nodiscard]] std::optional<FoundKick> kickAt(std::size_t begin, std::size_t at,
                                                  std::size_t after, std::size_t later) const;

    struct LastKick {
        double recordTimeS;
        game::PlayerId by;
        double changeMps;
        double speedMps;
        Eigen::Vector2d direction;
        bool isCounted; // whether it was reported
    };
    std::deque<AnalysisInstant> m_recent; ///< oldest first
    std::optional<LastKick> m_last;
    Eigen::Vector2d m_velocity_SMps = Eigen::Vector2d::Zero();
    bool m_wasPlaced = false;
};

} // namespace sideline::logs
