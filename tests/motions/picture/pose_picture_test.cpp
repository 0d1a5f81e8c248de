#include "motions/picture/pose_picture.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "agentcore/math/angles.h"
#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"

namespace sideline::keyframe {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::radFromDeg;

constexpr double kPi = std::numbers::pi;
const math::Pose kStanding = math::Pose::translation({0, 0, 0.385});

class PosePictureTest : public ::testing::Test {
protected:
    double& angle(const char* joint) { return m_anglesRad[m_model.findJoint(joint).index()]; }
    std::vector<PicturePolygon> picture(const PictureView& view = {},
                                        const math::Pose& X_STorso = kStanding) const {
        return posePicture(m_model, m_anglesRad, X_STorso, view);
    }
    const robot::RobotModel& m_model = robot::naoModel(robot::NaoType::Standard);
    std::vector<double> m_anglesRad = std::vector<double>(m_model.joints().size(), 0.0);
};

struct Extent {
    Vector2d min = Vector2d::Constant(2.0);
    Vector2d max = Vector2d::Constant(-1.0);
};

Extent extentOf(const std::vector<PicturePolygon>& picture) {
    Extent extent;
    for (const PicturePolygon& polygon : picture) {
        for (const Vector2d& point : polygon.points) {
            extent.min = extent.min.cwiseMin(point);
            extent.max = extent.max.cwiseMax(point);
        }
    }
    return extent;
}

bool isBlue(const PicturePolygon& polygon) {
    return polygon.color[2] > polygon.color[0] + 0.15;
}

// Counts the bright blue eyes and the chest.
std::ptrdiff_t bluePolygons(const std::vector<PicturePolygon>& picture) {
    return std::ranges::count_if(picture, isBlue);
}

bool areSame(const std::vector<PicturePolygon>& a, const std::vector<PicturePolygon>& b) {
    return std::ranges::equal(a, b, [](const PicturePolygon& p, const PicturePolygon& q) {
        return p.points == q.points && p.color == q.color;
    });
}

void expectDrawable(const std::vector<PicturePolygon>& picture) {
    for (const PicturePolygon& polygon : picture) {
        EXPECT_GE(polygon.points.size(), 3U);
        for (const Vector2d& point : polygon.points) {
            EXPECT_TRUE(point.allFinite());
            EXPECT_GE(point.minCoeff(), 0.0);
            EXPECT_LE(point.maxCoeff(), 1.0);
        }
        for (const double part : polygon.color) {
            EXPECT_GE(part, 0.0);
            EXPECT_LE(part, 1.0);
        }
    }
}

// Its limbs are drawn from joint to joint, and all of it is in the picture.
TEST(PosePictureOfT1Test, AStandingRobotFillsMostOfTheHeight) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    std::vector<double> anglesRad(t1.joints().size());
    const auto X_STorso = math::Pose::translation({0.0, 0.0, t1.standingTorsoM()});
    const auto drawn = posePicture(t1, anglesRad, X_STorso);
    expectDrawable(drawn);
    const Extent extent = extentOf(drawn);
    EXPECT_GT(extent.max.y() - extent.min.y(), 0.55);
    EXPECT_GT(extent.min.y(), 0.05);
    anglesRad[t1.findJoint("laj2").index()] = radFromDeg(-80.0); // hanging
    anglesRad[t1.findJoint("raj2").index()] = radFromDeg(80.0);
    const Extent narrow = extentOf(posePicture(t1, anglesRad, X_STorso));
    EXPECT_LT(narrow.max.x() - narrow.min.x(), 0.7 * (extent.max.x() - extent.min.x()));
}

TEST_F(PosePictureTest, AStandingRobotFillsMostOfTheHeight) {
    const auto drawn = picture();
    expectDrawable(drawn);
    EXPECT_GT(drawn.size(), 50U);
    const Extent extent = extentOf(drawn);
    EXPECT_GT(extent.max.y() - extent.min.y(), 0.55);
    EXPECT_LT(extent.max.x() - extent.min.x(), 0.5);
    EXPECT_GT(extent.min.y(), 0.05) << "there is room for raised arms";
    EXPECT_NEAR((extent.min.x() + extent.max.x()) / 2.0, 0.5, 0.1);
}

TEST_F(PosePictureTest, IsDeterministic) {
    EXPECT_TRUE(areSame(picture(), picture()));
}

TEST_F(PosePictureTest, ARaisedArmReachesHigher) {
    const auto before = picture();
    angle("laj1") = 1.5;
    const auto after = picture();
    EXPECT_FALSE(areSame(before, after));
    EXPECT_LT(extentOf(after).min.y(), extentOf(before).min.y() - 0.02);
}

TEST_F(PosePictureTest, FromTheFrontItsLeftIsOnTheRight) {
    const PictureView front{0.0, 0.0};
    const Extent before = extentOf(picture(front));
    angle("laj2") = 1.4; // spreads the left arm
    const Extent after = extentOf(picture(front));
    EXPECT_GT(after.max.x(), before.max.x() + 0.03);
    EXPECT_NEAR(after.min.x(), before.min.x(), 0.02);
}

TEST_F(PosePictureTest, FromItsLeftItFacesLeft) {
    const PictureView left{kPi / 2.0, 0.0};
    const Extent before = extentOf(picture(left));
    for (const char* joint : {"laj1", "raj1"}) {
        angle(joint) = -kPi / 2.0; // arms hang down
    }
    const Extent after = extentOf(picture(left));
    EXPECT_LT(before.min.x(), after.min.x() - 0.02) << "arms that point forward reach to the left";
    EXPECT_NEAR(before.max.x(), after.max.x(), 0.05);
}

TEST_F(PosePictureTest, TheFaceIsSeenFromTheFrontOnly) {
    const auto front = bluePolygons(picture({0.0, 0.1}));
    const auto back = bluePolygons(picture({kPi, 0.1}));
    EXPECT_EQ(front, back + 2) << "two eyes";
}

TEST_F(PosePictureTest, NearPartsAreDrawnLast) {
    // From its left side the left foot covers the right one, which is drawn first.
    const PictureView left{kPi / 2.0, 0.0};
    const auto both = picture(left);
    angle("llj3") = 1.0;
    const auto moved = picture(left);
    ASSERT_EQ(both.size(), moved.size());
    std::size_t first = 0;
    while (first < both.size() && (both[first].points == moved[first].points || first < 4)) {
        ++first; // skips the four of the shadow, which move as well
    }
    EXPECT_GT(first, both.size() / 2) << "the left leg comes after right leg and trunk";
}

TEST_F(PosePictureTest, StaysInsideThePictureInAnyPose) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> ratio(0.0, 1.0);
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& model = robot::naoModel(type);
        for (int i = 0; i < 20; ++i) {
            std::vector<double> angles;
            for (const robot::Joint& joint : model.joints()) {
                angles.push_back(joint.minRad + ratio(random) * (joint.maxRad - joint.minRad));
            }
            const Eigen::Quaterniond turn(
                Eigen::AngleAxisd(6.0 * ratio(random), Vector3d::UnitX()) *
                Eigen::AngleAxisd(6.0 * ratio(random), Vector3d::UnitZ()));
            const math::Pose X_STorso{turn.toRotationMatrix(), {0.3 * ratio(random), 0.1, 0.4}};
            const PictureView view{6.0 * ratio(random), 1.6 * ratio(random), 0.7};
            expectDrawable(posePicture(model, angles, X_STorso, view));
        }
    }
}

TEST_F(PosePictureTest, OmitsPositionsThatAreNotFinite) {
    const auto drawn = picture(
        {}, math::Pose::translation({std::numeric_limits<double>::quiet_NaN(), 0.0, 0.385}));
    expectDrawable(drawn);
    EXPECT_TRUE(drawn.empty());
}

TEST_F(PosePictureTest, TakesLessThanAMillisecond) {
    double bestMs = 1e9;
    std::size_t polygons = 0;
    for (int i = 0; i < 100; ++i) {
        const auto start = std::chrono::steady_clock::now();
        polygons += picture().size();
        bestMs = std::min(bestMs, std::chrono::duration<double, std::milli>(
                                      std::chrono::steady_clock::now() - start)
                                      .count());
    }
    EXPECT_GT(polygons, 0U);
    EXPECT_LT(bestMs, 1.0);
}

} // namespace
} // namespace sideline::keyframe
