#include "agentcore/robot/robot_model.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::robot {

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
