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
#include "training/trial/physics_robot.h"

namespace sideline::training {

/// Kinds of observations.
enum class ObservationSource : std::uint8_t {
    Percepts, ///< joints, gyro, accelerometer and forces as the server sends them to an agent
    Estimate, ///< an agent's estimates, as a policy receives them: `decision::PolicyObserver`
    Truth,    ///< the simulator's state: for critics
};
/// Errors: InvalidArgument with the available names.
[[nodiscard]] base::Expected<ObservationSource> observationSourceFromName(std::string_view name);

/// Writes observations of one robot. One thread at a time; allocates nothing after construction.
class Observer {
public:
    /// @param model must outlive this object
    /// @param meaning interface of the policy; for estimates
    Observer(const robot::RobotModel& model, ObservationSource knowledge,
             const decision::PolicyInterface& meaning);

    /// One per element of an observation.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// Whether the robot must `enableAllPercepts`.
    [[nodiscard]] bool needsSenses() const { return m_source != ObservationSource::Truth; }
    /// Begins a trial, with the robot in its start pose.
    void begin(const PhysicsRobot& robot);
    /// To be called once at the start of a trial, and after each cycle.
    /// @param mover prepared for the next cycle
    /// @param timeS since the start of the trial
    /// @param out one per feature
    void write(const PhysicsRobot& robot, const ActionMover& mover, double timeS,
               std::span<float> out);

private:
    void describeEstimate(const robot::RobotModel& model, const decision::PolicyInterface& meaning);
    void writePercepts(const PhysicsRobot& robot, std::span<float> out) const;
    void writeTruth(const PhysicsRobot& robot, double timeS, std::span<float> out) const;

    robot::RobotModelPtr m_model;
    ObservationSource m_source;
    std::vector<Feature> m_features;
    std::vector<robot::BodyId> m_forceBodies;                 ///< bodies with force perceptors
    math::Pose m_X_SGround;                                   ///< ground at the start of the trial
    std::optional<decision::PolicyObserver> m_policyObserver; ///< for `Estimate`
};

} // namespace sideline::training
