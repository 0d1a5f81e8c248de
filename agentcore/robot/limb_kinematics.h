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

/// A limb of a model, or nullptr if it has none that can be moved; lives as long as the model.
[[nodiscard]] inline const LimbChain* limbChain(const RobotModel& model, LimbId limb) {
    return model.limbs().find(limb);
}

/// What inverse kinematics found.
struct LimbSolution {
    /// Of the chain's joints, inside their stops.
    std::array<double, kMaxChainJoints> anglesRad{};
    std::size_t jointCount = 0;
    bool isReachable = false;    ///< errors are within 0.1 mm and 0.01 degrees (position for arms)
    double positionErrorM = 0.0; ///< of the point, with these angles
    double rotationErrorRad = 0.0;
};

/// A joint of a leg that turns about a lateral or a sagittal axis in the rest pose.
struct LegAxis {
    std::size_t index = 0; ///< in the chain
    /// 1 if positive angles turn about the torso's x axis (pitch) or y axis (roll), -1 if they turn
    /// the other way; 0: the leg has no such joint.
    double sign = 0.0;

    [[nodiscard]] bool isValid() const { return sign != 0.0; }
};

/// The joints of a leg by what they do.
struct LegAxes {
    LegAxis hipPitch; ///< the first that pitches
    LegAxis hipRoll;  ///< the first that rolls
    LegAxis knee;     ///< the second that pitches
    LegAxis anklePitch;
    LegAxis ankleRoll;
};

/// Inverse kinematics of a leg: analytic for a Nao's, with the hip yaw-pitch joint, numerical for
/// others.
///
/// Of a Nao's hip the three axes meet in one point, the first of them aslant; knee and ankle turn
/// in the plane that the ankle's roll joint fixes, and the knee lies off the straight line from hip
/// to ankle. So the ankle's roll comes first, then the knee, the ankle's pitch and the hip, all in
/// closed form. Inside the stops of a Nao there is at most one solution. Where there is none, the
/// nearest posture inside the stops is found by damped least squares from the clamped solution
/// and from `nearRad`, and flagged. No allocation; any thread.
///
/// Legs of another geometry are solved by damped least squares, from `nearRad`, from a bent knee
/// that fits the distance, and from postures all over the range.
class LegKinematics {
public:
    /// @param model has this foot; outlives this. @param limb LeftFoot or RightFoot
    LegKinematics(const RobotModel& model, LimbId limb);

    /// @param X_TorsoSole target pose of the sole's frame in the torso body's frame
    /// @param nearRad angles to stay near, one per joint of the chain; empty for zero. Joints of
    ///     the trunk stay there.
    [[nodiscard]] LimbSolution solve(const math::Pose& X_TorsoSole,
                                     std::span<const double> nearRad = {}) const;
    /// The same in a fraction of the time, for callers that place feet in every cycle, with the
    /// trunk at zero: out of reach it is the closed form held inside the stops, which comes near
    /// and does not jump; for other legs than a Nao's one descent from a bent knee. Errors are not
    /// judged: `isReachable` stays false.
    [[nodiscard]] LimbSolution solveClosed(const math::Pose& X_TorsoSole) const;
    /// Pose of the sole for angles of the chain's joints.
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
    double m_thighM = 0.0;   ///< from hip to knee; 0 for a leg without knee or ankle
    double m_shankM = 0.0;   ///< from knee to ankle
    Eigen::Vector3d m_hip_T; ///< with the trunk at zero
    Eigen::Vector3d m_ankle_Sole;
    bool m_isNao = false; ///< whether the closed form holds
};

/// Inverse kinematics of an arm, position only; otherwise the contract of `LegKinematics::solve`.
///
/// A Nao's has four joints, of which one is free. For a given turn of the upper arm the other three
/// have a closed form; the turn is searched that stays nearest to `nearRad` (sum of squares over
/// all four) inside the stops.
/// @param model has this hand @param hand LeftHand or RightHand
/// @param nearRad angles to stay near, one per joint of the chain; empty for zero
[[nodiscard]] LimbSolution solveArm(const RobotModel& model, LimbId hand,
                                    const Eigen::Vector3d& p_TorsoHand,
                                    std::span<const double> nearRad = {});

/// The target of damped least squares for any chain.
struct ChainTarget {
    math::Pose X_TorsoTip;
    bool wantsRotation = true;
    double rotationWeightM = 0.1; ///< meters that one radian counts as
};
/// Damped least squares (Levenberg-Marquardt) with joint stops, for any chain of at most
/// `kMaxChainJoints` joints of any robot: the nearest posture to the target that is found from
/// `startRad`, one per joint of the chain; empty for zeros. Joints of the trunk stay there.
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
