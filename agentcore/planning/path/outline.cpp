#include "agentcore/planning/path/outline.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/math/angles.h"
#include "agentcore/planning/cross.h"

namespace sideline::planning {

namespace {

using Eigen::Vector2d;

constexpr double kTouchM =
    1e-7; // maximum depth of a path inside an obstacle that counts as touching
constexpr double kAtEdge = 0.999; // fraction of the path to a point on an obstacle's boundary
constexpr double kWholeTurnRad = 2.0 * math::kPi;

double distanceToBox(const Vector2d& p, const Vector2d& low, const Vector2d& high) {
    return (p - p.cwiseMax(low).cwiseMin(high)).norm();
}

// Fraction, 0 to 1, of a straight path at which its distance from a point falls below a radius; not
// set if it does not.
std::optional<double> entryInDisc(const Vector2d& from, const Vector2d& way, double wayM,
                                  const Vector2d& center, double radiusM) {
    const Vector2d toCenter = center - from;
    const double along = toCenter.dot(way) / (wayM * wayM);
    const double atM2 = (toCenter - std::clamp(along, 0.0, 1.0) * way).squaredNorm();
    const double nearM = radiusM - kTouchM;
    if (!(nearM > 0.0) || atM2 >= nearM * nearM) {
        return {};
    }
    const double lateralM2 = (toCenter - along * way).squaredNorm();
    return std::max(0.0, along - std::sqrt(std::max(0.0, nearM * nearM - lateralM2)) / wayM);
}

// Fraction of a straight path at which it enters a rectangle; touching does not count.
std::optional<double> entryInBox(const Vector2d& from, const Vector2d& way, const Vector2d& low,
                                 const Vector2d& high) {
    double entry = 0.0;
    double exit = 1.0;
    for (int axis = 0; axis < 2; ++axis) {
        const double least = low[axis] + kTouchM;
        const double most = high[axis] - kTouchM;
        if (std::abs(way[axis]) < 1e-12) {
            if (from[axis] <= least || from[axis] >= most) {
                return {};
            }
            continue;
        }
        const double a = (least - from[axis]) / way[axis];
        const double b = (most - from[axis]) / way[axis];
        entry = std::max(entry, std::min(a, b));
        exit = std::min(exit, std::max(a, b));
    }
    return entry < exit ? std::optional(entry) : std::nullopt;
}

// Position of a disc at the time when a robot on a straight path to its goal is closest to it.
Vector2d meetingPlace(const DiscObstacle& disc, const Vector2d& start, const Vector2d& goal,
                      double speedMps, double horizonS) {
    constexpr double kStandsMps = 0.01;
    const double velocityMps = disc.velocity_FMps.norm();
    const double wayM = (goal - start).norm();
    if (!(velocityMps > kStandsMps) || !disc.velocity_FMps.allFinite() || !(wayM > 0.0)) {
        return disc.center_F;
    }
    const Vector2d closing = disc.velocity_FMps - speedMps / wayM * (goal - start);
    const double timeS =
        -closing.dot(disc.center_F - start) / std::max(closing.squaredNorm(), 1e-6);
    return disc.center_F + std::clamp(timeS, 0.0, horizonS) * disc.velocity_FMps;
}

} // namespace

std::optional<Tangent> tangentBetween(const Round& from, Around fromWay, const Round& to,
                                      Around toWay) {
    const Vector2d between = to.center - from.center;
    const double distanceM = between.norm();
    const double difference = signOf(toWay) * to.radiusM - signOf(fromWay) * from.radiusM;
    if (!(distanceM > std::abs(difference)) || distanceM < 1e-9) {
        return {};
    }
    // Angle between the path and the line between the centers.
    const double sine = -difference / distanceM;
    const double cosine = std::sqrt(1.0 - sine * sine);
    const Vector2d ahead = between / distanceM;
    const Vector2d way(cosine * ahead.x() - sine * ahead.y(),
                       sine * ahead.x() + cosine * ahead.y());
    const Vector2d right(way.y(), -way.x());
    return Tangent{from.center + signOf(fromWay) * from.radiusM * right,
                   to.center + signOf(toWay) * to.radiusM * right};
}

double arcRad(const Round& round, Around way, const Vector2d& from, const Vector2d& to) {
    const Vector2d a = from - round.center;
    const Vector2d b = to - round.center;
    const double turnRad = signOf(way) * std::atan2(cross(a, b), a.dot(b));
    // A negative angle within rounding error is zero, not a full turn.
    return turnRad < -1e-6 ? turnRad + kWholeTurnRad : std::max(0.0, turnRad);
}

void Outlines::set(const PathScene& scene, const Vector2d& start, const Vector2d& goal,
                   double speedMps, double horizonS) {
    m_bodyCount = 0;
    m_roundCount = 0;
    for (const BoxObstacle& box : scene.boxes) {
        add(box.box_F.min(), box.box_F.max(), box.marginM, start, goal);
    }
    for (const DiscObstacle& disc : scene.discs) {
        const Vector2d center = meetingPlace(disc, start, goal, speedMps, horizonS);
        add(center, center, disc.radiusM, start, goal);
    }
}

void Outlines::add(const Vector2d& low, const Vector2d& high, double radiusM, const Vector2d& start,
                   const Vector2d& goal) {
    const bool isBox = low != high;
    const std::size_t rounds = isBox ? 4 : 1;
    if (!low.allFinite() || !high.allFinite() || !std::isfinite(radiusM) ||
        (low.array() > high.array()).any() || m_bodyCount == kMaxBodies ||
        m_roundCount + rounds > kMaxRounds) {
        return;
    }
    for (const Vector2d& point : {start, goal}) {
        radiusM = std::min(radiusM, kAtEdge * distanceToBox(point, low, high));
    }
    if (!(radiusM > kTouchM)) {
        return;
    }
    Body& body = m_bodies[m_bodyCount];
    body = {low, high, radiusM, m_roundCount, rounds};
    m_rounds[m_roundCount] = {low, radiusM, m_bodyCount};
    if (isBox) {
        m_rounds[m_roundCount + 1] = {{high.x(), low.y()}, radiusM, m_bodyCount};
        m_rounds[m_roundCount + 2] = {high, radiusM, m_bodyCount};
        m_rounds[m_roundCount + 3] = {{low.x(), high.y()}, radiusM, m_bodyCount};
    }
    m_roundCount += rounds;
    ++m_bodyCount;
}

std::optional<std::size_t> Outlines::firstHit(const Vector2d& from, const Vector2d& to) const {
    const Vector2d way = to - from;
    const double wayM = way.norm();
    if (wayM < 1e-9) {
        return {};
    }
    const Vector2d least = from.cwiseMin(to);
    const Vector2d most = from.cwiseMax(to);
    std::optional<std::size_t> hit;
    double first = std::numeric_limits<double>::infinity();
    const auto note = [&](const std::optional<double>& entry, std::size_t index) {
        if (entry && *entry < first) {
            first = *entry;
            hit = index;
        }
    };
    for (std::size_t i = 0; i < m_bodyCount; ++i) {
        const Body& body = m_bodies[i];
        if ((body.low.array() - body.radiusM > most.array()).any() ||
            (body.high.array() + body.radiusM < least.array()).any()) {
            continue;
        }
        for (std::size_t k = 0; k < body.roundCount; ++k) {
            note(entryInDisc(from, way, wayM, m_rounds[body.firstRound + k].center, body.radiusM),
                 i);
        }
        if (body.roundCount > 1) {
            const Vector2d wide(body.radiusM, 0.0);
            const Vector2d high(0.0, body.radiusM);
            note(entryInBox(from, way, body.low - wide, body.high + wide), i);
            note(entryInBox(from, way, body.low - high, body.high + high), i);
        }
    }
    return hit;
}

std::optional<std::size_t> Outlines::hitOnArc(const Round& round, Around way, const Vector2d& from,
                                              double angleRad) const {
    if (angleRad < 1e-6) {
        return {};
    }
    // Points of the arc, dense enough that little of the obstacle extends beyond the chords.
    constexpr double kStepRad = 0.25;
    const int steps = static_cast<int>(std::ceil(angleRad / kStepRad));
    const double stepRad = signOf(way) * angleRad / steps;
    const double cosine = std::cos(stepRad);
    const double sine = std::sin(stepRad);
    for (std::size_t i = 0; i < m_bodyCount; ++i) {
        const Body& body = m_bodies[i];
        if (i == round.body || distanceToBox(round.center, body.low, body.high) >=
                                   round.radiusM + body.radiusM - kTouchM) {
            continue;
        }
        Vector2d arm = from - round.center;
        for (int step = 0; step <= steps; ++step) {
            if (distanceToBox(round.center + arm, body.low, body.high) < body.radiusM - 1e-6) {
                return i;
            }
            arm = {cosine * arm.x() - sine * arm.y(), sine * arm.x() + cosine * arm.y()};
        }
    }
    return {};
}

} // namespace sideline::planning
