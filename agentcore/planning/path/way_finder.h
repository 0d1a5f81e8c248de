#pragma once

#include <span>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/field/field_model.h"
#include "agentcore/planning/path/path_planner.h"
#include "agentcore/planning/path/path_scene.h"
#include "agentcore/world/agent_frame.h"

namespace sideline::planning {

/// Settings for the obstacles on a robot's path. Distances are from the robot's center.
struct WayRules {
    double playerM = 0.5;
    double fallenM = 0.7;
    double goalM = 0.35;
    double maxAgeS = 5.0;
    double minWalkMps = 0.15;
    double areaMarginM = 0.2;
    double ballM = 0.0; ///< minimum distance from the ball; 0: the ball may be touched

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<WayRules>> numbers();
};

/// The obstacles in a robot's belief: recently seen players with their velocities, the goals, the
/// ball if the rules require it, and our penalty area while it contains the maximum number of
/// teammates (`game::Rules::maxPlayersInsideOwnArea`; a robot inside may leave).
/// @param out overwritten; allocates nothing after warm-up
void obstaclesOf(const world::AgentFrame& frame, const field::FieldDimensions& field,
                 const WayRules& rules, PathScene& out);

/// Whether our penalty area is full of teammates, so that this robot must stay out. False for the
/// goalkeeper, number 1, which is always allowed in it.
[[nodiscard]] bool isOwnAreaFull(const world::AgentFrame& frame,
                                 const field::FieldDimensions& field, const WayRules& rules = {});

/// Finds a robot's path among the obstacles in its belief. A value; allocates nothing after
/// warm-up.
class WayFinder {
public:
    explicit WayFinder(const WayRules& rules = {}, const PathSettings& paths = {})
        : m_rules(rules), m_planner(paths) {}
    /// Effective from the next cycle.
    void setSettings(const WayRules& rules, const PathSettings& paths) {
        m_rules = rules;
        m_planner.setSettings(paths);
    }

    /// The path from the robot to a goal; if the goal is in our penalty area and the area is full,
    /// the path to the edge of the area.
    /// @param frame contains a valid pose
    /// @param goal_F finite
    /// @return valid until the next call
    const Path& find(const world::AgentFrame& frame, const field::FieldDimensions& field,
                     const Eigen::Vector2d& goal_F, double stepS);
    /// Restarts; call after a fall or for another goal.
    void forget() { m_planner.forget(); }

private:
    WayRules m_rules;
    PathScene m_scene;
    PathPlanner m_planner;
};

} // namespace sideline::planning
