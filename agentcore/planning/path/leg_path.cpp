#include "agentcore/planning/path/leg_path.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::planning {

namespace {

constexpr double kTurnInPlaceRadPerS = 1.0;
constexpr double kMaxLegM = 100.0;
constexpr double kMaxTurnDeg = 3600.0;
constexpr double kMinSpeedMps = 0.05;
constexpr double kMaxSpeedMps = 3.0;

double legS(const PathLeg& leg) {
    return leg.distanceM > 0.0 ? leg.distanceM / leg.speedMps
                               : std::abs(leg.turnRad) / kTurnInPlaceRadPerS;
}

// @param timeS since the start of the leg
PathState onLeg(const PathState& start, const PathLeg& leg, double timeS) {
    const double lengthS = legS(leg);
    const double turnRadPerS = leg.turnRad / lengthS;
    const double speedMps = leg.distanceM / lengthS;
    const double turnedRad = turnRadPerS * timeS;
    // The chord of an arc.
    const double half = 0.5 * turnedRad;
    const double chordM = speedMps * timeS * (std::abs(half) > 1e-6 ? std::sin(half) / half : 1.0);
    const double alongRad = start.headingRad + leg.directionRad + half;
    PathState state;
    state.p = start.p + chordM * Eigen::Vector2d(std::cos(alongRad), std::sin(alongRad));
    state.headingRad = start.headingRad + turnedRad;
    const double nowRad = state.headingRad + leg.directionRad;
    state.velocityMps = speedMps * Eigen::Vector2d(std::cos(nowRad), std::sin(nowRad));
    state.turnRadPerS = turnRadPerS;
    return state;
}

tl::unexpected<base::Error> failAt(std::string_view text, std::size_t at, std::string message) {
    return base::failure(base::ErrorCode::Malformed,
                         fmt::format("'{}', character {}: {}", text, at + 1, message),
                         fmt::format("legs DISTANCE DIRECTION TURN SPEED (m, deg, deg, m/s), such "
                                     "as 2 0 90 0.4, 1 45; at most {}",
                                     LegPath::kMaxLegs));
}

struct Bounds {
    std::string_view name;
    double min;
    double max;
};
constexpr std::array<Bounds, 4> kBounds = {{{"distance", 0.0, kMaxLegM},
                                            {"direction", -kMaxTurnDeg, kMaxTurnDeg},
                                            {"turn", -kMaxTurnDeg, kMaxTurnDeg},
                                            {"speed", kMinSpeedMps, kMaxSpeedMps}}};

} // namespace

LegPath::LegPath(std::vector<PathLeg> legs) : m_legs(std::move(legs)) {
    SIDELINE_ASSERT(m_legs.size() <= kMaxLegs);
    std::erase_if(m_legs, [](const PathLeg& leg) { return !(legS(leg) > 0.0); });
    PathState state;
    for (const PathLeg& leg : m_legs) {
        m_startS.push_back(m_endS);
        m_start.push_back(state);
        state = onLeg(state, leg, legS(leg));
        m_endS += legS(leg);
    }
    m_end = {state.p, state.headingRad};
}

base::Expected<LegPath> LegPath::parse(std::string_view text, double speedMps) {
    std::vector<PathLeg> legs;
    std::array<double, kBounds.size()> numbers{};
    std::size_t count = 0;
    std::size_t at = 0;
    const auto finish = [&] {
        legs.push_back({numbers[0], math::radFromDeg(numbers[1]), math::radFromDeg(numbers[2]),
                        count == kBounds.size() ? numbers[3] : speedMps});
        numbers = {};
        count = 0;
    };
    while (at < text.size()) {
        if (text[at] == ' ') {
            ++at;
            continue;
        }
        if (text[at] == ',') {
            if (count == 0) {
                return failAt(text, at, "a leg without a distance");
            }
            finish();
            ++at;
            continue;
        }
        if (count == kBounds.size()) {
            return failAt(text, at, "a leg with more than four numbers");
        }
        double number = 0.0;
        const auto read = std::from_chars(text.data() + at, text.data() + text.size(), number);
        const Bounds& bounds = kBounds[count];
        if (read.ec != std::errc()) {
            return failAt(text, at, "no number");
        }
        if (!(number >= bounds.min && number <= bounds.max)) {
            return failAt(text, at,
                          fmt::format("{} {:g} is not within {:g} to {:g}", bounds.name, number,
                                      bounds.min, bounds.max));
        }
        numbers[count++] = number;
        at = static_cast<std::size_t>(read.ptr - text.data());
    }
    if (count > 0) {
        finish();
    }
    if (legs.empty() || legs.size() > kMaxLegs) {
        return failAt(text, text.size(), legs.empty() ? "no leg" : "too many legs");
    }
    return LegPath(std::move(legs));
}

PathState LegPath::at(double timeS) const {
    if (timeS >= m_endS) {
        return m_end;
    }
    const auto next = std::ranges::upper_bound(m_startS, std::max(timeS, 0.0));
    const auto leg = static_cast<std::size_t>(next - m_startS.begin()) - 1;
    return onLeg(m_start[leg], m_legs[leg], std::max(timeS, 0.0) - m_startS[leg]);
}

} // namespace sideline::planning
