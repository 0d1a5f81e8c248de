#pragma once

#include <array>
#include <memory>
#include <span>

#include <Eigen/Core>

#include "agentcore/localization/pose_estimator.h"
#include "agentcore/motion/walk/gait_mix.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/step_planner.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// What a walk feels in a cycle.
struct WalkSenses {
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d up_T = Eigen::Vector3d::UnitZ();         ///< unit vector, seen from the torso
    Eigen::Vector2d velocity_LMps = Eigen::Vector2d::Zero(); ///< over the ground: see `WalkMeter`
    std::array<double, 2> footN{};       ///< force of the ground on the left and the right foot
    std::span<const double> measuredRad; ///< one per joint of the model
};

/// An omnidirectional walk: steps, the way of body and feet within a step, and the joints for it.
///
/// A step planner puts the feet; between their places the swinging foot is lifted, the torso sways,
/// leans and bounces as `WalkParameters` say; inverse kinematics moves the legs; tilt and its rate
/// are fed back to ankles, hips and the next landing, which also catches who is faster than
/// planned; who tilts too far slows down. A foot that touches down early ends its step. Copies
/// continue on their own. No allocation in `update`. One thread at a time.
class WalkEngine {
public:
    /// @param model has legs and arms: see `LeggedBody::isLegged`
    /// @param fast gaits into which the walk changes: see `GaitMix`
    WalkEngine(const robot::RobotModel& model, const WalkParameters& parameters,
               const FastGaits& fast = {});

    /// Starts from where the joints are; takes a moment to the walk's own posture.
    void begin(const WalkSenses& senses);
    /// Decides for one cycle.
    /// @param wantedRad in and out: one per joint; the head's are left alone
    void update(const WalkSenses& senses, const WalkCommand& command, double cycleS,
                std::span<double> wantedRad);
    /// Other parameters of the walk from the next cycle on; the step goes on.
    void setParameters(const WalkParameters& parameters);
    /// Other fast gaits; one that is taken away while it is in use hands back to the walk first.
    void setFastGaits(const FastGaits& fast);

    /// Those of this cycle: of the walk, of a fast gait, or between them.
    [[nodiscard]] const WalkParameters& parameters() const { return m_planner.parameters(); }
    [[nodiscard]] const GaitMix& gaits() const { return m_gaits; }
    /// Whether it stands, and has no step to do.
    [[nodiscard]] bool isStanding() const { return m_isStanding; }
    /// Of the step, 0 to 1.
    [[nodiscard]] double phase() const { return m_phase; }
    [[nodiscard]] const StepPlanner& planner() const { return m_planner; }
    /// Where a foot was meant to be in the last cycle.
    [[nodiscard]] const FootPlace& footPlace(Foot foot) const {
        return m_places[static_cast<std::size_t>(foot)];
    }
    /// Where the swinging foot is to come down, seen from where the torso is now.
    [[nodiscard]] FootPlace landing() const;
    /// How the torso moved since the cycle before: by the measured joints of the leg that stands,
    /// taken to stand still.
    [[nodiscard]] const localization::WalkOdometry& odometry() const { return m_odometry; }

private:
    // What is the same for both feet in a cycle.
    struct Stance {
        double swing = 0.0;   ///< share of the swinging foot's way
        double leanRad = 0.0; ///< of the torso
        double rollRad = 0.0;
        double swayM = 0.0;
        double liftM = 0.0;
        double heightM = 0.0; ///< of the hips
        double twistRad = 0.0;
        double speedMps = 0.0; ///< forward
    };

    void advance(const WalkSenses& senses, const WalkCommand& command, double cycleS);
    void endStep(const WalkCommand& command);
    void feel(const WalkSenses& senses, double cycleS);
    [[nodiscard]] bool lands(const WalkSenses& senses, double cycleS);
    [[nodiscard]] WalkCommand careful(const WalkCommand& command) const;
    [[nodiscard]] Stance stance() const;
    [[nodiscard]] math::Pose X_TorsoSole(Foot foot, const Stance& stance) const;
    void moveLegs(const Stance& stance, const WalkSenses& senses, std::span<double> wantedRad);
    void moveArms(std::span<double> wantedRad) const;
    void enterPosture(std::span<double> wantedRad) const;
    void updatePlaces(const Stance& stance, const WalkCommand& command, const WalkSenses& senses);
    void updateOdometry(const WalkSenses& senses);

    LeggedBody m_body;
    GaitMix m_gaits;
    StepPlanner m_planner;
    std::array<FootPlace, 2> m_places{};
    WalkCommand m_placedFor;                              ///< what was told as they were chosen
    Eigen::Vector2d m_caught_L = Eigen::Vector2d::Zero(); ///< by which feedback moves the landing
    std::array<double, robot::kMaxJoints> m_fromRad{};    ///< where the joints were at the start
    double m_sinceBeginS = 0.0;
    double m_landingS = 0.0; ///< that it may still take until it is on the ground
    int m_landedCycles = 0;
    double m_phase = 0.0;
    double m_waitedS = 0.0;
    double m_amplitude = 0.0; ///< 0 standing, 1 walking
    bool m_isStanding = true;
    Eigen::Vector2d m_tooFast_LMps = Eigen::Vector2d::Zero(); ///< beyond what is planned, smoothed
    double m_tiltRad = 0.0;                    ///< off what it should be: the worst of late
    std::array<math::Pose, 2> m_X_TorsoSole{}; ///< measured, in the cycle before
    bool m_hasSoles = false;
    localization::WalkOdometry m_odometry;
};

} // namespace sideline::motion
