#pragma once

#include <array>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/motion/kick/kick_parameters.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/walk_engine.h"

namespace sideline::motion {

/// A kick computed from the ball's position: the torso shifts over the support foot, the kicking
/// foot moves back and swings through the ball in the requested direction.
///
/// Torso and foot pass through a few keys (`KickParameters`); inverse kinematics moves the legs;
/// tilt and tilt rate of the torso control corrections of the support leg. The foot follows the
/// ball until its swing begins. Copies are independent. No allocation in `update`. One thread at a
/// time.
class KickEngine {
public:
    /// Ball position and kick direction, in the ground frame of the feet (`Footing`).
    struct Aim {
        Eigen::Vector2d ball_G = Eigen::Vector2d::Zero();
        double directionRad =
            0.0; ///< direction of the kick, 0 straight ahead, positive to the left
    };

    /// @param model must satisfy `LeggedBody::isLegged`
    KickEngine(const robot::RobotModel& model, const KickParameters& parameters);

    /// Starts from the measured joint angles.
    /// @param foot the kicking foot
    void begin(const WalkSenses& senses, Foot foot, const Aim& aim);
    /// Computes one cycle.
    /// @param ball_T current ball position in the torso frame; not set if not seen recently
    /// @param targetRad input and output, one per joint; head joints are unchanged
    void update(const WalkSenses& senses, const std::optional<Eigen::Vector3d>& ball_T,
                double cycleS, std::span<double> targetRad);
    /// Aborts the kick: foot and torso return to their stance. No effect after the swing through
    /// the ball has begun.
    void callOff();
    void setParameters(const KickParameters& parameters) { m_parameters = parameters; }

    [[nodiscard]] const KickParameters& parameters() const { return m_parameters; }
    [[nodiscard]] const LeggedBody& body() const { return m_body; }
    /// Whether both feet are back in their stance.
    [[nodiscard]] bool isDone() const {
        return m_timeS >=
               (m_calledOff ? m_calledOff->atS + m_parameters.returnS : m_parameters.durationS());
    }
    /// Whether the swing through the ball has begun or is over.
    [[nodiscard]] bool hasSwung() const {
        return !m_calledOff && m_timeS >= m_parameters.shiftS + m_parameters.backS;
    }
    [[nodiscard]] double timeS() const { return m_timeS; } ///< time since the start
    [[nodiscard]] Foot foot() const { return m_foot; }

private:
    // All values are computed for the right foot, in a frame M at the sole of the support foot: x
    // toward the kicking foot, y ahead, z up.
    struct TorsoKey {
        double lateralM = 0.0;
        double forwardM = 0.0;
        double heightM = 0.0; ///< height of the hips
        double leanRad = 0.0;
        double rollRad = 0.0;
        double turnRad = 0.0;
    };
    struct SoleKey {
        Eigen::Vector3d p_M = Eigen::Vector3d::Zero();
        double yawRad = 0.0;
        double pitchRad = 0.0;
    };

    // State at which a kick was aborted.
    struct CalledOff {
        double atS = 0.0;
        TorsoKey torso;
        SoleKey sole;
        double armRad = 0.0;
    };

    void aimAt(const Eigen::Vector2d& ball_G, const Footing& footing);
    [[nodiscard]] TorsoKey torsoKey() const;
    [[nodiscard]] TorsoKey endTorso() const;
    [[nodiscard]] SoleKey endSole() const;
    [[nodiscard]] double calledOffRatio() const;
    [[nodiscard]] SoleKey soleKey() const;
    [[nodiscard]] SoleKey swing(double fraction) const;
    [[nodiscard]] double armRad() const;
    void move(const WalkSenses& senses, std::span<double> targetRad) const;

    KickParameters m_parameters;
    LeggedBody m_body;
    Foot m_foot = Foot::Right;
    double m_timeS = 0.0;
    std::array<double, robot::kMaxJoints> m_fromRad{};
    TorsoKey m_torsoBegin;
    SoleKey m_soleBegin;
    double m_standsYawRad = 0.0; ///< yaw of the support sole, in M
    Eigen::Vector2d m_ball_M = Eigen::Vector2d::Zero();
    double m_directionRad = 0.0; ///< direction of the kick in M, positive toward the support foot
    std::optional<CalledOff> m_calledOff;
};

} // namespace sideline::motion
