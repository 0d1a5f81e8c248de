#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/number_info.h"
#include "agentcore/planning/path/outline.h"
#include "agentcore/planning/path/path_scene.h"

namespace sideline::planning {

/// Settings for choosing and following paths.
struct PathSettings {
    double speedMps = 0.8;
    double horizonS = 3.0;
    double changeM = 0.4;
    double rememberS = 0.6;
    double sameWithinM = 0.6;
    double lookAheadM = 0.35;

    /// Name, unit, range and meaning of each setting.
    [[nodiscard]] static std::span<const base::NumberInfo<PathSettings>> numbers();
};

/// A path of a robot. Field frame F.
struct Path {
    /// From start to goal; arcs are approximated by points at most 15 degrees apart.
    std::vector<Eigen::Vector2d> points_F;
    double lengthM = 0.0; ///< length of the path, with exact arcs
    /// Whether there is a path and it was found within the limits. Otherwise the points lead to the
    /// reachable place nearest to the goal and from there straight to the goal.
    bool isFree = true;

    /// Point of the path that is `aheadM` from its start; the goal if the path is shorter.
    /// @pre the path is not empty
    [[nodiscard]] Eigen::Vector2d pointAhead(double aheadM) const;
};

/// Finds paths around obstacles with a geometric exploration tree: it tries the straight line to
/// the goal. At an obstacle, it branches to the tangents on the left and right and continues around
/// the obstacle until it reaches the goal or a tangent of the next obstacle. The tree grows best
/// first, so that the first path that reaches the goal is the shortest one of the tree.
///
/// Keeps passing an obstacle on the same side unless the other side is shorter by `changeM`. Avoids
/// moving obstacles at their predicted positions. Source: team description of Eagle Knights
/// (geometric exploration trees, GET), which does not cover the choice of sides over time or moving
/// obstacles.
///
/// A value; one thread at a time. Allocates nothing after the first paths.
class PathPlanner {
public:
    explicit PathPlanner(const PathSettings& settings = {});
    /// Effective from the next call to `plan`.
    void setSettings(const PathSettings& settings) { m_settings = settings; }

    /// @param start, goal finite; field frame F
    /// @param stepS time since the last call
    /// @return valid until the next call; at least two points
    const Path& plan(const Eigen::Vector2d& start, const Eigen::Vector2d& goal,
                     const PathScene& scene, double stepS);
    /// Clears the remembered sides; call after a fall or for another goal.
    void forget() { m_sideCount = 0; }
    [[nodiscard]] const Path& path() const { return m_path; }

private:
    static constexpr std::size_t kMaxNodes = 256;
    static constexpr std::size_t kMaxExpansions = 96;
    static constexpr std::size_t kMaxSides = 8;
    static constexpr std::size_t kStart = Outlines::kMaxRounds; ///< value of `round` for the start
                                                                ///< itself

    // A node of the tree: the place where a round is touched, and the direction in which the path
    // continues around it.
    struct Node {
        Eigen::Vector2d from = Eigen::Vector2d::Zero(); ///< start of the straight piece
        Eigen::Vector2d at = Eigen::Vector2d::Zero();
        std::size_t round = kStart;
        Around way = Around::Counterclockwise;
        std::size_t parent = 0;
        double wayM = 0.0;      ///< length of the path from the start
        double penaltyM = 0.0;  ///< penalty for changes of side
        double estimateM = 0.0; ///< estimated length of the whole path, with penalty
        bool isGoal = false;
        bool isOpen = true;
    };
    // The side on which an obstacle was passed.
    struct Side {
        Eigen::Vector2d center = Eigen::Vector2d::Zero();
        Around way = Around::Counterclockwise;
        double ageS = 0.0;
    };
    // The next target of a node: a round and a direction around it.
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
    bool m_triesAll = false; ///< whether to try every obstacle, not only those in the path
    Outlines m_outlines;
    Eigen::Vector2d m_goal = Eigen::Vector2d::Zero();
    std::array<Node, kMaxNodes> m_nodes{};
    std::size_t m_nodeCount = 0;
    std::array<Target, 2 * Outlines::kMaxRounds> m_targets{};
    std::size_t m_targetCount = 0;
    std::array<bool, 2 * Outlines::kMaxRounds> m_isTarget{};
    std::array<Side, kMaxSides> m_sides{};
    std::size_t m_sideCount = 0;
    std::vector<std::size_t> m_trace;
    Path m_path;
};

} // namespace sideline::planning
