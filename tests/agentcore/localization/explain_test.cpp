#include <gtest/gtest.h>

#include "agentcore/localization/explain.h"
#include "tests/agentcore/localization/synthetic_robot.h"

namespace sideline::localization {
namespace {

TEST(ExplainTest, ComparesAVisionWithAnyBelief) {
    SyntheticRobot robot;
    const math::Pose X_ST = standingAt(-5, 2, 0.3);
    robot.see(X_ST);
    PoseEstimate belief;
    belief.isValid = true;
    belief.X_ST = X_ST;
    PoseDiagnostics diagnostics;
    explainVision(robot.input(), belief, {}, diagnostics);
    const auto& vision = *robot.percepts().vision;
    ASSERT_EQ(diagnostics.observations.size(), vision.objects.size() + vision.lines.size());
    for (const ObservationReport& report : diagnostics.observations) {
        EXPECT_EQ(report.verdict, Verdict::Used);
        EXPECT_LT(report.squaredSigmas, 0.1);
    }
    EXPECT_LT(diagnostics.squaredSigmas, 1.0);

    // With an error of half a meter, nothing fits, and the residuals show the error.
    belief.X_ST.p.y() += 0.5;
    explainVision(robot.input(), belief, {}, diagnostics);
    const ObservationReport& first = diagnostics.observations.front();
    EXPECT_EQ(first.verdict, Verdict::Refused);
    EXPECT_GT(first.squaredSigmas, first.gate);
    EXPECT_GT(std::abs(first.measured[0].thetaDeg - first.predicted[0].thetaDeg), 0.5);

    // A belief with a corresponding covariance is accepted.
    belief.hasCovariance = true;
    belief.covariance.diagonal().tail<3>().setConstant(0.25);
    explainVision(robot.input(), belief, {}, diagnostics);
    EXPECT_EQ(diagnostics.observations.front().verdict, Verdict::Used);
}

TEST(ExplainTest, ReportsWhatWasMeasuredWithoutABeliefAndNothingWithoutAVision) {
    SyntheticRobot robot;
    PoseDiagnostics diagnostics;
    PoseEstimate belief;
    robot.see(standingAt(-5, 2, 0.3));
    explainVision(robot.input(), belief, {}, diagnostics);
    EXPECT_FALSE(diagnostics.observations.empty());
    for (const ObservationReport& report : diagnostics.observations) {
        EXPECT_EQ(report.verdict, Verdict::Unused);
        EXPECT_FALSE(report.hasPrediction);
        EXPECT_GT(report.measured[0].distanceM, 0.0);
    }
    EXPECT_EQ(diagnostics.dimension, 0);
    belief.isValid = true;
    robot.close();
    explainVision(robot.input(), belief, {}, diagnostics);
    EXPECT_TRUE(diagnostics.observations.empty());
}

} // namespace
} // namespace sideline::localization
