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

/// Speeds of a player. The defaults are those of Sideline's own skills, rounded
/// (docs/performance.md, type 0).
struct SpeedTable {
    double forwardMps = 1.0;
    double backwardMps = 0.7;
    double sidewaysMps = 0.55;
    double turnRadPerS = 2.5;
    double standUpS = 1.8;
    double reachM = 0.2;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<SpeedTable>> numbers();
};

/// A robot on the pitch. Field frame F.
struct PitchPlayer {
    bool isTeammate = true;
    int unum = 0; ///< 0: unknown
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
    std::optional<double> headingRad; ///< not set if unknown; the time for turning is then not
                                      ///< counted
    bool isFallen = false;
};

/// The players in a robot's belief; the robot itself comes first if its pose is valid.
/// @param out overwritten; allocates nothing after warm-up
void pitchPlayersOf(const world::AgentFrame& frame, std::vector<PitchPlayer>& out);

/// The time until a place is within a player's reach: a fallen player gets up, then turns and walks
/// forward, or walks sideways or backward without turning, whichever is faster.
[[nodiscard]] double timeToReachS(const PitchPlayer& player, const Eigen::Vector2d& place_F,
                                  const SpeedTable& speeds);

/// Earliest time and place at which a player can reach the ball.
struct BallClaim {
    std::size_t player = 0; ///< index in the list of players
    double inS = 0.0;       ///< from now
    Eigen::Vector2d p_F = Eigen::Vector2d::Zero();
};

/// Predicts which player reaches the ball first, when and where: each player walks to the first
/// place on the ball's path at which it arrives no later than the ball. The ball is assumed to move
/// untouched, as computed by `field::stepBall`, for at most 12 s. A value; allocates nothing after
/// warm-up.
class PitchControl {
public:
    /// @param ball must be known @param speeds speeds of each player
    void update(const world::BallBelief& ball, std::span<const PitchPlayer> players,
                const SpeedTable& speeds);

    /// The claims of all players, earliest first.
    [[nodiscard]] std::span<const BallClaim> claims() const { return m_claims; }
    /// Time by which our team reaches the ball before the opponents; negative if the opponents are
    /// first. Not set if a team has no players.
    [[nodiscard]] std::optional<double> leadS() const { return m_leadS; }

    /// The place where a player intercepts the ball. @param ball must be known
    [[nodiscard]] Eigen::Vector2d meetingPlace(const world::BallBelief& ball,
                                               const PitchPlayer& player, const SpeedTable& speeds);

private:
    static constexpr double kSampleS = 0.1;
    static constexpr std::size_t kSamples = 121;

    void followBall(const world::BallBelief& ball);
    [[nodiscard]] BallClaim claimOf(const PitchPlayer& player, const SpeedTable& speeds) const;

    std::array<Eigen::Vector2d, kSamples> m_way{}; ///< positions of the ball, `kSampleS` apart
    std::size_t m_wayCount = 0;                    ///< number of positions; the ball is at rest at
                                                   ///< the last one
    std::vector<BallClaim> m_claims;
    std::optional<double> m_leadS;
};

} // namespace sideline::planning
