#include "agentcore/motion/walk/gait_mix.h"

#include <cmath>

#include <gtest/gtest.h>

namespace sideline::motion {
namespace {

constexpr double kMixCycleS = 0.02;

// A walk, and a gait with other steps for each direction.
FastGaits allGaits() {
    FastGaits gaits;
    for (std::size_t i = 0; i < gaits.size(); ++i) {
        WalkParameters numbers;
        numbers.stepS = 0.3 + 0.02 * static_cast<double>(i);
        numbers.intoS = 1.0;
        numbers.outOfS = 0.5;
        gaits[i] = numbers;
    }
    return gaits;
}

void goOn(GaitMix& mix, const WalkCommand& command, double lengthS) {
    for (int i = 0; i < std::lround(lengthS / kMixCycleS); ++i) {
        mix.update(command, 0.0, false, kMixCycleS);
    }
}

struct Told {
    WalkCommand command;
    FastGait suits;
};

TEST(GaitMixTest, EachDirectionHasItsGait) {
    for (const Told& told :
         {Told{{2.0, 0.1, 0.1}, FastGait::Sprint}, Told{{-2.0, 0.1, -0.1}, FastGait::Retreat},
          Told{{0.1, 2.0, 0.1}, FastGait::Sidestep}, Told{{0.1, -2.0, 0.0}, FastGait::Sidestep},
          Told{{0.05, 0.0, 9.0}, FastGait::Pivot}, Told{{0.0, -0.05, -9.0}, FastGait::Pivot}}) {
        GaitMix mix{WalkParameters(), allGaits()};
        goOn(mix, told.command, 2.0);
        for (const FastGait gait : kFastGaits) {
            EXPECT_EQ(mix.share(gait), gait == told.suits ? 1.0 : 0.0)
                << nameOf(told.suits) << ": " << nameOf(gait);
        }
        EXPECT_EQ(mix.current(), *allGaits()[static_cast<std::size_t>(told.suits)]);
    }
}

TEST(GaitMixTest, SlowOrMixedCommandsAreForTheWalk) {
    const WalkParameters walk;
    for (const WalkCommand& command :
         {WalkCommand{}, WalkCommand{0.9 * walk.forwardMps, 0.0, 0.0},
          WalkCommand{-0.9 * walk.backwardMps, 0.0, 0.0},
          WalkCommand{0.0, 0.9 * walk.sidewardMps, 0.0},
          WalkCommand{0.0, 0.0, 0.9 * walk.turnRadPerS}, WalkCommand{2.0, 2.0, 0.0},
          WalkCommand{2.0, 0.0, 2.0}, WalkCommand{-2.0, 0.0, 2.0}, WalkCommand{0.0, 2.0, 2.0},
          WalkCommand{std::nan(""), 0.0, 0.0}}) {
        GaitMix mix{walk, allGaits()};
        goOn(mix, command, 2.0);
        EXPECT_EQ(mix.current(), walk) << command.forwardMps << ' ' << command.leftMps;
    }
    GaitMix standing{walk, allGaits()};
    EXPECT_FALSE(standing.update({2.0, 0.0, 0.0}, 0.0, true, kMixCycleS)) << "it stands";
}

TEST(GaitMixTest, GaitsFollowEachOtherLittleByLittle) {
    GaitMix mix{WalkParameters(), allGaits()};
    goOn(mix, {2.0, 0.0, 0.0}, 0.5);
    EXPECT_NEAR(mix.share(FastGait::Sprint), 0.5, 1e-9) << "in a second";
    EXPECT_NEAR(mix.current().stepS, 0.5 * (0.3 + WalkParameters().stepS), 1e-9);
    goOn(mix, {2.0, 0.0, 0.0}, 1.0);
    double together = 0.0;
    for (int i = 0; i < 100; ++i) {
        goOn(mix, {-2.0, 0.0, 0.0}, kMixCycleS);
        const double now = mix.share(FastGait::Sprint) + mix.share(FastGait::Retreat);
        together = std::max(together, now);
    }
    EXPECT_LE(together, 1.0 + 1e-9);
    EXPECT_EQ(mix.share(FastGait::Sprint), 0.0) << "after half a second";
    EXPECT_EQ(mix.share(FastGait::Retreat), 1.0);
    mix.begin();
    EXPECT_EQ(mix.current(), WalkParameters());
}

TEST(GaitMixTest, WhoStumblesByTheFastGaitsOwnCautionWalks) {
    FastGaits gaits = allGaits();
    for (auto& gait : gaits) {
        gait->cautionPerRad = 2.0;
        gait->cautionFromRad = 0.2;
    }
    WalkParameters careful;
    careful.cautionPerRad = 5.0;
    careful.cautionFromRad = 0.0;
    GaitMix mix{careful, gaits};
    for (int i = 0; i < 100; ++i) {
        mix.update({2.0, 0.0, 0.0}, 0.3, false, kMixCycleS);
    }
    EXPECT_EQ(mix.share(FastGait::Sprint), 1.0) << "though the walk would stop";
    EXPECT_EQ(mix.leavingShare(), 0.0);
    mix.update({2.0, 0.0, 0.0}, 0.5, false, kMixCycleS);
    EXPECT_NEAR(mix.leavingShare(), 1.0 - kMixCycleS / 0.5, 1e-9) << "in half a second";
    EXPECT_EQ(mix.leavingShare(), mix.share(FastGait::Sprint));
    goOn(mix, {2.0, 2.0, 0.0}, 1.0);
    EXPECT_EQ(mix.leavingShare(), 0.0);
    EXPECT_EQ(mix.current(), careful);
}

TEST(GaitMixTest, TheSprintIsForThoseToldToGoStraight) {
    const WalkParameters walk;
    for (const WalkCommand& askew :
         {WalkCommand{2.0, 0.4, 0.0}, WalkCommand{2.0, 0.0, 0.3 * walk.turnRadPerS}}) {
        GaitMix mix{walk, allGaits()};
        goOn(mix, askew, 2.0);
        EXPECT_EQ(mix.share(FastGait::Sprint), 0.0);
        goOn(mix, {-askew.forwardMps, askew.leftMps, askew.turnRadPerS}, 2.0);
        EXPECT_EQ(mix.share(FastGait::Retreat), 1.0) << "which may be told more beside it";
    }
}

TEST(GaitMixTest, AGaitThatComesSoonerThanAnotherLeavesWaitsForIt) {
    FastGaits gaits = allGaits();
    for (auto& gait : gaits) {
        gait->intoS = 0.3;
        gait->outOfS = 1.0;
    }
    GaitMix mix{WalkParameters(), gaits};
    goOn(mix, {2.0, 0.0, 0.0}, 1.0);
    ASSERT_EQ(mix.share(FastGait::Sprint), 1.0);
    goOn(mix, {-2.0, 0.0, 0.0}, 0.5);
    EXPECT_NEAR(mix.share(FastGait::Sprint), 0.5, 1e-9);
    EXPECT_NEAR(mix.share(FastGait::Retreat), 0.5, 1e-9);
}

TEST(GaitMixTest, WithoutFastGaitsItIsTheWalk) {
    WalkParameters walk;
    GaitMix mix{walk};
    goOn(mix, {2.0, 0.0, 0.0}, 2.0);
    EXPECT_EQ(mix.current(), walk);
    walk.stepS = 0.3;
    mix.setWalk(walk);
    EXPECT_EQ(mix.current(), walk);
}

} // namespace
} // namespace sideline::motion
