#include "logs/analysis/shot_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "agentcore/field/ball_flight.h"
#include "agentcore/game/constants.h"
#include "agentcore/game/sides.h"

namespace sideline::logs {

namespace {

// In a recording, balls of 1.6 and 2.9 m/s came to rest after 2.2 and 4.1 m.
constexpr double kMjRollDecayPerS = 0.72;
// Kicks that miss a post by up to this fraction of the goal's width count as shots.
constexpr double kMissedByGoals = 0.5;
constexpr double kReachHeads = 14.0;
constexpr double kReachSpreadHeads = 3.0;

double normalCdf(double value) {
    return 0.5 * std::erfc(-value / std::sqrt(2.0));
}

using Interval = std::pair<double, double>;

// Returns the parts of an interval that no other interval covers.
std::vector<Interval> uncovered(Interval whole, std::vector<Interval> covers) {
    std::ranges::sort(covers);
    std::vector<Interval> rest;
    double from = whole.first;
    for (const auto& [begin, end] : covers) {
        if (begin > from && from < whole.second) {
            rest.emplace_back(from, std::min(begin, whole.second));
        }
        from = std::max(from, end);
    }
    if (from < whole.second) {
        rest.emplace_back(from, whole.second);
    }
    return rest;
}

} // namespace

double rollDecayPerS(monitor::StreamFormat format) {
    return format == monitor::StreamFormat::SimSpark
               ? -std::log(field::kBallRollRatio) / game::kStepS
               : kMjRollDecayPerS;
}

ShotKind shotKindOf(const BallStart& ball, game::Side by, const field::FieldDimensions& field,
                    double ballRadiusM, double decayPerS) {
    const double ahead = -game::ownGoalSign(by); // along x, toward the opponents' goal
    const double vAheadMps = ahead * ball.velocity_SMps.x();
    const double leftM = field.lengthM / 2.0 - ahead * ball.p_S.x();
    if (!(vAheadMps > 0.0) || leftM <= 0.0) {
        return ShotKind::None;
    }
    const Eigen::Vector2d v = ball.velocity_SMps.head<2>();
    const double alongM = leftM * v.norm() / vAheadMps; // to the goal line, along the ball's path
    const double flightS = std::max(0.0, 2.0 * ball.velocity_SMps.z() / game::kGravityMps2);
    const double flightM = v.norm() * flightS;
    if (alongM > flightM + v.norm() / decayPerS) {
        return ShotKind::None;
    }
    const double lateralM =
        std::abs(ball.p_S.y() + v.y() / vAheadMps * leftM) - field.goalWidthM / 2.0;
    if (lateralM > kMissedByGoals * field.goalWidthM) {
        return ShotKind::None;
    }
    double heightM = 0.0;
    if (alongM < flightM) {
        const double timeS = alongM / v.norm();
        heightM = ball.p_S.z() + ball.velocity_SMps.z() * timeS -
                  game::kGravityMps2 * timeS * timeS / 2.0;
    }
    const bool isBelowBar = field.goalHeightM <= 0.0 || heightM + ballRadiusM < field.goalHeightM;
    return lateralM < 0.0 && isBelowBar ? ShotKind::OnTarget : ShotKind::OffTarget;
}

double expectedGoals(const Eigen::Vector2d& p_S, game::Side by, double headM,
                     const std::vector<Obstacle>& opponents, const field::FieldDimensions& field,
                     double ballRadiusM) {
    const double ahead = -game::ownGoalSign(by);
    // Transforms to the ball's position with x toward the opponents' goal line.
    const auto turned = [&](const Eigen::Vector2d& point_S) {
        return Eigen::Vector2d(ahead * (point_S - p_S));
    };
    const Eigen::Vector2d goal = turned({ahead * field.lengthM / 2.0, 0.0});
    if (goal.x() <= 0.0 || headM <= 0.0) {
        return 0.0;
    }
    const auto bearing = [&](double yM) { return std::atan2(yM, goal.x()); };
    const double halfMouthM = std::max(0.0, field.goalWidthM / 2.0 - ballRadiusM);
    const Interval mouth{bearing(goal.y() - halfMouthM), bearing(goal.y() + halfMouthM)};
    std::vector<Interval> covers;
    for (const Obstacle& opponent : opponents) {
        const Eigen::Vector2d way = turned(opponent.p_S);
        const double widthM = kCoverHeads * opponent.headM + ballRadiusM;
        if (way.x() > 0.0 && way.x() < goal.x() + widthM) {
            const double middle = std::atan2(way.y(), way.x());
            const double half = std::asin(std::min(1.0, widthM / way.norm()));
            covers.emplace_back(middle - half, middle + half);
        }
    }
    const std::vector<Interval> open = uncovered(mouth, std::move(covers));
    if (open.empty()) {
        return 0.0;
    }
    const Interval widest = *std::ranges::max_element(
        open, {}, [](const Interval& part) { return part.second - part.first; });
    const double aimRad = (widest.first + widest.second) / 2.0;
    double directionRatio = 0.0;
    for (const auto& [from, to] : open) {
        directionRatio += normalCdf((to - aimRad) / kKickDirectionSigmaRad) -
                          normalCdf((from - aimRad) / kKickDirectionSigmaRad);
    }
    const double reach =
        1.0 / (1.0 + std::exp((goal.norm() - kReachHeads * headM) / (kReachSpreadHeads * headM)));
    return directionRatio * reach;
}

} // namespace sideline::logs
