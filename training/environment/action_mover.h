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
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Interpretation of actions: the same as in `decision::PolicyActor`, so that a policy trained here
/// behaves identically in an agent.
struct ActionSettings {
    decision::ActionKind kind = decision::ActionKind::JointTargets;
    /// Controlled joints, by the name of their effector (`lle3`) or perceptor. The perceptor of a
    /// universal joint stands for both axes, with the suffix `.2` for the second one only. Empty:
    /// all joints that have a motor. The others keep their target angles, or follow the motion.
    std::vector<std::string> joints = {};
    double scale = 1.0;      ///< rad or rad/s per unit of an action; greater than 0
    bool isCentered = false; ///< for targets: an action of 0 is the start pose rather than 0 rad
    /// Maximum magnitude of an action; greater than 0.
    double clip = std::numeric_limits<double>::infinity();
    /// Reference motion that residuals are added to, from its first pose on; with other actions,
    /// trials that begin standing start in its last pose. Null: they start with all joints at zero.
    std::shared_ptr<const motion::JointTrajectory> motion = nullptr;
    std::string motionName = {}; ///< name in the skill library
};

/// Moves a robot by external actions, one per cycle. One thread at a time; allocates nothing after
/// construction.
class ActionMover final : public Mover {
public:
    /// @param model must outlive this object
    /// Errors: InvalidArgument for a joint that the model lacks or that has no motor, one named
    /// twice, a scale or clip that is not greater than 0, or residuals without a motion.
    [[nodiscard]] static base::Expected<ActionMover> make(const robot::RobotModel& model,
                                                          const ActionSettings& settings);

    /// One per element of an action.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// Policy interface of the actions, without the observation.
    [[nodiscard]] const decision::PolicyInterface& meaning() const { return m_meaning; }
    /// Sets the action from the next cycle on. Elements are clipped to their range; those that are
    /// not finite are replaced by zero speed, the previous target angle, or a zero residual.
    /// @param action one element per feature
    /// @return number of elements that were not finite
    int act(std::span<const float> action);

    [[nodiscard]] std::span<const double> startRad() const override { return m_startRad; }
    void setCommand(const motion::WalkCommand& command) override {
        m_command = {command.forwardMps, command.leftMps, command.turnRadPerS};
    }
    void begin(const PhysicsRobot& robot) override;
    bool step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) override;
    [[nodiscard]] std::span<const std::optional<motion::JointGains>> gains() const override {
        return m_motion ? m_motion->gains() : std::span<const std::optional<motion::JointGains>>();
    }
    /// Advances the motion by a cycle, unless already done; `step` calls it as well. To be called
    /// before the observation of that cycle.
    void prepare(const PhysicsRobot& robot, double timeS);
    /// Joint angles of the motion in this cycle, one per joint; empty: no residuals.
    [[nodiscard]] std::span<const double> referenceRad() const {
        return m_motion ? std::span<const double>(m_motionRad) : std::span<const double>();
    }
    /// The last action, clipped; 0 at the start of a trial.
    [[nodiscard]] std::span<const float> lastAction() const { return m_action; }
    /// Walk command of the task: forward and left in m/s, turn to the left in rad/s; 0 without one.
    [[nodiscard]] const Eigen::Vector3d& command() const { return m_command; }

private:
    ActionMover(const robot::RobotModel& model, decision::PolicyInterface meaning);

    decision::PolicyInterface m_meaning;
    decision::PolicyActor m_actor;
    std::vector<robot::JointId> m_joints;
    std::vector<Feature> m_features;
    std::vector<float> m_action;
    std::vector<bool> m_isKept; ///< targets that do not change
    std::vector<double> m_keptRad;
    std::optional<TrajectoryMover> m_motion; ///< reference motion of residual actions
    bool m_isPrepared = false;
    std::vector<double> m_motionRad; ///< joint angles of the reference motion
    std::vector<double> m_startRad;
    Eigen::Vector3d m_command = Eigen::Vector3d::Zero();
};

} // namespace sideline::training
