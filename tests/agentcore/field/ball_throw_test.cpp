#include "agentcore/field/ball_throw.h"

#include <gtest/gtest.h>

#include "agentcore/field/ball_flight.h"

namespace sideline::field {
namespace {

using Eigen::Vector3d;

TEST(BallThrowTest, BallComesToRestAtTheTarget) {
    const Vector3d from(1.0, -2.0, 0.042);
    for (const Vector3d& target :
         {Vector3d(4.0, -2.0, 0.0), Vector3d(1.0, -2.5, 0.0), Vector3d(-8.0, 5.0, 3.0)}) {
        for (const double elevationRad : {0.0, 0.4, 0.9}) {
            const BallPath path = ballFlight(from, throwVelocity_SMps(from, target, elevationRad));
            ASSERT_FALSE(path.points.empty());
            // Slightly more speed may add a bounce: the distance of a lob has steps.
            const double atMostM = elevationRad > 0.0 ? 0.1 : 0.02;
            EXPECT_LT((path.points.back().p_S - target).head<2>().norm(), atMostM)
                << target.transpose() << " at " << elevationRad;
        }
    }
}

TEST(BallThrowTest, SteeperThrowFliesHigher) {
    const Vector3d from(0.0, 0.0, 0.042);
    const Vector3d to(5.0, 0.0, 0.0);
    const double flat = ballFlight(from, throwVelocity_SMps(from, to, 0.3)).highestM;
    const double steep = ballFlight(from, throwVelocity_SMps(from, to, 0.8)).highestM;
    EXPECT_GT(steep, flat + 0.1);
}

TEST(BallThrowTest, NoDistanceGivesNoThrow) {
    const Vector3d from(0.0, 0.0, 0.042);
    EXPECT_TRUE(throwVelocity_SMps(from, from, 0.5).isZero());
}

TEST(BallThrowTest, SpeedIsLimited) {
    const Vector3d velocity = throwVelocity_SMps({0.0, 0.0, 0.042}, {900.0, 0.0, 0.0}, 0.2);
    EXPECT_LE(velocity.norm(), kMaxThrowMps + 1e-9);
    EXPECT_GT(velocity.x(), 0.0);
}

} // namespace
} // namespace sideline::field
