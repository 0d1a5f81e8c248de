#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/behavior/behavior.h"
#include "agentcore/behavior/play_motion.h"
#include "agentcore/behavior/walking.h"
#include "agentcore/decision/policy_action.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/decision/policy_network.h"
#include "agentcore/decision/policy_observation.h"
#include "agentcore/motion/joint_trajectory.h"

namespace sideline::decision {

/// Moves the joints with a network. A network that observes commands follows velocity commands.
///
/// Publishes the time since the network took over (`policy.timeS`). Done when a policy that
/// observes its progress has reached its end; the joints then hold their last targets. Fails, and
/// holds the joints, while the outputs are not finite and on a robot that the policy does not fit.
/// Agent's thread.
class RunPolicy final : public behavior::Behavior, public behavior::Walking {
public:
    struct Settings {
        std::string title; ///< for display; may be empty
        /// Whether it publishes its observation and the outputs of its layers, unless the behavior
        /// that owns it explains the decision.
        bool explains = false;
        /// Velocity command of a policy that observes commands: forward, left m/s, turn rad/s.
        Eigen::Vector3d command = Eigen::Vector3d::Zero();
        /// Motion that is played before the policy begins; may be null. Made for the robot, like
        /// `motion`.
        std::shared_ptr<const motion::JointTrajectory> start;
        /// For residuals: the motion that they are added to, made for the robot.
        std::shared_ptr<const motion::JointTrajectory> motion;
    };

    /// @param policy a policy that `check` accepts for the model
    RunPolicy(std::shared_ptr<const Policy> policy, const robot::RobotModel& model,
              Settings settings);

    [[nodiscard]] std::string_view name() const override { return "policy"; }
    void enter(const behavior::Context& context) override;
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override;
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<RunPolicy>(*this);
    }
    [[nodiscard]] behavior::Walking* asWalking() override { return this; }
    void setCommand(const motion::WalkCommand& command) override {
        m_settings.command = {command.forwardMps, command.leftMps, command.turnRadPerS};
    }

private:
    void buildShape();
    void explain(world::DecisionTrace& trace) const;

    std::shared_ptr<const Policy> m_policy;
    robot::RobotModelPtr m_model;
    Settings m_settings;
    std::optional<behavior::PlayMotion> m_start; ///< set while the initial motion is playing
    std::optional<behavior::PlayMotion> m_motion;
    PolicyObserver m_observer;
    PolicyActor m_actor;
    PolicyNetwork::Memory m_memory;
    std::vector<float> m_observation;
    std::vector<float> m_action;        ///< outputs of the last cycle
    std::vector<double> m_referenceRad; ///< targets of the motion, without residuals
    bool m_isFirst = true;              ///< whether there has been no cycle since `enter`
    world::DecisionTrace m_shape;       ///< filled by `explain`; empty if nothing is explained
    std::vector<std::size_t> m_observedSizes; ///< number of values of each term of the observation
};

} // namespace sideline::decision
