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

/// Returns a limb of a model, or nullptr if it is missing or not movable; valid as long as the
/// model.
[[nodiscard]] inline const LimbChain* limbChain(const RobotModel& model, LimbId limb) {
    return model.limbs().find(limb);
}

/// The result of inverse kinematics.
struct LimbSolution {
    /// Angles of the chain's joints, within their limits.
    std::array<double, kMaxChainJoints> anglesRad{};
    std::size_t jointCount = 0;
    bool isReachable = false;    ///< whether errors are within 0.1 mm and, except for arms, 0.01
                                 ///< degrees
    double positionErrorM = 0.0; ///< position error of the placed point with these angles
    double rotationErrorRad = 0.0;
};

/// A joint of a leg that rotates about a lateral or a sagittal axis in the rest pose.
struct LegAxis {
    std::size_t index = 0; ///< index in the chain
    /// 1 if positive angles rotate about the torso's x axis (pitch) or y axis (roll), -1 if they
    /// rotate in the opposite direction; 0 if the leg has no such joint.
    double sign = 0.0;

    [[nodiscard]] bool isValid() const { return sign != 0.0; }
};

/// The joints of a leg by their function.
struct LegAxes {
    LegAxis hipPitch; ///< first pitch joint
    LegAxis hipRoll;  ///< first roll joint
    LegAxis knee;     ///< second pitch joint
    LegAxis anklePitch;
    LegAxis ankleRoll;
};

/// Inverse kinematics of a leg: analytic for a Nao's leg with its hip yaw-pitch joint, numerical
/// for others.
///
/// The three hip axes of a Nao intersect in one point, the first of them inclined; knee and ankle
/// rotate in the plane set by the ankle's roll joint, and the knee is offset from the line from hip
/// to ankle. The solution therefore starts with the ankle's roll, followed by the knee, the ankle's
/// pitch and the hip, all in closed form. There is at most one solution within the limits of a Nao.
/// If there is none, damped least squares from the clamped solution and from `nearRad` finds the
/// nearest posture within the limits, which is flagged. No allocation; any thread.
///
/// Other legs are solved by damped least squares, from `nearRad`, from a bent knee that fits the
/// distance, and from postures over the whole range.
class LegKinematics {
public:
    /// @param model must have this foot and outlive this object @param limb LeftFoot or RightFoot
    LegKinematics(const RobotModel& model, LimbId limb);

    /// @param X_TorsoSole target pose of the sole's frame in the torso frame
    /// @param nearRad preferred angles, one per joint of the chain; empty for zero. Joints of the
    ///     trunk keep these angles.
    [[nodiscard]] LimbSolution solve(const math::Pose& X_TorsoSole,
                                     std::span<const double> nearRad = {}) const;
    /// Solves in a fraction of the time, with the trunk at zero, for callers that place feet in
    /// every cycle. Out of reach, the closed form is clamped to the limits, which gives a close and
    /// continuous result; legs other than a Nao's are solved by one descent from a bent knee.
    /// Errors are not computed: `isReachable` stays false.
    [[nodiscard]] LimbSolution solveClosed(const math::Pose& X_TorsoSole) const;
    /// Returns the pose of the sole for angles of the chain's joints.
    [[nodiscard]] math::Pose forward(std::span<const double> anglesRad) const;
    [[nodiscard]] const LimbChain& chain() const { return m_chain; }
    [[nodiscard]] const LegAxes& axes() const { return m_axes; }

private:
    [[nodiscard]] std::array<double, kMaxChainJoints> closedForm(
        const math::Pose& X_TorsoSole) const;
    [[nodiscard]] std::array<double, kMaxChainJoints> bentKnee(const math::Pose& X_TorsoSole) const;

    LimbChain m_chain;
    HingeChain m_hinges;
    LegAxes m_axes;
    double m_thighM = 0.0;   ///< distance from hip to knee; 0 for a leg without knee or ankle
    double m_shankM = 0.0;   ///< distance from knee to ankle
    Eigen::Vector3d m_hip_T; ///< position of the hip with the trunk at zero
    Eigen::Vector3d m_ankle_Sole;
    bool m_isNao = false; ///< whether the closed form applies
};

/// Inverse kinematics of an arm, position only; otherwise like `LegKinematics::solve`.
///
/// A Nao's arm has four joints, one of which is redundant. For a given rotation of the upper arm,
/// the other three have a closed form; the search finds the rotation nearest to `nearRad` (sum of
/// squares over all four) within the limits.
/// @param model must have this hand @param hand LeftHand or RightHand
/// @param nearRad preferred angles, one per joint of the chain; empty for zero
[[nodiscard]] LimbSolution solveArm(const RobotModel& model, LimbId hand,
                                    const Eigen::Vector3d& p_TorsoHand,
                                    std::span<const double> nearRad = {});

/// The target of damped least squares for a chain.
struct ChainTarget {
    math::Pose X_TorsoTip;
    bool constrainsRotation = true;
    double rotationWeightM = 0.1; ///< meters equivalent to one radian
};
/// Damped least squares (Levenberg-Marquardt) with joint limits, for any robot's chain of at most
/// `kMaxChainJoints` joints: returns the posture nearest to the target that is found from
/// `startRad` (one angle per joint; empty for zeros). Joints of the trunk keep their angles.
[[nodiscard]] LimbSolution solveChain(const RobotModel& model, const LimbChain& chain,
                                      const ChainTarget& target, std::span<const double> startRad);

/// Solves any limb of any model: analytically if there is a formula (feet with rotation, hands
/// without), otherwise by damped least squares.
/// @param anglesRad input and output: one per joint of the model; the angles of the limb are
///     replaced and stay as close to their values as the target allows
/// @return the solution with its errors; not set if the model lacks the limb
std::optional<LimbSolution> placeLimb(const RobotModel& model, LimbId limb,
                                      const math::Pose& X_TorsoTip, bool constrainsRotation,
                                      std::span<double> anglesRad);

/// A row of a Denavit-Hartenberg table (classic convention): Rz(theta) Tz(d) Tx(a) Rx(alpha).
struct DhRow {
    JointId joint;
    double thetaOffsetRad = 0.0; ///< offset added to `sign` times the joint's angle
    double sign = 1.0;
    double dM = 0.0;
    double aM = 0.0;
    double alphaRad = 0.0;
};
/// A chain as a Denavit-Hartenberg table: X_TorsoTip = base * product of rows * tip.
struct DhTable {
    math::Pose X_TorsoBase;
    std::vector<DhRow> rows;
    math::Pose X_LastTip;
};
/// Computes the table of a chain from the body tree; the product of its transforms equals forward
/// kinematics up to rounding.
[[nodiscard]] DhTable dhTable(const RobotModel& model, const LimbChain& chain);

} // namespace sideline::robot
