#include "simulator/body/rigid_body.h"

#include <algorithm>

namespace sideline::simulator {

namespace {

// ODE's defaults for disabling idle bodies, which the server does not change.
constexpr int kIdleSteps = 10;
constexpr double kIdleMps = 0.01;
constexpr double kIdleRadPerS = 0.01;

Eigen::Vector3d toEigen(const dReal* v) {
    return {v[0], v[1], v[2]};
}

} // namespace

RigidBody::RigidBody(dWorldID world, const dMass& mass, const Drag& drag, const math::Pose& X_SBody)
    : m_body(dBodyCreate(world)), m_drag(drag), m_idleStepsLeft(kIdleSteps) {
    dBodySetMass(id(), &mass);
    dBodySetAutoDisableFlag(id(), 0);
    place(X_SBody);
}

math::Pose RigidBody::pose() const {
    const dReal* R = dBodyGetRotation(id());
    math::Pose pose;
    for (Eigen::Index row = 0; row < 3; ++row) {
        for (Eigen::Index column = 0; column < 3; ++column) {
            pose.R(row, column) = R[4 * row + column];
        }
    }
    pose.p = toEigen(dBodyGetPosition(id()));
    return pose;
}

Eigen::Vector3d RigidBody::velocityMps() const {
    return toEigen(dBodyGetLinearVel(id()));
}

Eigen::Vector3d RigidBody::angularVelocityRadPerS() const {
    return toEigen(dBodyGetAngularVel(id()));
}

void RigidBody::place(const math::Pose& X_SBody, const Eigen::Vector3d& v_SMps,
                      const Eigen::Vector3d& omega_SRadPerS) {
    dMatrix3 R{};
    for (Eigen::Index row = 0; row < 3; ++row) {
        for (Eigen::Index column = 0; column < 3; ++column) {
            R[4 * row + column] = X_SBody.R(row, column);
        }
    }
    dBodySetRotation(id(), R);
    dBodySetPosition(id(), X_SBody.p.x(), X_SBody.p.y(), X_SBody.p.z());
    dBodySetLinearVel(id(), v_SMps.x(), v_SMps.y(), v_SMps.z());
    dBodySetAngularVel(id(), omega_SRadPerS.x(), omega_SRadPerS.y(), omega_SRadPerS.z());
    wake();
}

void RigidBody::wake() {
    dBodyEnable(id());
    m_idleStepsLeft = kIdleSteps;
}

void RigidBody::prepareStep() {
    if (!isAwake()) {
        return;
    }
    const Eigen::Vector3d v = velocityMps();
    const Eigen::Vector3d omega = angularVelocityRadPerS();
    const bool isIdle = v.squaredNorm() <= kIdleMps * kIdleMps &&
                        omega.squaredNorm() <= kIdleRadPerS * kIdleRadPerS;
    m_idleStepsLeft = isIdle ? m_idleStepsLeft - 1 : kIdleSteps;
    if (m_idleStepsLeft < 0) {
        dBodyDisable(id());
        dBodySetLinearVel(id(), 0, 0, 0);
        dBodySetAngularVel(id(), 0, 0, 0);
        return;
    }
    const Eigen::Vector3d force = -m_drag.linearNsPerM * v;
    const Eigen::Vector3d torque = -m_drag.angularNmsPerRad * omega;
    dBodyAddForce(id(), force.x(), force.y(), force.z());
    dBodyAddTorque(id(), torque.x(), torque.y(), torque.z());
}

BodyState RigidBody::save() const {
    BodyState state;
    std::copy_n(dBodyGetPosition(id()), 3, state.p_S.begin());
    std::copy_n(dBodyGetQuaternion(id()), 4, state.q.begin());
    std::copy_n(dBodyGetRotation(id()), 12, state.R.begin());
    std::copy_n(dBodyGetLinearVel(id()), 3, state.v_SMps.begin());
    std::copy_n(dBodyGetAngularVel(id()), 3, state.omega_SRadPerS.begin());
    state.isAwake = isAwake();
    state.idleStepsLeft = m_idleStepsLeft;
    return state;
}

void RigidBody::restore(const BodyState& state) {
    // dBodySetQuaternion would normalize again and so change the last bits.
    std::ranges::copy(state.q, const_cast<dReal*>(dBodyGetQuaternion(id())));
    std::ranges::copy(state.R, const_cast<dReal*>(dBodyGetRotation(id())));
    dBodySetPosition(id(), state.p_S[0], state.p_S[1], state.p_S[2]); // also updates the colliders
    dBodySetLinearVel(id(), state.v_SMps[0], state.v_SMps[1], state.v_SMps[2]);
    dBodySetAngularVel(id(), state.omega_SRadPerS[0], state.omega_SRadPerS[1],
                       state.omega_SRadPerS[2]);
    dBodySetForce(id(), 0, 0, 0);
    dBodySetTorque(id(), 0, 0, 0);
    state.isAwake ? dBodyEnable(id()) : dBodyDisable(id());
    m_idleStepsLeft = state.idleStepsLeft;
}

} // namespace sideline::simulator
