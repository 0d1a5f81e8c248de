#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/motion/joint_trajectory.h"
#include "training/environment/feature.h"
#include "training/task/mover.h"
#include "training/task/trajectory_mover.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// What the numbers of an action mean.
enum class ActionKind : std::uint8_t {
    Speeds,    ///< speed of each joint, rad/s
    Targets,   ///< angle that each joint should have when the command has acted, rad
    Residuals, ///< what is added to the joint angles of a motion that plays meanwhile, rad
};
/// As `targets`.
[[nodiscard]] std::string_view actionKindName(ActionKind kind);
/// Errors: InvalidArgument with the names that there are.
[[nodiscard]] base::Expected<ActionKind> actionKindFromName(std::string_view name);

/// How a robot is acted on.
struct ActionSettings {
    ActionKind kind = ActionKind::Targets;
    /// Joints that are acted on, by effector (`lle3`) or perceptor; empty: all that have a motor.
    /// The others keep their target angles, or follow the motion.
    std::vector<std::string> joints = {};
    double residualLimitRad = 0.5; ///< largest residual; above 0
    /// That residuals are added to; with other actions the one in whose first pose trials begin
    /// that begin standing. Null: they begin with all joints at zero.
    std::shared_ptr<const motion::JointTrajectory> motion = nullptr;
};

/// Moves a robot by actions that come from outside, one for each cycle. One thread at a time;
/// allocates nothing after it was made.
class ActionMover final : public Mover {
public:
    /// @param model outlives this
    /// Errors: InvalidArgument for a joint that the model does not have or that has no motor, one
    /// named twice, a limit that is not above 0, residuals without a motion.
    [[nodiscard]] static base::Expected<ActionMover> make(const robot::RobotModel& model,
                                                          const ActionSettings& settings);

    /// One per number of an action.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// What is done from the next cycle on. Numbers beyond their range count as its end. What is
    /// not finite counts as no speed, the target angle of before, or no residual.
    /// @param action one per feature
    /// @return how many numbers were not finite
    int act(std::span<const float> action);

    [[nodiscard]] std::span<const double> startRad() const override { return m_startRad; }
    void begin(const TrialRobot& robot) override;
    bool step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) override;
    /// Time in the motion that residuals are added to, s; 0 without.
    [[nodiscard]] double motionTimeS() const { return m_motion ? m_motion->player().timeS() : 0.0; }

private:
    explicit ActionMover(ActionKind kind) : m_kind(kind) {}

    ActionKind m_kind;
    std::vector<robot::JointId> m_joints;
    std::vector<Feature> m_features;
    std::vector<double> m_action;            ///< inside its range; NaN: not finite
    std::optional<TrajectoryMover> m_motion; ///< of residuals
    std::vector<double> m_motionRad;         ///< what it wants
    std::vector<double> m_startRad;
};

} // namespace sideline::training
