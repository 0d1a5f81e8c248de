#include "agentcore/motion/walk/gait_mix.h"

#include <algorithm>
#include <cmath>

namespace sideline::motion {

namespace {

constexpr double kEnterRatio = 0.95; // of the walk's maximum speed
// Maximum components beside the main direction: of its speed and of the walk's maximum turn rate.
// Lower for the sprint, since most robots that fell in a sprint were commanded to deviate.
constexpr double kLateral = 0.25;
constexpr double kTurn = 0.35;
constexpr double kSprintLateral = 0.15;
constexpr double kSprintTurn = 0.2;
constexpr double kMinCautionRatio =
    0.5; // minimum ratio by its own caution, below which it yields to the walk
constexpr double kMaxPivotRatio = 0.25; // of the walk's maximum speeds, during a turn

} // namespace

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

GaitMix::GaitMix(const WalkParameters& walk, const FastGaits& fast)
    : m_walk(walk), m_current(walk) {
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
    const bool isNearlyStraight = turnRadPerS < kTurn * m_walk.turnRadPerS;
    switch (gait) {
    case FastGait::Sprint:
        return command.forwardMps > kEnterRatio * m_walk.forwardMps &&
               turnRadPerS < kSprintTurn * m_walk.turnRadPerS &&
               leftMps < kSprintLateral * command.forwardMps;
    case FastGait::Retreat:
        return -command.forwardMps > kEnterRatio * m_walk.backwardMps && isNearlyStraight &&
               leftMps < -kLateral * command.forwardMps;
    case FastGait::Sidestep:
        return leftMps > kEnterRatio * m_walk.sidewardMps && isNearlyStraight &&
               std::abs(command.forwardMps) < kLateral * leftMps;
    case FastGait::Pivot:
        break;
    }
    return turnRadPerS > kEnterRatio * m_walk.turnRadPerS &&
           leftMps < kMaxPivotRatio * m_walk.sidewardMps &&
           std::abs(command.forwardMps) < kMaxPivotRatio * m_walk.forwardMps;
}

bool GaitMix::update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS) {
    const auto before = m_weights;
    double otherWeights = 0.0;
    std::optional<std::size_t> selected;
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        if (!m_fast[i]) {
            continue;
        }
        // Uses the caution of the fast gait: that of the walk would keep a slowed robot from
        // becoming fast.
        const bool isSteady = cautionRatio(*m_fast[i], tiltRad) > kMinCautionRatio;
        if (m_isAvailable[i] && !isStanding && isSteady && matches(kFastGaits[i], command)) {
            selected = i;
        } else {
            m_weights[i] = std::max(0.0, m_weights[i] - cycleS / m_fast[i]->blendOutS);
            otherWeights += m_weights[i];
        }
    }
    m_leavingRatio = otherWeights;
    if (selected) {
        double& fraction = m_weights[*selected];
        fraction = std::min(fraction + cycleS / m_fast[*selected]->blendInS, 1.0 - otherWeights);
    }
    if (m_weights == before) {
        return false;
    }
    mix();
    return true;
}

// Changes gradually, so that each step stays consistent.
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
