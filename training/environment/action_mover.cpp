#include "training/environment/action_mover.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/base/nearest_name.h"
#include "agentcore/game/constants.h"

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;
using robot::JointId;

using decision::ActionKind;

std::vector<std::string_view> motorNames(const robot::RobotModel& model) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        if (!model.joints()[i].effector.empty()) {
            names.push_back(model.jointName(JointId(i)));
        }
    }
    return names;
}

base::Expected<std::vector<JointId>> jointsOf(const robot::RobotModel& model,
                                              const std::vector<std::string>& names) {
    std::vector<JointId> joints;
    if (names.empty()) {
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            if (!model.joints()[i].effector.empty()) {
                joints.emplace_back(i);
            }
        }
        return joints;
    }
    for (const std::string& name : names) {
        const JointId joint = model.findJoint(name);
        if (!joint.isValid() || model.joint(joint).effector.empty()) {
            const std::string_view near = base::nearestName(name, motorNames(model));
            return failure(ErrorCode::InvalidArgument,
                           fmt::format("{} has no movable joint {}", model.name(), name),
                           near.empty() ? base::listNames(motorNames(model)) : std::string(near));
        }
        const int axes = model.joint(joint).kind == robot::JointKind::UniversalFirst ? 2 : 1;
        for (int axis = 0; axis < axes; ++axis) {
            const JointId each(joint.value() + axis);
            if (std::ranges::find(joints, each) != joints.end()) {
                return failure(ErrorCode::InvalidArgument,
                               fmt::format("joint {} is named twice", name));
            }
            joints.push_back(each);
        }
    }
    return joints;
}

} // namespace

ActionMover::ActionMover(const robot::RobotModel& model, decision::PolicyInterface meaning)
    : m_meaning(std::move(meaning)),
      m_actor(m_meaning, model),
      m_action(m_meaning.joints.size()),
      m_isKept(m_meaning.joints.size()),
      m_keptRad(m_meaning.joints.size()),
      m_motionRad(model.joints().size()) {}

base::Expected<ActionMover> ActionMover::make(const robot::RobotModel& model,
                                              const ActionSettings& settings) {
    auto joints = jointsOf(model, settings.joints);
    if (!joints) {
        return tl::unexpected(std::move(joints.error()));
    }
    if (!(std::isfinite(settings.scale) && settings.scale > 0.0)) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("invalid action scale {}", settings.scale), "above 0");
    }
    if (!(settings.clip > 0.0)) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("invalid action clip {}", settings.clip), "above 0");
    }
    const bool isResidual = settings.kind == ActionKind::Residual;
    if (isResidual && settings.motion == nullptr) {
        return failure(ErrorCode::InvalidArgument,
                       "residuals need a motion to which they are added", "the name of a motion");
    }
    std::vector<double> startRad(model.joints().size(), 0.0);
    std::optional<TrajectoryMover> motion;
    if (settings.motion != nullptr) {
        motion.emplace(settings.motion, model);
        for (std::size_t i = 0; i < startRad.size(); ++i) {
            startRad[i] = isResidual ? motion->startRad()[i]
                                     : settings.motion->angleRad(robot::JointId(i),
                                                                 settings.motion->lengthS, 0.0);
        }
    }
    decision::PolicyInterface meaning;
    meaning.robot = model.name();
    meaning.action = settings.kind;
    meaning.scale = {settings.scale};
    meaning.clip = settings.clip;
    (isResidual ? meaning.motion : meaning.start) = settings.motionName;
    const bool isCentered = settings.isCentered && settings.kind == ActionKind::JointTargets;
    for (const JointId id : *joints) {
        meaning.joints.push_back(model.perceptorName(id));
        if (isCentered) {
            meaning.offsetRad.push_back(startRad[id.index()]);
        }
    }
    ActionMover mover(model, std::move(meaning));
    for (const JointId id : *joints) {
        const robot::Joint& joint = model.joint(id);
        const bool isSpeed = settings.kind == ActionKind::JointSpeeds;
        const double centerRad = isCentered ? startRad[id.index()] : 0.0;
        const double minimum = isSpeed ? -joint.maxSpeedRadPerS : joint.minRad - centerRad;
        const double maximum = isSpeed ? joint.maxSpeedRadPerS : joint.maxRad - centerRad;
        Feature feature{model.jointName(id), isSpeed ? "rad/s" : "rad", -settings.clip,
                        settings.clip, settings.scale};
        if (!isResidual) {
            feature.minimum = std::max(feature.minimum, minimum / settings.scale);
            feature.maximum = std::min(feature.maximum, maximum / settings.scale);
        }
        mover.m_features.push_back(std::move(feature));
    }
    mover.m_joints = std::move(*joints);
    mover.m_startRad = std::move(startRad);
    if (isResidual) {
        mover.m_motion = std::move(motion);
    }
    return mover;
}

void ActionMover::begin(const PhysicsRobot& robot) {
    if (m_motion) {
        m_motion->begin(robot);
    }
    for (std::size_t i = 0; i < m_motionRad.size(); ++i) {
        m_motionRad[i] = robot.joints()[i].targetRad;
    }
    std::ranges::fill(m_action, 0.0F);
    m_command.setZero();
    m_isPrepared = false;
}

void ActionMover::prepare(const PhysicsRobot& robot, double timeS) {
    if (m_motion) {
        m_motion->step(robot, timeS, m_motionRad);
    }
    m_isPrepared = true;
}

int ActionMover::act(std::span<const float> action) {
    SIDELINE_ASSERT(action.size() == m_joints.size());
    int notFinite = 0;
    for (std::size_t i = 0; i < action.size(); ++i) {
        const bool isFinite = std::isfinite(action[i]);
        notFinite += isFinite ? 0 : 1;
        m_isKept[i] = !isFinite && m_meaning.action == ActionKind::JointTargets;
        if (!m_isKept[i]) {
            m_action[i] = isFinite ? action[i] : 0.0F;
        }
    }
    m_actor.clip(m_action);
    return notFinite;
}

bool ActionMover::step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) {
    if (!m_isPrepared) {
        prepare(robot, timeS);
    }
    m_isPrepared = false;
    if (m_motion) {
        std::ranges::copy(m_motionRad, targetRad.begin());
    }
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        m_keptRad[i] = targetRad[m_joints[i].index()];
    }
    m_actor.apply(m_action, robot.joints(), game::kStepS, targetRad);
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        if (m_isKept[i]) {
            targetRad[m_joints[i].index()] = m_keptRad[i];
        }
    }
    return true; // an action mover never finishes
}

} // namespace sideline::training
