#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// A foot, and the leg and the side that it belongs to.
enum class Foot : std::uint8_t { Left, Right };

inline constexpr std::array kFeet = {Foot::Left, Foot::Right};

[[nodiscard]] constexpr Foot otherFoot(Foot foot) {
    return foot == Foot::Left ? Foot::Right : Foot::Left;
}

[[nodiscard]] constexpr std::size_t indexOf(Foot foot) {
    return static_cast<std::size_t>(foot);
}

/// 1 for the left foot, -1 for the right one.
[[nodiscard]] constexpr double sideOf(Foot foot) {
    return foot == Foot::Left ? 1.0 : -1.0;
}

/// The ground as the feet feel it, G: origin below the middle between the soles, x ahead as the
/// torso looks, y to the left, z up.
struct Footing {
    math::Pose X_GT; ///< of the torso
    /// Of the soles, with the axes of a body: x right, y forward, z up.
    std::array<math::Pose, 2> X_GSole;

    /// A place seen from the torso, as one on the ground.
    [[nodiscard]] Eigen::Vector2d onGround(const Eigen::Vector3d& p_T) const {
        return (X_GT * p_T).head<2>();
    }
};

/// Changes of a leg's angles beside what its sole's place asks for, rad.
struct LegTilt {
    double hipPitchRad = 0.0;
    double hipRollRad = 0.0;
    double anklePitchRad = 0.0;
    double ankleRollRad = 0.0;
};

/// What brings a leg's ankle and hip against a tilt of the torso.
/// @param gains with `anklePitchP`, `anklePitchD`, ...: against the tilt (`P`) and its rate (`D`,
/// s)
/// @param pitchRad,rollRad tilt beyond what it should be, forward and to the left
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

/// Legs and arms of a robot that is built like a Nao, for those who compute its movements.
/// Immutable; no allocation but in the constructor.
class LeggedBody {
public:
    /// @param model is `isLegged`
    explicit LeggedBody(const robot::RobotModel& model);

    /// Whether a robot has the legs and arms that this knows how to move.
    [[nodiscard]] static bool isLegged(const robot::RobotModel& model);

    /// The middle between the hips, in the torso.
    [[nodiscard]] const Eigen::Vector3d& hips_T() const { return m_hips_T; }
    /// How far to the side each hip is.
    [[nodiscard]] double hipM() const { return m_hipM; }
    /// From hip to sole, straight.
    [[nodiscard]] double legM() const { return m_legM; }

    /// Moves a leg so that its sole is there, or as near as it gets.
    /// @param wantedRad one per joint of the model; the leg's are set, inside their stops
    void placeSole(Foot foot, const math::Pose& X_TorsoSole, const LegTilt& tilt,
                   std::span<double> wantedRad) const;
    /// Whether both knees are nearly straight.
    [[nodiscard]] bool isStraight(std::span<const double> measuredRad) const;
    /// Moves an arm.
    /// @param pitchRad of the shoulder: -1.57 lets it hang @param outRad away from the body
    void placeArm(Foot side, double pitchRad, double outRad, double elbowRad,
                  std::span<double> wantedRad) const;
    /// Bends the toe of robots that have one.
    void bendToe(Foot foot, double angleRad, std::span<double> wantedRad) const;
    /// Sets joints on their way from where they were.
    /// @param fromRad, wantedRad one per joint of the model
    /// @param legShare, armShare 0: where they were; 1: as wanted
    void blend(std::span<const double> fromRad, double legShare, double armShare,
               std::span<double> wantedRad) const;

    /// Where a sole is, by measured joints.
    [[nodiscard]] math::Pose X_TorsoSole(Foot foot, std::span<const double> measuredRad) const;
    /// @param up_T unit vector
    [[nodiscard]] Footing footing(std::span<const double> measuredRad,
                                  const Eigen::Vector3d& up_T) const;

private:
    struct Side {
        std::array<robot::JointId, 4> arm{};
        robot::JointId toe;
    };
    void set(robot::JointId joint, double angleRad, std::span<double> wantedRad) const;

    robot::RobotModelPtr m_model;
    std::array<robot::LegKinematics, 2> m_legs;
    std::array<Side, 2> m_sides{};
    Eigen::Vector3d m_hips_T = Eigen::Vector3d::Zero();
    double m_hipM = 0.05;
    double m_legM = 0.2;
};

/// A torso's tilt as a rotation from the torso to the level frame.
/// @param leanRad forward @param rollRad to the left
[[nodiscard]] Eigen::Matrix3d levelFromTorso(double leanRad, double rollRad);

} // namespace sideline::motion
