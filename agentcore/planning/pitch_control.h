#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// How fast a robot gets about: at first as Sideline's own skills do (docs/performance.md, type 0,
/// rounded).
struct SpeedTable {
    double forwardMps = 1.0;
    double backwardMps = 0.7;
    double sidewaysMps = 0.55;
    double turnRadPerS = 2.5;
    double standUpS = 1.8; ///< from lying to walking
    double reachM = 0.2;   ///< the ball is reached from so far
};

/// A robot on the pitch. Own field frame F.
struct PitchPlayer {
    bool isTeammate = true;
    int unum = 0; ///< 0: not known
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    std::optional<double> headingRad; ///< nothing: not known, it need not turn
    bool isFallen = false;
};

/// The players that a robot believes in, itself first if it knows where it is.
/// @param out overwritten; allocates nothing once it is warm
void pitchPlayersOf(const world::AgentFrame& frame, std::vector<PitchPlayer>& out);

/// How long a player takes until a place is in its reach: stands up, turns and walks there head
/// first, or walks sideways or backward at once, whichever is sooner.
[[nodiscard]] double timeToReachS(const PitchPlayer& player, const Eigen::Vector2d& place_F,
                                  const SpeedTable& speeds);

/// When and where a player can have the ball.
struct BallClaim {
    std::size_t player = 0; ///< index in the players
    double inS = 0.0;       ///< from now
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
};

/// Who reaches the ball first, when and where: each player goes to the first place on the ball's
/// way at which it is no later than the ball. The ball moves as `field::stepBall` says, for 12 s at
/// most, untouched. A value; allocates nothing once it is warm.
class PitchControl {
public:
    /// @param ball known
    /// @param speeds of a player; the same for all
    void update(const world::BallBelief& ball, std::span<const PitchPlayer> players,
                const SpeedTable& speeds);

    /// Of all players, the soonest first.
    [[nodiscard]] std::span<const BallClaim> claims() const { return m_claims; }
    /// The team that has the ball first, and by how much; positive: the own one. Nothing if one of
    /// them has no players.
    [[nodiscard]] std::optional<double> leadS() const { return m_leadS; }

    /// Where one player meets the ball.
    /// @param ball known
    [[nodiscard]] Eigen::Vector2d meetingPlace(const world::BallBelief& ball,
                                               const PitchPlayer& player, const SpeedTable& speeds);

private:
    static constexpr double kSampleS = 0.1;
    static constexpr std::size_t kSamples = 121;

    void followBall(const world::BallBelief& ball);
    [[nodiscard]] BallClaim claimOf(const PitchPlayer& player, const SpeedTable& speeds) const;

    std::array<Eigen::Vector2d, kSamples> m_way{}; ///< of the ball, `kSampleS` apart
    std::size_t m_wayCount = 0;                    ///< the ball is at rest at the last one
    std::vector<BallClaim> m_claims;
    std::optional<double> m_leadS;
};

} // namespace sideline::planning
