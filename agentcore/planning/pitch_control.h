#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// Speeds of a player: the defaults are those of Sideline's own skills (docs/performance.md, type
/// 0), rounded.
struct SpeedTable {
    double forwardMps = 1.0;
    double backwardMps = 0.7;
    double sidewaysMps = 0.55;
    double turnRadPerS = 2.5;
    double standUpS = 1.8;
    double reachM = 0.2;

    /// Their parameters: name, unit, range and meaning of each.
    [[nodiscard]] static std::span<const base::NumberInfo<SpeedTable>> numbers();
};

/// A robot on the pitch. Field frame F.
struct PitchPlayer {
    bool isTeammate = true;
    int unum = 0; ///< 0: unknown
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    std::optional<double> headingRad; ///< not set if unknown; turning is then not counted
    bool isFallen = false;
};

/// The players in a robot's belief, itself first if its pose is valid.
/// @param out overwritten; allocates nothing after warm-up
void pitchPlayersOf(const world::AgentFrame& frame, std::vector<PitchPlayer>& out);

/// The time until a place is within a player's reach: a fallen player gets up, then turns and walks
/// forward, or walks sideways or backward without turning, whichever is faster.
[[nodiscard]] double timeToReachS(const PitchPlayer& player, const Eigen::Vector2d& place_F,
                                  const SpeedTable& speeds);

/// Earliest time and place at which a player can reach the ball.
struct BallClaim {
    std::size_t player = 0; ///< index in the players
    double inS = 0.0;       ///< from now
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
};

/// Predicts which player reaches the ball first, when and where: each player goes to the first
/// place on the ball's path at which it arrives no later than the ball. The ball is assumed to move
/// untouched, as computed by `field::stepBall`, for at most 12 s. A value; allocates nothing after
/// warm-up.
class PitchControl {
public:
    /// @param ball known
    /// @param speeds of a player; the same for all
    void update(const world::BallBelief& ball, std::span<const PitchPlayer> players,
                const SpeedTable& speeds);

    /// The claims of all players, earliest first.
    [[nodiscard]] std::span<const BallClaim> claims() const { return m_claims; }
    /// Time by which our team is first at the ball; negative if the opponents are first. Nothing
    /// if a team has no players.
    [[nodiscard]] std::optional<double> leadS() const { return m_leadS; }

    /// Where a player intercepts the ball.
    /// @param ball known
    [[nodiscard]] Eigen::Vector2d meetingPlace(const world::BallBelief& ball,
                                               const PitchPlayer& player, const SpeedTable& speeds);

private:
    static constexpr double kSampleS = 0.1;
    static constexpr std::size_t kSamples = 121;

    void followBall(const world::BallBelief& ball);
    [[nodiscard]] BallClaim claimOf(const PitchPlayer& player, const SpeedTable& speeds) const;

    std::array<Eigen::Vector2d, kSamples> m_way{}; ///< of the ball, `kSampleS` apart
    std::size_t m_wayCount = 0;                    ///< the ball rests at the last one
    std::vector<BallClaim> m_claims;
    std::optional<double> m_leadS;
};

} // namespace sideline::planning
