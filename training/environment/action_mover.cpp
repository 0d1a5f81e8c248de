#include "training/environment/action_mover.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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

constexpr std::array<std::string_view, 3> kActionNames{"speeds", "targets", "residuals"};

std::vector<std::string_view> motorNames(const robot::RobotModel& model) {
    std::vector<std::string_view> names;
    for (const robot::Joint& joint : model.joints()) {
        if (!joint.effector.empty()) {
            names.push_back(joint.effector);
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
                           fmt::format("{} has no joint {} that can be moved", model.name(), name),
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

std::string_view actionKindName(ActionKind kind) {
    return kActionNames[static_cast<std::size_t>(kind)];
}

base::Expected<ActionKind> actionKindFromName(std::string_view name) {
    const auto it = std::ranges::find(kActionNames, name);
    if (it == kActionNames.end()) {
        return failure(ErrorCode::InvalidArgument, fmt::format("there are no actions {}", name),
                       base::listNames({kActionNames.begin(), kActionNames.end()}));
    }
    return static_cast<ActionKind>(it - kActionNames.begin());
}

base::Expected<ActionMover> ActionMover::make(const robot::RobotModel& model,
                                              const ActionSettings& settings) {
    auto joints = jointsOf(model, settings.joints);
    if (!joints) {
        return tl::unexpected(std::move(joints.error()));
    }
    const bool isResidual = settings.kind == ActionKind::Residuals;
    if (isResidual &&
        !(std::isfinite(settings.residualLimitRad) && settings.residualLimitRad > 0.0)) {
        return failure(ErrorCode::InvalidArgument,
                       fmt::format("{} rad is no limit of residuals", settings.residualLimitRad),
                       "above 0 rad");
    }
    if (isResidual && settings.motion == nullptr) {
        return failure(ErrorCode::InvalidArgument, "residuals need a motion to be added to",
                       "the name of a motion");
    }
    ActionMover mover(settings.kind);
    mover.m_joints = std::move(*joints);
    for (const JointId id : mover.m_joints) {
        const robot::Joint& joint = model.joint(id);
        Feature feature{jointName(joint), "rad", joint.minRad, joint.maxRad};
        if (isResidual) {
            feature.least = -settings.residualLimitRad;
            feature.most = settings.residualLimitRad;
        } else if (settings.kind == ActionKind::Speeds) {
            feature.unit = "rad/s";
            feature.least = -joint.maxSpeedRadPerS;
            feature.most = joint.maxSpeedRadPerS;
        }
        mover.m_features.push_back(std::move(feature));
    }
    mover.m_action.resize(mover.m_joints.size(), 0.0);
    mover.m_motionRad.resize(model.joints().size());
    if (settings.motion != nullptr) {
        TrajectoryMover motion(settings.motion, model);
        mover.m_startRad.assign(motion.startRad().begin(), motion.startRad().end());
        if (isResidual) {
            mover.m_motion.emplace(std::move(motion));
        }
    }
    return mover;
}

void ActionMover::begin(const TrialRobot& robot) {
    if (m_motion) {
        m_motion->begin(robot);
    }
    for (std::size_t i = 0; i < m_motionRad.size(); ++i) {
        m_motionRad[i] = robot.joints()[i].wantedRad;
    }
}

int ActionMover::act(std::span<const float> action) {
    SIDELINE_ASSERT(action.size() == m_joints.size());
    int notFinite = 0;
    for (std::size_t i = 0; i < action.size(); ++i) {
        const auto asked = static_cast<double>(action[i]);
        notFinite += std::isfinite(asked) ? 0 : 1;
        m_action[i] = std::isfinite(asked)
                          ? std::clamp(asked, m_features[i].least, m_features[i].most)
                          : std::numeric_limits<double>::quiet_NaN();
    }
    return notFinite;
}

bool ActionMover::step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) {
    if (m_motion) {
        m_motion->step(robot, timeS, m_motionRad);
        std::ranges::copy(m_motionRad, wantedRad.begin());
    }
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        const std::size_t joint = m_joints[i].index();
        const bool isGiven = !std::isnan(m_action[i]);
        switch (m_kind) {
        case ActionKind::Speeds:
            wantedRad[joint] =
                robot.joints()[joint].expectedRad + (isGiven ? game::kStepS * m_action[i] : 0.0);
            break;
        case ActionKind::Targets:
            wantedRad[joint] = isGiven ? m_action[i] : wantedRad[joint];
            break;
        case ActionKind::Residuals:
            wantedRad[joint] += isGiven ? m_action[i] : 0.0;
            break;
        }
    }
    return true; // a learner is never done
}

} // namespace sideline::training
