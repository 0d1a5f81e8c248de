#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_action.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/motion/joint_trajectory.h"
#include "training/environment/feature.h"
#include "training/task/mover.h"
#include "training/task/trajectory_mover.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// How a robot is acted on: as `decision::PolicyActor` has it, so that a policy that was trained
/// here does the same in an agent.
struct ActionSettings {
    decision::ActionKind kind = decision::ActionKind::JointTargets;
    /// Joints that are acted on, by effector (`lle3`) or perceptor; empty: all that have a motor.
    /// The others keep their target angles, or follow the motion.
    std::vector<std::string> joints = {};
    double scale = 1.0;      ///< rad or rad/s per unit of an action; above 0
    bool isCentered = false; ///< targets: an action of 0 is the start pose rather than 0 rad
    double clip = std::numeric_limits<double>::infinity(); ///< largest action; above 0
    /// That residuals are added to, from its first pose on; with other actions, trials that begin
    /// standing begin in the pose in which it ends. Null: they begin with all joints at zero.
    std::shared_ptr<const motion::JointTrajectory> motion = nullptr;
    std::string motionName = {}; ///< as the skill library knows it
};

/// Moves a robot by actions that come from outside, one for each cycle. One thread at a time;
/// allocates nothing after it was made.
class ActionMover final : public Mover {
public:
    /// @param model outlives this
    /// Errors: InvalidArgument for a joint that the model does not have or that has no motor, one
    /// named twice, a scale or clip that is not above 0, residuals without a motion.
    [[nodiscard]] static base::Expected<ActionMover> make(const robot::RobotModel& model,
                                                          const ActionSettings& settings);

    /// One per number of an action.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// What its numbers mean: all of an interface but the observation.
    [[nodiscard]] const decision::PolicyInterface& meaning() const { return m_meaning; }
    /// What is done from the next cycle on. Numbers beyond their range count as its end. What is
    /// not finite counts as no speed, the target angle of before, or no residual.
    /// @param action one per feature
    /// @return how many numbers were not finite
    int act(std::span<const float> action);

    [[nodiscard]] std::span<const double> startRad() const override { return m_startRad; }
    void setCommand(const motion::WalkCommand& command) override {
        m_command = {command.forwardMps, command.leftMps, command.turnRadPerS};
    }
    void begin(const TrialRobot& robot) override;
    bool step(const TrialRobot& robot, double timeS, std::span<double> wantedRad) override;
    /// The motion plays on by a cycle; `step` does it where nobody has. To be called before the
    /// observation of that cycle.
    void prepare(const TrialRobot& robot, double timeS);
    /// Joint angles that the motion asks for in this cycle, one per joint; empty: no residuals.
    [[nodiscard]] std::span<const double> referenceRad() const {
        return m_motion ? std::span<const double>(m_motionRad) : std::span<const double>();
    }
    /// What was done last, clipped; 0 at the start of a trial.
    [[nodiscard]] std::span<const float> lastAction() const { return m_action; }
    /// Where the task wants it to walk: forward, left m/s, turn left rad/s; 0 unless it says so.
    [[nodiscard]] const Eigen::Vector3d& command() const { return m_command; }

private:
    ActionMover(const robot::RobotModel& model, decision::PolicyInterface meaning);

    decision::PolicyInterface m_meaning;
    decision::PolicyActor m_actor;
    std::vector<robot::JointId> m_joints;
    std::vector<Feature> m_features;
    std::vector<float> m_action;
    std::vector<bool> m_isKept; ///< targets that stay as they were
    std::vector<double> m_keptRad;
    std::optional<TrajectoryMover> m_motion; ///< of residuals
    bool m_isPrepared = false;
    std::vector<double> m_motionRad; ///< what it wants
    std::vector<double> m_startRad;
    Eigen::Vector3d m_command = Eigen::Vector3d::Zero();
};

} // namespace sideline::training
