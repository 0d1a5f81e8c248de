#include "simulator/robot/robot_body.h"

#include <algorithm>
#include <variant>

#include "agentcore/robot/kinematics.h"

namespace sideline::simulator {

namespace {

using robot::BodyId;
using robot::JointId;

constexpr double kMaxTorqueNm = 10.0;
constexpr double kJointCfm = 1e-8;
constexpr double kStopErp = 0.8;
constexpr double kFudgeFactor = 1e-5;
constexpr double kStopBounce = 1.0;
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
    : m_model(&model), m_space(dSimpleSpaceCreate(space)), m_forces(model.bodies().size()) {
    dSpaceSetCleanup(m_space.get(), 0);
    m_bodies.reserve(model.bodies().size());
    for (std::size_t i = 0; i < model.bodies().size(); ++i) {
        const robot::Body& body = model.bodies()[i];
        const math::Pose X_SBody = i == 0 ? X_STorso
                                          : m_bodies[body.parent.index()].pose() *
                                                math::Pose::translation(body.p_ParentBody);
        m_bodies.emplace_back(world, massOf(body), RigidBody::Drag{}, X_SBody);
        if (body.collides) {
            addCollider(BodyId(i));
        }
    }
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        addHinge(world, JointId(i));
    }
}

void RobotBody::addCollider(BodyId body) {
    m_colliders.emplace_back(makeGeom(m_space.get(), m_model->body(body).shape));
    dGeomSetBody(m_colliders.back().get(), m_bodies[body.index()].id());
}

void RobotBody::addHinge(dWorldID world, JointId id) {
    const robot::Joint& joint = m_model->joint(id);
    const math::Pose X_SChild = m_bodies[joint.child.index()].pose();
    const Eigen::Vector3d anchor_S = X_SChild * joint.anchor_Child;
    const Eigen::Vector3d axis_S = X_SChild.R * joint.axis;
    dJointID hinge = dJointCreateHinge(world, nullptr);
    m_hinges.emplace_back(hinge);
    dJointAttach(hinge, m_bodies[joint.child.index()].id(), m_bodies[joint.parent.index()].id());
    dJointSetHingeAnchor(hinge, anchor_S.x(), anchor_S.y(), anchor_S.z());
    dJointSetHingeAxis(hinge, axis_S.x(), axis_S.y(), axis_S.z());
    dJointSetHingeParam(hinge, dParamFMax, kMaxTorqueNm);
    dJointSetHingeParam(hinge, dParamCFM, kJointCfm);
    dJointSetHingeParam(hinge, dParamStopCFM, kJointCfm);
    dJointSetHingeParam(hinge, dParamStopERP, kStopErp);
    dJointSetHingeParam(hinge, dParamFudgeFactor, kFudgeFactor);
    dJointSetHingeParam(hinge, dParamBounce, kStopBounce);
    dJointSetHingeParam(hinge, dParamLoStop, joint.minRad);
    dJointSetHingeParam(hinge, dParamHiStop, joint.maxRad);
}

void RobotBody::setJointSpeed(JointId id, double radPerS) {
    const robot::Joint& joint = m_model->joint(id);
    const double angleRad = jointAngleRad(id);
    if (angleRad > joint.minRad && angleRad < joint.maxRad) {
        dJointSetHingeParam(m_hinges[id.index()].get(), dParamVel,
                            std::clamp(radPerS, -joint.maxSpeedRadPerS, joint.maxSpeedRadPerS));
    }
    RigidBody& first = m_bodies[joint.child.index()];
    if (radPerS != 0.0 && !first.isAwake()) {
        first.wake();
    }
}

double RobotBody::jointAngleRad(JointId joint) const {
    return dJointGetHingeAngle(m_hinges[joint.index()].get());
}

math::Pose RobotBody::pose(BodyId body) const {
    return m_bodies[body.index()].pose();
}

void RobotBody::place(const math::Pose& X_STorso) {
    const math::Pose X_NewOld = X_STorso * m_bodies.front().pose().inverse();
    for (RigidBody& body : m_bodies) {
        body.place(X_NewOld * body.pose());
    }
    m_lastVelocity_S.setZero();
}

Eigen::Vector3d RobotBody::gyro_TRadPerS() const {
    const RigidBody& torso = m_bodies.front();
    return torso.pose().R.transpose() * torso.angularVelocityRadPerS();
}

void RobotBody::prepareStep(double stepS, double gravityMps2) {
    for (RigidBody& body : m_bodies) {
        body.prepareStep();
    }
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
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_forces[i] = readForce(BodyId(i));
    }
    m_touched.clear();
}

// While a body sleeps in contact nothing is computed: the reading stays as it was.
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
    for (const auto& hinge : m_hinges) {
        state.motorRadPerS.push_back(dJointGetHingeParam(hinge.get(), dParamVel));
    }
    state.lastVelocity_SMps = m_lastVelocity_S;
    state.acceleration_TMps2 = m_acceleration_T;
    state.forces = m_forces;
    return state;
}

void RobotBody::restore(const RobotBodyState& state) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        m_bodies[i].restore(state.bodies[i]);
    }
    for (std::size_t i = 0; i < m_hinges.size(); ++i) {
        dJointSetHingeParam(m_hinges[i].get(), dParamVel, state.motorRadPerS[i]);
    }
    m_lastVelocity_S = state.lastVelocity_SMps;
    m_acceleration_T = state.acceleration_TMps2;
    m_forces = state.forces;
}

} // namespace sideline::simulator
