#pragma once

#include <array>
#include <memory>
#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/motion/walk/gait_mix.h"
#include "agentcore/motion/walk/legged_body.h"
#include "agentcore/motion/walk/step_planner.h"
#include "agentcore/motion/walk/walk_command.h"
#include "agentcore/motion/walk/walk_parameters.h"
#include "agentcore/robot/robot_model.h"

namespace sideline::motion {

/// Sensor input of a walk in one cycle.
struct WalkSenses {
    Eigen::Vector3d gyro_TRadPerS = Eigen::Vector3d::Zero();
    Eigen::Vector3d up_T = Eigen::Vector3d::UnitZ();         ///< unit vector in the torso frame
    Eigen::Vector2d velocity_LMps = Eigen::Vector2d::Zero(); ///< velocity over the ground; see
                                                             ///< `WalkMeter`
    std::array<double, 2> footN{};       ///< ground reaction force on the left and the right foot
    std::span<const double> measuredRad; ///< one angle per joint of the model
};

/// Settings for the start and the reactions of a walk, independent of the gait. A value.
struct WalkEngineSettings {
    /// With slower leg motion, a robot that has just got up falls again.
    double entryS = 0.12;
    double armEntryS = 0.3;
    /// A robot that starts with straight legs may have been beamed to a place above the ground, or
    /// may be bouncing.
    double maxLandingS = 0.4;
    double touchN = 3.0;
    double maxPlacementM = 0.08;
    double velocityFilterS = 0.1; ///< time constant of smoothing, about one step with each foot
    double tiltDecayS = 0.4;
    double tippingRad = 0.15;
    GaitMixSettings mix;

    /// Name, unit, range and meaning of each parameter, without those of `mix`.
    [[nodiscard]] static std::span<const base::NumberInfo<WalkEngineSettings>> numbers();
};

/// An omnidirectional walk: steps, motion of body and feet within a step, and joint angles.
///
/// A step planner places the feet; the swinging foot is lifted, and the torso sways, leans and
/// bounces according to `WalkParameters`; inverse kinematics moves the legs; feedback of the tilt
/// and its rate corrects the ankles, the hips and the next landing; the landing also compensates
/// velocity errors. A large tilt reduces the speed. A foot that lands early ends its step. Copies
/// are independent. No allocation in `update`. One thread at a time.
class WalkEngine {
public:
    /// @param model must satisfy `LeggedBody::isLegged`
    /// @param fast fast gaits for blending: see `GaitMix`
    WalkEngine(const robot::RobotModel& model, const WalkParameters& parameters,
               const FastGaits& fast = {}, const WalkEngineSettings& settings = {});

    /// Starts from the measured joint angles and first moves to the walk's posture.
    void begin(const WalkSenses& senses);
    /// Computes one cycle.
    /// @param targetRad input and output, one per joint; head joints are unchanged
    void update(const WalkSenses& senses, const WalkCommand& command, double cycleS,
                std::span<double> targetRad);
    /// Replaces the walk's parameters from the next cycle on; the current step continues.
    void setParameters(const WalkParameters& parameters);
    /// Replaces the fast gaits; a removed gait that is in use is blended out first.
    void setFastGaits(const FastGaits& fast);
    /// Effective from the next cycle.
    void setSettings(const WalkEngineSettings& settings);

    /// Parameters of this cycle: those of the walk, those of a fast gait, or a blend.
    [[nodiscard]] const WalkParameters& parameters() const { return m_planner.parameters(); }
    [[nodiscard]] const GaitMix& gaits() const { return m_gaits; }
    /// Whether the robot stands and no further step is planned.
    [[nodiscard]] bool isStanding() const { return m_isStanding; }
    /// Phase of the step, 0 to 1.
    [[nodiscard]] double phase() const { return m_phase; }
    [[nodiscard]] const StepPlanner& planner() const { return m_planner; }
    /// Planned position of a foot in the last cycle.
    [[nodiscard]] const FootPlace& footPlace(Foot foot) const {
        return m_places[static_cast<std::size_t>(foot)];
    }
    /// Planned landing of the swinging foot, relative to the current torso.
    [[nodiscard]] FootPlace landing() const;
    /// Motion of the torso since the previous cycle, from the measured joints of the support leg,
    /// whose foot is assumed not to move.
    [[nodiscard]] const localization::WalkOdometry& odometry() const { return m_odometry; }

private:
    // Values of a cycle that apply to both feet.
    struct Stance {
        double swing = 0.0;   ///< progress of the swinging foot
        double leanRad = 0.0; ///< lean of the torso
        double rollRad = 0.0;
        double swayM = 0.0;
        double liftM = 0.0;
        double heightM = 0.0; ///< height of the hips
        double twistRad = 0.0;
        double speedMps = 0.0; ///< forward
    };

    void advance(const WalkSenses& senses, const WalkCommand& command, double cycleS);
    void endStep(const WalkCommand& command);
    void feel(const WalkSenses& senses, double cycleS);
    [[nodiscard]] bool lands(const WalkSenses& senses, double cycleS);
    [[nodiscard]] WalkCommand slowedByTilt(const WalkCommand& command) const;
    [[nodiscard]] Stance stance() const;
    [[nodiscard]] math::Pose X_TorsoSole(Foot foot, const Stance& stance) const;
    void moveLegs(const Stance& stance, const WalkSenses& senses, std::span<double> targetRad);
    void moveArms(std::span<double> targetRad) const;
    void enterPosture(std::span<double> targetRad) const;
    void updatePlaces(const Stance& stance, const WalkCommand& command, const WalkSenses& senses);
    void updateOdometry(const WalkSenses& senses);

    WalkEngineSettings m_settings;
    LeggedBody m_body;
    GaitMix m_gaits;
    StepPlanner m_planner;
    std::array<FootPlace, 2> m_places{};
    WalkCommand m_placedFor; ///< command for which the steps were planned
    Eigen::Vector2d m_caught_L = Eigen::Vector2d::Zero(); ///< shift of the landing by feedback
    std::array<double, robot::kMaxJoints> m_fromRad{};    ///< joint angles at the start
    double m_sinceBeginS = 0.0;
    double m_landingS = 0.0; ///< remaining time until ground contact
    int m_landedCycles = 0;
    double m_phase = 0.0;
    double m_waitedS = 0.0;
    double m_amplitude = 0.0; ///< 0 when standing, 1 when walking
    bool m_isStanding = true;
    Eigen::Vector2d m_excess_LMps = Eigen::Vector2d::Zero(); ///< velocity beyond the plan, smoothed
    double m_tiltRad = 0.0;                    ///< largest recent deviation from the intended tilt
    std::array<math::Pose, 2> m_X_TorsoSole{}; ///< measured in the previous cycle
    bool m_hasSoles = false;
    localization::WalkOdometry m_odometry;
};

} // namespace sideline::motion
