#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <Eigen/Core>

namespace sideline::planning {

/// Who goes to which place: for each robot the index of its place.
inline constexpr std::size_t kMostRoles = 11;
using RoleAssignment = std::array<std::size_t, kMostRoles>;

/// Assigns robots to places so that the longest way is as short as possible, then the second
/// longest, and so on (a lexicographic bottleneck assignment). Robots that go straight to their
/// places at the same speed do not run into each other then.
/// Source: MacAlpine, Price and Stone, "SCRAM: Scalable Collision-avoiding Role Assignment with
/// Minimal-makespan", 2015. Solved as one assignment problem in exact arithmetic: each way counts
/// 2 to the power of its rank, more than all shorter ways together.
///
/// Stable over time: a robot's former place counts as nearer by a margin. A value; allocates
/// nothing.
class RoleAssigner {
public:
    /// @param stayM so much nearer a robot's former place counts; 0 or more, m
    explicit RoleAssigner(double stayM = 0.5) : m_stayM(stayM) {}

    /// @param robots_F, places_F equally many, at most `kMostRoles`; finite; m
    /// @return the places of the first `robots_F.size()` robots. Of equal ways the one of the robot
    ///     with the lower index counts as shorter: the same input gives the same roles everywhere.
    const RoleAssignment& assign(std::span<const Eigen::Vector2d> robots_F,
                                 std::span<const Eigen::Vector2d> places_F);
    /// Former places do not count any more.
    void forget() { m_count = 0; }

private:
    double m_stayM;
    std::size_t m_count = 0; ///< robots that were assigned last
    RoleAssignment m_places{};
};

} // namespace sideline::planning
