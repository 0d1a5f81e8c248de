#include "agentcore/motion/walk/gait_mix.h"

#include <algorithm>
#include <cmath>

namespace sideline::motion {

namespace {

constexpr double kFrom = 0.95; // of the walk's highest speed
// Maximum command beside the main direction, as fractions of the speed in it and of the walk's
// maximum turn rate. Less for the sprint: most falls out of it followed oblique commands.
constexpr double kLateral = 0.25;
constexpr double kTurn = 0.35;
constexpr double kSprintLateral = 0.15;
constexpr double kSprintTurn = 0.2;
constexpr double kSteady = 0.5; // of its speed, by its own caution: what stumbles more hands back
constexpr double kPivotWay = 0.25; // of the walk's highest speeds, beside a turn

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
    m_ratios = {};
    m_leavingRatio = 0.0;
    m_current = m_walk;
}

void GaitMix::setWalk(const WalkParameters& walk) {
    m_walk = walk;
    mix();
}

void GaitMix::setFast(const FastGaits& fast) {
    for (std::size_t i = 0; i < fast.size(); ++i) {
        m_isOffered[i] = fast[i].has_value();
        if (fast[i]) {
            m_fast[i] = fast[i];
        }
    }
    mix();
}

bool GaitMix::suits(FastGait gait, const WalkCommand& command) const {
    const double leftMps = std::abs(command.leftMps);
    const double turnRadPerS = std::abs(command.turnRadPerS);
    const bool turnsLittle = turnRadPerS < kTurn * m_walk.turnRadPerS;
    switch (gait) {
    case FastGait::Sprint:
        return command.forwardMps > kFrom * m_walk.forwardMps &&
               turnRadPerS < kSprintTurn * m_walk.turnRadPerS &&
               leftMps < kSprintLateral * command.forwardMps;
    case FastGait::Retreat:
        return -command.forwardMps > kFrom * m_walk.backwardMps && turnsLittle &&
               leftMps < -kLateral * command.forwardMps;
    case FastGait::Sidestep:
        return leftMps > kFrom * m_walk.sidewardMps && turnsLittle &&
               std::abs(command.forwardMps) < kLateral * leftMps;
    case FastGait::Pivot:
        break;
    }
    return turnRadPerS > kFrom * m_walk.turnRadPerS && leftMps < kPivotWay * m_walk.sidewardMps &&
           std::abs(command.forwardMps) < kPivotWay * m_walk.forwardMps;
}

bool GaitMix::update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS) {
    const auto before = m_ratios;
    double otherRatio = 0.0;
    std::optional<std::size_t> suited;
    for (std::size_t i = 0; i < m_ratios.size(); ++i) {
        if (!m_fast[i]) {
            continue;
        }
        // Not by the caution of the walk, which might never allow a fast gait.
        const bool isSteady = cautionRatio(*m_fast[i], tiltRad) > kSteady;
        if (m_isOffered[i] && !isStanding && isSteady && suits(kFastGaits[i], command)) {
            suited = i;
        } else {
            m_ratios[i] = std::max(0.0, m_ratios[i] - cycleS / m_fast[i]->outOfS);
            otherRatio += m_ratios[i];
        }
    }
    m_leavingRatio = otherRatio;
    if (suited) {
        double& ratio = m_ratios[*suited];
        ratio = std::min(ratio + cycleS / m_fast[*suited]->intoS, 1.0 - otherRatio);
    }
    if (m_ratios == before) {
        return false;
    }
    mix();
    return true;
}

// Little by little, so that no step is of two gaits.
void GaitMix::mix() {
    m_current = m_walk;
    if (const auto whole = std::ranges::find(m_ratios, 1.0); whole != m_ratios.end()) {
        m_current = *m_fast[static_cast<std::size_t>(whole - m_ratios.begin())];
        return;
    }
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        double& value = m_current.*info.value;
        for (std::size_t i = 0; i < m_ratios.size(); ++i) {
            if (m_ratios[i] > 0.0) {
                value += m_ratios[i] * ((*m_fast[i]).*info.value - m_walk.*info.value);
            }
        }
    }
}

} // namespace sideline::motion
