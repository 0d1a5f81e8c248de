#include "agentcore/motion/walk/gait_mix.h"

#include <algorithm>
#include <cmath>

namespace sideline::motion {

namespace {

constexpr double kFrom = 0.95; // of the walk's highest speed
// What may be told beside a direction: of the speed in it, and of the walk's highest turning speed.
// Less for the sprint: most robots that fall out of it were told to go askew.
constexpr double kAside = 0.25;
constexpr double kTurn = 0.35;
constexpr double kSprintAside = 0.15;
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
    m_shares = {};
    m_leavingShare = 0.0;
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
               leftMps < kSprintAside * command.forwardMps;
    case FastGait::Retreat:
        return -command.forwardMps > kFrom * m_walk.backwardMps && turnsLittle &&
               leftMps < -kAside * command.forwardMps;
    case FastGait::Sidestep:
        return leftMps > kFrom * m_walk.sidewardMps && turnsLittle &&
               std::abs(command.forwardMps) < kAside * leftMps;
    case FastGait::Pivot:
        break;
    }
    return turnRadPerS > kFrom * m_walk.turnRadPerS && leftMps < kPivotWay * m_walk.sidewardMps &&
           std::abs(command.forwardMps) < kPivotWay * m_walk.forwardMps;
}

bool GaitMix::update(const WalkCommand& command, double tiltRad, bool isStanding, double cycleS) {
    const auto before = m_shares;
    double othersShare = 0.0;
    std::optional<std::size_t> wanted;
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        if (!m_fast[i]) {
            continue;
        }
        // Not by the caution of the walk, which would keep a careful one from ever becoming fast.
        const bool isSteady = cautionShare(*m_fast[i], tiltRad) > kSteady;
        if (m_isOffered[i] && !isStanding && isSteady && suits(kFastGaits[i], command)) {
            wanted = i;
        } else {
            m_shares[i] = std::max(0.0, m_shares[i] - cycleS / m_fast[i]->outOfS);
            othersShare += m_shares[i];
        }
    }
    m_leavingShare = othersShare;
    if (wanted) {
        double& share = m_shares[*wanted];
        share = std::min(share + cycleS / m_fast[*wanted]->intoS, 1.0 - othersShare);
    }
    if (m_shares == before) {
        return false;
    }
    mix();
    return true;
}

// Little by little, so that no step is of two gaits.
void GaitMix::mix() {
    m_current = m_walk;
    if (const auto whole = std::ranges::find(m_shares, 1.0); whole != m_shares.end()) {
        m_current = *m_fast[static_cast<std::size_t>(whole - m_shares.begin())];
        return;
    }
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        double& value = m_current.*info.value;
        for (std::size_t i = 0; i < m_shares.size(); ++i) {
            if (m_shares[i] > 0.0) {
                value += m_shares[i] * ((*m_fast[i]).*info.value - m_walk.*info.value);
            }
        }
    }
}

} // namespace sideline::motion
