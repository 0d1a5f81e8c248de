#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>
#include <ode/ode.h>

#include "simulator/world/island_solver.h"

namespace sideline::simulator {

/// Parameters of a step, taken from an ODE world.
struct StepSettings {
    double stepS = 0.0;
    double erp = 0.0;
    double cfm = 0.0;
    double contactLayerM = 0.0;
    double maxPushMps = 0.0; ///< maximum speed at which overlaps are corrected
    Eigen::Vector3d gravity_SMps2 = Eigen::Vector3d::Zero();
};

/// A tree of ODE bodies connected by joints, as read and written by the fast step.
///
/// The constraint rows of the joints are those of ODE 0.16 (`hinge.cpp`, `universal.cpp`,
/// `fixed.cpp`, `joint.cpp`). Different trees may be used by different threads, except for
/// `finish`.
class JointedTree {
public:
    /// See `FastStep::addTree`.
    explicit JointedTree(std::span<const dBodyID> bodies);

    [[nodiscard]] std::size_t size() const { return m_bodies.size(); }
    [[nodiscard]] bool isAwake() const;
    /// Position of a body's center of mass in S, m.
    [[nodiscard]] const dReal* position(std::size_t body) const {
        return dBodyGetPosition(m_bodies[body].id);
    }
    [[nodiscard]] const dReal* velocity(std::size_t body) const {
        return dBodyGetLinearVel(m_bodies[body].id);
    }
    [[nodiscard]] const dReal* angularVelocity(std::size_t body) const {
        return dBodyGetAngularVel(m_bodies[body].id);
    }

    /// Sets the angle of a body's hinge before the step for the next `load`; NaN to query ODE.
    void noteAngle(std::size_t body, double angleRad) { m_bodies[body].knownAngleRad = angleRad; }

    /// Appends the bodies in their state before the step, and wakes them.
    void load(const StepSettings& settings, std::vector<IslandBody>& to);
    /// Applies the velocities of the step and integrates the bodies, but does not set their final
    /// poses. Joints with a feedback (`dJointSetFeedback`) get the torque of their motor and limit.
    void move(double stepS, std::span<const IslandBody> from);
    /// Sets the poses of the bodies. Notifies ODE's spaces: one tree at a time.
    void finish();

private:
    enum class JointKind : unsigned char { Hinge, Universal, Fixed };
    struct Body {
        dBodyID id = nullptr;
        double massKg = 0.0;
        Eigen::Matrix3d inertia_B = Eigen::Matrix3d::Zero();
        // State before and after this step.
        Eigen::Matrix3d R_SB = Eigen::Matrix3d::Identity();
        Eigen::Vector3d newP_S = Eigen::Vector3d::Zero();
        // Joint to the parent.
        int parent = -1;
        dJointID joint = nullptr;
        JointKind kind = JointKind::Hinge;
        bool isChildFirst = true; ///< whether the child is the joint's first body
        Eigen::Vector3d anchor_B = Eigen::Vector3d::Zero();
        Eigen::Vector3d anchor_P = Eigen::Vector3d::Zero(); ///< anchor in the parent's frame
        Eigen::Vector3d axis_First = Eigen::Vector3d::Zero();
        Eigen::Vector3d axis_Second = Eigen::Vector3d::Zero();
        std::array<double, 4> turn_FirstSecond{1.0, 0.0, 0.0,
                                               0.0}; ///< quaternion, for fixed joints
        double knownAngleRad = std::numeric_limits<double>::quiet_NaN();
    };
    struct Limits;
    void readJoint(Body& body) const;
    void readAnchors(Body& body) const;
    void loadFixed(const StepSettings& settings, const Body& body, IslandBody& child) const;
    static void setMotor(const Body& body, const TreeJoint& joint, double stepS);
    static void loadBody(const StepSettings& settings, Body& body, IslandBody& to);
    void loadJoint(const StepSettings& settings, const Body& body, IslandBody& child,
                   IslandBody& parent) const;
    void loadHinge(const StepSettings& settings, const Body& body, IslandBody& child,
                   IslandBody& parent) const;
    void loadUniversal(const StepSettings& settings, const Body& body, IslandBody& child,
                       IslandBody& parent) const;
    Drive loadDrive(const StepSettings& settings, const Body& body, int group, double angleRad,
                    const Eigen::Vector3d& axis_S, IslandBody& child, IslandBody& parent) const;

    std::vector<Body> m_bodies;
};

} // namespace sideline::simulator
