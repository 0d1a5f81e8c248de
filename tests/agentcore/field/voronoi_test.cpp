#include "agentcore/field/voronoi.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"

namespace sideline::field {
namespace {

using Eigen::Vector2d;

constexpr double kLengthM = 30.0;
constexpr double kWidthM = 20.0;

std::vector<GroundRegion> regionsOf(const std::vector<Vector2d>& places) {
    return voronoiRegions(places, kLengthM, kWidthM);
}

double cross(const Vector2d& a, const Vector2d& b) {
    return a.x() * b.y() - a.y() * b.x();
}

double areaOf(const GroundRegion& region) {
    double twice = 0.0;
    for (std::size_t i = 0; i < region.size(); ++i) {
        twice += cross(region[i], region[(i + 1) % region.size()]);
    }
    return twice / 2.0;
}

bool contains(const GroundRegion& region, const Vector2d& p) {
    for (std::size_t i = 0; i < region.size(); ++i) {
        const Vector2d& from = region[i];
        if (cross(region[(i + 1) % region.size()] - from, p - from) < -1e-9) {
            return false;
        }
    }
    return !region.empty();
}

TEST(VoronoiTest, SinglePointHasTheWholeField) {
    const auto regions = regionsOf({{3.0, -4.0}});
    ASSERT_EQ(regions.size(), 1U);
    EXPECT_DOUBLE_EQ(areaOf(regions[0]), kLengthM * kWidthM);
    EXPECT_TRUE(regionsOf({}).empty());
}

TEST(VoronoiTest, BisectorDividesTheField) {
    const auto regions = regionsOf({{-5.0, 0.0}, {1.0, 0.0}});
    EXPECT_NEAR(areaOf(regions[0]), 13.0 * kWidthM, 1e-9); // up to x = -2
    EXPECT_NEAR(areaOf(regions[1]), 17.0 * kWidthM, 1e-9);
}

TEST(VoronoiTest, EveryFieldPointBelongsToTheNearestSite) {
    base::Rng rng(15);
    for (int round = 0; round < 20; ++round) {
        std::vector<Vector2d> places;
        for (int i = 0; i < 22; ++i) { // some are off the field
            places.emplace_back(rng.uniform(-17.0, 17.0), rng.uniform(-12.0, 12.0));
        }
        const auto regions = regionsOf(places);
        double areaM2 = 0.0;
        for (const GroundRegion& region : regions) {
            areaM2 += areaOf(region);
        }
        EXPECT_NEAR(areaM2, kLengthM * kWidthM, 1e-6);
        for (int i = 0; i < 200; ++i) {
            const Vector2d p(rng.uniform(-15.0, 15.0), rng.uniform(-10.0, 10.0));
            std::size_t nearest = 0;
            for (std::size_t k = 1; k < places.size(); ++k) {
                nearest = (places[k] - p).norm() < (places[nearest] - p).norm() ? k : nearest;
            }
            EXPECT_TRUE(contains(regions[nearest], p)) << p.transpose();
        }
    }
}

TEST(VoronoiTest, AcceptsEqualAndNonFinitePoints) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const auto regions = regionsOf({{1.0, 1.0}, {1.0, 1.0}, {nan, 0.0}, {1.0, 3.0}});
    EXPECT_NEAR(areaOf(regions[0]), 12.0 * kLengthM, 1e-9); // up to y = 2
    EXPECT_TRUE(regions[1].empty());
    EXPECT_TRUE(regions[2].empty());
    EXPECT_NEAR(areaOf(regions[3]), 8.0 * kLengthM, 1e-9);
}

TEST(VoronoiTest, DistantHiddenPointHasNoRegion) {
    const auto regions = regionsOf({{0.0, 0.0}, {40.0, 0.0}});
    EXPECT_DOUBLE_EQ(areaOf(regions[0]), kLengthM * kWidthM);
    EXPECT_TRUE(regions[1].empty());
}

} // namespace
} // namespace sideline::field
