#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/decision/policy_interface.h"
#include "agentcore/decision/policy_observation.h"
#include "agentcore/math/pose.h"
#include "training/environment/action_mover.h"
#include "training/environment/feature.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// What a learner is shown.
enum class Knowledge : std::uint8_t {
    Percepts, ///< joints, gyro, accelerometer and forces as the server reports them to an agent
    Estimate, ///< what an agent makes of it, and a policy sees: `decision::PolicyObserver`
    Truth,    ///< what only a simulator knows: for critics
};
/// As `truth`.
[[nodiscard]] std::string_view knowledgeName(Knowledge knowledge);
/// Errors: InvalidArgument with the names that there are.
[[nodiscard]] base::Expected<Knowledge> knowledgeFromName(std::string_view name);

/// Writes observations of one robot. One thread at a time; allocates nothing after it was made.
class Observer {
public:
    /// @param model outlives this
    /// @param meaning what a policy would observe and do; for estimates
    Observer(const robot::RobotModel& model, Knowledge knowledge,
             const decision::PolicyInterface& meaning);

    /// One per number of an observation.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// Whether the robot must be told to `feelAll`.
    [[nodiscard]] bool needsSenses() const { return m_knowledge != Knowledge::Truth; }
    /// A trial begins, with the robot in its start pose.
    void begin(const TrialRobot& robot);
    /// To be called once at the start of a trial, and after each cycle.
    /// @param mover prepared for the next cycle
    /// @param timeS since the start of the trial
    /// @param out one per feature
    void write(const TrialRobot& robot, const ActionMover& mover, double timeS,
               std::span<float> out);

private:
    void describeEstimate(const robot::RobotModel& model, const decision::PolicyInterface& meaning);
    void writePercepts(const TrialRobot& robot, std::span<float> out) const;
    void writeTruth(const TrialRobot& robot, double timeS, std::span<float> out) const;

    robot::RobotModelPtr m_model;
    Knowledge m_knowledge;
    std::vector<Feature> m_features;
    std::vector<robot::BodyId> m_feelers;                     ///< bodies that report forces
    math::Pose m_X_SGround;                                   ///< at the start of the trial
    std::optional<decision::PolicyObserver> m_policyObserver; ///< of estimates
};

} // namespace sideline::training
