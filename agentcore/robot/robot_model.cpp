#include "agentcore/robot/robot_model.h"

#include <algorithm>
#include <set>
#include <utility>

#include "agentcore/base/assert.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/posture.h"
#include "agentcore/robot/shape_extent.h"

namespace sideline::robot {

namespace {

constexpr const char* kSecondAxis = ".2";

// Returns a unique name for each joint that has one.
std::vector<std::string> namesOf(const std::vector<Joint>& joints, std::string Joint::*preferred,
                                 std::string Joint::*otherwise) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const Joint& joint : joints) {
        std::string name = (joint.*preferred).empty() ? joint.*otherwise : joint.*preferred;
        if (!name.empty()) {
            name += joint.kind == JointKind::UniversalSecond ? kSecondAxis : "";
            const std::string plain = name;
            for (int i = 2; !seen.insert(name).second; ++i) {
                name = plain + '~' + std::to_string(i);
            }
        }
        names.push_back(std::move(name));
    }
    return names;
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

    m_jointNames = namesOf(m_joints, &Joint::effector, &Joint::perceptor);
    m_perceptorNames = namesOf(m_joints, &Joint::perceptor, &Joint::effector);
    const std::vector<double> zeros(m_joints.size(), 0.0);
    std::vector<math::Pose> X_TBody(m_bodies.size());
    forwardKinematics(*this, math::Pose{}, zeros, X_TBody);
    const std::vector<BodyRole> derived = deriveRoles(*this, X_TBody);
    const auto isGiven = [&](BodyRole role) { return findBody(role).isValid(); };
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        if (m_bodies[i].role == BodyRole::None && !isGiven(derived[i])) {
            m_bodies[i].role = derived[i];
        }
    }
    m_limbs = deriveLimbs(*this, X_TBody);
    m_head = findBody(BodyRole::Head);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const Eigen::Vector3d along_T = Eigen::Vector3d::Unit(axis);
            const double minM = -extentM(m_bodies[i], X_TBody[i], -along_T);
            const double maxM = extentM(m_bodies[i], X_TBody[i], along_T);
            m_extent_T.extend(Eigen::AlignedBox3d(X_TBody[i].p, X_TBody[i].p));
            m_extent_T.min()[axis] = std::min(m_extent_T.min()[axis], minM);
            m_extent_T.max()[axis] = std::max(m_extent_T.max()[axis], maxM);
        }
    }
    m_mirrors = deriveMirrorJoints(*this, X_TBody);
    m_standingTorsoM = -lowestHeightM(*this, X_TBody);
    if (m_head.isValid()) {
        m_standingHeadM = X_TBody[m_head.index()].p.z() + m_standingTorsoM;
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

JointId RobotModel::findJoint(std::string_view name) const {
    if (name.empty()) {
        return JointId::none(); // unnamed joints must not match an empty name
    }
    for (const auto* names : {&m_jointNames, &m_perceptorNames}) {
        if (const auto it = std::ranges::find(*names, name); it != names->end()) {
            return JointId(static_cast<std::size_t>(it - names->begin()));
        }
    }
    return JointId::none();
}

} // namespace sideline::robot
