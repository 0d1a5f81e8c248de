#pragma once

#include <array>
#include <memory>

#include <Eigen/Core>
#include <ode/ode.h>

#include "agentcore/math/pose.h"

namespace sideline::simulator {

/// Deleters for ODE objects.
struct OdeDeleter {
    void operator()(dxWorld* world) const { dWorldDestroy(world); }
    void operator()(dxBody* body) const { dBodyDestroy(body); }
    void operator()(dxJoint* joint) const { dJointDestroy(joint); }
    void operator()(dxJointGroup* group) const { dJointGroupDestroy(group); }
    void operator()(dxGeom* geom) const { dGeomDestroy(geom); }
    void operator()(dxSpace* space) const { dSpaceDestroy(space); }
    void operator()(dxThreadingImplementation* threading) const {
        dThreadingFreeImplementation(threading);
    }
};
template <typename T>
using OdePtr = std::unique_ptr<T, OdeDeleter>;

/// The complete state of a body between steps, bit for bit.
struct BodyState {
    std::array<double, 3> p_S{};
    std::array<double, 4> q{};  ///< w x y z
    std::array<double, 12> R{}; ///< rows of four numbers, as in ODE
    std::array<double, 3> v_SMps{};
    std::array<double, 3> omega_SRadPerS{};
    bool isAwake = true;
    int idleStepsLeft = 0;
    [[nodiscard]] bool operator==(const BodyState&) const = default;
};

/// A rigid ODE body with the server's drag and automatic disabling.
///
/// ODE can disable resting bodies itself, but its idle counter cannot be saved; the same rule is
/// implemented here (`dInternalHandleAutoDisabling`): ten steps below 0.01 m/s and 0.01 rad/s.
class RigidBody {
public:
    /// Speed reduction per unit of speed.
    struct Drag {
        double linearNsPerM = 0.01;
        double angularNmsPerRad = 0.01;
    };

    RigidBody(dWorldID world, const dMass& mass, const Drag& drag, const math::Pose& X_SBody);

    [[nodiscard]] dBodyID id() const { return m_body.get(); }
    [[nodiscard]] math::Pose pose() const;
    [[nodiscard]] Eigen::Vector3d velocityMps() const;
    [[nodiscard]] Eigen::Vector3d angularVelocityRadPerS() const;
    [[nodiscard]] bool isAwake() const { return dBodyIsEnabled(m_body.get()) != 0; }

    /// Sets pose and velocity, and wakes the body.
    void place(const math::Pose& X_SBody, const Eigen::Vector3d& v_SMps = Eigen::Vector3d::Zero(),
               const Eigen::Vector3d& omega_SRadPerS = Eigen::Vector3d::Zero());
    void wake();

    /// To be called before each step: applies drag and disables an idle body.
    void prepareStep();

    [[nodiscard]] BodyState save() const;
    void restore(const BodyState& state);

private:
    OdePtr<dxBody> m_body;
    Drag m_drag;
    int m_idleStepsLeft;
};

} // namespace sideline::simulator
