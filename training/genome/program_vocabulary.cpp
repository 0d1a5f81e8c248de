#include "training/genome/program_vocabulary.h"

#include <algorithm>
#include <set>
#include <utility>

#include "agentcore/math/pose.h"
#include "agentcore/robot/kinematics.h"

namespace sideline::training {

namespace {

using robot::JointId;

bool perceives(const robot::RobotModel& model, robot::PerceptorKind kind) {
    return std::ranges::any_of(model.percepts().perceptors,
                               [&](const robot::Perceptor& each) { return each.kind == kind; });
}

// Returns the joints between torso and head.
std::set<std::size_t> neckJoints(const robot::RobotModel& model) {
    std::set<std::size_t> joints;
    for (robot::BodyId body = model.findBody(robot::BodyRole::Head); body.isValid();
         body = model.body(body).parent) {
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            if (model.joints()[i].child == body) {
                joints.insert(i);
            }
        }
    }
    return joints;
}

// Returns the lateral position of each joint in the rest pose, positive to the robot's right.
std::vector<double> lateralPositionsM(const robot::RobotModel& model) {
    const std::vector<double> zeros(model.joints().size(), 0.0);
    std::vector<math::Pose> X_TBody(model.bodies().size());
    robot::forwardKinematics(model, math::Pose{}, zeros, X_TBody);
    std::vector<double> positions;
    for (const robot::Joint& joint : model.joints()) {
        positions.push_back((X_TBody[joint.child.index()] * joint.anchor_Child).x());
    }
    return positions;
}

std::size_t placeOf(const std::vector<std::string>& names, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

} // namespace

std::string_view treeOutputName(TreeOutput meaning) {
    return meaning == TreeOutput::Angle ? "angle" : "speed";
}

ProgramVocabulary::ProgramVocabulary(robot::RobotModelPtr model, const ProgramStyle& style)
    : m_model(std::move(model)), m_style(style) {
    addPercepts();
    addOutputs();
    const std::size_t firstJoint = m_percepts.size() - m_joints.size();
    for (std::size_t i = 0; i < m_percepts.size(); ++i) {
        const auto isMoved = [&](const ProgramOutput& output) {
            return output.joint == m_joints[i - firstJoint];
        };
        if (i < firstJoint || std::ranges::any_of(m_outputs, isMoved)) {
            m_sources.push_back(i);
        }
    }
}

void ProgramVocabulary::addPercepts() {
    m_hasGyro = perceives(*m_model, robot::PerceptorKind::Gyro);
    m_hasAccelerometer = perceives(*m_model, robot::PerceptorKind::Accelerometer);
    m_percepts = {"time"};
    if (m_hasGyro) {
        m_percepts.insert(m_percepts.end(), {"gyro-x", "gyro-y", "gyro-z"});
    }
    if (m_hasAccelerometer) {
        m_percepts.insert(m_percepts.end(), {"acc-x", "acc-y", "acc-z"});
    }
    m_percepts.insert(m_percepts.end(), {"up-x", "up-y", "up-z", "left-foot", "right-foot"});
    for (std::size_t i = 0; i < m_model->joints().size(); ++i) {
        if (!m_model->joints()[i].effector.empty()) {
            m_percepts.push_back(m_model->jointName(JointId(i)));
            m_joints.push_back(JointId(i));
        }
    }
}

void ProgramVocabulary::addOutputs() {
    const std::set<std::size_t> neck = neckJoints(*m_model);
    const std::vector<double> positionsM = lateralPositionsM(*m_model);
    const auto isMovable = [&](std::size_t joint) {
        return !m_model->joints()[joint].effector.empty();
    };
    std::set<std::size_t> mirrored;
    for (std::size_t i = 0; i < positionsM.size(); ++i) {
        if (!isMovable(i) || neck.contains(i) || mirrored.contains(i)) {
            continue;
        }
        const std::string& name = m_model->jointName(JointId(i));
        ProgramOutput output{name, JointId(i), {}, 1.0};
        if (m_style.isSymmetric) {
            const auto& mirror = m_model->mirror(JointId(i));
            if (!mirror || mirror->joint == JointId(i) || !isMovable(mirror->joint.index())) {
                continue;
            }
            mirrored.insert(mirror->joint.index());
            // The tree determines the left joint.
            const std::string& other = m_model->jointName(mirror->joint);
            const bool isLeft = positionsM[i] < positionsM[mirror->joint.index()];
            output.name = isLeft ? name + '/' + other : other + '/' + name;
            output.joint = isLeft ? JointId(i) : mirror->joint;
            output.mirrored = isLeft ? mirror->joint : JointId(i);
            output.mirroredSign = mirror->sign;
        }
        m_outputs.push_back(std::move(output));
    }
    if (m_style.meaning == TreeOutput::Angle) {
        m_outputs.push_back({"speed", {}, {}, 1.0});
    }
}

std::optional<std::size_t> ProgramVocabulary::findPercept(std::string_view name) const {
    const std::size_t place = placeOf(m_percepts, name);
    return place < m_percepts.size() ? std::optional(place) : std::nullopt;
}

std::optional<std::size_t> ProgramVocabulary::findOutput(std::string_view name) const {
    const auto found = std::ranges::find(m_outputs, name, &ProgramOutput::name);
    return found == m_outputs.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - m_outputs.begin()));
}

} // namespace sideline::training
