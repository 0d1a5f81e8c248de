#pragma once

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/planning/path/path_planner.h"
#include "agentcore/planning/path/path_scene.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// What a robot keeps away from on its way. Lengths in m, for the robot's middle.
struct WayRules {
    double playerM = 0.5; ///< from other robots that stand
    double fallenM = 0.7; ///< and from those that lie
    double goalM = 0.35;  ///< from the sides and the back of both goals
    double ballM = 0.0;   ///< from the ball; 0: it may touch it
};

/// The obstacles that a robot believes in: players that it has seen of late, where they walk to,
/// the goals, the ball if the rules say so, and its own penalty area while as many of its team are
/// in it as may be (`game::Rules::maxPlayersInsideOwnArea`; one that is in it already may leave).
/// @param out overwritten; allocates nothing once it is warm
void obstaclesOf(const world::AgentFrame& frame, const field::FieldDimensions& field,
                 const WayRules& rules, PathScene& out);

/// Whether the own penalty area is full of teammates, so that this robot must stay out: never for
/// the goalkeeper, number 1, who has its place in it wherever it is.
[[nodiscard]] bool isOwnAreaFull(const world::AgentFrame& frame,
                                 const field::FieldDimensions& field);

/// Finds a robot's way among what it believes in. A value; allocates nothing once it is warm.
class WayFinder {
public:
    explicit WayFinder(const WayRules& rules = {}) : m_rules(rules) {}

    /// The way from where the robot is; to the edge of its own penalty area, if it wants to go
    /// where it may not.
    /// @param frame with a valid pose
    /// @param goal_F finite
    /// @return valid until the next call
    const Path& find(const world::AgentFrame& frame, const field::FieldDimensions& field,
                     const Eigen::Vector2d& goal_F, double stepS);
    /// Begins anew: another goal, or it has fallen.
    void forget() { m_planner.forget(); }

private:
    WayRules m_rules;
    PathScene m_scene;
    PathPlanner m_planner;
};

} // namespace sideline::planning
