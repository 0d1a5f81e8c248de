#include "studio/workspaces/live/travel_speed.h"

namespace sideline::studio {

namespace {

constexpr double kSpanS = 0.5;
constexpr double kLeastS = 0.25;
constexpr double kGapS = 0.3;     // longer ones hide what happened
constexpr double kFastestMps = 5; // none of them can

} // namespace

std::optional<double> TravelSpeed::follow(double timeS, const Eigen::Vector2d& place_S) {
    if (!m_places.empty() && timeS != m_places.back().timeS) {
        const Place& last = m_places.back();
        const double passedS = timeS - last.timeS;
        if (passedS < 0.0 || passedS > kGapS ||
            (place_S - last.p_S).norm() > kFastestMps * passedS) {
            m_places.clear();
        }
    }
    if (m_places.empty() || timeS != m_places.back().timeS) {
        m_places.push_back({timeS, place_S});
    }
    while (m_places.size() > 2 && timeS - m_places[1].timeS >= kSpanS) {
        m_places.pop_front();
    }
    const double spanS = timeS - m_places.front().timeS;
    return spanS >= kLeastS ? std::optional((place_S - m_places.front().p_S).norm() / spanS)
                            : std::nullopt;
}

} // namespace sideline::studio
