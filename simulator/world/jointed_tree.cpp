#include "simulator/world/jointed_tree.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "agentcore/base/assert.h"

namespace sideline::simulator {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using spatial::Vector3;

namespace {

Vector3d toEigen(const dReal* v) {
    return {v[0], v[1], v[2]};
}

Matrix3d rotationOf(dBodyID body) {
    const dReal* R = dBodyGetRotation(body);
    Matrix3d result;
    result << R[0], R[1], R[2], R[4], R[5], R[6], R[8], R[9], R[10];
    return result;
}

Vector3 toArray(const Vector3d& v) {
    return {v.x(), v.y(), v.z()};
}

std::array<double, 9> toRows(const Matrix3d& M) {
    return {M(0, 0), M(0, 1), M(0, 2), M(1, 0), M(1, 1), M(1, 2), M(2, 0), M(2, 1), M(2, 2)};
}

Vector3d angularVelocityOf(dBodyID body) {
    return toEigen(dBodyGetAngularVel(body));
}

// Gyroscopic torque, implicit over the step as in ODE (Lacoursiere, "Stabilizing gyroscopic forces
// in rigid multibody simulations", 2006).
Vector3d gyroscopicTorque(const Matrix3d& inertia_S, const Vector3d& spin_S, double stepS) {
    const Vector3d column0 = inertia_S.col(0) - stepS * spin_S.cross(Vector3d::UnitX());
    const Vector3d column1 = inertia_S.col(1) - stepS * spin_S.cross(Vector3d::UnitY());
    const Vector3d column2 = inertia_S.col(2) - stepS * spin_S.cross(Vector3d::UnitZ());
    const Vector3d normal = column1.cross(column2);
    const double determinant = column0.dot(normal);
    if (determinant == 0.0) {
        return Vector3d::Zero();
    }
    const Vector3d omegaAfter_S = Vector3d(normal.dot(spin_S), column2.cross(column0).dot(spin_S),
                                           column0.cross(column1).dot(spin_S)) /
                                  determinant;
    return spin_S.cross(omegaAfter_S);
}

// Offset of ODE's `dParam*` numbers for the second axis of a universal joint.
constexpr int kSecondAxis = 0x100;

} // namespace

// Motor and limits of an axis; the names are ODE's.
struct JointedTree::Limits {
    Limits(dJointID joint, JointKind kind, int group) {
        const auto read = [&](int parameter) {
            return kind == JointKind::Hinge ? dJointGetHingeParam(joint, parameter)
                                            : dJointGetUniversalParam(joint, parameter + group);
        };
        velocity = read(dParamVel);
        maxForce = read(dParamFMax);
        lowStop = read(dParamLoStop);
        highStop = read(dParamHiStop);
        if (maxForce > 0.0) {
            cfm = read(dParamCFM);
        }
    }
    [[nodiscard]] bool hasLimits() const {
        constexpr double kTurn = std::numbers::pi;
        return (lowStop >= -kTurn || highStop <= kTurn) && lowStop <= highStop;
    }
    double velocity;
    double maxForce;
    double lowStop;
    double highStop;
    double cfm = 0.0;
};

JointedTree::JointedTree(std::span<const dBodyID> bodies) {
    m_bodies.reserve(bodies.size());
    for (const dBodyID id : bodies) {
        Body body;
        body.id = id;
        dMass mass;
        dBodyGetMass(id, &mass);
        body.massKg = mass.mass;
        for (Eigen::Index row = 0; row < 3; ++row) {
            for (Eigen::Index column = 0; column < 3; ++column) {
                body.inertia_B(row, column) = mass.I[4 * row + column];
            }
        }
        if (!m_bodies.empty()) {
            readJoint(body);
        }
        m_bodies.push_back(body);
    }
}

void JointedTree::readJoint(Body& body) const {
    for (int i = 0; i < dBodyGetNumJoints(body.id); ++i) {
        const dJointID joint = dBodyGetJoint(body.id, i);
        const dBodyID first = dJointGetBody(joint, 0);
        const dBodyID other = first == body.id ? dJointGetBody(joint, 1) : first;
        const auto parent = std::ranges::find(m_bodies, other, &Body::id);
        if (parent == m_bodies.end()) {
            continue;
        }
        body.parent = static_cast<int>(parent - m_bodies.begin());
        body.joint = joint;
        body.isChildFirst = first == body.id;
    }
    SIDELINE_ASSERT(body.joint != nullptr);
    const int type = dJointGetType(body.joint);
    SIDELINE_ASSERT(type == dJointTypeHinge || type == dJointTypeUniversal ||
                    type == dJointTypeFixed);
    body.kind = type == dJointTypeHinge       ? JointKind::Hinge
                : type == dJointTypeUniversal ? JointKind::Universal
                                              : JointKind::Fixed;
    readAnchors(body);
}

void JointedTree::readAnchors(Body& body) const {
    const dBodyID parent = m_bodies[static_cast<std::size_t>(body.parent)].id;
    const dBodyID first = body.isChildFirst ? body.id : parent;
    const dBodyID second = body.isChildFirst ? parent : body.id;
    dVector3 ofFirst{};
    dVector3 ofSecond{};
    dVector3 axis1{};
    dVector3 axis2{};
    if (body.kind == JointKind::Hinge) {
        dJointGetHingeAnchor(body.joint, ofFirst);
        dJointGetHingeAnchor2(body.joint, ofSecond);
        dJointGetHingeAxis(body.joint, axis1);
        std::copy_n(axis1, 3, axis2);
    } else if (body.kind == JointKind::Universal) {
        dJointGetUniversalAnchor(body.joint, ofFirst);
        dJointGetUniversalAnchor2(body.joint, ofSecond);
        dJointGetUniversalAxis1(body.joint, axis1);
        dJointGetUniversalAxis2(body.joint, axis2);
    } else { // the center of the second body
        std::copy_n(dBodyGetPosition(second), 3, ofFirst);
        std::copy_n(dBodyGetPosition(second), 3, ofSecond);
        dQMultiply1(body.turn_FirstSecond.data(), dBodyGetQuaternion(first),
                    dBodyGetQuaternion(second));
    }
    const auto local = [](dBodyID id, const dReal* p) -> Vector3d {
        return rotationOf(id).transpose() * (toEigen(p) - toEigen(dBodyGetPosition(id)));
    };
    body.anchor_B = local(body.id, body.isChildFirst ? ofFirst : ofSecond);
    body.anchor_P = local(parent, body.isChildFirst ? ofSecond : ofFirst);
    body.axis_First = rotationOf(first).transpose() * toEigen(axis1);
    body.axis_Second = rotationOf(second).transpose() * toEigen(axis2);
}

bool JointedTree::isAwake() const {
    return std::ranges::any_of(m_bodies,
                               [](const Body& body) { return dBodyIsEnabled(body.id) != 0; });
}

void JointedTree::load(const StepSettings& settings, std::vector<IslandBody>& to) {
    const std::size_t begin = to.size();
    to.resize(begin + m_bodies.size());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        Body& body = m_bodies[i];
        IslandBody& loaded = to[begin + i];
        loadBody(settings, body, loaded);
        if (body.parent >= 0) {
            loaded.parent = static_cast<int>(begin) + body.parent;
            loadJoint(settings, body, loaded, to[static_cast<std::size_t>(loaded.parent)]);
        }
    }
}

void JointedTree::loadBody(const StepSettings& settings, Body& body, IslandBody& to) {
    if (dBodyIsEnabled(body.id) == 0) {
        dBodyEnable(body.id); // contact with an awake body wakes it
    }
    const double h = settings.stepS;
    body.R_SB = rotationOf(body.id);
    const Matrix3d turned = body.R_SB.lazyProduct(body.inertia_B);
    const Matrix3d inertia_S = turned.lazyProduct(body.R_SB.transpose());
    const Vector3d omega_S = angularVelocityOf(body.id);
    const Vector3d spin_S = inertia_S * omega_S;
    Vector3d torque_S = toEigen(dBodyGetTorque(body.id));
    if (dBodyGetGyroscopicMode(body.id) != 0) {
        torque_S += gyroscopicTorque(inertia_S, spin_S, h);
    }
    const Vector3d force_S = toEigen(dBodyGetForce(body.id)) + body.massKg * settings.gravity_SMps2;
    const Vector3d linear = body.massKg * toEigen(dBodyGetLinearVel(body.id)) + h * force_S;
    const Vector3d angular = spin_S + h * torque_S;
    to.parent = -1;
    to.massKg = body.massKg;
    to.inertia_S = toRows(inertia_S);
    to.momentum = {linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
}

void JointedTree::loadJoint(const StepSettings& settings, const Body& body, IslandBody& child,
                            IslandBody& parent) const {
    const Body& above = m_bodies[static_cast<std::size_t>(body.parent)];
    const Vector3d onChild_S = body.R_SB.lazyProduct(body.anchor_B);
    const Vector3d onParent_S = above.R_SB.lazyProduct(body.anchor_P);
    const Vector3d gap_S = (toEigen(dBodyGetPosition(above.id)) + onParent_S) -
                           (toEigen(dBodyGetPosition(body.id)) + onChild_S);
    const bool isFixed = body.kind == JointKind::Fixed;
    const double erp = isFixed ? dJointGetFixedParam(body.joint, dParamERP) : settings.erp;
    const double cfm = isFixed ? dJointGetFixedParam(body.joint, dParamCFM) : settings.cfm;
    const Vector3d closing_S = erp / settings.stepS * gap_S;
    TreeJoint& joint = child.joint;
    joint.anchorOnChild_S = toArray(onChild_S);
    joint.anchorOnParent_S = toArray(onParent_S);
    joint.linearSoftness = cfm / settings.stepS;
    std::copy_n(closing_S.data(), 3, joint.targetVelocity.begin());
    switch (body.kind) {
    case JointKind::Hinge:
        return loadHinge(settings, body, child, parent);
    case JointKind::Universal:
        return loadUniversal(settings, body, child, parent);
    case JointKind::Fixed:
        return loadFixed(settings, body, child);
    }
}

void JointedTree::loadFixed(const StepSettings& settings, const Body& body,
                            IslandBody& child) const {
    const Body& above = m_bodies[static_cast<std::size_t>(body.parent)];
    const Body& first = body.isChildFirst ? body : above;
    const Body& second = body.isChildFirst ? above : body;
    const double sign = body.isChildFirst ? 1.0 : -1.0;
    dQuaternion turn{};
    dQuaternion error{};
    dQMultiply1(turn, dBodyGetQuaternion(first.id), dBodyGetQuaternion(second.id));
    dQMultiply2(error, turn, body.turn_FirstSecond.data());
    const double shortWay = error[0] < 0.0 ? -1.0 : 1.0;
    const Vector3d error_S = shortWay * (first.R_SB * toEigen(&error[1]));
    const Vector3d target_S = sign * 2.0 * settings.erp / settings.stepS * error_S;
    const double softness = settings.cfm / settings.stepS;
    TreeJoint& joint = child.joint;
    joint.driveCount = 0;
    joint.angularSoftness = toRows(softness * Matrix3d::Identity());
    joint.angularStiffness = toRows(Matrix3d::Identity() / softness);
    std::copy_n(target_S.data(), 3, joint.targetVelocity.begin() + 3);
}

void JointedTree::loadHinge(const StepSettings& settings, const Body& body, IslandBody& child,
                            IslandBody& parent) const {
    const Body& above = m_bodies[static_cast<std::size_t>(body.parent)];
    const Body& first = body.isChildFirst ? body : above;
    const Body& second = body.isChildFirst ? above : body;
    const double sign = body.isChildFirst ? 1.0 : -1.0;
    const Vector3d axis1_S = first.R_SB.lazyProduct(body.axis_First);
    const Vector3d axis2_S = second.R_SB.lazyProduct(body.axis_Second);
    const Vector3d axis_S = sign * axis1_S;
    const double angleRad =
        std::isnan(body.knownAngleRad) ? dJointGetHingeAngle(body.joint) : body.knownAngleRad;

    TreeJoint& joint = child.joint;
    Drive& drive = joint.drives[0];
    drive = loadDrive(settings, body, 0, angleRad, axis_S, child, parent);
    drive.dual_S = drive.axis_S;
    joint.drives[1] = Drive{};
    joint.driveCount = 1;
    SIDELINE_ASSERT(drive.softness > 0.0 && settings.cfm > 0.0);
    const Matrix3d along = axis_S * axis_S.transpose();
    const Matrix3d across = Matrix3d::Identity() - along;
    const double softness = settings.cfm / settings.stepS;
    joint.angularSoftness = toRows(softness * across + drive.softness * along);
    joint.angularStiffness = toRows(across / softness + along / drive.softness);
    const Vector3d target_S = sign * settings.erp / settings.stepS * axis1_S.cross(axis2_S) +
                              drive.targetRadPerS * axis_S;
    std::copy_n(target_S.data(), 3, joint.targetVelocity.begin() + 3);
}

void JointedTree::loadUniversal(const StepSettings& settings, const Body& body, IslandBody& child,
                                IslandBody& parent) const {
    const Body& above = m_bodies[static_cast<std::size_t>(body.parent)];
    const Body& first = body.isChildFirst ? body : above;
    const Body& second = body.isChildFirst ? above : body;
    const double sign = body.isChildFirst ? 1.0 : -1.0;
    const Vector3d axis1_S = sign * (first.R_SB * body.axis_First);
    const Vector3d axis2_S = sign * (second.R_SB * body.axis_Second);
    const double cosine = axis1_S.dot(axis2_S);
    const Vector3d held_S = sign * axis1_S.cross(axis2_S).normalized();
    const double heldSoftness = settings.cfm / settings.stepS;
    double angle1Rad = 0.0;
    double angle2Rad = 0.0;
    dJointGetUniversalAngles(body.joint, &angle1Rad, &angle2Rad);

    TreeJoint& joint = child.joint;
    joint.driveCount = 2;
    joint.drives[0] = loadDrive(settings, body, 0, angle1Rad, axis1_S, child, parent);
    joint.drives[1] = loadDrive(settings, body, kSecondAxis, angle2Rad, axis2_S, child, parent);
    const double sineSquared = 1.0 - cosine * cosine;
    const std::array<Vector3d, 2> axes = {axis1_S, axis2_S};
    const std::array<Vector3d, 2> duals = {(axis1_S - cosine * axis2_S) / sineSquared,
                                           (axis2_S - cosine * axis1_S) / sineSquared};
    Matrix3d softness = heldSoftness * held_S * held_S.transpose();
    Matrix3d stiffness = held_S * held_S.transpose() / heldSoftness;
    Vector3d target_S = -cosine * settings.erp / settings.stepS * held_S;
    for (std::size_t k = 0; k < 2; ++k) {
        Drive& drive = joint.drives[k];
        SIDELINE_ASSERT(drive.softness > 0.0);
        drive.dual_S = toArray(duals[k]);
        softness += drive.softness * duals[k] * duals[k].transpose();
        stiffness += axes[k] * axes[k].transpose() / drive.softness;
        target_S += drive.targetRadPerS * duals[k];
    }
    joint.angularSoftness = toRows(softness);
    joint.angularStiffness = toRows(stiffness);
    std::copy_n(target_S.data(), 3, joint.targetVelocity.begin() + 3);
}

// ODE's single row for a motor or limit. A motor at a limit applies its torque as an external one.
Drive JointedTree::loadDrive(const StepSettings& settings, const Body& body, int group,
                             double angleRad, const Vector3d& axis_S, IslandBody& child,
                             IslandBody& parent) const {
    const double h = settings.stepS;
    const Limits limits(body.joint, body.kind, group);
    const bool isLow = limits.hasLimits() && angleRad <= limits.lowStop;
    const bool isHigh = limits.hasLimits() && !isLow && angleRad >= limits.highStop;
    Drive drive;
    drive.axis_S = toArray(axis_S);
    if (!isLow && !isHigh) {
        drive.softness = (limits.maxForce > 0.0 ? limits.cfm : settings.cfm) / h;
        drive.targetRadPerS = limits.velocity;
        drive.minNms = -limits.maxForce * h;
        drive.maxNms = limits.maxForce * h;
        return drive;
    }
    const auto read = [&](int parameter) {
        return body.kind == JointKind::Hinge
                   ? dJointGetHingeParam(body.joint, parameter)
                   : dJointGetUniversalParam(body.joint, parameter + group);
    };
    const bool isLocked = limits.lowStop == limits.highStop;
    if (limits.maxForce > 0.0 && !isLocked) {
        const double v = limits.velocity;
        double torque = v > 0.0 || (v == 0.0 && isHigh) ? limits.maxForce : -limits.maxForce;
        if ((isLow && v > 0.0) || (isHigh && v < 0.0)) {
            torque *= read(dParamFudgeFactor);
        }
        for (std::size_t i = 0; i < 3; ++i) {
            child.momentum[i + 3] += h * torque * drive.axis_S[i];
            parent.momentum[i + 3] -= h * torque * drive.axis_S[i];
        }
    }
    const double overshootRad = angleRad - (isLow ? limits.lowStop : limits.highStop);
    drive.softness = read(dParamStopCFM) / h;
    drive.targetRadPerS = -read(dParamStopERP) / h * overshootRad;
    drive.minNms = isHigh || isLocked ? -dInfinity : 0.0;
    drive.maxNms = isLow || isLocked ? dInfinity : 0.0;
    const double bounce = read(dParamBounce);
    if (bounce > 0.0 && !isLocked) {
        const dBodyID parentId = m_bodies[static_cast<std::size_t>(body.parent)].id;
        const double rate =
            axis_S.dot(angularVelocityOf(body.id)) - axis_S.dot(angularVelocityOf(parentId));
        if (isLow && rate < 0.0) {
            drive.targetRadPerS = std::max(drive.targetRadPerS, -bounce * rate);
        } else if (isHigh && rate > 0.0) {
            drive.targetRadPerS = std::min(drive.targetRadPerS, -bounce * rate);
        }
    }
    return drive;
}

// Reports the torques of motors and limits; the bearing's own force and torque are omitted.
void JointedTree::setMotor(const Body& body, const TreeJoint& joint, double stepS) {
    dJointFeedback* feedback = dJointGetFeedback(body.joint);
    if (feedback == nullptr) {
        return;
    }
    *feedback = {};
    for (std::size_t k = 0; k < joint.driveCount; ++k) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double torque = joint.drives[k].impulseNms / stepS * joint.drives[k].axis_S[axis];
            feedback->t1[axis] += body.isChildFirst ? torque : -torque;
            feedback->t2[axis] -= body.isChildFirst ? torque : -torque;
        }
    }
}

// Explicit integration of the quaternion, as in ODE's `dxStepBody`.
void JointedTree::move(double stepS, std::span<const IslandBody> from) {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const dBodyID id = m_bodies[i].id;
        if (m_bodies[i].joint != nullptr) {
            setMotor(m_bodies[i], from[i].joint, stepS);
        }
        const spatial::Vector6& u = from[i].velocity;
        dBodySetLinearVel(id, u[0], u[1], u[2]);
        dBodySetAngularVel(id, u[3], u[4], u[5]);
        dBodySetForce(id, 0, 0, 0);
        dBodySetTorque(id, 0, 0, 0);
        const dReal* p = dBodyGetPosition(id);
        m_bodies[i].newP_S = {p[0] + stepS * u[0], p[1] + stepS * u[1], p[2] + stepS * u[2]};
        // dBodySetQuaternion would normalize again and notify the spaces.
        auto* q = const_cast<dReal*>(dBodyGetQuaternion(id));
        const double* w = &u[3];
        const std::array<double, 4> turned = {
            q[0] + stepS * 0.5 * (-w[0] * q[1] - w[1] * q[2] - w[2] * q[3]),
            q[1] + stepS * 0.5 * (w[0] * q[0] + w[1] * q[3] - w[2] * q[2]),
            q[2] + stepS * 0.5 * (-w[0] * q[3] + w[1] * q[0] + w[2] * q[1]),
            q[3] + stepS * 0.5 * (w[0] * q[2] - w[1] * q[1] + w[2] * q[0])};
        const double scale = 1.0 / std::sqrt(turned[0] * turned[0] + turned[1] * turned[1] +
                                             turned[2] * turned[2] + turned[3] * turned[3]);
        for (std::size_t k = 0; k < 4; ++k) {
            q[k] = turned[k] * scale;
        }
        dRfromQ(const_cast<dReal*>(dBodyGetRotation(id)), q);
    }
}

void JointedTree::finish() {
    for (const Body& body : m_bodies) {
        dBodySetPosition(body.id, body.newP_S.x(), body.newP_S.y(), body.newP_S.z());
    }
}

} // namespace sideline::simulator
