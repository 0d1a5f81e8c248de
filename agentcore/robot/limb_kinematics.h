#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agentcore/math/pose.h"
#include "agentcore/robot/hinge_chain.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::robot {

/// What can be sent to a place in space.
enum class LimbId : std::uint8_t { LeftFoot, RightFoot, LeftHand, RightHand, Head };

/// A limb of a robot: the chain of joints from the torso to the point that is placed.
struct LimbChain {
    LimbId limb = LimbId::LeftFoot;
    std::vector<JointId> joints; ///< from the torso outwards; for feet without the toe's
    BodyId body;                 ///< that carries the point
    /// The limb's frame in that body. Feet: on the sole, below the ankle, axes of the foot (x
    /// right, y forward, z up). Hands: the far end of the lower arm. Head: the camera.
    math::Pose X_BodyTip;
};

/// The limbs that a model has: those of a Nao, found by joint names; none for other robots.
[[nodiscard]] std::optional<LimbChain> limbChain(const RobotModel& model, LimbId limb);

/// What inverse kinematics found.
struct LimbSolution {
    std::array<double, 7> anglesRad{}; ///< of the chain's joints, inside their stops
    std::size_t jointCount = 0;
    bool isReachable = false;    ///< errors are within 0.1 mm and 0.01 degrees (position for arms)
    double positionErrorM = 0.0; ///< of the point, with these angles
    double rotationErrorRad = 0.0;
};

/// Analytic inverse kinematics of a Nao's leg, with the hip yaw-pitch joint.
///
/// The three axes of the hip meet in one point, the first of them aslant; knee and ankle turn in
/// the plane that the ankle's roll joint fixes, and the knee lies off the straight line from hip to
/// ankle. So the ankle's roll comes first, then the knee, the ankle's pitch and the hip, all in
/// closed form. Inside the stops of a Nao there is at most one solution. Where there is none, the
/// nearest posture inside the stops is found by damped least squares from the clamped solution
/// and from `nearRad`, and flagged. No allocation; any thread.
///
/// A model whose legs have the joints' names but another geometry is solved by damped least
/// squares.
class LegKinematics {
public:
    /// @param model a Nao; outlives this. @param limb LeftFoot or RightFoot
    LegKinematics(const RobotModel& model, LimbId limb);

    /// @param X_TorsoSole wanted pose of the sole's frame in the torso body's frame
    /// @param nearRad angles to stay near, six; empty for zero
    [[nodiscard]] LimbSolution solve(const math::Pose& X_TorsoSole,
                                     std::span<const double> nearRad = {}) const;
    /// The same in a fraction of the time, for who places feet in every cycle: out of reach it is
    /// the closed form held inside the stops, which comes near and does not jump. Errors are not
    /// judged: `isReachable` stays false.
    [[nodiscard]] LimbSolution solveClosed(const math::Pose& X_TorsoSole) const;
    /// Pose of the sole for angles of the six joints.
    [[nodiscard]] math::Pose forward(std::span<const double> anglesRad) const;
    [[nodiscard]] const LimbChain& chain() const { return m_chain; }

private:
    [[nodiscard]] std::array<double, 7> closedForm(const math::Pose& X_TorsoSole) const;

    LimbChain m_chain;
    HingeChain m_hinges;
    bool m_isNao = false; ///< whether the closed form holds
};

/// Inverse kinematics of a Nao's arm: the hand's place, by four joints, of which one is free. For
/// a given turn of the upper arm the other three have a closed form; the turn is searched that
/// stays nearest to `nearRad` (sum of squares over all four) inside the stops. Otherwise the same
/// contract as `LegKinematics::solve`, position only.
/// @param model has this hand @param hand LeftHand or RightHand
/// @param nearRad angles to stay near, four; empty for zero
[[nodiscard]] LimbSolution solveArm(const RobotModel& model, LimbId hand,
                                    const Eigen::Vector3d& p_TorsoHand,
                                    std::span<const double> nearRad = {});

/// What damped least squares should do for any chain.
struct ChainTarget {
    math::Pose X_TorsoTip;
    bool wantsRotation = true;
    double rotationWeightM = 0.1; ///< meters that one radian counts as
};
/// Damped least squares (Levenberg-Marquardt) with joint stops, for any chain of at most seven
/// hinges of any robot: the nearest posture to the target that is found from `startRad`, one per
/// joint of the chain; empty for zeros.
[[nodiscard]] LimbSolution solveChain(const RobotModel& model, const LimbChain& chain,
                                      const ChainTarget& target, std::span<const double> startRad);

/// Any limb of any model: analytic where there is a formula (feet with their rotation, hands
/// without), else damped least squares.
/// @param anglesRad in and out: one per joint of the model; the limb's are replaced, and stay as
///     near to what they were as the target allows
/// @return how near it came; nothing if the model has no such limb
std::optional<LimbSolution> placeLimb(const RobotModel& model, LimbId limb,
                                      const math::Pose& X_TorsoTip, bool wantsRotation,
                                      std::span<double> anglesRad);

/// A row of a Denavit-Hartenberg table (classic convention): Rz(theta) Tz(d) Tx(a) Rx(alpha).
struct DhRow {
    JointId joint;
    double thetaOffsetRad = 0.0; ///< added to `sign` times the joint's angle
    double sign = 1.0;
    double dM = 0.0;
    double aM = 0.0;
    double alphaRad = 0.0;
};
/// A chain as such a table: X_TorsoTip = base * product of rows * tip.
struct DhTable {
    math::Pose X_TorsoBase;
    std::vector<DhRow> rows;
    math::Pose X_LastTip;
};
/// The table of a chain, computed from the body tree; `dhForward` of it equals forward
/// kinematics to rounding.
[[nodiscard]] DhTable dhTable(const RobotModel& model, const LimbChain& chain);
/// @param anglesRad one per row
[[nodiscard]] math::Pose dhForward(const DhTable& table, std::span<const double> anglesRad);

} // namespace sideline::robot
