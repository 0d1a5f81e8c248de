#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "agentcore/planning/path/outline.h"
#include "agentcore/planning/path/path_scene.h"

namespace sideline::planning {

/// How paths are chosen.
struct PathSettings {
    double speedMps = 0.8;    ///< of the robot: when it meets what moves
    double horizonS = 3.0;    ///< what moves is not believed to go on for longer
    double changeM = 0.4;     ///< a path on the other side of an obstacle must be so much shorter
    double rememberS = 0.6;   ///< how long a side counts after the obstacle was last on the path
    double sameWithinM = 0.6; ///< an obstacle is the one of the cycle before within this distance
};

/// A way that a robot can go. Own field frame F.
struct Path {
    /// From start to goal; arcs are points a sixth of a right angle apart or less.
    std::vector<Eigen::Vector2d> points_F;
    double lengthM = 0.0; ///< with exact arcs
    /// False: there is no way, or it was not found in time. The points then go straight to the goal
    /// from the place nearest to it that can be reached.
    bool isFree = true;

    /// Point of the path that is `aheadM` from its start; the goal if the path is shorter.
    /// @param path not empty
    [[nodiscard]] Eigen::Vector2d pointAhead(double aheadM) const;
    /// Where it first turns: the end of the straight piece at its start.
    [[nodiscard]] const Eigen::Vector2d& firstTurn() const { return points_F[1]; }
};

/// Finds ways around obstacles by a geometric exploration tree: it tries to go straight to the
/// goal; where an obstacle is in the way it branches to the tangents on its left and right, from
/// where it tries again, on around the same obstacle until the goal, or the tangent of whatever is
/// in the way next, can be reached. Grown best first, so that the first way that arrives is the
/// shortest of the tree.
///
/// Keeps to the side of an obstacle on which it passed it before, unless the other side is shorter
/// by `changeM`. Obstacles that move are met where they will be then.
/// Source: team description of Eagle Knights (geometric exploration trees, GET), which left the
/// choice between two sides over time, and moving obstacles, open.
///
/// A value; one thread at a time. Allocates nothing after the first paths.
class PathPlanner {
public:
    explicit PathPlanner(const PathSettings& settings = {});

    /// @param start, goal finite; own field frame F
    /// @param stepS since the last call
    /// @return valid until the next call; at least two points
    const Path& plan(const Eigen::Vector2d& start, const Eigen::Vector2d& goal,
                     const PathScene& scene, double stepS);
    /// No side counts any more: the robot has fallen, or goes to another place.
    void forget() { m_sideCount = 0; }
    [[nodiscard]] const Path& path() const { return m_path; }

private:
    static constexpr std::size_t kMostNodes = 256;
    static constexpr std::size_t kMostExpansions = 96;
    static constexpr std::size_t kMostSides = 8;
    static constexpr std::size_t kStart = Outlines::kMostRounds; ///< as a round: the start itself

    // A place of the tree: where a round is touched, and which way around it goes from there.
    struct Node {
        Eigen::Vector2d from = Eigen::Vector2d::Zero(); ///< where the straight piece begins
        Eigen::Vector2d at = Eigen::Vector2d::Zero();
        std::size_t round = kStart;
        Around way = Around::Counterclockwise;
        std::size_t parent = 0;
        double wayM = 0.0;      ///< from the start
        double penaltyM = 0.0;  ///< for sides that are not the former ones
        double estimateM = 0.0; ///< of the whole path, with penalty
        bool isGoal = false;
        bool isOpen = true;
    };
    // On which side an obstacle was passed.
    struct Side {
        Eigen::Vector2d center = Eigen::Vector2d::Zero();
        Around way = Around::Counterclockwise;
        double ageS = 0.0;
    };
    // What is to be reached from a node: a round in one way.
    struct Target {
        std::size_t round = 0;
        Around way = Around::Counterclockwise;
    };

    [[nodiscard]] std::size_t search(const Eigen::Vector2d& start);
    [[nodiscard]] std::size_t nearestToGoal() const;
    [[nodiscard]] std::size_t nextOpen() const;
    void expand(std::size_t index);
    void addTargets(std::size_t body, std::size_t node);
    void addTarget(std::size_t round, Around way);
    void tryTarget(std::size_t index, const Target& target);
    void tryGoal(std::size_t index);
    [[nodiscard]] bool leave(std::size_t index, const Round& to, Around way, Tangent& tangent,
                             double& arcM);
    void addNode(const Node& node);
    [[nodiscard]] bool isDominated(const Node& node) const;
    [[nodiscard]] double penaltyFor(std::size_t body, Around way, std::size_t parent) const;
    void trace(std::size_t last);
    void appendArc(const Round& round, Around way, const Eigen::Vector2d& from,
                   const Eigen::Vector2d& to);
    void rememberSides(std::size_t last, double stepS);

    PathSettings m_settings;
    bool m_triesAll = false; ///< every obstacle, not only those that are in the way
    Outlines m_outlines;
    Eigen::Vector2d m_goal = Eigen::Vector2d::Zero();
    std::array<Node, kMostNodes> m_nodes{};
    std::size_t m_nodeCount = 0;
    std::array<Target, 2 * Outlines::kMostRounds> m_targets{};
    std::size_t m_targetCount = 0;
    std::array<bool, 2 * Outlines::kMostRounds> m_isTarget{};
    std::array<Side, kMostSides> m_sides{};
    std::size_t m_sideCount = 0;
    std::vector<std::size_t> m_trace;
    Path m_path;
};

} // namespace sideline::planning
