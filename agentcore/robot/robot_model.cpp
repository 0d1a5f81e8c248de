#include "agentcore/robot/robot_model.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"

namespace sideline::robot {

namespace {

bool feelsForce(const PerceptorLayout& percepts, BodyId body) {
    return std::ranges::any_of(percepts.perceptors, [&](const Perceptor& perceptor) {
        return perceptor.kind == PerceptorKind::ForceResistance && perceptor.body == body;
    });
}

// Names of the known robots first; then what a body does: feet feel forces, the side is where they
// are.
BodyRole roleOf(const Body& body, BodyId id, std::span<const Body> before, bool isLeft,
                const PerceptorLayout& percepts) {
    if (!body.parent.isValid()) {
        return BodyRole::Torso;
    }
    const auto ends = [&](std::string_view end) { return body.name.ends_with(end); };
    if (body.name == "head") {
        return BodyRole::Head;
    }
    if (ends("toe")) {
        return isLeft ? BodyRole::LeftToe : BodyRole::RightToe;
    }
    if (ends("foot")) {
        return isLeft ? BodyRole::LeftFoot : BodyRole::RightFoot;
    }
    if (ends("hand") || ends("lowerarm")) {
        return isLeft ? BodyRole::LeftHand : BodyRole::RightHand;
    }
    if (feelsForce(percepts, id)) {
        const BodyRole parent = before[body.parent.index()].role;
        if (parent == BodyRole::LeftFoot || parent == BodyRole::RightFoot) {
            return isLeft ? BodyRole::LeftToe : BodyRole::RightToe;
        }
        return isLeft ? BodyRole::LeftFoot : BodyRole::RightFoot;
    }
    return BodyRole::None;
}

} // namespace

RobotModel::RobotModel(std::string name, std::vector<Body> bodies, std::vector<Joint> joints,
                       PerceptorLayout percepts, RobotTraits traits)
    : m_name(std::move(name)),
      m_bodies(std::move(bodies)),
      m_joints(std::move(joints)),
      m_percepts(std::move(percepts)),
      m_traits(std::move(traits)) {
    SIDELINE_ASSERT(!m_bodies.empty() && m_bodies.size() <= kMaxBodies);
    SIDELINE_ASSERT(m_joints.size() <= kMaxJoints);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        SIDELINE_ASSERT(i == 0 ? !m_bodies[i].parent.isValid()
                               : m_bodies[i].parent.isValid() && m_bodies[i].parent.index() < i);
        SIDELINE_ASSERT(!m_bodies[i].joint.isValid() ||
                        m_bodies[i].joint.index() < m_joints.size());
        m_massKg += m_bodies[i].massKg;
    }
    // A universal joint is a first axis followed by a second one between the same bodies.
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        [[maybe_unused]] const bool isAfterFirst =
            i > 0 && m_joints[i - 1].kind == JointKind::UniversalFirst;
        SIDELINE_ASSERT((m_joints[i].kind == JointKind::UniversalSecond) == isAfterFirst);
        SIDELINE_ASSERT(!isAfterFirst || m_joints[i].child == m_joints[i - 1].child);
    }
    SIDELINE_ASSERT(m_joints.empty() || m_joints.back().kind != JointKind::UniversalFirst);

    const std::vector<double> zeros(m_joints.size(), 0.0);
    std::vector<math::Pose> X_TBody(m_bodies.size());
    forwardKinematics(*this, math::Pose{}, zeros, X_TBody);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        if (m_bodies[i].role == BodyRole::None) {
            m_bodies[i].role =
                roleOf(m_bodies[i], BodyId(i), m_bodies, X_TBody[i].p.x() < 0.0, m_percepts);
        }
    }
    m_head = findBody(BodyRole::Head);
    if (!m_head.isValid() && cameraBody().isValid() && cameraBody().index() > 0) {
        m_head = cameraBody();
        m_bodies[m_head.index()].role = BodyRole::Head;
    }
    if (m_head.isValid()) {
        m_standingHeadM = X_TBody[m_head.index()].p.z() - lowestHeightM(*this, X_TBody);
    }
}

BodyId RobotModel::findBody(BodyRole role) const {
    const auto it = std::ranges::find(m_bodies, role, &Body::role);
    return it == m_bodies.end() ? BodyId::none()
                                : BodyId(static_cast<std::size_t>(it - m_bodies.begin()));
}

BodyId RobotModel::cameraBody() const {
    const auto& perceptors = m_percepts.perceptors;
    const auto it = std::ranges::find(perceptors, PerceptorKind::Vision, &Perceptor::kind);
    return it == perceptors.end() ? BodyId::none() : it->body;
}

RobotModelPtr RobotModel::shared() const {
    RobotModelPtr owned = weak_from_this().lock();
    return owned ? owned : RobotModelPtr(std::shared_ptr<const void>(), this);
}

BodyId RobotModel::findBody(std::string_view name) const {
    const auto it = std::ranges::find(m_bodies, name, &Body::name);
    return it == m_bodies.end() ? BodyId::none()
                                : BodyId(static_cast<std::size_t>(it - m_bodies.begin()));
}

JointId RobotModel::findJoint(std::string_view perceptorOrEffector) const {
    if (perceptorOrEffector.empty()) {
        return JointId::none(); // some joints have no name
    }
    const auto it = std::ranges::find_if(m_joints, [&](const Joint& joint) {
        return joint.perceptor == perceptorOrEffector || joint.effector == perceptorOrEffector;
    });
    return it == m_joints.end() ? JointId::none()
                                : JointId(static_cast<std::size_t>(it - m_joints.begin()));
}

} // namespace sideline::robot
