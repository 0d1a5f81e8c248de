#include "agentcore/motion/walk/gait_mix.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sideline::motion {

std::span<const base::NumberInfo<GaitMixSettings>> GaitMixSettings::numbers() {
    using S = GaitMixSettings;
    static constexpr auto kRows = std::to_array<base::NumberInfo<S>>({
        {"enter",
         "commanded speed, as a fraction of the walk's maximum, above which a fast gait starts", "",
         0.1, 2.0, &S::enterRatio},
        {"lateral",
         "maximum speed along the other axis in a retreat or a sidestep, as a fraction of the main "
         "speed",
         "", 0.0, 2.0, &S::lateralRatio},
        {"turn",
         "maximum turn rate in a retreat or a sidestep, as a fraction of the walk's maximum", "",
         0.0, 2.0, &S::turnRatio},
        {"sprint-lateral", "maximum sideways speed in a sprint, as a fraction of the forward speed",
         "", 0.0, 2.0, &S::sprintLateralRatio},
        {"sprint-turn", "maximum turn rate in a sprint, as a fraction of the walk's maximum", "",
         0.0, 2.0, &S::sprintTurnRatio},
        {"pivot", "maximum speeds in a pivot, as a fraction of the walk's maximum speeds", "", 0.0,
         2.0, &S::pivotRatio},
        {"min-caution",
         "a fast gait yields to the walk when tilt or robots nearby limit it to less than this "
         "fraction of its speed",
         "", 0.0, 1.0, &S::minCautionRatio},
    });
    return kRows;
}

std::string_view nameOf(FastGait gait) {
    switch (gait) {
    case FastGait::Sprint:
        return "sprint";
    case FastGait::Retreat:
        return "retreat";
    case FastGait::Sidestep:
        return "sidestep";
    case FastGait::Pivot:
        break;
    }
    return "pivot";
}

GaitMix::GaitMix(const WalkParameters& walk, const FastGaits& fast, const GaitMixSettings& settings)
    : m_settings(settings), m_walk(walk), m_current(walk) {
    setFast(fast);
}

void GaitMix::begin() {
    m_weights = {};
    m_leavingRatio = 0.0;
    m_current = m_walk;
}

void GaitMix::setWalk(const WalkParameters& walk) {
    m_walk = walk;
    mix();
}

void GaitMix::setFast(const FastGaits& fast) {
    for (std::size_t i = 0; i < fast.size(); ++i) {
        m_isAvailable[i] = fast[i].has_value();
        if (fast[i]) {
            m_fast[i] = fast[i];
        }
    }
    mix();
}

bool GaitMix::matches(FastGait gait, const WalkCommand& command) const {
    const double leftMps = std::abs(command.leftMps);
    const double turnRadPerS = std::abs(command.turnRadPerS);
    const bool isNearlyStraight = turnRadPerS < m_settings.turnRatio * m_walk.turnRadPerS;
    switch (gait) {
    case FastGait::Sprint:
        return command.forwardMps > m_settings.enterRatio * m_walk.forwardMps &&
               turnRadPerS < m_settings.sprintTurnRatio * m_walk.turnRadPerS &&
               leftMps < m_settings.sprintLateralRatio * command.forwardMps;
    case FastGait::Retreat:
        return -command.forwardMps > m_settings.enterRatio * m_walk.backwardMps &&
               isNearlyStraight && leftMps < -m_settings.lateralRatio * command.forwardMps;
    case FastGait::Sidestep:
        return leftMps > m_settings.enterRatio * m_walk.sidewardMps && isNearlyStraight &&
               std::abs(command.forwardMps) < m_settings.lateralRatio * leftMps;
    case FastGait::Pivot:
        break;
    }
    return turnRadPerS > m_settings.enterRatio * m_walk.turnRadPerS &&
           leftMps < m_settings.pivotRatio * m_walk.sidewardMps &&
           std::abs(command.forwardMps) < m_settings.pivotRatio * m_walk.forwardMps;
}

bool GaitMix::update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS) {
    const auto before = m_weights;
    double otherWeights = 0.0;
    std::optional<std::size_t> matching;
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        if (!m_fast[i]) {
            continue;
        }
        // Uses the caution of the fast gait: with the walk's caution, a slowed robot could not
        // enter a fast gait again.
        const bool isSteady = cautionRatio(*m_fast[i], tiltRad) > m_settings.minCautionRatio;
        if (m_isAvailable[i] && !isStanding && isSteady && matches(kFastGaits[i], command)) {
            matching = i;
        } else {
            m_weights[i] = std::max(0.0, m_weights[i] - cycleS / m_fast[i]->blendOutS);
            otherWeights += m_weights[i];
        }
    }
    m_leavingRatio = otherWeights;
    if (matching) {
        double& fraction = m_weights[*matching];
        fraction = std::min(fraction + cycleS / m_fast[*matching]->blendInS, 1.0 - otherWeights);
    }
    if (m_weights == before) {
        return false;
    }
    mix();
    return true;
}

// Changes the parameters gradually, so that the motion within a step remains smooth.
void GaitMix::mix() {
    m_current = m_walk;
    if (const auto whole = std::ranges::find(m_weights, 1.0); whole != m_weights.end()) {
        m_current = *m_fast[static_cast<std::size_t>(whole - m_weights.begin())];
        return;
    }
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        double& value = m_current.*info.value;
        for (std::size_t i = 0; i < m_weights.size(); ++i) {
            if (m_weights[i] > 0.0) {
                value += m_weights[i] * ((*m_fast[i]).*info.value - m_walk.*info.value);
            }
        }
    }
}

} // namespace sideline::motion
