#include "agentcore/game/fall_state.h"

#include <gtest/gtest.h>

namespace sideline::game {
namespace {

constexpr double kLying = 0.1;
constexpr double kLeaning = 0.7; // 46 degrees: neither fallen nor upright
constexpr double kStanding = 0.99;

void updateTimes(FallState& state, double upCos, int cycles) {
    for (int i = 0; i < cycles; ++i) {
        state.update(upCos, kStepS);
    }
}

TEST(FallStateTest, FallCountsAfterItHasLasted) {
    FallState state;
    updateTimes(state, kLying, 4);
    EXPECT_FALSE(state.hasFallen());
    updateTimes(state, kLying, 1);
    EXPECT_TRUE(state.hasFallen());
}

TEST(FallStateTest, SingleContraryCycleRestartsTheCount) {
    FallState state;
    updateTimes(state, kLying, 4);
    updateTimes(state, kStanding, 1);
    updateTimes(state, kLying, 4);
    EXPECT_FALSE(state.hasFallen());
}

TEST(FallStateTest, LeaningRobotKeepsItsState) {
    FallState stood;
    updateTimes(stood, kLeaning, 50);
    EXPECT_FALSE(stood.hasFallen());

    FallState lay(true);
    updateTimes(lay, kLeaning, 50);
    EXPECT_TRUE(lay.hasFallen());
    updateTimes(lay, kStanding, 5);
    EXPECT_FALSE(lay.hasFallen());
}

TEST(FallStateTest, UsesHeightsWhereKnown) {
    EXPECT_FALSE(isFallen(kStanding));
    EXPECT_TRUE(isFallen(kStanding, 0.4)) << "it sits";
    EXPECT_FALSE(isUpright(kStanding, 0.6)) << "it kneels";
    EXPECT_TRUE(isUpright(kStanding, 0.9));
}

} // namespace
} // namespace sideline::game
