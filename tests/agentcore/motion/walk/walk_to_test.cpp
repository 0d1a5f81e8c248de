#include "agentcore/motion/walk/walk_to.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"

namespace sideline::motion {
namespace {

using Eigen::Vector2d;

double speedOf(const WalkCommand& command) {
    return std::hypot(command.forwardMps, command.leftMps);
}

TEST(WalkToTest, StandsAfterArrival) {
    EXPECT_TRUE(walkTo({0.01, -0.01}, {}).isZero());
    EXPECT_TRUE(walkTo({0.01, -0.01}, 0.03).isZero());
    EXPECT_TRUE(walkTo({0.0, 0.0}, {}).isZero());
    EXPECT_TRUE(walkTo({0.0, 0.0}, 2.0 * math::kPi).isZero()) << "a full turn is none";
    EXPECT_FALSE(walkTo({0.05, 0.0}, {}).isZero());
    WalkToSettings coarse;
    coarse.nearM = 0.1;
    EXPECT_TRUE(walkTo({0.05, 0.0}, {}, coarse).isZero());
}

TEST(DetourPointTest, FreePathHasNoDetour) {
    const Vector2d goal(2.0, 0.0);
    EXPECT_EQ(detourPoint(goal, {{1.0, 0.5}, 0.3}), goal) << "beside it";
    EXPECT_EQ(detourPoint(goal, {{2.2, 0.0}, 0.3}), goal) << "the goal is in front of it";
    EXPECT_EQ(detourPoint(goal, {{-0.5, 0.0}, 0.3}), goal) << "behind the robot";
    EXPECT_EQ(detourPoint({0.0, 0.0}, {{0.1, 0.0}, 0.3}), Vector2d(0.0, 0.0));
    const double nan = std::nan("");
    EXPECT_EQ(detourPoint(goal, {{nan, 0.0}, 0.3}), goal);
}

TEST(DetourPointTest, FollowsTangentOnTheShorterSide) {
    const Vector2d center(1.0, 0.1);
    const Vector2d way = detourPoint({2.0, 0.0}, {center, 0.3});
    EXPECT_LT(way.y(), 0.0) << "the obstacle is left of the way";
    EXPECT_NEAR((way - center).norm(), 0.3, 1e-9);
    EXPECT_NEAR(way.dot(way - center), 0.0, 1e-9) << "a tangent";
    EXPECT_GT(detourPoint({2.0, 0.0}, {{1.0, -0.1}, 0.3}).y(), 0.0);
}

TEST(DetourPointTest, LeavesTheCircleFromInside) {
    const Vector2d center(0.2, 0.0);
    const Vector2d way = detourPoint({0.4, -0.1}, {center, 0.3});
    EXPECT_LT(way.x(), 0.0) << "away from it";
    EXPECT_LT(way.y(), 0.0);
}

// Following the waypoints reaches the goal without approaching the obstacle.
TEST(DetourPointTest, AvoidsTheObstacle) {
    base::Rng rng(5);
    for (int round = 0; round < 200; ++round) {
        const Vector2d center(rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0));
        const auto anywhere = [&] {
            Vector2d place;
            do {
                place = {rng.uniform(-2.0, 2.0), rng.uniform(-2.0, 2.0)};
            } while ((place - center).norm() < 0.35);
            return place;
        };
        Vector2d at = anywhere();
        const Vector2d goal = anywhere();
        double nearestM = 10.0;
        double wayM = 0.0;
        while ((goal - at).norm() > 0.02 && wayM < 20.0) {
            const Vector2d way = detourPoint(goal - at, {center - at, 0.3});
            const double stepM = std::min(0.01, way.norm());
            at += stepM * way.normalized();
            wayM += stepM;
            nearestM = std::min(nearestM, (at - center).norm());
        }
        EXPECT_LT(wayM, 8.0) << round;
        EXPECT_GT(nearestM, 0.28) << round;
    }
}

// A point that moves exactly as commanded, 50 times per second.
struct PointRobot {
    Vector2d p_F = Vector2d::Zero();
    double headingRad = 0.0;

    [[nodiscard]] Vector2d fromHere(const Vector2d& place_F) const {
        return Eigen::Rotation2Dd(-headingRad) * (place_F - p_F);
    }
    WalkCommand step(const Vector2d& goal_F, std::optional<double> goalRad) {
        return move(walkTo(fromHere(goal_F),
                           goalRad ? std::optional(*goalRad - headingRad) : std::nullopt));
    }
    WalkCommand move(const WalkCommand& command) {
        p_F +=
            0.02 * (Eigen::Rotation2Dd(headingRad) * Vector2d(command.forwardMps, command.leftMps));
        headingRad += 0.02 * command.turnRadPerS;
        return command;
    }
};

TEST(WalkAroundTest, TurnsGraduallyAndFacesTheObstacle) {
    WalkToSettings settings;
    settings.decelerationMps2 = 1.5;
    for (const double fromDeg : {60.0, 90.0, 135.0, 175.0, -90.0, -170.0}) {
        // It faces the obstacle at the origin and must reach its goal with a heading along x.
        const double fromRad = math::radFromDeg(fromDeg);
        PointRobot robot{Eigen::Rotation2Dd(fromRad) * Vector2d(-0.25, 0.0), fromRad};
        double nearestM = 10.0;
        double farthestOffRad = 0.0; // angle between the obstacle and straight ahead
        int cycles = 0;
        for (; cycles < 500; ++cycles) {
            const Vector2d seen = robot.fromHere({0.0, 0.0});
            nearestM = std::min(nearestM, seen.norm());
            farthestOffRad = std::max(farthestOffRad, std::abs(std::atan2(seen.y(), seen.x())));
            const Vector2d goal = robot.fromHere({-0.2, 0.0});
            const WalkCommand command = walkAround(goal, -robot.headingRad, {seen, 0.24}, settings);
            if (robot.move(command).isZero()) {
                break;
            }
        }
        EXPECT_LT(0.02 * cycles, 2.5) << fromDeg;
        EXPECT_NEAR(math::wrapRad(robot.headingRad), 0.0, 0.07) << fromDeg;
        EXPECT_GT(nearestM, 0.15) << fromDeg;
        EXPECT_LT(farthestOffRad, 0.9) << fromDeg << ": a camera sees 1.05 rad to each side";
    }
}

TEST(WalkAroundTest, EqualsWalkToOnFreePath) {
    const Vector2d goal(0.3, 0.1);
    const WalkCommand command = walkAround(goal, 0.4, {{1.0, 0.5}, 0.24});
    const WalkCommand direct = walkTo(goal, 0.4);
    EXPECT_EQ(command.forwardMps, direct.forwardMps);
    EXPECT_EQ(command.leftMps, direct.leftMps);
    EXPECT_EQ(command.turnRadPerS, direct.turnRadPerS);
}

TEST(WalkAroundTest, StandsWithNonFiniteHeading) {
    EXPECT_TRUE(walkAround({0.4, 0.0}, std::nan(""), {{0.2, 0.01}, 0.24}).isZero());
}

TEST(WalkAroundTest, FacesItsDirectionFromAfar) {
    const WalkCommand command = walkAround({3.0, 0.0}, 2.0, {{2.0, 0.05}, 0.24});
    EXPECT_GT(command.forwardMps, 1.0);
    EXPECT_LT(std::abs(command.turnRadPerS), 0.5) << "the final heading is taken later";
}

TEST(WalkToTest, OnlyTurnsAtTheGoal) {
    const WalkCommand left = walkTo({0.01, 0.02}, 0.5);
    EXPECT_EQ(speedOf(left), 0.0);
    EXPECT_GT(left.turnRadPerS, 0.0);
    EXPECT_LT(walkTo({0.01, 0.02}, -0.5).turnRadPerS, 0.0);
    EXPECT_LT(walkTo({0.0, 0.0}, 2.0 * math::kPi - 0.5).turnRadPerS, 0.0) << "the shorter way";
}

TEST(WalkToTest, WalksToDistantGoal) {
    for (const std::optional<double> headingRad : {std::optional<double>(), {1.0}, {-3.0}}) {
        const WalkCommand command = walkTo({3.0, 0.0}, headingRad);
        EXPECT_GT(command.forwardMps, 1.0);
        EXPECT_NEAR(command.leftMps, 0.0, 1e-12);
        EXPECT_NEAR(command.turnRadPerS, 0.0, 1e-12) << "the heading is taken later";
    }
    const WalkCommand sideways = walkTo({3.0, 0.3}, {});
    EXPECT_GT(sideways.forwardMps, 1.0);
    EXPECT_GT(sideways.turnRadPerS, 0.0);
}

TEST(WalkToTest, TurnsFirstWithLargeHeadingError) {
    const WalkCommand behind = walkTo({-3.0, 0.2}, {});
    EXPECT_LT(speedOf(behind), 0.01);
    EXPECT_GT(behind.turnRadPerS, 1.0);
    const WalkCommand right = walkTo({0.5, -3.0}, 0.0);
    EXPECT_LT(speedOf(right), 0.5);
    EXPECT_LT(right.turnRadPerS, -1.0);
    EXPECT_LE(std::abs(walkTo({-9.0, 0.0}, {}).turnRadPerS), WalkToSettings().maxTurnRadPerS);
}

TEST(WalkToTest, MovesInAnyDirectionNearTheGoal) {
    for (const Vector2d& goal : {Vector2d(-0.2, 0.0), Vector2d(0.0, 0.2), Vector2d(0.1, -0.15)}) {
        const WalkCommand command = walkTo(goal, 0.0);
        EXPECT_NEAR(command.turnRadPerS, 0.0, 1e-12);
        EXPECT_GT(speedOf(command), 0.2);
        EXPECT_GT(Vector2d(command.forwardMps, command.leftMps).dot(goal),
                  0.999 * speedOf(command) * goal.norm())
            << "straight there";
    }
    EXPECT_GT(walkTo({-0.2, 0.0}, 0.8).turnRadPerS, 0.0) << "turning to its heading on the way";
}

TEST(WalkToTest, BrakesToStopAtTheGoal) {
    WalkToSettings settings;
    settings.decelerationMps2 = 0.4;
    settings.maxMps = 1.1;
    base::Rng rng(11);
    for (int i = 0; i < 500; ++i) {
        const Vector2d goal(rng.uniform(-3.0, 3.0), rng.uniform(-3.0, 3.0));
        const WalkCommand command = walkTo(goal, rng.uniform(-4.0, 4.0), settings);
        EXPECT_LE(speedOf(command), std::sqrt(2.0 * 0.4 * goal.norm()) + 1e-12);
        EXPECT_LE(speedOf(command), 1.1 + 1e-12);
    }
    EXPECT_NEAR(walkTo({0.2, 0.0}, {}, settings).forwardMps, 0.4, 1e-12);
    EXPECT_NEAR(walkTo({9.0, 0.0}, {}, settings).forwardMps, 1.1, 1e-12);
}

TEST(WalkToTest, BrakesGentlyOnlyFarFromTheGoal) {
    WalkToSettings gentle;
    gentle.decelerationMps2 = 0.15;
    const double slowMps = speedOf(walkTo({3.0, 0.0}, {}, gentle));
    gentle.farDecelerationMps2 = 0.6;
    EXPECT_NEAR(speedOf(walkTo({0.5, 0.0}, {}, gentle)), std::sqrt(2.0 * 0.15 * 0.5), 1e-12);
    EXPECT_NEAR(speedOf(walkTo({3.0, 0.0}, {}, gentle)), std::sqrt(2.0 * (0.15 * 0.5 + 0.6 * 2.5)),
                1e-12);
    EXPECT_LT(slowMps, 1.0);
    gentle.farDecelerationMps2 = 0.1; // not less than near the goal
    EXPECT_NEAR(speedOf(walkTo({3.0, 0.0}, {}, gentle)), slowMps, 1e-12);
}

TEST(WalkToTest, ArrivesFromAnyStart) {
    base::Rng rng(2026);
    for (int i = 0; i < 200; ++i) {
        PointRobot robot;
        robot.p_F = {rng.uniform(-8.0, 8.0), rng.uniform(-8.0, 8.0)};
        robot.headingRad = rng.uniform(-math::kPi, math::kPi);
        const Vector2d begin_F = robot.p_F;
        const bool requestsHeading = i % 4 != 0;
        const std::optional<double> goalRad =
            requestsHeading ? std::optional(rng.uniform(-math::kPi, math::kPi)) : std::nullopt;
        double beyondM = 0.0;
        double timeS = 0.0;
        while (timeS < 30.0 && !robot.step(Vector2d::Zero(), goalRad).isZero()) {
            beyondM = std::max(beyondM, -robot.p_F.dot(begin_F.normalized()));
            timeS += 0.02;
        }
        EXPECT_LT(timeS, 15.0) << i;
        EXPECT_LT(robot.p_F.norm(), 0.03) << i;
        EXPECT_LT(beyondM, 0.03) << i;
        if (goalRad) {
            EXPECT_LT(std::abs(math::wrapRad(*goalRad - robot.headingRad)), 0.06) << i;
        }
    }
}

TEST(WalkToTest, StandsWithNonFiniteInput) {
    const double nan = std::nan("");
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(walkTo({nan, 0.0}, {}).isZero());
    EXPECT_TRUE(walkTo({1.0, infinity}, 0.0).isZero());
    EXPECT_TRUE(walkTo({1.0, 0.0}, nan).isZero());
    EXPECT_TRUE(walkTo({0.0, 0.0}, infinity).isZero());
}

} // namespace
} // namespace sideline::motion
