#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/motion/walk/arm_pose.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// A foot, with its leg and side.
enum class Foot : std::uint8_t { Left, Right };

inline constexpr std::array kFeet = {Foot::Left, Foot::Right};

[[nodiscard]] constexpr Foot otherFoot(Foot foot) {
    return foot == Foot::Left ? Foot::Right : Foot::Left;
}

[[nodiscard]] constexpr std::size_t indexOf(Foot foot) {
    return static_cast<std::size_t>(foot);
}

/// Distance from the center of a Nao's sole to its toe or heel.
inline constexpr double kHalfFootM = 0.08;

/// 1 for the left foot, -1 for the right one.
[[nodiscard]] constexpr double sideOf(Foot foot) {
    return foot == Foot::Left ? 1.0 : -1.0;
}

/// Ground frame G, defined by the feet: origin on the ground below the midpoint between the soles,
/// x ahead of the torso, y to the left, z up.
struct Footing {
    math::Pose X_GT; ///< pose of the torso
    /// Poses of the soles, with body axes: x right, y forward, z up.
    std::array<math::Pose, 2> X_GSole;

    /// Converts a point from the torso frame to the ground.
    [[nodiscard]] Eigen::Vector2d onGround(const Eigen::Vector3d& p_T) const {
        return (X_GT * p_T).head<2>();
    }
};

/// Corrections added to the joint angles of a leg after inverse kinematics, rad.
struct LegTilt {
    double hipPitchRad = 0.0;
    double hipRollRad = 0.0;
    double anklePitchRad = 0.0;
    double ankleRollRad = 0.0;
};

/// Ankle and hip angles that counteract a tilt of the torso.
/// @param gains has `anklePitchP`, `anklePitchD`, ...: gains for the tilt (`P`) and its rate (`D`,
///     s)
/// @param pitchRad,rollRad tilt error, forward and to the left
template <typename Gains>
[[nodiscard]] LegTilt againstTilt(const Gains& gains, double pitchRad, double rollRad,
                                  const Eigen::Vector3d& gyro_TRadPerS) {
    const double pitchRate = -gyro_TRadPerS.x();
    const double rollRate = -gyro_TRadPerS.y();
    return {-gains.hipPitchP * pitchRad - gains.hipPitchD * pitchRate,
            -gains.hipRollP * rollRad - gains.hipRollD * rollRate,
            -gains.anklePitchP * pitchRad - gains.anklePitchD * pitchRate,
            -gains.ankleRollP * rollRad - gains.ankleRollD * rollRate};
}

/// Legs and arms of a two-legged robot, derived from the geometry of its limbs, for code that
/// computes the robot's motion. Immutable; only the constructor allocates.
class LeggedBody {
public:
    /// @param model must satisfy `isLegged`
    explicit LeggedBody(const robot::RobotModel& model);

    /// Whether a robot has two legs with pitch joints in hip, knee and ankle.
    [[nodiscard]] static bool isLegged(const robot::RobotModel& model);

    /// The midpoint between the hips' pitch axes, in the torso's frame, with the waist at zero.
    [[nodiscard]] const Eigen::Vector3d& hips_T() const { return m_hips_T; }
    /// Lateral offset of each sole with straight legs.
    [[nodiscard]] double hipM() const { return m_hipM; }
    /// Distance from hip to sole of a straight leg.
    [[nodiscard]] double legM() const { return m_legM; }

    /// Moves a leg so that its sole reaches a pose, or the nearest reachable one, with the waist at
    /// zero.
    /// @param targetRad one per joint of the model; the joints of the leg, within their limits, and
    /// those of a waist above the legs are set
    void placeSole(Foot foot, const math::Pose& X_TorsoSole, const LegTilt& tilt,
                   std::span<double> targetRad) const;
    /// Whether both knees are nearly straight.
    [[nodiscard]] bool isStraight(std::span<const double> measuredRad) const;
    /// Moves an arm; no effect on robots without arms.
    /// @param pitchRad pitch of the upper arm: hanging at -1.57, forward at 0
    /// @param outRad angle of the upper arm away from the body
    /// @param elbowRad angle of the forearm forward from straight
    void placeArm(Foot side, double pitchRad, double outRad, double elbowRad,
                  std::span<double> targetRad) const;
    /// Bends the toe joint of robots that have one.
    void bendToe(Foot foot, double angleRad, std::span<double> targetRad) const;
    /// Blends joint angles between a start and a target.
    /// @param fromRad, targetRad one per joint of the model
    /// @param legRatio, armRatio 0: start angles; 1: target angles
    void blend(std::span<const double> fromRad, double legRatio, double armRatio,
               std::span<double> targetRad) const;

    /// Pose of a sole from measured joint angles.
    [[nodiscard]] math::Pose X_TorsoSole(Foot foot, std::span<const double> measuredRad) const;
    /// @param up_T unit vector
    [[nodiscard]] Footing footing(std::span<const double> measuredRad,
                                  const Eigen::Vector3d& up_T) const;

private:
    struct Side {
        std::optional<ArmPose> arm;
        robot::JointId toe;
        double toeSign = 1.0; ///< 1 if positive angles raise the toe
    };
    void set(robot::JointId joint, double angleRad, std::span<double> targetRad) const;

    robot::RobotModelPtr m_model;
    std::array<robot::LegKinematics, 2> m_legs;
    std::array<Side, 2> m_sides{};
    Eigen::Vector3d m_hips_T = Eigen::Vector3d::Zero();
    double m_hipM = 0.05;
    double m_legM = 0.2;
};

/// A torso's tilt as the rotation from the torso to the level frame. @param leanRad tilt forward
/// @param rollRad tilt to the left
[[nodiscard]] Eigen::Matrix3d levelFromTorso(double leanRad, double rollRad);

} // namespace sideline::motion
