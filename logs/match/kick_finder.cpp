#include "logs/match/kick_finder.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sideline::logs {

namespace {

// The same limits as in `monitor::hasTeleported` for Naos; the kicker's reach scales with robot
// size.
constexpr double kMaxRollMps = 6.0;
constexpr double kRollingBelowM = 0.15;
constexpr double kKickerWithinHeads = 5.0;
constexpr double kPoseErrorM = 0.01;
constexpr double kTowardsHeads = 0.3; // distance penalty for a kick toward the kicker
constexpr double kStillMovingRatio = 0.25;
// A ball that changes its direction by 60 degrees was kicked again, by another robot.
constexpr double kTurnedCos = 0.5;
constexpr double kClockSlackS = 1e-4;

Eigen::Vector3d velocityBetween(const AnalysisInstant& from, const AnalysisInstant& to) {
    return (*to.p_SBall - *from.p_SBall) / (to.recordTimeS - from.recordTimeS);
}

double distanceToSegmentM(const Eigen::Vector2d& point, const Eigen::Vector2d& from,
                          const Eigen::Vector2d& to) {
    const Eigen::Vector2d way = to - from;
    const double lengthSquared = way.squaredNorm();
    const double ratio =
        lengthSquared > 0.0 ? std::clamp((point - from).dot(way) / lengthSquared, 0.0, 1.0) : 0.0;
    return (point - from - ratio * way).norm();
}

bool isPlacement(const AnalysisInstant& before, const AnalysisInstant& after) {
    const double elapsedS = after.recordTimeS - before.recordTimeS;
    const Eigen::Vector3d way = *after.p_SBall - *before.p_SBall;
    const double wayM = way.norm() - kPoseErrorM;
    if (wayM > kMaxBallSpeedMps * elapsedS) {
        return true;
    }
    return wayM > kMaxRollMps * elapsedS &&
           std::max(before.p_SBall->z(), after.p_SBall->z()) < kRollingBelowM &&
           std::ranges::none_of(before.players, [&](const PlayerInstant& player) {
               return (player.p_S - before.p_SBall->head<2>()).norm() <
                      kKickerWithinHeads * player.headM;
           });
}

} // namespace

std::optional<FoundKick> KickFinder::process(const AnalysisInstant& instant) {
    m_wasPlaced = false;
    if (!instant.p_SBall || !instant.p_SBall->allFinite()) {
        m_recent.clear();
        m_velocity_SMps.setZero();
        return std::nullopt;
    }
    if (!m_recent.empty() && instant.recordTimeS <= m_recent.back().recordTimeS) {
        return std::nullopt;
    }
    if (!m_recent.empty() && isPlacement(m_recent.back(), instant)) {
        m_wasPlaced = true;
        m_recent.clear();
    }
    m_recent.push_back(instant);
    // Selects four instants that are one window apart: `begin`, `at`, `after` and `newest`.
    const std::size_t newest = m_recent.size() - 1;
    const auto windowBefore = [&](std::size_t from) -> std::optional<std::size_t> {
        for (std::size_t i = from; i-- > 0;) {
            if (m_recent[from].recordTimeS - m_recent[i].recordTimeS >=
                kVelocityWindowS - kClockSlackS) {
                return i;
            }
        }
        return std::nullopt;
    };
    const auto after = windowBefore(newest);
    if (!after) {
        const AnalysisInstant& first = m_recent.front();
        m_velocity_SMps = newest > 0 ? Eigen::Vector2d(velocityBetween(first, instant).head<2>())
                                     : Eigen::Vector2d(Eigen::Vector2d::Zero());
        return std::nullopt;
    }
    m_velocity_SMps = velocityBetween(m_recent[*after], instant).head<2>();
    const auto at = windowBefore(*after);
    const auto begin = at ? windowBefore(*at) : std::nullopt;
    if (!begin) {
        return std::nullopt;
    }
    auto found = kickAt(*begin, *at, *after, newest);
    if (*begin > 1) { // drops older instants; `at` of the result stays valid
        m_recent.erase(m_recent.begin(),
                       m_recent.begin() + static_cast<std::ptrdiff_t>(*begin) - 1);
    }
    if (!found) {
        return std::nullopt;
    }
    const Eigen::Vector2d direction = found->velocity_SMps.head<2>().normalized();
    const double speedMps = found->velocity_SMps.norm();
    const double atS = found->at->recordTimeS;
    const double stepS = m_recent.back().recordTimeS - m_recent[m_recent.size() - 2].recordTimeS;
    if (m_last && atS - m_last->recordTimeS <= std::max(kSameKickS, 2.0 * stepS) + kClockSlackS &&
        (found->by == m_last->by || direction.dot(m_last->direction) > kTurnedCos)) {
        if (speedMps <= m_last->speedMps && found->changeMps <= m_last->changeMps) {
            return std::nullopt;
        }
        if (!m_last->isCounted) {
            return std::nullopt;
        }
        found->isSame = true;
        // With short steps, `at` is the frame of the kick; with long ones, the last frame before
        // the kick.
        found->isSharper =
            found->changeMps > m_last->changeMps && stepS < kVelocityWindowS - kClockSlackS;
        m_last->speedMps = std::max(speedMps, m_last->speedMps);
        m_last->changeMps = std::max(found->changeMps, m_last->changeMps);
        return found;
    }
    const bool isCounted = found->at->isRunning && !found->at->isGoalPause();
    m_last = LastKick{atS, found->by, found->changeMps, speedMps, direction, isCounted};
    return isCounted ? found : std::nullopt;
}

std::optional<FoundKick> KickFinder::kickAt(std::size_t begin, std::size_t at, std::size_t after,
                                            std::size_t later) const {
    const Eigen::Vector2d before = velocityBetween(m_recent[begin], m_recent[at]).head<2>();
    const Eigen::Vector3d first = velocityBetween(m_recent[at], m_recent[after]);
    const Eigen::Vector3d second = velocityBetween(m_recent[after], m_recent[later]);
    const double changeMps = distanceToSegmentM(first.head<2>(), Eigen::Vector2d::Zero(), before);
    const double firstMps = first.head<2>().norm();
    const bool isGone = second.head<2>().norm() >= kStillMovingRatio * firstMps ||
                        goalWithBall(m_recent[later]) != game::Side::None;
    if (changeMps < kKickChangeMps || !isGone) {
        return std::nullopt;
    }
    // Selects the robot nearest to the path that the ball would have taken without a kick.
    const AnalysisInstant& instant = m_recent[at];
    const Eigen::Vector2d from = instant.p_SBall->head<2>();
    const Eigen::Vector2d to = from + before * (m_recent[after].recordTimeS - instant.recordTimeS);
    const PlayerInstant* nearest = nullptr;
    double leastM = std::numeric_limits<double>::infinity();
    for (const PlayerInstant& player : instant.players) {
        const double torsoM = distanceToSegmentM(player.p_S, from, to);
        if (torsoM > kReachHeads * player.headM) {
            continue;
        }
        // The ball usually moves away from its kicker: penalizes kicks toward the robot.
        const Eigen::Vector2d way = to - player.p_S;
        const double lengths = way.norm() * firstMps;
        const double awayCos = lengths > 0.0 ? way.dot(first.head<2>()) / lengths : 0.0;
        const double costM = std::min(torsoM, player.ballDistanceM) +
                             kTowardsHeads * player.headM * (1.0 - awayCos) / 2.0;
        if (costM < leastM) {
            leastM = costM;
            nearest = &player;
        }
    }
    if (nearest == nullptr) {
        return std::nullopt;
    }
    FoundKick kick;
    kick.at = &instant;
    kick.by = nearest->id;
    kick.headM = nearest->headM;
    kick.changeMps = changeMps;
    const bool isFasterLater = second.norm() > first.norm();
    kick.velocity_SMps = isFasterLater ? second : first;
    const auto middle = [&](std::size_t a, std::size_t b) {
        return Eigen::Vector3d((*m_recent[a].p_SBall + *m_recent[b].p_SBall) / 2.0);
    };
    kick.p_SAtVelocity = isFasterLater ? middle(after, later) : middle(at, after);
    return kick;
}

} // namespace sideline::logs
