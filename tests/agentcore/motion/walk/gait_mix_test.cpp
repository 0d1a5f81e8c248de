#include "agentcore/motion/walk/gait_mix.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sideline::motion {
namespace {

constexpr double kMixCycleS = 0.02;

// A walk, and a fast gait with other steps for each direction.
FastGaits allGaits() {
    FastGaits gaits;
    for (std::size_t i = 0; i < gaits.size(); ++i) {
        WalkParameters numbers;
        numbers.stepS = 0.3 + 0.02 * static_cast<double>(i);
        numbers.blendInS = 1.0;
        numbers.blendOutS = 0.5;
        gaits[i] = numbers;
    }
    return gaits;
}

void proceed(GaitMix& mix, const WalkCommand& command, double lengthS) {
    for (int i = 0; i < std::lround(lengthS / kMixCycleS); ++i) {
        mix.update(command, 0.0, false, kMixCycleS);
    }
}

struct Commanded {
    WalkCommand command;
    FastGait matches;
};

TEST(GaitMixTest, EachDirectionHasItsFastGait) {
    for (const Commanded& commanded : {Commanded{{2.0, 0.1, 0.1}, FastGait::Sprint},
                                       Commanded{{-2.0, 0.1, -0.1}, FastGait::Retreat},
                                       Commanded{{0.1, 2.0, 0.1}, FastGait::Sidestep},
                                       Commanded{{0.1, -2.0, 0.0}, FastGait::Sidestep},
                                       Commanded{{0.05, 0.0, 9.0}, FastGait::Pivot},
                                       Commanded{{0.0, -0.05, -9.0}, FastGait::Pivot}}) {
        GaitMix mix{WalkParameters(), allGaits()};
        proceed(mix, commanded.command, 2.0);
        for (const FastGait gait : kFastGaits) {
            EXPECT_EQ(mix.fraction(gait), gait == commanded.matches ? 1.0 : 0.0)
                << nameOf(commanded.matches) << ": " << nameOf(gait);
        }
        EXPECT_EQ(mix.current(), *allGaits()[static_cast<std::size_t>(commanded.matches)]);
    }
}

TEST(GaitMixTest, SlowOrMixedCommandsUseTheWalk) {
    const WalkParameters walk;
    for (const WalkCommand& command :
         {WalkCommand{}, WalkCommand{0.9 * walk.forwardMps, 0.0, 0.0},
          WalkCommand{-0.9 * walk.backwardMps, 0.0, 0.0},
          WalkCommand{0.0, 0.9 * walk.sidewardMps, 0.0},
          WalkCommand{0.0, 0.0, 0.9 * walk.turnRadPerS}, WalkCommand{2.0, 2.0, 0.0},
          WalkCommand{2.0, 0.0, 2.0}, WalkCommand{-2.0, 0.0, 2.0}, WalkCommand{0.0, 2.0, 2.0},
          WalkCommand{std::nan(""), 0.0, 0.0}}) {
        GaitMix mix{walk, allGaits()};
        proceed(mix, command, 2.0);
        EXPECT_EQ(mix.current(), walk) << command.forwardMps << ' ' << command.leftMps;
    }
    GaitMix standing{walk, allGaits()};
    EXPECT_FALSE(standing.update({2.0, 0.0, 0.0}, 0.0, true, kMixCycleS)) << "it stands";
}

TEST(GaitMixTest, SettingsDecideWhichCommandsMatch) {
    const WalkCommand curved{2.0, 0.5, 0.0};
    GaitMix mix{WalkParameters(), allGaits()};
    proceed(mix, curved, 2.0);
    EXPECT_EQ(mix.fraction(FastGait::Sprint), 0.0);
    GaitMixSettings settings;
    settings.sprintLateralRatio = 0.3;
    mix.setSettings(settings);
    proceed(mix, curved, 2.0);
    EXPECT_EQ(mix.fraction(FastGait::Sprint), 1.0);
}

TEST(GaitMixTest, GaitsAreBlendedGradually) {
    GaitMix mix{WalkParameters(), allGaits()};
    proceed(mix, {2.0, 0.0, 0.0}, 0.5);
    EXPECT_NEAR(mix.fraction(FastGait::Sprint), 0.5, 1e-9) << "in a second";
    EXPECT_NEAR(mix.current().stepS, 0.5 * (0.3 + WalkParameters().stepS), 1e-9);
    proceed(mix, {2.0, 0.0, 0.0}, 1.0);
    double together = 0.0;
    for (int i = 0; i < 100; ++i) {
        proceed(mix, {-2.0, 0.0, 0.0}, kMixCycleS);
        const double now = mix.fraction(FastGait::Sprint) + mix.fraction(FastGait::Retreat);
        together = std::max(together, now);
    }
    EXPECT_LE(together, 1.0 + 1e-9);
    EXPECT_EQ(mix.fraction(FastGait::Sprint), 0.0) << "after half a second";
    EXPECT_EQ(mix.fraction(FastGait::Retreat), 1.0);
    mix.begin();
    EXPECT_EQ(mix.current(), WalkParameters());
}

TEST(GaitMixTest, StumblingRobotReturnsToTheWalk) {
    FastGaits gaits = allGaits();
    for (auto& gait : gaits) {
        gait->cautionPerRad = 2.0;
        gait->cautionFromRad = 0.2;
    }
    WalkParameters slowedByTilt;
    slowedByTilt.cautionPerRad = 5.0;
    slowedByTilt.cautionFromRad = 0.0;
    GaitMix mix{slowedByTilt, gaits};
    for (int i = 0; i < 100; ++i) {
        mix.update({2.0, 0.0, 0.0}, 0.3, false, kMixCycleS);
    }
    EXPECT_EQ(mix.fraction(FastGait::Sprint), 1.0) << "though the walk would stop";
    EXPECT_EQ(mix.leavingRatio(), 0.0);
    mix.update({2.0, 0.0, 0.0}, 0.5, false, kMixCycleS);
    EXPECT_NEAR(mix.leavingRatio(), 1.0 - kMixCycleS / 0.5, 1e-9) << "in half a second";
    EXPECT_EQ(mix.leavingRatio(), mix.fraction(FastGait::Sprint));
    proceed(mix, {2.0, 2.0, 0.0}, 1.0);
    EXPECT_EQ(mix.leavingRatio(), 0.0);
    EXPECT_EQ(mix.current(), slowedByTilt);
}

TEST(GaitMixTest, SprintRequiresStraightCommand) {
    const WalkParameters walk;
    for (const WalkCommand& askew :
         {WalkCommand{2.0, 0.4, 0.0}, WalkCommand{2.0, 0.0, 0.3 * walk.turnRadPerS}}) {
        GaitMix mix{walk, allGaits()};
        proceed(mix, askew, 2.0);
        EXPECT_EQ(mix.fraction(FastGait::Sprint), 0.0);
        proceed(mix, {-askew.forwardMps, askew.leftMps, askew.turnRadPerS}, 2.0);
        EXPECT_EQ(mix.fraction(FastGait::Retreat), 1.0) << "which allows larger deviations";
    }
}

TEST(GaitMixTest, NewGaitWaitsForThePreviousOne) {
    FastGaits gaits = allGaits();
    for (auto& gait : gaits) {
        gait->blendInS = 0.3;
        gait->blendOutS = 1.0;
    }
    GaitMix mix{WalkParameters(), gaits};
    proceed(mix, {2.0, 0.0, 0.0}, 1.0);
    ASSERT_EQ(mix.fraction(FastGait::Sprint), 1.0);
    proceed(mix, {-2.0, 0.0, 0.0}, 0.5);
    EXPECT_NEAR(mix.fraction(FastGait::Sprint), 0.5, 1e-9);
    EXPECT_NEAR(mix.fraction(FastGait::Retreat), 0.5, 1e-9);
}

TEST(GaitMixTest, UsesTheWalkWithoutFastGaits) {
    WalkParameters walk;
    GaitMix mix{walk};
    proceed(mix, {2.0, 0.0, 0.0}, 2.0);
    EXPECT_EQ(mix.current(), walk);
    walk.stepS = 0.3;
    mix.setWalk(walk);
    EXPECT_EQ(mix.current(), walk);
}

} // namespace
} // namespace sideline::motion
