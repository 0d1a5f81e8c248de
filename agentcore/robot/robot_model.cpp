#include "agentcore/robot/robot_model.h"

#include <algorithm>
#include <utility>

#include "agentcore/base/assert.h"

namespace sideline::robot {

RobotModel::RobotModel(std::string name, std::vector<Body> bodies, std::vector<Joint> joints)
    : m_name(std::move(name)), m_bodies(std::move(bodies)), m_joints(std::move(joints)) {
    SIDELINE_ASSERT(!m_bodies.empty() && m_bodies.size() <= kMaxBodies);
    SIDELINE_ASSERT(m_joints.size() + 1 == m_bodies.size());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        SIDELINE_ASSERT(i == 0 ? !m_bodies[i].parent.isValid()
                               : m_bodies[i].parent.isValid() && m_bodies[i].parent.index() < i);
        m_massKg += m_bodies[i].massKg;
    }
}

BodyId RobotModel::findBody(std::string_view name) const {
    const auto it = std::ranges::find(m_bodies, name, &Body::name);
    return it == m_bodies.end() ? BodyId::none()
                                : BodyId(static_cast<std::size_t>(it - m_bodies.begin()));
}

JointId RobotModel::findJoint(std::string_view perceptorOrEffector) const {
    const auto it = std::ranges::find_if(m_joints, [&](const Joint& joint) {
        return joint.perceptor == perceptorOrEffector || joint.effector == perceptorOrEffector;
    });
    return it == m_joints.end() ? JointId::none()
                                : JointId(static_cast<std::size_t>(it - m_joints.begin()));
}

} // namespace sideline::robot
