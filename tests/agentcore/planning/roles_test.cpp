#include "agentcore/planning/roles.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;
using Places = std::vector<Vector2d>;

Places randomPlaces(base::Rng& rng, std::size_t count) {
    Places places(count);
    for (Vector2d& place : places) {
        place = {rng.uniform(-15.0, 15.0), rng.uniform(-10.0, 10.0)};
    }
    return places;
}

// Lengths of all ways, the longest first.
std::vector<double> sortedWaysM(const Places& robots, const Places& places,
                                const std::vector<std::size_t>& order) {
    std::vector<double> waysM;
    for (std::size_t i = 0; i < robots.size(); ++i) {
        waysM.push_back((places[order[i]] - robots[i]).norm());
    }
    std::ranges::sort(waysM, std::greater<>());
    return waysM;
}

std::vector<std::size_t> assigned(RoleAssigner& assigner, const Places& robots,
                                  const Places& places) {
    const RoleAssignment& all = assigner.assign(robots, places);
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(robots.size())};
}

TEST(RolesTest, NoOtherAssignmentHasShorterWaysFromTheLongestOn) {
    base::Rng rng(11);
    for (int scene = 0; scene < 200; ++scene) {
        const Places robots = randomPlaces(rng, 6);
        const Places places = randomPlaces(rng, 6);
        std::vector<std::size_t> order(6);
        std::iota(order.begin(), order.end(), 0U);
        std::vector<double> best = sortedWaysM(robots, places, order);
        while (std::next_permutation(order.begin(), order.end())) {
            best = std::min(best, sortedWaysM(robots, places, order));
        }
        RoleAssigner assigner;
        EXPECT_EQ(sortedWaysM(robots, places, assigned(assigner, robots, places)), best);
    }
}

TEST(RolesTest, ElevenRobotsGetElevenPlacesWithoutCollisions) {
    base::Rng rng(12);
    for (int scene = 0; scene < 200; ++scene) {
        const Places robots = randomPlaces(rng, kMaxRoles);
        const Places places = randomPlaces(rng, kMaxRoles);
        RoleAssigner assigner;
        const auto order = assigned(assigner, robots, places);
        EXPECT_EQ(std::set(order.begin(), order.end()).size(), kMaxRoles);
        // All walk straight at one speed: no two robots are at one place at any time.
        const auto at = [&](std::size_t robot, double wayM) -> Vector2d {
            const Vector2d way = places[order[robot]] - robots[robot];
            return robots[robot] + std::min(1.0, wayM / way.norm()) * way;
        };
        for (double wayM = 0.0; wayM < 30.0; wayM += 0.05) {
            for (std::size_t a = 0; a < kMaxRoles; ++a) {
                for (std::size_t b = 0; b < a; ++b) {
                    EXPECT_GT((at(a, wayM) - at(b, wayM)).norm(), 1e-3);
                }
            }
        }
    }
}

TEST(RolesTest, PrefersTwoMiddlingWaysToALongAndAShortOne) {
    RoleAssigner assigner;
    // In a row: the sum is the same, the longest way is not.
    EXPECT_EQ(assigned(assigner, {{0.0, 0.0}, {1.0, 0.0}}, {{2.0, 0.0}, {1.0, 0.0}}),
              (std::vector<std::size_t>{1, 0}));
}

TEST(RolesTest, StaysWithFormerPlacesUntilItPays) {
    RoleAssigner assigner(0.5);
    const Places places = {{5.0, 1.0}, {5.0, -1.0}};
    ASSERT_EQ(assigned(assigner, {{0.0, 0.2}, {0.0, -0.2}}, places),
              (std::vector<std::size_t>{0, 1}));
    base::Rng rng(2);
    for (int i = 0; i < 100; ++i) {
        const double y = rng.uniform(-0.3, 0.3);
        EXPECT_EQ(assigned(assigner, {{0.0, y}, {0.0, -y}}, places),
                  (std::vector<std::size_t>{0, 1}));
    }
    const Places crossed = {{0.0, -3.0}, {0.0, 3.0}};
    EXPECT_EQ(assigned(assigner, crossed, places), (std::vector<std::size_t>{1, 0}));
    const Places back = {{0.0, 0.1}, {0.0, -0.1}};
    EXPECT_EQ(assigned(assigner, back, places), (std::vector<std::size_t>{1, 0}));
    assigner.forget();
    EXPECT_EQ(assigned(assigner, back, places), (std::vector<std::size_t>{0, 1}));
}

TEST(RolesTest, AnotherNumberOfRobotsResetsTheAssignment) {
    RoleAssigner assigner(100.0);
    ASSERT_EQ(assigned(assigner, {{0.0, 0.0}, {1.0, 0.0}}, {{1.0, 0.1}, {0.0, 0.1}}),
              (std::vector<std::size_t>{1, 0}));
    EXPECT_EQ(assigned(assigner, {{0.0, 0.0}, {1.0, 0.0}, {9.0, 0.0}},
                       {{0.0, 0.1}, {1.0, 0.1}, {9.0, 0.1}}),
              (std::vector<std::size_t>{0, 1, 2}));
}

TEST(RolesTest, AcceptsNoRobotsAndEqualPlaces) {
    RoleAssigner assigner;
    EXPECT_TRUE(assigned(assigner, {}, {}).empty());
    const Places same(kMaxRoles, Vector2d(1.0, 1.0));
    const auto order = assigned(assigner, same, same);
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), kMaxRoles);
}

TEST(RolesTest, AllocatesNothing) {
    base::Rng rng(3);
    const Places robots = randomPlaces(rng, kMaxRoles);
    const Places places = randomPlaces(rng, kMaxRoles);
    const tests::AllocationGuard guard;
    RoleAssigner assigner;
    (void)assigner.assign(robots, places);
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::planning
