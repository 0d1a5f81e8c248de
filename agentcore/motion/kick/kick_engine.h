#pragma once

#include <array>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/motion/kick/kick_parameters.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/walk_engine.h"

namespace sideline::motion {

/// A kick, computed from where the ball is: the torso goes over one foot, the other one goes back
/// and swings through the ball in the direction that is asked for.
///
/// Torso and foot go through a few keys (`KickParameters`); inverse kinematics moves the legs; the
/// tilt of the torso and its rate are fed back to the leg that stands. The foot aims at the ball
/// until it begins to swing. Copies continue on their own. No allocation in `update`. One thread
/// at a time.
class KickEngine {
public:
    /// Where the ball is and should go, on the ground as the feet feel it (`Footing`).
    struct Aim {
        Eigen::Vector2d ball_G = Eigen::Vector2d::Zero();
        double directionRad = 0.0; ///< where the ball should go, 0 ahead, positive to the left
    };

    /// @param model see `LeggedBody::isLegged`
    KickEngine(const robot::RobotModel& model, const KickParameters& parameters);

    /// Starts from where the joints are.
    /// @param foot that kicks
    void begin(const WalkSenses& senses, Foot foot, const Aim& aim);
    /// Decides for one cycle.
    /// @param ball_T where the ball is now, from the torso; nothing: not seen lately
    /// @param wantedRad in and out: one per joint; the head's are left alone
    void update(const WalkSenses& senses, const std::optional<Eigen::Vector3d>& ball_T,
                double cycleS, std::span<double> wantedRad);
    /// Gives the kick up: foot and torso go back from where they are to where they stand after a
    /// kick. Too late, and without effect, once the foot is on its way through the ball.
    void callOff();
    void setParameters(const KickParameters& parameters) { m_parameters = parameters; }

    [[nodiscard]] const KickParameters& parameters() const { return m_parameters; }
    [[nodiscard]] const LeggedBody& body() const { return m_body; }
    /// Both feet stand again.
    [[nodiscard]] bool isDone() const {
        return m_timeS >=
               (m_calledOff ? m_calledOff->atS + m_parameters.returnS : m_parameters.durationS());
    }
    /// The foot is on its way through the ball, or has been.
    [[nodiscard]] bool hasSwung() const {
        return !m_calledOff && m_timeS >= m_parameters.shiftS + m_parameters.backS;
    }
    [[nodiscard]] double timeS() const { return m_timeS; } ///< since the start
    [[nodiscard]] Foot foot() const { return m_foot; }

private:
    // Everything is computed as for the right foot, in a frame M on the sole of the foot that
    // stands: x towards the foot that kicks, y ahead, z up.
    struct TorsoKey {
        double asideM = 0.0;
        double forwardM = 0.0;
        double heightM = 0.0; ///< of the hips
        double leanRad = 0.0;
        double rollRad = 0.0;
        double turnRad = 0.0;
    };
    struct SoleKey {
        Eigen::Vector3d p_M = Eigen::Vector3d::Zero();
        double yawRad = 0.0;
        double pitchRad = 0.0;
    };

    // Where a kick was given up.
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
    [[nodiscard]] double calledOffShare() const;
    [[nodiscard]] SoleKey soleKey() const;
    [[nodiscard]] SoleKey swing(double share) const;
    [[nodiscard]] double armRad() const;
    void move(const WalkSenses& senses, std::span<double> wantedRad) const;

    KickParameters m_parameters;
    LeggedBody m_body;
    Foot m_foot = Foot::Right;
    double m_timeS = 0.0;
    std::array<double, robot::kMaxJoints> m_fromRad{};
    TorsoKey m_torsoBegin;
    SoleKey m_soleBegin;
    double m_standsYawRad = 0.0; ///< of the sole that stands, in M
    Eigen::Vector2d m_ball_M = Eigen::Vector2d::Zero();
    double m_directionRad = 0.0; ///< in M: positive to the foot that stands
    std::optional<CalledOff> m_calledOff;
};

} // namespace sideline::motion
