#include "agentcore/robot/posture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"

namespace sideline::robot {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::radFromDeg;

TEST(ConvexHullTest, LeavesOutWhatIsInsideAndOnEdges) {
    const auto hull = convexHull({{0, 0}, {2, 0}, {1, 0}, {2, 2}, {0, 2}, {1, 1}, {0, 0}, {0, 1}});
    ASSERT_EQ(hull.size(), 4U);
    EXPECT_EQ(hull[0], Vector2d(0, 0));
    EXPECT_EQ(hull[1], Vector2d(2, 0));
    EXPECT_EQ(hull[2], Vector2d(2, 2));
    EXPECT_EQ(hull[3], Vector2d(0, 2));
}

TEST(ConvexHullTest, FewOrOddPoints) {
    EXPECT_TRUE(convexHull({}).empty());
    EXPECT_EQ(convexHull({{1, 1}, {1, 1}}).size(), 1U);
    EXPECT_EQ(convexHull({{0, 0}, {1, 1}, {2, 2}}).size(), 2U);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(convexHull({{0, 0}, {nan, 1}, {1, 0}, {0, 1}}).size(), 3U);
}

TEST(MarginTest, IsTheDistanceToTheNearestEdge) {
    const std::vector<Vector2d> square = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    EXPECT_NEAR(marginM(square, {1.0, 0.5}), 0.5, 1e-12);
    EXPECT_NEAR(marginM(square, {1.0, -0.5}), -0.5, 1e-12);
    EXPECT_NEAR(marginM(square, {5.0, 6.0}), -5.0, 1e-12) << "to the corner";
    EXPECT_NEAR(marginM(square, {2.0, 1.0}), 0.0, 1e-12);
}

TEST(MarginTest, OfLinesPointsAndNothing) {
    EXPECT_NEAR(marginM(std::vector<Vector2d>{{0, 0}, {2, 0}}, {1.0, 0.3}), -0.3, 1e-12);
    EXPECT_NEAR(marginM(std::vector<Vector2d>{{1, 1}}, {4.0, 5.0}), -5.0, 1e-12);
    EXPECT_EQ(marginM(std::vector<Vector2d>(), {4.0, 5.0}), 0.0);
}

class PostureTest : public testing::TestWithParam<NaoType> {
protected:
    PostureTest() : m_rad(m_model.joints().size(), 0.0) {}

    void bend(const char* joint, double angleDeg) {
        m_rad[m_model.findJoint(joint).index()] = radFromDeg(angleDeg);
    }
    void bendBoth(const std::string& joint, double angleDeg) {
        bend(("l" + joint).c_str(), angleDeg);
        bend(("r" + joint).c_str(), angleDeg);
    }
    void bendRandomly(base::Rng& rng) {
        for (std::size_t i = 0; i < m_rad.size(); ++i) {
            m_rad[i] = rng.uniform(m_model.joints()[i].minRad, m_model.joints()[i].maxRad);
        }
    }
    std::vector<math::Pose> posed(const math::Pose& X_STorso = {}) const {
        std::vector<math::Pose> poses(m_model.bodies().size());
        forwardKinematics(m_model, X_STorso, m_rad, poses);
        return poses;
    }
    std::vector<Vector2d> support(const std::vector<math::Pose>& poses, double bandM) const {
        std::vector<Vector2d> points;
        for (const SurfacePoint& point : lowestPoints(m_model, poses, bandM)) {
            points.emplace_back(point.p_A.head<2>());
        }
        return convexHull(std::move(points));
    }

    const RobotModel& m_model = naoModel(GetParam());
    std::vector<double> m_rad;
};

TEST_P(PostureTest, LowestPointsOfAStandingRobotAreItsSoles) {
    const auto points = lowestPoints(m_model, posed());
    ASSERT_GE(points.size(), 8U);
    for (const SurfacePoint& point : points) {
        const std::string& name = m_model.body(point.body).name;
        EXPECT_TRUE(name.ends_with("foot") || name.ends_with("toe")) << name;
        EXPECT_NEAR(point.p_A.z(), lowestHeightM(m_model, posed()), 0.002);
    }
}

TEST_P(PostureTest, LowestPointsOfARobotOnItsHead) {
    const math::Pose upsideDown{
        Eigen::AngleAxisd(std::numbers::pi, Vector3d::UnitX()).toRotationMatrix(),
        Vector3d::Zero()};
    bendBoth("ae1", -90.0); // arms out of the way
    const auto poses = posed(upsideDown);
    const auto points = lowestPoints(m_model, poses, 0.0);
    ASSERT_EQ(points.size(), 1U);
    EXPECT_EQ(m_model.body(points[0].body).name, "head");
    EXPECT_NEAR(points[0].p_A.z(), -0.22, 1e-9);
}

TEST_P(PostureTest, LevelTorsoChangesOnlyTheHeight) {
    base::Rng rng(1);
    for (int i = 0; i < 20; ++i) {
        bendRandomly(rng);
        const Eigen::Matrix3d R =
            Eigen::AngleAxisd(rng.uniform(-3.0, 3.0), Vector3d(1, 2, 3).normalized())
                .toRotationMatrix();
        const math::Pose X = placeOnGround(m_model, m_rad, GroundRule::LevelTorso, R);
        EXPECT_TRUE(X.R.isApprox(R));
        EXPECT_EQ(X.p.x(), 0.0);
        EXPECT_EQ(X.p.y(), 0.0);
        EXPECT_NEAR(lowestHeightM(m_model, posed(X)), 0.0, 1e-12);
    }
}

TEST_P(PostureTest, LevelSolePutsOneSoleFlatOnTheGround) {
    bend("lle3", 20.0);
    bend("lle6", 10.0);
    bend("rle3", 60.0);
    bend("rle4", -90.0);
    const math::Pose X = placeOnGround(m_model, m_rad, GroundRule::LevelSole);
    const auto poses = posed(X);
    const math::Pose& foot = poses[m_model.findBody("lfoot").index()];
    EXPECT_NEAR(foot.R(2, 2), 1.0, 1e-12) << "the left leg is the longer one";
    EXPECT_NEAR(foot.p.z(), 0.01, 1e-9);
    EXPECT_NEAR(lowestHeightM(m_model, poses), 0.0, 1e-12);
}

TEST_P(PostureTest, StandingRobotRestsAsItStands) {
    const math::Pose X = placeOnGround(m_model, m_rad, GroundRule::Rest);
    EXPECT_TRUE(X.R.isIdentity(1e-12));
    EXPECT_NEAR(X.p.z(), -lowestHeightM(m_model, posed()), 1e-12);
}

TEST_P(PostureTest, LeaningRobotFallsOnItsFaceOrItsBack) {
    for (const double leanRad : {-0.5, 0.5}) {
        const Eigen::Matrix3d lean =
            Eigen::AngleAxisd(leanRad, Vector3d::UnitX()).toRotationMatrix();
        const math::Pose X = placeOnGround(m_model, m_rad, GroundRule::Rest, lean);
        const Vector3d front_S = X.R.col(1);
        EXPECT_NEAR(std::abs(front_S.z()), 1.0, 0.2) << "lies";
        EXPECT_EQ(front_S.z() < 0.0, leanRad < 0.0) << "turning about x by less than 0 leans ahead";
    }
}

TEST_P(PostureTest, RestingRobotsCarryTheirCenterOfMass) {
    base::Rng rng(2);
    for (int i = 0; i < 200; ++i) {
        bendRandomly(rng);
        const Eigen::Matrix3d R = Eigen::Quaterniond(rng.uniform(-1, 1), rng.uniform(-1, 1),
                                                     rng.uniform(-1, 1), rng.uniform(-1, 1))
                                      .normalized()
                                      .toRotationMatrix();
        const math::Pose X = placeOnGround(m_model, m_rad, GroundRule::Rest, R);
        EXPECT_TRUE((X.R.transpose() * X.R).isIdentity(1e-9));
        const auto poses = posed(X);
        EXPECT_NEAR(lowestHeightM(m_model, poses), 0.0, 1e-9);
        const Vector3d center = centerOfMass(m_model, poses);
        // Round heads are approximated by small faces, so that a contact may be slightly off.
        EXPECT_GT(marginM(support(poses, 0.002), center.head<2>()), -0.01) << "robot " << i;
        EXPECT_LE(center.z(), centerOfMass(m_model, posed(placeOnGround(m_model, m_rad,
                                                                        GroundRule::LevelTorso, R)))
                                      .z() +
                                  1e-3);
    }
}

TEST_P(PostureTest, ZeroPoseAndStraightArmsDoNotCollide) {
    EXPECT_TRUE(selfCollisions(m_model, posed()).empty());
    bendBoth("ae1", -90.0);
    bend("lae2", 20.0);
    bend("rae2", -20.0);
    EXPECT_TRUE(selfCollisions(m_model, posed()).empty());
    bend("lae2", 0.0);
    EXPECT_FALSE(selfCollisions(m_model, posed()).empty()) << "hanging arms touch the thighs";
}

TEST_P(PostureTest, CrossedLegsCollide) {
    bend("lle2", -25.0);
    bend("rle2", 25.0);
    const auto pairs = selfCollisions(m_model, posed());
    const auto hit = [&](const char* a, const char* b) {
        return std::ranges::any_of(pairs, [&](const auto& pair) {
            return m_model.body(pair.first).name == a && m_model.body(pair.second).name == b;
        });
    };
    EXPECT_TRUE(hit("rfoot", "lfoot") || hit("rshank", "lshank"));
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        EXPECT_LT(pairs[i].first, pairs[i].second);
        EXPECT_EQ(std::ranges::count(pairs, pairs[i]), 1);
    }
}

TEST_P(PostureTest, OverlapsReportTheirDepth) {
    // Both feet roll inward from the hip until they overlap, more deeply with every degree.
    double beforeM = 0.0;
    for (const double rollDeg : {8.0, 11.0, 14.0}) {
        bend("lle2", -rollDeg);
        bend("rle2", rollDeg);
        double deepestM = 0.0;
        for (const BodyOverlap& overlap : selfOverlaps(m_model, posed())) {
            deepestM = std::max(deepestM, overlap.depthM);
        }
        EXPECT_GT(deepestM, beforeM) << rollDeg;
        beforeM = deepestM;
    }
    EXPECT_TRUE(selfOverlaps(m_model, posed(), 0.2).empty()) << "a wide tolerance lets all pass";
}

TEST_P(PostureTest, ArmInTheHeadCollides) {
    bool isHit = false;
    bend("lae1", 90.0);
    for (double turnDeg = -120.0; turnDeg <= 120.0; turnDeg += 10.0) {
        bend("lae3", turnDeg);
        bend("lae4", -90.0);
        for (const auto& [first, second] : selfCollisions(m_model, posed())) {
            isHit = isHit || (m_model.body(first).name == "head" &&
                              m_model.body(second).name == "llowerarm");
        }
    }
    EXPECT_TRUE(isHit) << "a sphere against a box";
}

INSTANTIATE_TEST_SUITE_P(Types, PostureTest, testing::ValuesIn(kNaoTypes), [](const auto& param) {
    return "type" + std::to_string(static_cast<int>(param.param));
});

// Their trunks were compared at the torso's joint instead of where they are, so that every motion
// reported collisions with the hips.
TEST(PosturePlainTest, RobotsOfRcssservermjCollideAtTheirSolids) {
    for (const MujocoRobot each : kMujocoRobots) {
        const RobotModel& model = mujocoRobotModel(each);
        std::vector<double> rad(model.joints().size(), 0.0);
        std::vector<math::Pose> X_TBody(model.bodies().size());
        forwardKinematics(model, {}, rad, X_TBody);
        EXPECT_TRUE(selfCollisions(model, X_TBody).empty()) << model.name();
        const JointId hip = model.findJoint("llj1");
        rad[hip.index()] = model.joint(hip).minRad;
        forwardKinematics(model, {}, rad, X_TBody);
        EXPECT_FALSE(selfCollisions(model, X_TBody).empty()) << model.name() << ": thigh in trunk";
    }
}

TEST(PosturePlainTest, RobotsWithoutNaoFeetAreLeftAsTheyAreTurned) {
    const RobotModel& model = soccerbot056Model();
    const std::vector<double> rad(model.joints().size(), 0.0);
    const math::Pose X = placeOnGround(model, rad, GroundRule::LevelSole);
    EXPECT_TRUE(X.R.isIdentity());
    EXPECT_GT(X.p.z(), 0.5);
}

} // namespace
} // namespace sideline::robot
