#include "agentcore/motion/walk/step_planner.h"

#include <algorithm>
#include <cmath>

namespace sideline::motion {

namespace {

constexpr double kMinStepS = 0.08;

double towards(double from, double to, double limit) {
    return from + std::clamp(to - from, -limit, limit);
}

double finite(double value) {
    return std::isfinite(value) ? value : 0.0;
}

} // namespace

StepPlanner::StepPlanner(const WalkParameters& parameters, double hipM)
    : m_parameters(parameters), m_hipM(hipM) {
    begin();
}

void StepPlanner::begin() {
    m_velocity = {};
    m_support = Foot::Left;
    m_stepS = durationS(m_velocity);
    m_restingSteps = restingSteps();
    for (const Foot foot : {Foot::Left, Foot::Right}) {
        m_from[indexOf(foot)] = landing(foot, m_velocity);
    }
}

WalkCommand StepPlanner::limited(const WalkCommand& command, double maxRatio) const {
    if (!(maxRatio > 0.0)) {
        return {};
    }
    const WalkParameters& p = m_parameters;
    const double maxForwardMps = command.forwardMps < 0.0 ? p.backwardMps : p.forwardMps;
    const auto possible = [](double value, double limit) {
        return limit > 0.0 ? finite(value) : 0.0;
    };
    WalkCommand result{possible(command.forwardMps, maxForwardMps),
                       possible(command.leftMps, p.sidewardMps),
                       possible(command.turnRadPerS, p.turnRadPerS)};
    const auto fraction = [](double value, double limit) {
        return limit > 0.0 ? value / limit : 0.0;
    };
    // A command beyond the limits keeps its direction; walking and turning are limited together by
    // an ellipsoid.
    const double way = std::hypot(fraction(result.forwardMps, maxForwardMps),
                                  fraction(result.leftMps, p.sidewardMps));
    const double turn = std::abs(fraction(result.turnRadPerS, p.turnRadPerS));
    const double size =
        std::max(1.0, std::hypot(std::min(way, 1.0), std::min(turn, 1.0)) / maxRatio);
    const double reduction = 1.0 / (std::max(way, 1.0) * size);
    result.forwardMps *= reduction;
    result.leftMps *= reduction;
    result.turnRadPerS /= std::max(turn, 1.0) * size;
    return result;
}

WalkCommand StepPlanner::approached(const WalkCommand& command) const {
    const WalkParameters& p = m_parameters;
    const WalkCommand goal = limited(command);
    const bool isBraking = goal.forwardMps * m_velocity.forwardMps < 0.0 ||
                           std::abs(goal.forwardMps) < std::abs(m_velocity.forwardMps);
    return {towards(m_velocity.forwardMps, goal.forwardMps,
                    isBraking ? p.brakeChangeMps : p.forwardChangeMps),
            towards(m_velocity.leftMps, goal.leftMps, p.sidewardChangeMps),
            towards(m_velocity.turnRadPerS, goal.turnRadPerS, p.turnChangeRadPerS)};
}

double StepPlanner::durationS(const WalkCommand& velocity) const {
    const WalkParameters& p = m_parameters;
    return std::max(kMinStepS, p.stepS + p.stepSPerMps * std::abs(velocity.forwardMps) +
                                   p.stepSPerSideMps * std::abs(velocity.leftMps) +
                                   p.stepSPerTurn * std::abs(velocity.turnRadPerS));
}

// The foot lands half of the next step ahead. Its lateral and yaw offsets are only outward, so that
// the feet are never closer together than when standing.
FootPlace StepPlanner::landing(Foot foot, const WalkCommand& velocity) const {
    const double stepS = durationS(velocity);
    const double leftM = velocity.leftMps * stepS;
    const double turnRad = velocity.turnRadPerS * stepS;
    const double side = sideOf(foot);
    return {0.5 * velocity.forwardMps * stepS,
            side * (m_hipM + m_parameters.spreadM + 0.5 * std::abs(leftM)) + 0.5 * leftM,
            side * 0.5 * std::abs(turnRad) + 0.5 * turnRad};
}

// The torso tends to keep its velocity: if the foot were placed only for the next velocity, the
// torso would tip over it. Lateral shifts are only outward, so that the feet stay apart.
FootPlace StepPlanner::nextLanding(Foot foot, const WalkCommand& command) const {
    const WalkCommand velocity = approached(command);
    FootPlace place = landing(foot, velocity);
    const double slowerMps = m_velocity.forwardMps - velocity.forwardMps;
    if (slowerMps * m_velocity.forwardMps > 0.0) {
        place.forwardM += m_parameters.brakeAheadS * slowerMps;
    }
    const double side = sideOf(foot);
    place.leftM += side * std::max(0.0, side * m_parameters.changeLateralS *
                                            (m_velocity.leftMps - velocity.leftMps));
    return place;
}

void StepPlanner::start(const WalkCommand& command) {
    const WalkCommand goal = limited(command);
    const double lead = goal.leftMps != 0.0 ? goal.leftMps : goal.turnRadPerS;
    m_support = lead > 0.0 ? Foot::Right : Foot::Left;
    m_velocity = {};
    m_stepS = durationS(m_velocity);
    m_restingSteps = 0;
}

void StepPlanner::next(const WalkCommand& command, const FootPlace& landing, double phase) {
    const Foot stood = m_support;
    m_from[indexOf(stood)] = place(stood, phase, phase, command);
    m_from[indexOf(otherFoot(stood))] = landing;
    m_velocity = approached(command);
    m_support = otherFoot(stood);
    m_stepS = durationS(m_velocity);
    m_restingSteps = m_velocity.isZero() ? m_restingSteps + 1 : 0;
}

FootPlace StepPlanner::place(Foot foot, double phase, double swing,
                             const WalkCommand& command) const {
    const FootPlace& from = m_from[indexOf(foot)];
    if (foot == m_support) {
        const double turnRad = -phase * m_velocity.turnRadPerS * m_stepS;
        const double forwardM = from.forwardM - phase * m_velocity.forwardMps * m_stepS;
        const double leftM = from.leftM - phase * m_velocity.leftMps * m_stepS;
        return {std::cos(turnRad) * forwardM - std::sin(turnRad) * leftM,
                std::sin(turnRad) * forwardM + std::cos(turnRad) * leftM, from.yawRad + turnRad};
    }
    const FootPlace to = nextLanding(foot, command);
    return {std::lerp(from.forwardM, to.forwardM, swing), std::lerp(from.leftM, to.leftM, swing),
            std::lerp(from.yawRad, to.yawRad, swing)};
}

} // namespace sideline::motion
