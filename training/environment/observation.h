#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/math/pose.h"
#include "training/environment/feature.h"
#include "training/trial/trial_robot.h"

namespace sideline::training {

/// What a learner is shown.
enum class ObservationKind : std::uint8_t {
    Percepts, ///< joints, gyro, accelerometer and forces as the server reports them to an agent
    Estimate, ///< what an agent makes of it, and a policy sees: `decision/policy_observation.h`
    Truth,    ///< what only a simulator knows: for critics
};
/// As `truth`.
[[nodiscard]] std::string_view observationKindName(ObservationKind kind);
/// Errors: InvalidArgument with the names that there are.
[[nodiscard]] base::Expected<ObservationKind> observationKindFromName(std::string_view name);

/// Writes observations of one robot. One thread at a time; allocates nothing after it was made.
class Observer {
public:
    /// @param model outlives this
    Observer(const robot::RobotModel& model, ObservationKind kind);

    /// One per number of an observation.
    [[nodiscard]] const std::vector<Feature>& features() const { return m_features; }
    /// Whether the robot must be told to `feelAll`.
    [[nodiscard]] bool needsSenses() const { return m_kind != ObservationKind::Truth; }
    /// A trial begins, with the robot in its start pose.
    void begin(const TrialRobot& robot);
    /// A cycle has passed.
    void follow(const TrialRobot& robot);
    /// @param timeS since the begin of the trial
    /// @param out one per feature
    void write(const TrialRobot& robot, double timeS, std::span<float> out);

private:
    void writeEstimate(const TrialRobot& robot, std::span<float> out) const;
    void writePercepts(const TrialRobot& robot, std::span<float> out) const;
    void writeTruth(const TrialRobot& robot, double timeS, std::span<float> out) const;

    robot::RobotModelPtr m_model;
    ObservationKind m_kind;
    std::vector<Feature> m_features;
    std::vector<robot::BodyId> m_feelers;              ///< bodies that report forces
    math::Pose m_X_SGround;                            ///< at the begin of the trial
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ(); ///< estimated
    std::vector<double> m_beforeRad;                   ///< joints as measured in the cycle before
    std::vector<double> m_speedRadPerS;                ///< measured
};

} // namespace sideline::training
