#include "simulator/robot/robot_body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "agentcore/robot/kinematics.h"

namespace sideline::simulator {

namespace {

using robot::BodyId;
using robot::JointId;
using robot::JointKind;

constexpr int kAlongZ = 3;

dMass massOf(const robot::Body& body) {
    dMass mass;
    dMassSetZero(&mass);
    if (const auto* box = std::get_if<robot::Box>(&body.shape)) {
        dMassSetBoxTotal(&mass, body.massKg, box->sizeM.x(), box->sizeM.y(), box->sizeM.z());
    } else if (const auto* capsule = std::get_if<robot::Capsule>(&body.shape)) {
        dMassSetCapsuleTotal(&mass, body.massKg, kAlongZ, capsule->radiusM, capsule->lengthM);
    } else {
        dMassSetSphereTotal(&mass, body.massKg, std::get<robot::Sphere>(body.shape).radiusM);
    }
    return mass;
}

dGeomID makeGeom(dSpaceID space, const robot::Shape& shape) {
    if (const auto* box = std::get_if<robot::Box>(&shape)) {
        return dCreateBox(space, box->sizeM.x(), box->sizeM.y(), box->sizeM.z());
    }
    if (const auto* capsule = std::get_if<robot::Capsule>(&shape)) {
        return dCreateCapsule(space, capsule->radiusM, capsule->lengthM);
    }
    return dCreateSphere(space, std::get<robot::Sphere>(shape).radiusM);
}

} // namespace

RobotBody::RobotBody(dWorldID world, dSpaceID space, const robot::RobotModel& model,
                     const math::Pose& X_STorso)
    : m_model(model.shared()), m_space(dSimpleSpaceCreate(space)), m_forces(model.bodies().size()) {
    dSpaceSetCleanup(m_space.get(), 0);
    m_bodies.reserve(model.bodies().size());
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const robot::Body& body = model.bodies()[i];
        const math::Pose X_SBody = i == 0 ? X_STorso
                                          : m_bodies[body.parent.index()].pose() *
                                                math::Pose{body.R_ParentBody, body.p_ParentBody};
        m_bodies.emplace_back(world, massOf(body), RigidBody::Drag{}, X_SBody);
        m_surfaces.push_back({{}, body.surface.slip, body.surface.softErp, body.surface.softCfm});
        if (body.collides) {
            addCollider(BodyId(i));
        }
        if (i > 0 && !body.joint.isValid()) {
            fixToParent(world, BodyId(i));
        }
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        addJoint(world, JointId(i));
    }
    invalidateAngles();
}

void RobotBody::addCollider(BodyId body) {
    m_colliders.emplace_back(makeGeom(m_space.get(), m_model->body(body).shape));
    dGeomSetBody(m_colliders.back().get(), m_bodies[body.index()].id());
}

void RobotBody::fixToParent(dWorldID world, BodyId body) {
    dJointID joint = dJointCreateFixed(world, nullptr);
    m_fixedJoints.emplace_back(joint);
    dJointAttach(joint, m_bodies[body.index()].id(),
                 m_bodies[m_model->body(body).parent.index()].id());
    dJointSetFixed(joint);
}

void RobotBody::addJoint(dWorldID world, JointId id) {
    const robot::Joint& joint = m_model->joint(id);
    if (joint.kind == JointKind::Hinge) {
        m_joints.emplace_back(createHinge(world, id));
    } else if (joint.kind == JointKind::UniversalFirst) {
        m_joints.emplace_back(createUniversal(world, id));
    } else {
        m_joints.emplace_back(); // created with the first axis
    }
    const robot::JointDynamics& dynamics = joint.dynamics;
    setParameter(id, dParamFMax, dynamics.maxTorqueNm);
    setParameter(id, dParamCFM, dynamics.cfm);
    setParameter(id, dParamStopCFM, dynamics.stopCfm);
    setParameter(id, dParamStopERP, dynamics.stopErp);
    setParameter(id, dParamFudgeFactor, dynamics.fudgeFactor);
    setParameter(id, dParamBounce, dynamics.stopBounce);
    setParameter(id, dParamLoStop, joint.minRad);
    setParameter(id, dParamHiStop, joint.maxRad);
}

dJointID RobotBody::createHinge(dWorldID world, JointId id) {
    const robot::Joint& joint = m_model->joint(id);
    const math::Pose X_SChild = m_bodies[joint.child.index()].pose();
    const Eigen::Vector3d anchor_S = X_SChild * joint.anchor_Child;
    const Eigen::Vector3d axis_S = X_SChild.R * joint.axis;
    dJointID hinge = dJointCreateHinge(world, nullptr);
    dJointAttach(hinge, m_bodies[joint.child.index()].id(), m_bodies[joint.parent.index()].id());
    dJointSetHingeAnchor(hinge, anchor_S.x(), anchor_S.y(), anchor_S.z());
    dJointSetHingeAxis(hinge, axis_S.x(), axis_S.y(), axis_S.z());
    return hinge;
}

// ODE attaches the first axis to the first body, the child, and the second one to the parent.
dJointID RobotBody::createUniversal(dWorldID world, JointId firstId) {
    const robot::Joint& first = m_model->joint(firstId);
    const robot::Joint& second = m_model->joint(robot::otherAxis(*m_model, firstId));
    const math::Pose X_SChild = m_bodies[first.child.index()].pose();
    const Eigen::Vector3d anchor_S = X_SChild * first.anchor_Child;
    const Eigen::Vector3d first_S = X_SChild.R * first.axis;
    const Eigen::Vector3d second_S = X_SChild.R * second.axis;
    dJointID joint = dJointCreateUniversal(world, nullptr);
    dJointAttach(joint, m_bodies[first.child.index()].id(), m_bodies[first.parent.index()].id());
    dJointSetUniversalAnchor(joint, anchor_S.x(), anchor_S.y(), anchor_S.z());
    dJointSetUniversalAxis1(joint, first_S.x(), first_S.y(), first_S.z());
    dJointSetUniversalAxis2(joint, second_S.x(), second_S.y(), second_S.z());
    return joint;
}

dJointID RobotBody::odeJoint(JointId id) const {
    const bool isSecond = m_model->joint(id).kind == JointKind::UniversalSecond;
    return m_joints[(isSecond ? robot::otherAxis(*m_model, id) : id).index()].get();
}

void RobotBody::setParameter(JointId id, int parameter, double value) {
    switch (m_model->joint(id).kind) {
    case JointKind::Hinge:
        return dJointSetHingeParam(odeJoint(id), parameter, value);
    case JointKind::UniversalFirst:
        return dJointSetUniversalParam(odeJoint(id), parameter, value);
    case JointKind::UniversalSecond:
        return dJointSetUniversalParam(odeJoint(id), parameter + dParamGroup, value);
    }
}

double RobotBody::parameter(JointId id, int parameter) const {
    switch (m_model->joint(id).kind) {
    case JointKind::Hinge:
        return dJointGetHingeParam(odeJoint(id), parameter);
    case JointKind::UniversalFirst:
        return dJointGetUniversalParam(odeJoint(id), parameter);
    case JointKind::UniversalSecond:
        break;
    }
    return dJointGetUniversalParam(odeJoint(id), parameter + dParamGroup);
}

void RobotBody::setJointSpeed(JointId id, double radPerS) {
    const robot::Joint& joint = m_model->joint(id);
    const double angleRad = jointAngleRad(id);
    const bool isWithinLimits = angleRad > joint.minRad && angleRad < joint.maxRad;
    if (isWithinLimits || joint.kind != JointKind::Hinge) {
        setParameter(id, dParamVel,
                     std::clamp(radPerS, -joint.maxSpeedRadPerS, joint.maxSpeedRadPerS));
    }
    RigidBody& first = m_bodies[joint.child.index()];
    if (radPerS != 0.0 && !first.isAwake()) {
        first.wake();
    }
}

double RobotBody::jointAngleRad(JointId id) const {
    double& angleRad = m_angleRad[id.index()];
    if (std::isnan(angleRad)) {
        angleRad = odeAngleRad(id);
    }
    return angleRad;
}

void RobotBody::invalidateAngles() {
    m_angleRad.assign(m_model->joints().size(), std::numeric_limits<double>::quiet_NaN());
}

double RobotBody::odeAngleRad(JointId id) const {
    switch (m_model->joint(id).kind) {
    case JointKind::Hinge:
        return dJointGetHingeAngle(odeJoint(id));
    case JointKind::UniversalFirst:
        return dJointGetUniversalAngle1(odeJoint(id));
    case JointKind::UniversalSecond:
        break;
    }
    return dJointGetUniversalAngle2(odeJoint(id));
}

double RobotBody::jointSpeedRadPerS(JointId id) const {
    switch (m_model->joint(id).kind) {
    case JointKind::Hinge:
        return dJointGetHingeAngleRate(odeJoint(id));
    case JointKind::UniversalFirst:
        return dJointGetUniversalAngle1Rate(odeJoint(id));
    case JointKind::UniversalSecond:
        break;
    }
    return dJointGetUniversalAngle2Rate(odeJoint(id));
}

math::Pose RobotBody::pose(BodyId body) const {
    return m_bodies[body.index()].pose();
}

void RobotBody::place(const math::Pose& X_STorso) {
    const math::Pose X_NewOld = X_STorso * m_bodies.front().pose().inverse();
    for (RigidBody& body : m_bodies) {
        body.place(X_NewOld * body.pose());
    }
    invalidateAngles();
}

void RobotBody::setPosture(const math::Pose& X_STorso, std::span<const double> jointAnglesRad) {
    std::vector<math::Pose> X_SBody(m_bodies.size());
    robot::forwardKinematics(*m_model, X_STorso, jointAnglesRad, X_SBody);
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_bodies[i].place(X_SBody[i]);
    }
    invalidateAngles();
}

void RobotBody::setHeld(bool isHeld) {
    m_isHeld = isHeld;
    invalidateAngles();
    RigidBody& torso = m_bodies.front();
    if (isHeld) {
        torso.place(torso.pose());
        dBodySetKinematic(torso.id());
    } else {
        dBodySetDynamic(torso.id());
        wake();
    }
}

void RobotBody::wake() {
    std::ranges::for_each(m_bodies, &RigidBody::wake);
}

void RobotBody::watchMotors() {
    if (!m_motorFeedback.empty()) {
        return;
    }
    m_motorFeedback.resize(m_joints.size());
    m_watchedR_S.resize(m_bodies.size());
    noteWatched();
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        if (m_joints[i] != nullptr) {
            dJointSetFeedback(m_joints[i].get(), &m_motorFeedback[i]);
        }
    }
}

void RobotBody::noteWatched() {
    for (std::size_t i = 0; i < m_watchedR_S.size(); ++i) {
        m_watchedR_S[i] = m_bodies[i].pose().R;
    }
}

// The bearing of a hinge exerts no torque about its axis, so the remaining torque comes from motor
// and limit. Forces and torques refer to the poses before the step.
std::optional<double> RobotBody::motorTorqueNm(JointId id) const {
    const robot::Joint& joint = m_model->joint(id);
    if (m_motorFeedback.empty() || joint.kind != robot::JointKind::Hinge) {
        return std::nullopt;
    }
    const dJointFeedback& feedback = m_motorFeedback[id.index()];
    const Eigen::Matrix3d& R_SChild = m_watchedR_S[joint.child.index()];
    const Eigen::Vector3d force(feedback.f1[0], feedback.f1[1], feedback.f1[2]);
    const Eigen::Vector3d torque(feedback.t1[0], feedback.t1[1], feedback.t1[2]);
    const Eigen::Vector3d arm_S = R_SChild * joint.anchor_Child;
    return (torque - arm_S.cross(force)).dot(R_SChild * joint.axis);
}

void RobotBody::push(BodyId body, const Eigen::Vector3d& p_S, const Eigen::Vector3d& force_SN) {
    RigidBody& pushed = m_bodies[body.index()];
    pushed.wake();
    dBodyAddForceAtPos(pushed.id(), force_SN.x(), force_SN.y(), force_SN.z(), p_S.x(), p_S.y(),
                       p_S.z());
}

Eigen::Vector3d RobotBody::gyro_TRadPerS() const {
    return pose(BodyId(0)).R.transpose() * m_bodies.front().angularVelocityRadPerS();
}

void RobotBody::prepareStep(double stepS, double gravityMps2) {
    for (RigidBody& body : m_bodies) {
        body.prepareStep();
    }
    noteWatched();
    const RigidBody& torso = m_bodies.front();
    const Eigen::Vector3d v_S = torso.velocityMps();
    Eigen::Vector3d acceleration_S = (v_S - m_lastVelocity_S) / stepS;
    acceleration_S.z() -= gravityMps2;
    m_acceleration_T = torso.pose().R.transpose() * acceleration_S;
    m_lastVelocity_S = v_S;
}

void RobotBody::addContact(BodyId body, const dJointFeedback& feedback, const Eigen::Vector3d& p_S,
                           bool isSecond) {
    m_touched.push_back({body, p_S, isSecond, &feedback});
}

void RobotBody::finishStep() {
    invalidateAngles();
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_forces[i] = readForce(BodyId(i));
    }
    m_touched.clear();
}

// While a body sleeps in contact, nothing is computed and the last reading is kept.
std::optional<ForceReading> RobotBody::readForce(BodyId body) const {
    Eigen::Vector3d force_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d weighted_S = Eigen::Vector3d::Zero();
    double sumN = 0.0;
    bool isTouched = false;
    for (const TouchedBody& touched : m_touched) {
        if (touched.body != body) {
            continue;
        }
        isTouched = true;
        const dReal* f = touched.isSecond ? touched.feedback->f2 : touched.feedback->f1;
        const Eigen::Vector3d each_S(f[0], f[1], f[2]);
        force_S += each_S;
        weighted_S += each_S.norm() * touched.p_S;
        sumN += each_S.norm();
    }
    if (!isTouched) {
        return std::nullopt;
    }
    if (sumN == 0.0) {
        return m_forces[body.index()].value_or(ForceReading{});
    }
    const math::Pose X_BodyS = m_bodies[body.index()].pose().inverse();
    return ForceReading{X_BodyS * (weighted_S / sumN), X_BodyS.R * force_S};
}

RobotBodyState RobotBody::save() const {
    RobotBodyState state;
    for (const RigidBody& body : m_bodies) {
        state.bodies.push_back(body.save());
    }
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        state.motorRadPerS.push_back(parameter(JointId(i), dParamVel));
    }
    state.lastVelocity_SMps = m_lastVelocity_S;
    state.acceleration_TMps2 = m_acceleration_T;
    state.forces = m_forces;
    state.isHeld = m_isHeld;
    return state;
}

void RobotBody::restore(const RobotBodyState& state) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_bodies[i].restore(state.bodies[i]);
    }
    invalidateAngles();
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        setParameter(JointId(i), dParamVel, state.motorRadPerS[i]);
    }
    m_lastVelocity_S = state.lastVelocity_SMps;
    m_acceleration_T = state.acceleration_TMps2;
    m_forces = state.forces;
    if (m_isHeld != state.isHeld) {
        m_isHeld = state.isHeld;
        m_isHeld ? dBodySetKinematic(m_bodies.front().id())
                 : dBodySetDynamic(m_bodies.front().id());
    }
}

} // namespace sideline::simulator
