#include "agentcore/planning/path/path_planner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "tests/agentcore/planning/tangent_graph.h"
#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::AlignedBox2d;
using Eigen::Vector2d;

constexpr double kStepS = 0.02;

// Minimum distance of a path from the outlines of the obstacles: below 0 it is inside one.
double clearanceM(const Path& path, const PathScene& scene) {
    double leastM = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < path.points_F.size(); ++i) {
        for (int k = 0; k <= 50; ++k) {
            const Vector2d p =
                path.points_F[i - 1] + k / 50.0 * (path.points_F[i] - path.points_F[i - 1]);
            for (const DiscObstacle& disc : scene.discs) {
                leastM = std::min(leastM, (p - disc.center_F).norm() - disc.radiusM);
            }
            for (const BoxObstacle& box : scene.boxes) {
                leastM = std::min(leastM, box.box_F.exteriorDistance(p) - box.marginM);
            }
        }
    }
    return leastM;
}

struct RandomScene {
    PathScene scene;
    Vector2d start = Vector2d::Zero();
    Vector2d goal = Vector2d::Zero();
};

RandomScene randomScene(base::Rng& rng, std::size_t discs) {
    RandomScene made;
    const auto place = [&] { return Vector2d(rng.uniform(-7.0, 7.0), rng.uniform(-5.0, 5.0)); };
    const auto isFree = [&](const Vector2d& p) {
        return std::ranges::all_of(made.scene.discs, [&](const DiscObstacle& disc) {
            return (p - disc.center_F).norm() > disc.radiusM + 0.01;
        });
    };
    for (std::size_t i = 0; i < discs; ++i) {
        made.scene.discs.push_back({place(), rng.uniform(0.3, 0.8)});
    }
    do {
        made.start = place();
    } while (!isFree(made.start));
    do {
        made.goal = place();
    } while (!isFree(made.goal));
    return made;
}

TEST(PathPlannerTest, GoesStraightWhereNothingIsInTheWay) {
    PathPlanner planner;
    PathScene scene;
    scene.discs.push_back({{2.0, 1.0}, 0.5});
    const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
    EXPECT_TRUE(path.isFree);
    EXPECT_EQ(path.points_F, (std::vector<Vector2d>{{0.0, 0.0}, {4.0, 0.0}}));
    EXPECT_DOUBLE_EQ(path.lengthM, 4.0);
}

TEST(PathPlannerTest, GoesAroundADiscOnTheShorterSide) {
    PathPlanner planner;
    PathScene scene;
    scene.discs.push_back({{2.0, 0.2}, 0.5});
    const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
    EXPECT_TRUE(path.isFree);
    EXPECT_LT(path.points_F[1].y(), 0.0);
    EXPECT_GT(clearanceM(path, scene), -0.005);
    EXPECT_NEAR(path.lengthM, shortestWayM({0.0, 0.0}, {4.0, 0.0}, {{{2.0, 0.2}, 0.5}}), 1e-9);
    EXPECT_EQ(path.pointAhead(100.0), Vector2d(4.0, 0.0));
    EXPECT_NEAR((path.pointAhead(0.5) - 0.5 * path.points_F[1].normalized()).norm(), 0.0, 1e-12);
}

TEST(PathPlannerTest, GoesAroundABoxAndStaysOff) {
    PathPlanner planner;
    PathScene scene;
    scene.boxes.push_back({AlignedBox2d(Vector2d(1.0, -1.0), Vector2d(2.0, 3.0)), 0.3});
    const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
    EXPECT_TRUE(path.isFree);
    EXPECT_GT(clearanceM(path, scene), -0.005);
    EXPECT_LT(path.points_F[1].y(), -0.9);
    // Two tangents, two arcs and the box's side.
    const double firstM = std::sqrt(2.0 - 0.09);
    const double lastM = std::sqrt(5.0 - 0.09);
    const double arcRad = std::atan2(1.0, 1.0) + std::asin(0.3 / std::sqrt(2.0)) +
                          std::atan2(1.0, 2.0) + std::asin(0.3 / std::sqrt(5.0));
    EXPECT_NEAR(path.lengthM, firstM + 1.0 + lastM + 0.3 * arcRad, 1e-6);
}

TEST(PathPlannerTest, EntersNoPocketBetweenTouchingObstacles) {
    PathPlanner planner;
    PathScene scene;
    std::vector<GraphDisc> graph;
    for (const Vector2d& center : {Vector2d(1.0, 1.0), Vector2d(1.8, 0.5), Vector2d(2.0, -0.2),
                                   Vector2d(1.8, -1.0), Vector2d(1.0, -1.5)}) {
        scene.discs.push_back({center, 0.6});
        graph.push_back({center, 0.6});
    }
    const Path& path = planner.plan({0.5, 0.0}, {4.0, 0.0}, scene, kStepS);
    ASSERT_TRUE(path.isFree);
    EXPECT_GT(clearanceM(path, scene), -0.01);
    EXPECT_NEAR(path.lengthM, shortestWayM({0.5, 0.0}, {4.0, 0.0}, graph), 0.02);
}

TEST(PathPlannerTest, IsWithinTwoPercentOfTheShortestWay) {
    base::Rng rng(7);
    double sumOfRatios = 0.0;
    double worst = 1.0;
    int blocked = 0;
    int lost = 0;
    for (int i = 0; i < 400; ++i) {
        const RandomScene made = randomScene(rng, 21);
        std::vector<GraphDisc> graph;
        for (const DiscObstacle& disc : made.scene.discs) {
            graph.push_back({disc.center_F, disc.radiusM});
        }
        const double shortestM = shortestWayM(made.start, made.goal, graph);
        const double straightM = (made.goal - made.start).norm();
        PathPlanner planner;
        const Path& path = planner.plan(made.start, made.goal, made.scene, kStepS);
        if (!std::isfinite(shortestM)) {
            EXPECT_FALSE(path.isFree) << "scene " << i;
            continue;
        }
        lost += path.isFree ? 0 : 1;
        if (path.isFree) {
            EXPECT_GT(clearanceM(path, made.scene), -0.02) << "scene " << i;
            EXPECT_GT(path.lengthM, shortestM - 0.02) << "scene " << i;
        }
        if (shortestM > straightM + 1e-6 && path.isFree) {
            ++blocked;
            sumOfRatios += path.lengthM / shortestM;
            worst = std::max(worst, path.lengthM / shortestM);
        }
    }
    ASSERT_GT(blocked, 200);
    EXPECT_LT(sumOfRatios / blocked, 1.02);
    EXPECT_EQ(lost, 0);
    RecordProperty("mean_ratio", std::to_string(sumOfRatios / blocked));
    RecordProperty("worst_ratio", std::to_string(worst));
    RecordProperty("blocked", blocked);
}

TEST(PathPlannerTest, KeepsItsSideUntilTheOtherIsMuchShorter) {
    PathPlanner planner;
    const auto sideFor = [&](double lateralM) {
        PathScene scene;
        scene.discs.push_back({{2.0, lateralM}, 0.5});
        return planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS).points_F[1].y() > 0.0;
    };
    ASSERT_TRUE(sideFor(-0.05)); // to the left of it
    base::Rng rng(1);
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(sideFor(rng.uniform(-0.1, 0.1)));
    }
    EXPECT_FALSE(sideFor(0.48)); // the way to its left is much longer now
    EXPECT_FALSE(sideFor(-0.1)); // and so it stays
    planner.forget();
    EXPECT_TRUE(sideFor(-0.1));
}

TEST(PathPlannerTest, ForgetsASideThatHasNotMatteredForAWhile) {
    const PathSettings settings;
    for (const bool isLong : {false, true}) {
        PathPlanner planner(settings);
        PathScene scene;
        scene.discs.push_back({{2.0, -0.05}, 0.5});
        ASSERT_GT(planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS).points_F[1].y(), 0.0);
        const double pauseS = settings.rememberS + (isLong ? 0.1 : -0.1);
        (void)planner.plan({0.0, 0.0}, {0.0, 3.0}, scene, pauseS);
        scene.discs[0].center_F.y() = 0.05;
        const double y = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, 0.0).points_F[1].y();
        EXPECT_EQ(y > 0.0, !isLong);
    }
}

TEST(PathPlannerTest, LeavesAnObstacleInWhichItStands) {
    PathPlanner planner;
    PathScene scene;
    scene.discs.push_back({{0.3, 0.0}, 0.5});
    const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
    EXPECT_TRUE(path.isFree);
    EXPECT_GT(std::abs(path.points_F[1].y()), 0.01);
    EXPECT_GT((path.points_F[1] - scene.discs[0].center_F).norm(), 0.29);
}

TEST(PathPlannerTest, ReachesAGoalAtTheEdgeOfAnObstacle) {
    PathPlanner planner;
    PathScene scene;
    scene.discs.push_back({{3.0, 0.0}, 0.5});
    const Path& path = planner.plan({0.0, 0.0}, {3.3, 0.0}, scene, kStepS); // on its far side
    EXPECT_TRUE(path.isFree);
    EXPECT_EQ(path.points_F.back(), Vector2d(3.3, 0.0));
    EXPECT_GT(path.lengthM, 3.4);
}

TEST(PathPlannerTest, SaysThatThereIsNoWay) {
    PathPlanner planner;
    PathScene scene;
    for (int i = 0; i < 12; ++i) {
        const double angleRad = i * 0.5236;
        scene.discs.push_back({{std::cos(angleRad), std::sin(angleRad)}, 0.4});
    }
    const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
    EXPECT_FALSE(path.isFree);
    EXPECT_EQ(path.points_F.back(), Vector2d(4.0, 0.0));
    EXPECT_GE(path.points_F.size(), 2U);
}

// Walks along its paths while a robot crosses its way.
TEST(PathPlannerTest, PassesBehindWhatCrossesItsWay) {
    const auto leastDistanceM = [](bool hasVelocity) {
        PathPlanner planner;
        Vector2d p(0.0, 0.0);
        Vector2d other(3.0, -1.8);
        const Vector2d velocity(0.0, 0.6);
        double leastM = std::numeric_limits<double>::infinity();
        double walkedM = 0.0;
        while ((p - Vector2d(6.0, 0.0)).norm() > 0.05 && walkedM < 12.0) {
            PathScene scene;
            scene.discs.push_back({other, 0.5, hasVelocity ? velocity : Vector2d::Zero().eval()});
            const Path& path = planner.plan(p, {6.0, 0.0}, scene, kStepS);
            p = path.pointAhead(0.8 * kStepS);
            other += kStepS * velocity;
            walkedM += 0.8 * kStepS;
            leastM = std::min(leastM, (p - other).norm());
        }
        return std::pair(leastM, walkedM);
    };
    const auto [withM, withWayM] = leastDistanceM(true);
    const auto [withoutM, withoutWayM] = leastDistanceM(false);
    EXPECT_GT(withM, 0.45);
    EXPECT_LT(withWayM, withoutWayM);
}

struct BadCase {
    const char* name;
    DiscObstacle disc;
    BoxObstacle box;
};

TEST(PathPlannerTest, IgnoresObstaclesThatAreNone) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const AlignedBox2d away(Vector2d(9.0, 9.0), Vector2d(10.0, 10.0));
    const std::vector<BadCase> cases = {
        {"center is no number", {{kNan, 0.0}, 0.5}, {away, 0.1}},
        {"radius is no number", {{2.0, 0.0}, kNan}, {away, 0.1}},
        {"no radius", {{2.0, 0.0}, 0.0}, {away, 0.1}},
        {"negative radius", {{2.0, 0.0}, -1.0}, {away, 0.1}},
        {"empty box", {{2.0, 9.0}, 0.1}, {AlignedBox2d(), 0.1}},
        {"start in the box",
         {{2.0, 9.0}, 0.1},
         {AlignedBox2d(Vector2d(-1.0, -1.0), Vector2d(1.0, 1.0)), 0.1}},
        {"goal in the box",
         {{2.0, 9.0}, 0.1},
         {AlignedBox2d(Vector2d(3.0, -1.0), Vector2d(5.0, 1.0)), 0.1}},
    };
    for (const BadCase& row : cases) {
        PathPlanner planner;
        PathScene scene;
        scene.discs.push_back(row.disc);
        scene.boxes.push_back(row.box);
        const Path& path = planner.plan({0.0, 0.0}, {4.0, 0.0}, scene, kStepS);
        EXPECT_TRUE(path.isFree) << row.name;
        EXPECT_NEAR(path.lengthM, 4.0, 1e-9) << row.name;
    }
}

TEST(PathPlannerTest, TakesMoreObstaclesThanItCanHold) {
    base::Rng rng(3);
    const RandomScene made = randomScene(rng, 200);
    PathPlanner planner;
    const Path& path = planner.plan(made.start, made.goal, made.scene, kStepS);
    EXPECT_GE(path.points_F.size(), 2U);
}

TEST(PathPlannerTest, AllocatesNothingAfterTheFirstPaths) {
    base::Rng rng(5);
    PathPlanner planner;
    std::vector<RandomScene> scenes;
    for (int i = 0; i < 50; ++i) {
        scenes.push_back(randomScene(rng, 21));
    }
    const tests::AllocationGuard guard;
    for (const RandomScene& made : scenes) {
        (void)planner.plan(made.start, made.goal, made.scene, kStepS);
    }
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::planning
