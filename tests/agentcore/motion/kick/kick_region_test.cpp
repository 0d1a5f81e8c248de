#include "agentcore/motion/kick/kick_region.h"

#include <limits>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/motion/kick/kick_figures.h"

namespace sideline::motion {
namespace {

using Eigen::Vector2d;
using testing::HasSubstr;

KickRegion regionOf(const std::string& text) {
    auto region = KickRegion::parse(text, {0.10, 0.02}, 0.02);
    EXPECT_TRUE(region) << region.error().toString();
    return *region;
}

TEST(KickRegionTest, ReadsWhatItWrites) {
    const std::string text = ".12.\n3*98\n.5*.\n";
    const KickRegion region = regionOf(text);
    EXPECT_EQ(region.text(), text);
    EXPECT_EQ(region.rows(), 3);
    EXPECT_EQ(region.columns(), 4);
    EXPECT_DOUBLE_EQ(region.cell(0, 2), 1.0) << "the last line is the nearest";
    EXPECT_DOUBLE_EQ(region.cell(2, 1), 0.1);
    EXPECT_DOUBLE_EQ(region.cell(1, 3), 0.8);
    EXPECT_TRUE(region.middle(2, 1).isApprox(Vector2d(0.14, 0.04)));
}

TEST(KickRegionTest, InterpolatesBetweenCells) {
    const KickRegion region = regionOf("00\n*5");
    EXPECT_DOUBLE_EQ(region.successRatioAt({0.10, 0.02}), 1.0);
    EXPECT_DOUBLE_EQ(region.successRatioAt({0.10, 0.04}), 0.5);
    EXPECT_NEAR(region.successRatioAt({0.10, 0.03}), 0.75, 1e-12);
    EXPECT_NEAR(region.successRatioAt({0.11, 0.02}), 0.5, 1e-12);
    EXPECT_NEAR(region.successRatioAt({0.09, 0.02}), 0.5, 1e-12) << "nothing works outside";
    EXPECT_DOUBLE_EQ(region.successRatioAt({0.5, 0.02}), 0.0);
    EXPECT_DOUBLE_EQ(region.successRatioAt({1e300, 0.0}), 0.0);
    EXPECT_DOUBLE_EQ(region.successRatioAt({std::numeric_limits<double>::quiet_NaN(), 0.0}), 0.0);
    EXPECT_DOUBLE_EQ(KickRegion().successRatioAt({0.1, 0.0}), 0.0);
    EXPECT_FALSE(KickRegion().isKnown());
}

TEST(KickRegionTest, BestPlaceHasGoodNeighbors) {
    const KickRegion region = regionOf("*......\n"
                                       "...777.\n"
                                       "...777.\n"
                                       "...777.\n"
                                       ".......\n");
    EXPECT_TRUE(region.best().isApprox(region.middle(2, 4))) << region.best().transpose();
}

TEST(KickRegionTest, FirstOfEqualPlacesIsBest) {
    const KickRegion region = regionOf("*......*\n");
    EXPECT_TRUE(region.best().isApprox(region.middle(0, 0))) << region.best().transpose();
}

TEST(KickRegionTest, InvalidTextsReportTheError) {
    for (const auto& [text, what] :
         {std::pair("", "is empty"), std::pair(" \n ", "is empty"),
          std::pair("12\n1", "differ in length"), std::pair("1x", "'x'")}) {
        const auto region = KickRegion::parse(text, {0.0, 0.0}, 0.02);
        ASSERT_FALSE(region) << text;
        EXPECT_THAT(region.error().toString(), HasSubstr(what));
    }
    const auto tooLarge =
        KickRegion::parse(std::string(KickRegion::kMaxCells + 1, '5'), {0.0, 0.0}, 0.02);
    ASSERT_FALSE(tooLarge);
    EXPECT_THAT(tooLarge.error().toString(), HasSubstr("too many"));
}

TEST(SwingTableTest, ShorterKickSwingsMoreSlowly) {
    const SwingTable table(std::array{SwingTable::Row{1.0, 5.0}, SwingTable::Row{1.5, 3.0},
                                      SwingTable::Row{3.0, 1.0}});
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(9.0), 1.0);
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(5.0), 1.0);
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(4.0), 1.25);
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(3.0), 1.5);
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(2.0), 2.25);
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(0.2), 3.0) << "no slower than was tried";
    EXPECT_DOUBLE_EQ(table.swingTimeFactorFor(std::numeric_limits<double>::quiet_NaN()), 1.0);
    EXPECT_DOUBLE_EQ(SwingTable().swingTimeFactorFor(2.0), 1.0);
}

} // namespace
} // namespace sideline::motion
