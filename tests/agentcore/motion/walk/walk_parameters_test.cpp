#include "agentcore/motion/walk/walk_parameters.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <gtest/gtest.h>

#include "agentcore/motion/kick/kick_parameters.h"

namespace sideline::motion {
namespace {

TEST(WalkParametersTest, EveryNumberIsDescribedOnce) {
    const auto infos = walkParameterInfos();
    EXPECT_EQ(infos.size(), sizeof(WalkParameters) / sizeof(double));
    std::set<std::string_view> names;
    WalkParameters marked;
    for (const WalkParameterInfo& info : infos) {
        ASSERT_NE(info.value, nullptr) << info.name;
        EXPECT_TRUE(names.insert(info.name).second) << info.name << " twice";
        EXPECT_FALSE(info.description.empty()) << info.name;
        EXPECT_NE(marked.*info.value, 1000.0) << info.name << " is another one's number";
        marked.*info.value = 1000.0;
    }
}

TEST(WalkParametersTest, DefaultsAreInRange) {
    const WalkParameters typical;
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        EXPECT_LT(info.min, info.max) << info.name;
        EXPECT_GE(typical.*info.value, info.min) << info.name;
        EXPECT_LE(typical.*info.value, info.max) << info.name;
    }
}

// The feedback of both has the same gains with the same limits.
TEST(WalkParametersTest, GainsAreThoseOfKicks) {
    const auto walk = walkParameterInfos();
    const auto kick = kickParameterInfos();
    for (const auto& gain : balanceGainInfos<BalanceGains>()) {
        const auto ofWalk = std::ranges::find(walk, gain.name, &WalkParameterInfo::name);
        const auto ofKick = std::ranges::find(kick, gain.name, &KickParameterInfo::name);
        ASSERT_TRUE(ofWalk != walk.end() && ofKick != kick.end()) << gain.name;
        EXPECT_EQ(ofWalk->description, ofKick->description) << gain.name;
        EXPECT_EQ(ofWalk->min, ofKick->min) << gain.name;
        EXPECT_EQ(ofWalk->max, ofKick->max) << gain.name;
        WalkParameters walking;
        KickParameters kicking;
        walking.*ofWalk->value = 0.125;
        kicking.*ofKick->value = 0.125;
        EXPECT_EQ(walking.*gain.value, 0.125) << gain.name;
        EXPECT_EQ(kicking.*gain.value, 0.125) << gain.name;
    }
}

} // namespace
} // namespace sideline::motion
