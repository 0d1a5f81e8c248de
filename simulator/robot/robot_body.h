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

/// Contact force on a body in the last step.
struct ForceReading {
    Eigen::Vector3d center_Body = Eigen::Vector3d::Zero(); ///< force-weighted center, m
    Eigen::Vector3d force_BodyN = Eigen::Vector3d::Zero();
    [[nodiscard]] bool operator==(const ForceReading&) const = default;
};

/// The complete state of a robot between steps, bit for bit.
struct RobotBodyState {
    std::vector<BodyState> bodies;
    std::vector<double> motorRadPerS;
    Eigen::Vector3d lastVelocity_SMps = Eigen::Vector3d::Zero();
    Eigen::Vector3d acceleration_TMps2 = Eigen::Vector3d::Zero();
    std::vector<std::optional<ForceReading>> forces;
    bool isHeld = false;
    [[nodiscard]] bool operator==(const RobotBodyState&) const = default;
};

/// A robot in the physical world, built from its description: bodies, colliders, motorized hinge
/// and universal joints, and fixed joints. One thread at a time.
class RobotBody {
public:
    /// @param space the robot's colliders get a space of their own inside it
    /// @param X_STorso initial pose of the torso, with all joints at zero
    RobotBody(dWorldID world, dSpaceID space, const robot::RobotModel& model,
              const math::Pose& X_STorso);
    RobotBody(const RobotBody&) = delete;
    RobotBody& operator=(const RobotBody&) = delete;

    [[nodiscard]] const robot::RobotModel& model() const { return *m_model; }

    /// Sets the speed of a joint, limited by its motor. A hinge at or beyond a joint limit keeps
    /// its previous speed, as on the server (`HingeEffector::Realize`); a universal joint does not
    /// (`UniversalJointEffector::Realize`).
    void setJointSpeed(robot::JointId joint, double radPerS);
    /// Angle of a joint in (-pi, pi]; initially 0.
    [[nodiscard]] double jointAngleRad(robot::JointId joint) const;
    /// The cached angle if it was queried since the robot last moved, else NaN.
    [[nodiscard]] double knownAngleRad(robot::JointId id) const { return m_angleRad[id.index()]; }
    /// Angular speed of a joint.
    [[nodiscard]] double jointSpeedRadPerS(robot::JointId joint) const;

    [[nodiscard]] math::Pose pose(robot::BodyId body) const;
    [[nodiscard]] const RigidBody& body(robot::BodyId body) const { return m_bodies[body.index()]; }
    /// Moves the robot without changing its posture; it is at rest afterward. The accelerometer
    /// measures the velocity change in the next step, as on the server.
    void place(const math::Pose& X_STorso);
    /// Sets pose and joint angles of the robot; it is at rest afterward.
    /// @param jointAnglesRad one per joint of the model, within its limits
    void setPosture(const math::Pose& X_STorso, std::span<const double> jointAnglesRad);
    /// Applies a force to a point of a body during the next step, and wakes it.
    void push(robot::BodyId body, const Eigen::Vector3d& p_S, const Eigen::Vector3d& force_SN);

    /// Fixes the torso at its pose or releases it. Everything else keeps moving.
    void setHeld(bool isHeld);
    [[nodiscard]] bool isHeld() const { return m_isHeld; }

    /// Records motor torques from the next step on, for `motorTorqueNm`; does not change results.
    void watchMotors();
    /// Torque of a hinge's motor (and limit) about its axis in the last step, N m, with either
    /// solver; nullopt for universal joints, and without `watchMotors`.
    [[nodiscard]] std::optional<double> motorTorqueNm(robot::JointId joint) const;

    /// Angular velocity of the torso in its own frame, rad/s.
    [[nodiscard]] Eigen::Vector3d gyro_TRadPerS() const;
    /// Acceleration of the torso minus gravity, in its own frame, m/s^2; delayed by one step, as
    /// the server measures it (`accelerometer.cpp`).
    [[nodiscard]] const Eigen::Vector3d& acceleration_TMps2() const { return m_acceleration_T; }
    /// Contact forces on a body in the last step; nullopt without contact.
    [[nodiscard]] const std::optional<ForceReading>& force(robot::BodyId body) const {
        return m_forces[body.index()];
    }

    /// Whether a body had contact in the last step.
    [[nodiscard]] bool isTouched(robot::BodyId body) const {
        return m_forces[body.index()].has_value();
    }
    /// Contact properties of a body's surface; valid during the life of the robot.
    [[nodiscard]] const Surface& surface(robot::BodyId body) const {
        return m_surfaces[body.index()];
    }

    /// Wakes all bodies after a change of the world.
    void wake();

    /// To be called before each step, with the gravity of the previous step in m/s^2 along z.
    void prepareStep(double stepS, double gravityMps2);
    /// Adds a contact of this step, whose forces are in `feedback` after the step.
    /// @param isSecond whether the body is the second one of the contact joint
    void addContact(robot::BodyId body, const dJointFeedback& feedback, const Eigen::Vector3d& p_S,
                    bool isSecond);
    /// To be called after each step, while the feedback is valid.
    void finishStep();

    [[nodiscard]] RobotBodyState save() const;
    void restore(const RobotBodyState& state);

    /// The space with the robot's colliders.
    [[nodiscard]] dSpaceID space() const { return m_space.get(); }
    /// The colliders, in the order of their bodies.
    [[nodiscard]] std::span<const OdePtr<dxGeom>> colliders() const { return m_colliders; }
    /// ODE's joint for an angle: a hinge, or one universal joint for its two angles.
    [[nodiscard]] dJointID odeJoint(robot::JointId joint) const;

private:
    struct TouchedBody {
        robot::BodyId body;
        Eigen::Vector3d p_S;
        bool isSecond;
        const dJointFeedback* feedback;
    };
    void noteWatched();
    void invalidateAngles();
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
    std::vector<OdePtr<dxJoint>>
        m_joints; // indexed by JointId; empty for the second axis of a universal joint
    std::vector<OdePtr<dxJoint>> m_fixedJoints;
    std::vector<Surface> m_surfaces;
    std::vector<TouchedBody> m_touched;
    std::vector<std::optional<ForceReading>> m_forces;
    std::vector<dJointFeedback> m_motorFeedback; ///< one per joint; empty without `watchMotors`
    std::vector<Eigen::Matrix3d>
        m_watchedR_S; ///< rotations of the bodies before the step, for motor torques
    /// Cached joint angles since the last motion; NaN: not computed. ODE computes them from
    /// quaternions each time, which takes a twentieth of a trial.
    mutable std::vector<double> m_angleRad;
    bool m_isHeld = false;
    Eigen::Vector3d m_lastVelocity_S = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_acceleration_T = Eigen::Vector3d::Zero();
};

} // namespace sideline::simulator
