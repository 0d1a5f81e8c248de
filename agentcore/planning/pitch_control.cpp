#include "agentcore/planning/pitch_control.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "agentcore/base/assert.h"
#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr double kRestMps = 0.02;           // speed of the ball at which the prediction ends
constexpr std::size_t kDefaultPlayers = 32; // number of players to reserve memory for

} // namespace

std::span<const base::NumberInfo<SpeedTable>> SpeedTable::numbers() {
    using S = SpeedTable;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"forward", "forward speed of a player", "m/s", 0.05, 3.0, &S::forwardMps},
        {"backward", "backward speed of a player", "m/s", 0.05, 3.0, &S::backwardMps},
        {"sideways", "sideways speed of a player", "m/s", 0.05, 3.0, &S::sidewaysMps},
        {"turn", "turn rate of a player", "rad/s", 0.1, 6.0, &S::turnRadPerS},
        {"stand-up", "time a fallen player takes to walk again", "s", 0.0, 20.0, &S::standUpS},
        {"reach", "distance within which a player reaches the ball", "m", 0.0, 2.0, &S::reachM},
    });
    return kRows;
}

void pitchPlayersOf(const world::AgentFrame& frame, std::vector<PitchPlayer>& out) {
    out.clear();
    out.reserve(kDefaultPlayers);
    if (frame.body.pose.isValid) {
        const Vector2d ahead = frame.body.X_FT.R.col(1).head<2>();
        out.push_back({true, frame.identity.robot.unum.value(), frame.body.X_FT.p.head<2>(),
                       std::atan2(ahead.y(), ahead.x()), frame.body.isFallen});
    }
    for (const world::PlayerBelief& player : frame.world.players) {
        out.push_back({player.isTeammate, player.unum, player.p_F.head<2>(),
                       player.hasHeading ? std::optional(player.headingRad) : std::nullopt,
                       player.isFallen});
    }
}

double timeToReachS(const PitchPlayer& player, const Vector2d& place_F, const SpeedTable& speeds) {
    const Vector2d way = place_F - player.p_F;
    const double wayM = std::max(0.0, way.norm() - speeds.reachM);
    const double upS = player.isFallen ? speeds.standUpS : 0.0;
    if (wayM <= 0.0) {
        return upS;
    }
    if (!player.headingRad) {
        return upS + wayM / speeds.forwardMps;
    }
    const double bearingRad = math::wrapRad(std::atan2(way.y(), way.x()) - *player.headingRad);
    const double headFirstS = std::abs(bearingRad) / speeds.turnRadPerS + wayM / speeds.forwardMps;
    // The maximum speeds in all directions form an ellipse.
    const double alongMps = std::cos(bearingRad) >= 0.0 ? speeds.forwardMps : speeds.backwardMps;
    const double atOnceS = wayM * std::hypot(std::cos(bearingRad) / alongMps,
                                             std::sin(bearingRad) / speeds.sidewaysMps);
    return upS + std::min(headFirstS, atOnceS);
}

void PitchControl::followBall(const world::BallBelief& ball) {
    field::BallMotion motion;
    motion.p = ball.p_F;
    motion.vMps = ball.velocity_FMps;
    if (!ball.isFlying) {
        motion.p.z() = field::kBallRestHeightM;
        motion.vMps.z() = 0.0;
        motion.rimMps = -motion.vMps.head<2>();
    }
    constexpr int kSteps = static_cast<int>(kSampleS / game::kStepS + 0.5);
    m_way[0] = motion.p.head<2>();
    m_wayCount = 1;
    while (m_wayCount < kSamples && motion.vMps.norm() > kRestMps) {
        for (int i = 0; i < kSteps; ++i) {
            field::stepBall(motion);
        }
        m_way[m_wayCount++] = motion.p.head<2>();
    }
}

BallClaim PitchControl::claimOf(const PitchPlayer& player, const SpeedTable& speeds) const {
    double beforeLateS = 0.0;
    for (std::size_t i = 0; i < m_wayCount; ++i) {
        const double lateS =
            timeToReachS(player, m_way[i], speeds) - kSampleS * static_cast<double>(i);
        if (lateS <= 0.0) {
            if (i == 0) {
                return {0, 0.0, m_way[0]};
            }
            const double ratio = beforeLateS / (beforeLateS - lateS);
            return {0, kSampleS * (static_cast<double>(i - 1) + ratio),
                    m_way[i - 1] + ratio * (m_way[i] - m_way[i - 1])};
        }
        beforeLateS = lateS;
    }
    const Vector2d& rest = m_way[m_wayCount - 1];
    return {0, timeToReachS(player, rest, speeds), rest};
}

Eigen::Vector2d PitchControl::meetingPlace(const world::BallBelief& ball, const PitchPlayer& player,
                                           const SpeedTable& speeds) {
    SIDELINE_ASSERT(ball.isKnown);
    followBall(ball);
    return claimOf(player, speeds).p_F;
}

void PitchControl::update(const world::BallBelief& ball, std::span<const PitchPlayer> players,
                          const SpeedTable& speeds) {
    SIDELINE_ASSERT(ball.isKnown);
    followBall(ball);
    m_claims.clear();
    m_claims.reserve(kDefaultPlayers);
    std::optional<double> ownS;
    std::optional<double> theirS;
    for (std::size_t i = 0; i < players.size(); ++i) {
        BallClaim claim = claimOf(players[i], speeds);
        claim.player = i;
        m_claims.push_back(claim);
        std::optional<double>& firstS = players[i].isTeammate ? ownS : theirS;
        firstS = std::min(firstS.value_or(claim.inS), claim.inS);
    }
    std::ranges::sort(m_claims, [](const BallClaim& a, const BallClaim& b) {
        return std::tie(a.inS, a.player) < std::tie(b.inS, b.player);
    });
    m_leadS = ownS && theirS ? std::optional(*theirS - *ownS) : std::nullopt;
}

} // namespace sideline::planning
