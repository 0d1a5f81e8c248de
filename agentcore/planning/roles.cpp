#include "agentcore/planning/roles.h"

#include <algorithm>
#include <tuple>

#include "agentcore/base/assert.h"

namespace sideline::planning {

namespace {

// 2 to the power of 121 path ranks is representable, and so is the sum of eleven such numbers.
__extension__ using Weight = __int128;
using Weights = std::array<std::array<Weight, kMaxRoles>, kMaxRoles>;

struct Way {
    double lengthM = 0.0;
    std::size_t robot = 0;
    std::size_t place = 0;
};

// The assignment with the minimum sum (Kuhn and Munkres, shortest augmenting paths), O(n^3).
void solve(const Weights& weights, std::size_t count, RoleAssignment& places) {
    constexpr std::size_t kNone = kMaxRoles;
    constexpr Weight kInfinite = Weight{1} << 126;
    std::array<Weight, kMaxRoles> robotPrice{};
    std::array<Weight, kMaxRoles + 1> placePrice{};
    std::array<std::size_t, kMaxRoles + 1> robotAt{}; // the last index represents the start of the
                                                      // paths
    robotAt.fill(kNone);
    for (std::size_t robot = 0; robot < count; ++robot) {
        std::array<Weight, kMaxRoles + 1> least{};
        std::array<std::size_t, kMaxRoles + 1> before{};
        std::array<bool, kMaxRoles + 1> isDone{};
        least.fill(kInfinite);
        std::size_t at = kMaxRoles;
        robotAt[at] = robot;
        while (robotAt[at] != kNone) {
            isDone[at] = true;
            const std::size_t moving = robotAt[at];
            Weight step = kInfinite;
            std::size_t next = 0;
            for (std::size_t place = 0; place < count; ++place) {
                if (isDone[place]) {
                    continue;
                }
                const Weight cost = weights[moving][place] - robotPrice[moving] - placePrice[place];
                if (cost < least[place]) {
                    least[place] = cost;
                    before[place] = at;
                }
                if (least[place] < step) {
                    step = least[place];
                    next = place;
                }
            }
            for (std::size_t place = 0; place <= kMaxRoles; ++place) {
                if (isDone[place]) {
                    robotPrice[robotAt[place]] += step;
                    placePrice[place] -= step;
                } else {
                    least[place] -= step;
                }
            }
            at = next;
        }
        while (at != kMaxRoles) {
            robotAt[at] = robotAt[before[at]];
            at = before[at];
        }
    }
    for (std::size_t place = 0; place < count; ++place) {
        places[robotAt[place]] = place;
    }
}

} // namespace

const RoleAssignment& RoleAssigner::assign(std::span<const Eigen::Vector2d> robots_F,
                                           std::span<const Eigen::Vector2d> places_F) {
    SIDELINE_ASSERT(robots_F.size() == places_F.size() && robots_F.size() <= kMaxRoles);
    const std::size_t count = robots_F.size();
    std::array<Way, kMaxRoles * kMaxRoles> ways{};
    std::size_t wayCount = 0;
    for (std::size_t robot = 0; robot < count; ++robot) {
        for (std::size_t place = 0; place < count; ++place) {
            const bool isFormer = count == m_count && m_places[robot] == place;
            const double lengthM = (places_F[place] - robots_F[robot]).norm();
            ways[wayCount++] = {lengthM - (isFormer ? m_stayM : 0.0), robot, place};
        }
    }
    std::sort(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(wayCount),
              [](const Way& a, const Way& b) {
                  return std::tie(a.lengthM, a.robot, a.place) <
                         std::tie(b.lengthM, b.robot, b.place);
              });
    Weights weights{};
    for (std::size_t rank = 0; rank < wayCount; ++rank) {
        weights[ways[rank].robot][ways[rank].place] = Weight{1} << rank;
    }
    solve(weights, count, m_places);
    m_count = count;
    return m_places;
}

} // namespace sideline::planning
