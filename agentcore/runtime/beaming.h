#pragma once

#include <optional>

#include <Eigen/Core>

#include "agentcore/behavior/action_request.h"
#include "agentcore/robot/robot_model.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::runtime {

/// Decides when an agent beams, and prepares its robot for it.
///
/// The server puts a robot upright but leaves its joints as they are: a robot that is beamed in the
/// middle of a get-up or of a step falls again. A robot of SimSpark therefore first moves its
/// joints to zero, the angles of a robot that has just joined, and holds them until the beam takes
/// effect. A value; one thread at a time.
class Beaming {
public:
    /// @param home_F where the agent beams on its own, once for each kick-off and when it lies: x
    /// m,
    ///     y m, heading rad; not set: it never does
    Beaming(const robot::RobotModel& model, const std::optional<Eigen::Vector3d>& home_F);

    /// Handles a new robot.
    void reset();
    /// @param isAllowed whether the reported play mode allows beams
    void setAllowed(bool isAllowed);
    [[nodiscard]] bool isAllowed() const { return m_isAllowed; }
    /// Requests a beam, which replaces one that has not been sent. Dropped if beams are not
    /// allowed.
    /// @param p_F finite
    void request(const Eigen::Vector3d& p_F) { m_place_F = p_F; }

    /// Processes a cycle, after the behavior has decided.
    /// @param request contains the behavior's beam, if any; its joint targets are replaced while
    ///     the robot prepares
    /// @param mayMoveJoints false if a user controls the joints: then it beams as it is
    /// @return the place to beam to with this cycle's reply, if any
    [[nodiscard]] std::optional<Eigen::Vector3d> update(const world::BodyBelief& body,
                                                        bool mayMoveJoints,
                                                        behavior::ActionRequest& request);
    /// Whether the joints were moved for the last beam. If so, the behavior that moved them before
    /// must restart once the beam has taken effect.
    [[nodiscard]] bool hasMovedJoints() const { return m_hasMovedJoints; }

private:
    void choosePlace(const world::BodyBelief& body, const behavior::ActionRequest& request);
    [[nodiscard]] bool isStraight(const world::BodyBelief& body) const;
    void straighten(behavior::ActionRequest& request) const;

    robot::RobotModelPtr m_model;
    std::optional<Eigen::Vector3d> m_home_F;
    std::optional<Eigen::Vector3d> m_place_F; ///< place of a beam that has not been sent
    bool m_isAllowed = false;
    bool m_isBeamed = false;   ///< whether the robot was beamed since beams were allowed
    int m_sinceBeamCycles = 0; ///< cycles since the last beam
    int m_preparingCycles = 0; ///< cycles for which the joints have been moved for this beam
    bool m_hasMovedJoints = false;
};

} // namespace sideline::runtime
