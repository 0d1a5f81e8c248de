#pragma once

#include <deque>
#include <optional>

#include <Eigen/Core>

#include "agentcore/game/player_id.h"
#include "logs/analysis/analysis_instant.h"

namespace sideline::logs {

/// A kick as `KickFinder` finds it.
struct FoundKick {
    const AnalysisInstant* at = nullptr; ///< last frame before the change; valid during the call
    game::PlayerId by;                   ///< of a new kick
    double headM = 0.0;                  ///< the kicker's size
    double changeMps = 0.0;
    Eigen::Vector3d velocity_SMps = Eigen::Vector3d::Zero(); ///< after it, at its fastest
    /// Where the ball was at that velocity.
    Eigen::Vector3d p_SAtVelocity = Eigen::Vector3d::Zero();
    /// Still the kick that was reported last: the ball is accelerated further.
    bool isSame = false;
    bool isSharper = false; ///< of the same kick: `at` is nearer to its instant than before
};

/// Finds kicks in the way of the ball: its velocity on the ground changes near a robot by more
/// than slowing down explains, and it is still moving afterwards or lies in a goal.
///
/// Velocities are means over `kVelocityWindowS` or one frame, whichever is longer, before and
/// after the instant in question, so that logs of 5 Hz and of 50 Hz give the same kicks. A ball
/// that only becomes slower was not kicked. A kick is found two such windows after it.
/// That a kick is a rise of the ball's velocity is the definition of Abreu et al., "Performance
/// analysis in soccer: a Cartesian coordinates based approach using RoboCup data", Soft Computing
/// 2011; the thresholds are those of the events of a log (`EventDetector`).
class KickFinder {
public:
    /// The next instant, in order of time. @return what was found, about an earlier instant
    [[nodiscard]] std::optional<FoundKick> look(const AnalysisInstant& instant);
    /// Whether the ball was put elsewhere in the instant that was looked at last.
    [[nodiscard]] bool wasPlaced() const { return m_wasPlaced; }
    /// Mean velocity on the ground up to the last instant.
    [[nodiscard]] const Eigen::Vector2d& velocity_SMps() const { return m_velocity_SMps; }

    static constexpr double kVelocityWindowS = 0.1;
    static constexpr double kKickChangeMps = 0.7;
    /// Torso to ball, in heights of the robot's head: 0.6 m for a Nao.
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
    };
    std::deque<AnalysisInstant> m_recent; ///< oldest first
    std::optional<LastKick> m_last;
    Eigen::Vector2d m_velocity_SMps = Eigen::Vector2d::Zero();
    bool m_wasPlaced = false;
};

} // namespace sideline::logs
