#include "agentcore/motion/joint_controller.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "agentcore/base/assert.h"
#include "agentcore/math/angles.h"

namespace sideline::motion {

namespace {

// Percepts report angles in steps of 0.01 degrees, so half a step is the measurement error.
constexpr double kDeadZoneRad = math::radFromDeg(0.005) * 1.01;

constexpr double kNoLimit = std::numeric_limits<double>::infinity();

double limitOr(double limit, double otherwise) {
    return std::isfinite(limit) ? std::max(limit, 0.0) : otherwise;
}

} // namespace

JointController::JointController(const robot::RobotModel& model, double stepS)
    : m_model(model.shared()), m_stepS(stepS) {
    SIDELINE_ASSERT(stepS > 0.0);
}

void JointController::command(std::span<const double> targetRad,
                              std::span<const double> speedLimitRadPerS,
                              std::span<world::JointBelief> joints) const {
    SIDELINE_ASSERT(joints.size() == m_model->joints().size());
    SIDELINE_ASSERT(targetRad.size() == joints.size());
    SIDELINE_ASSERT(speedLimitRadPerS.empty() || speedLimitRadPerS.size() == joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        world::JointBelief& belief = joints[i];
        const double goalRad = std::isfinite(targetRad[i]) ? targetRad[i] : belief.targetRad;
        if (!std::isfinite(goalRad) || !std::isfinite(belief.expectedRad) ||
            joint.effector.empty()) {
            belief.targetRad = std::isfinite(belief.expectedRad) ? belief.expectedRad : 0.0;
            belief.commandRadPerS = 0.0;
            continue;
        }
        belief.targetRad = std::clamp(goalRad, joint.minRad, joint.maxRad);
        const double wayRad = belief.targetRad - belief.expectedRad;
        const double limit = limitOf(joint, speedLimitRadPerS, i);
        belief.commandRadPerS =
            std::abs(wayRad) < kDeadZoneRad ? 0.0 : std::clamp(wayRad / m_stepS, -limit, limit);
    }
}

double JointController::limitOf(const robot::Joint& joint,
                                std::span<const double> speedLimitRadPerS, std::size_t i) const {
    double limit = limitOr(joint.maxSpeedRadPerS, kNoLimit);
    if (!speedLimitRadPerS.empty()) {
        limit = std::min(limit, limitOr(speedLimitRadPerS[i], kNoLimit));
    }
    return limit;
}

void JointController::aim(std::span<const double> goalRad,
                          std::span<const double> speedLimitRadPerS,
                          std::span<world::JointBelief> joints) const {
    SIDELINE_ASSERT(joints.size() == m_model->joints().size());
    SIDELINE_ASSERT(goalRad.size() == joints.size());
    SIDELINE_ASSERT(speedLimitRadPerS.empty() || speedLimitRadPerS.size() == joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        world::JointBelief& belief = joints[i];
        const double beforeRad =
            std::isfinite(belief.targetRad) ? belief.targetRad : belief.expectedRad;
        const double goal = std::isfinite(goalRad[i]) ? goalRad[i] : beforeRad;
        belief.commandRadPerS = 0.0; // a target angle is sent without a speed
        if (!std::isfinite(goal)) {
            belief.targetRad = 0.0;
            continue;
        }
        const double wayRad = std::clamp(goal, joint.minRad, joint.maxRad) - beforeRad;
        const double maxStepRad = limitOf(joint, speedLimitRadPerS, i) * m_stepS;
        belief.targetRad = beforeRad + std::clamp(wayRad, -maxStepRad, maxStepRad);
    }
}

double heldRad(const robot::RobotModel& model, const world::JointBelief& joint) {
    constexpr double kLoadRad = 0.15;
    const bool isSpring = model.traits().server == game::ServerKind::Rcssservermj;
    const bool isReached = std::abs(joint.targetRad - joint.measuredRad) < kLoadRad;
    return (isSpring && isReached) || !std::isfinite(joint.measuredRad) ? joint.targetRad
                                                                        : joint.measuredRad;
}

void startRequest(const robot::RobotModel& model, std::span<const world::JointBelief> joints,
                  std::span<double> targetRad, std::span<double> speedLimitRadPerS) {
    SIDELINE_ASSERT(joints.size() == model.joints().size());
    SIDELINE_ASSERT(targetRad.size() == joints.size() && speedLimitRadPerS.size() == joints.size());
    for (std::size_t i = 0; i < joints.size(); ++i) {
        targetRad[i] = joints[i].targetRad;
        speedLimitRadPerS[i] = model.joints()[i].maxSpeedRadPerS;
    }
}

} // namespace sideline::motion
