#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <Eigen/Core>

namespace sideline::planning {

inline constexpr std::size_t kMaxRoles = 11;
/// The index of each robot's place.
using RoleAssignment = std::array<std::size_t, kMaxRoles>;

/// Assigns robots to places so that the longest path is as short as possible, then the second
/// longest, and so on (a lexicographic bottleneck assignment). Robots that walk straight to their
/// places at the same speed then do not collide. Source: MacAlpine, Price and Stone, "SCRAM:
/// Scalable Collision-avoiding Role Assignment with Minimal-makespan", 2015. Solved as one
/// assignment problem in exact arithmetic: each path costs 2 to the power of its rank, more than
/// all shorter paths together.
///
/// Stable over time: a robot's former place counts as nearer by a margin. A value; allocates
/// nothing.
class RoleAssigner {
public:
    /// @param stayM margin by which a robot's former place counts as nearer; 0 or more, m
    explicit RoleAssigner(double stayM = 0.5) : m_stayM(stayM) {}

    /// @param robots_F, places_F of equal size, at most `kMaxRoles`; finite, m
    /// @return the places of the first `robots_F.size()` robots. Of equally long paths, the path of
    /// the robot with the lower index counts as shorter, so that the same input gives the same
    /// roles on all robots.
    const RoleAssignment& assign(std::span<const Eigen::Vector2d> robots_F,
                                 std::span<const Eigen::Vector2d> places_F);
    /// Clears former places.
    void forget() { m_count = 0; }

private:
    double m_stayM;
    std::size_t m_count = 0; ///< robots of the last assignment
    RoleAssignment m_places{};
};

} // namespace sideline::planning
