#pragma once

#include <vector>

#include <Eigen/Core>

namespace sideline::planning {

/// A round obstacle of the yardstick.
struct GraphDisc {
    Eigen::Vector2d center = Eigen::Vector2d::Zero();
    double radiusM = 0.0;
};

/// Length of the shortest way around discs, by Dijkstra over the whole graph of tangents: every
/// tangent of every pair of discs that nothing blocks, joined by the arcs between them. Slow, and
/// shares nothing with the planner that it judges.
/// @return infinity if there is none
[[nodiscard]] double shortestWayM(const Eigen::Vector2d& start, const Eigen::Vector2d& goal,
                                  const std::vector<GraphDisc>& discs);

} // namespace sideline::planning
