#include "agentcore/motion/walk/walk_parameters.h"

#include <set>
#include <string_view>

#include <gtest/gtest.h>

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

TEST(WalkParametersTest, UsualValuesLieInTheirRanges) {
    const WalkParameters usual;
    for (const WalkParameterInfo& info : walkParameterInfos()) {
        EXPECT_LT(info.least, info.most) << info.name;
        EXPECT_GE(usual.*info.value, info.least) << info.name;
        EXPECT_LE(usual.*info.value, info.most) << info.name;
    }
}

} // namespace
} // namespace sideline::motion
