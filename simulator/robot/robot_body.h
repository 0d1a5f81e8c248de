#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <ode/ode.h>

#include "agentcore/robot/robot_model.h"
#include "simulator/body/rigid_body.h"
#include "simulator/body/surface.h"

namespace sideline::simulator {

/// What the ground (or anything else) did to a body in the last step.
struct ForceReading {
    Eigen::Vector3d center_Body = Eigen::Vector3d::Zero(); ///< force-weighted middle, m
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
    [[nodiscard]] bool operator==(const ForceReading&) const = default;
};

/// All that a robot remembers from step to step, bit for bit.
struct RobotBodyState {
    std::vector<BodyState> bodies;
    std::vector<double> motorRadPerS;
    Eigen::Vector3d lastVelocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero();
    std::vector<std::optional<ForceReading>> forces;
    bool isHeld = false;
    [[nodiscard]] bool operator==(const RobotBodyState&) const = default;
};

/// A robot in the physical world, built from its description: bodies, colliders, motorised hinges
/// and universal joints, bodies fixed to others. One thread at a time.
class RobotBody {
public:
    /// @param space colliders of the robot go into a space of their own inside of it
    /// @param X_STorso where the torso begins, with all joints at zero
    RobotBody(dWorldID world, dSpaceID space, const robot::RobotModel& model,
              const math::Pose& X_STorso);
    RobotBody(const RobotBody&) = delete;
    RobotBody& operator=(const RobotBody&) = delete;

    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }

    /// Wants a speed of a joint from now on; kept within the motor's limit. A hinge that stands at
    /// or beyond a stop keeps the speed it had, as the server has it (`HingeEffector::Realize`); a
    /// universal joint does not (`UniversalJointEffector::Realize`).
    void setJointSpeed(robot::JointId joint, double radPerS);
    /// Angle of a joint in (-pi, pi]; 0 as the robot was built.
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const;
    /// The same if anybody has asked for it since the robot last moved, else NaN.
    [[nodiscard]] double knownAngleRad(robot::JointId id) const { return m_angleRad[id.index()]; }
    /// Speed at which a joint turns.
    [[nodiscard]] double jointSpeedRadPerS(robot::JointId joint) const;

    [[nodiscard]] math::Pose pose(robot::BodyId body) const;
    [[nodiscard]] const RigidBody& body(robot::BodyId body) const { return m_bodies[body.index()]; }
    /// Moves the robot as it stands, at rest afterwards. The accelerometer feels the jump of the
    /// velocity in the next step, as the server's does.
    void place(const math::Pose& X_STorso);
    /// Puts the robot somewhere in a posture, at rest afterwards.
    /// @param jointAnglesRad one per joint of the model, inside its stops
    void assume(const math::Pose& X_STorso, std::span<const double> jointAnglesRad);
    /// Pushes a body at a point of it during the next step, and wakes it.
    void push(robot::BodyId body, const Eigen::Vector3d& p_S, const Eigen::Vector3d& force_SN);

    /// Fixes the torso where it is, as if somebody held it, or lets it go. All else moves on.
    void setHeld(bool isHeld);
    [[nodiscard]] bool isHeld() const { return m_isHeld; }

    /// Notes what the motors do from the next step on, for `motorTorqueNm`; changes no result.
    void watchMotors();
    /// Torque of a hinge's motor (and stop) about its axis in the last step, N m, with either
    /// solver; nothing for universal joints, and unless it is watched.
    [[nodiscard]] std::optional<double> motorTorqueNm(robot::JointId joint) const;

    /// Turning speed of the torso in its own frame, rad/s.
    [[nodiscard]] Eigen::Vector3d gyro_TRadPerS() const;
    /// Acceleration of the torso less gravity, in its own frame, m/s^2; one step old, as the
    /// server measures it (`accelerometer.cpp`).
    [[nodiscard]] const Eigen::Vector3d& acceleration_TMps2() const { return m_acceleration_T; }
    /// Forces on a body in the last step; nothing while nothing touches it.
    [[nodiscard]] const std::optional<ForceReading>& force(robot::BodyId body) const {
        return m_forces[body.index()];
    }

    /// Whether anything touched a body in the last step.
    [[nodiscard]] bool isTouched(robot::BodyId body) const {
        return m_forces[body.index()].has_value();
    }
    /// What a body's surface does in contacts; lives as long as the robot.
    [[nodiscard]] const Surface& surface(robot::BodyId body) const {
        return m_surfaces[body.index()];
    }

    /// Wakes all bodies: something about the world has changed.
    void wake();

    /// To be called before each step, with the gravity of the step before in m/s^2 along z.
    void prepareStep(double stepS, double gravityMps2);
    /// Notes a contact of this step, whose forces stand in `feedback` after it.
    /// @param isSecond whether the body is the second one of the contact joint
    void addContact(robot::BodyId body, const dJointFeedback& feedback, const Eigen::Vector3d& p_S,
                    bool isSecond);
    /// To be called after each step, while the feedback is there.
    void finishStep();

    [[nodiscard]] RobotBodyState save() const;
    void restore(const RobotBodyState& state);

    /// The space of the robot's colliders.
    [[nodiscard]] dSpaceID space() const { return m_space.get(); }
    /// The colliders, in the order of the bodies that have one.
    [[nodiscard]] std::span<const OdePtr<dxGeom>> colliders() const { return m_colliders; }
    /// ODE's joint behind an angle: a hinge, or one universal joint for both of its angles.
    [[nodiscard]] dJointID odeJoint(robot::JointId joint) const;
    /// ODE's joints that fix bodies to their parents, in the order of the bodies.
    [[nodiscard]] std::span<const OdePtr<dxJoint>> fixedJoints() const { return m_fixedJoints; }

private:
    struct TouchedBody {
        robot::BodyId body;
        Eigen::Vector3d p_S;
        bool isSecond;
        const dJointFeedback* feedback;
    };
    void noteWatched();
    void forgetAngles();
    [[nodiscard]] double odeAngleRad(robot::JointId joint) const;
    [[nodiscard]] std::optional<ForceReading> readForce(robot::BodyId body) const;
    void addCollider(robot::BodyId body);
    void fixToParent(dWorldID world, robot::BodyId body);
    void addJoint(dWorldID world, robot::JointId joint);
    dJointID createHinge(dWorldID world, robot::JointId joint);
    dJointID createUniversal(dWorldID world, robot::JointId first);
    void setParameter(robot::JointId joint, int parameter, double value);
    [[nodiscard]] double parameter(robot::JointId joint, int parameter) const;

    robot::RobotModelPtr m_model;
    OdePtr<dxSpace> m_space;
    std::vector<RigidBody> m_bodies;
    std::vector<OdePtr<dxGeom>> m_colliders; // destroyed before their space
    std::vector<OdePtr<dxJoint>> m_joints;   // by JointId; empty for the second axis of a universal
    std::vector<OdePtr<dxJoint>> m_fixedJoints;
    std::vector<Surface> m_surfaces;
    std::vector<TouchedBody> m_touched;
    std::vector<std::optional<ForceReading>> m_forces;
    std::vector<dJointFeedback> m_motorFeedback; ///< one per joint, or none
    std::vector<Eigen::Matrix3d> m_watchedR_S;   ///< of the bodies before the step; for the above
    /// Angles of joints that were asked for since bodies moved; NaN: not yet. ODE takes them from
    /// quaternions each time, which is a twentieth of a trial.
    mutable std::vector<double> m_angleRad;
    bool m_isHeld = false;
    Eigen::Vector3d m_lastVelocity_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_acceleration_T = Eigen::Vector3d::Zero();
};

} // namespace sideline::simulator
