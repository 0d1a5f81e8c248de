// External poses that replace an estimate.
#include "agentcore/world/external_pose.h"

#include <chrono>
#include <limits>

#include <gtest/gtest.h>

namespace sideline::world {
namespace {

using std::chrono::milliseconds;

localization::PoseEstimate estimateAt(double x) {
    localization::PoseEstimate estimate;
    estimate.isValid = true;
    estimate.X_ST.p = {x, 0.0, 0.4};
    estimate.positionSigmaM = 0.1;
    estimate.hasCovariance = true;
    return estimate;
}

ExternalPose poseAt(double x, milliseconds at) {
    return {math::Pose::translation({x, 0.0, 0.4}), at};
}

TEST(ExternalPosesTest, KeepsEstimateWithoutExternalPose) {
    ExternalPoses poses;
    auto estimate = estimateAt(1.0);
    EXPECT_FALSE(poses.apply(milliseconds(100), estimate));
    EXPECT_EQ(estimate.X_ST.p.x(), 1.0);
    EXPECT_TRUE(estimate.hasCovariance);
}

TEST(ExternalPosesTest, MovesPoseWithTheEstimate) {
    ExternalPoses poses;
    for (int cycle = 0; cycle < 10; ++cycle) {
        auto estimate = estimateAt(1.0 + 0.02 * cycle);
        poses.apply(milliseconds(20 * cycle), estimate);
    }
    poses.set(poseAt(5.0, milliseconds(141))); // at the time of cycle 7
    auto estimate = estimateAt(1.2);
    EXPECT_TRUE(poses.apply(milliseconds(200), estimate));
    EXPECT_NEAR(estimate.X_ST.p.x(), 5.0 + 3 * 0.02, 1e-9);
    EXPECT_EQ(estimate.positionSigmaM, 0.0);
    EXPECT_FALSE(estimate.hasCovariance) << "it is unrelated to this pose";
}

TEST(ExternalPosesTest, WorksWithoutEstimate) {
    ExternalPoses poses;
    poses.set(poseAt(5.0, milliseconds(90)));
    localization::PoseEstimate estimate;
    EXPECT_TRUE(poses.apply(milliseconds(100), estimate));
    EXPECT_TRUE(estimate.isValid);
    EXPECT_EQ(estimate.X_ST.p.x(), 5.0);
}

TEST(ExternalPosesTest, OldPoseIsIgnored) {
    ExternalPoses poses;
    poses.set(poseAt(5.0, milliseconds(100)));
    auto estimate = estimateAt(1.0);
    EXPECT_TRUE(poses.apply(milliseconds(100) + ExternalPoses::kMaxAge, estimate));
    estimate = estimateAt(1.0);
    EXPECT_FALSE(poses.apply(milliseconds(101) + ExternalPoses::kMaxAge, estimate));
    EXPECT_EQ(estimate.X_ST.p.x(), 1.0);
}

TEST(ExternalPosesTest, MissingOrInvalidPoseEndsIt) {
    ExternalPoses poses;
    auto estimate = estimateAt(1.0);
    for (const auto& end :
         {std::optional<ExternalPose>(),
          std::optional(poseAt(std::numeric_limits<double>::quiet_NaN(), milliseconds(100)))}) {
        poses.set(poseAt(5.0, milliseconds(100)));
        poses.set(end);
        EXPECT_FALSE(poses.apply(milliseconds(110), estimate));
        EXPECT_EQ(estimate.X_ST.p.x(), 1.0);
    }
}

} // namespace
} // namespace sideline::world
