#pragma once

#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "agentcore/decision/policy_interface.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::decision {

/// Input of an observation, in addition to the state of the observer.
struct ObservationInput {
    const world::BodyBelief& body;     ///< joints, gyro, accelerometer and forces of this cycle
    double stepS;                      ///< time since the previous cycle
    std::span<const float> lastAction; ///< one per output of the policy; empty: all 0
    std::span<const double> referenceRad = {};         ///< one per joint of the robot; empty: all 0
    Eigen::Vector3d command = Eigen::Vector3d::Zero(); ///< forward, left m/s, turn left rad/s
};

/// Computes a policy's observations from a body belief, cycle by cycle: the same code for an agent
/// on a server and for training, so that a policy behaves the same in both.
///
/// The up vector integrates the gyro and is corrected by the accelerometer while the
/// accelerometer's reading is close to gravity. Time starts at the first cycle; the first command
/// already applies one step later. A value: a copy continues from the same state. `observe`
/// allocates nothing. One thread at a time.
class PolicyObserver {
public:
    /// @param meaning an interface that `check` accepts for this model
    PolicyObserver(const PolicyInterface& meaning, const robot::RobotModel& model);

    /// Resets the time, the up vector and the joints' last angles.
    void reset();
    /// Observes one cycle.
    /// @param values output: `size` numbers, scaled
    void observe(const ObservationInput& input, std::span<float> values);

    [[nodiscard]] int size() const { return m_size; }
    /// Name of each number of an observation: `joint-angles.rlj4`, `gyro.x`.
    [[nodiscard]] std::vector<std::string> names() const;
    /// Time at which the action chosen from the last observation takes effect, s.
    [[nodiscard]] double timeS() const { return m_timeS; }

private:
    class Row;
    void updateUp(const ObservationInput& input);
    void append(const ObservationTerm& term, const ObservationInput& input, Row& row) const;

    std::vector<ObservationTerm> m_terms;
    std::vector<robot::JointId> m_seen;
    std::vector<robot::JointId> m_moved;
    std::vector<robot::BodyId> m_feet; ///< bodies with a force perceptor
    std::vector<std::string> m_names;
    double m_periodS;
    int m_size = 0;

    double m_timeS = 0.0;
    bool m_isFirst = true;
    Eigen::Vector3d m_up_T = Eigen::Vector3d::UnitZ();
    std::vector<double> m_lastRad; ///< last angles of the observed joints
};

} // namespace sideline::decision
