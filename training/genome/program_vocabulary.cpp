#include "training/genome/program_vocabulary.h"

#include <algorithm>
#include <set>
#include <utility>

#include "motions/motion.h"

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

// Returns the effector's name; with the suffix `.2` for the second axis of a universal joint, which
// has the name of the first.
std::string jointName(const robot::Joint& joint) {
    return joint.kind == robot::JointKind::UniversalSecond ? joint.effector + ".2" : joint.effector;
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
        if (const robot::Joint& joint = m_model->joints()[i]; !joint.effector.empty()) {
            m_percepts.push_back(jointName(joint));
            m_joints.push_back(JointId(i));
        }
    }
}

void ProgramVocabulary::addOutputs() {
    const std::set<std::size_t> neck = neckJoints(*m_model);
    std::vector<std::string> names;
    for (const robot::Joint& joint : m_model->joints()) {
        names.push_back(jointName(joint));
    }
    std::set<std::size_t> mirrored;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (names[i].empty() || neck.contains(i) || mirrored.contains(i)) {
            continue;
        }
        ProgramOutput output{names[i], JointId(i), {}, 1.0};
        if (m_style.isSymmetric) {
            const std::string other = keyframe::mirroredJoint(names[i]);
            const std::size_t place = placeOf(names, other);
            if (other == names[i] || place == names.size()) {
                continue;
            }
            mirrored.insert(place);
            // The tree determines the left joint.
            const bool isLeft = names[i].front() == 'l';
            output.name = isLeft ? names[i] + '/' + other : other + '/' + names[i];
            output.joint = isLeft ? JointId(i) : JointId(place);
            output.mirrored = isLeft ? JointId(place) : JointId(i);
            output.mirroredSign = keyframe::mirrorsWithSign(names[i]) ? -1.0 : 1.0;
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
