#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "agentcore/localization/camera.h"
#include "agentcore/localization/gyro_flags_estimator.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/test_files.h"

namespace sideline::localization {
namespace {

using Eigen::Vector3d;
using math::degFromRad;
using math::radFromDeg;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

math::Pose standingAt(double x_S, double y_S, double headingRad) {
    // A torso's forward axis is y, a heading of 0 looks along x.
    const Eigen::AngleAxisd turn(headingRad - 0.5 * math::kPi, Vector3d::UnitZ());
    return {turn.toRotationMatrix(), {x_S, y_S, 0.38}};
}

// A robot that perceives without noise.
class GyroFlagsEstimatorTest : public testing::Test {
protected:
    GyroFlagsEstimatorTest()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_field(field::fieldVersions().back().dimensions),
          m_anglesRad(m_model.joints().size(), 0.0) {
        m_percepts.gyros.push_back({"torso", Vector3d::Zero()});
        m_percepts.accelerometers.push_back({"torso", {0.0, 0.0, 9.81}});
    }

    PoseEstimate update() {
        return m_estimator.update({&m_percepts, &m_model, &m_field, m_anglesRad, 0.02});
    }

    // What the camera sees of the landmarks from a torso's pose, up to `most` of them.
    void see(const math::Pose& X_ST, std::size_t most = 8) {
        const math::Pose X_SC = X_ST * poseInTorso(m_model, cameraBody(m_model), m_anglesRad);
        protocol::Sight sight;
        for (const field::Landmark& landmark : m_field.landmarks()) {
            const Vector3d p_C = X_SC.inverse() * landmark.p_S;
            const protocol::Polar polar{p_C.norm(), degFromRad(std::atan2(-p_C.x(), p_C.y())),
                                        degFromRad(std::atan2(p_C.z(), p_C.head<2>().norm()))};
            if (std::abs(polar.thetaDeg) < 60.0 && sight.objects.size() < most) {
                sight.objects.push_back({landmark.name, polar});
            }
        }
        m_percepts.sight = std::move(sight);
    }
    void close() { m_percepts.sight.reset(); }

    const robot::RobotModel& m_model;
    field::FieldModel m_field;
    std::vector<double> m_anglesRad;
    protocol::Percepts m_percepts;
    GyroFlagsEstimator m_estimator;
};

double distanceM(const PoseEstimate& estimate, const math::Pose& X_ST) {
    return (estimate.X_ST.p - X_ST.p).norm();
}

TEST_F(GyroFlagsEstimatorTest, KnowsNothingBeforeItHasSeenTwoLandmarks) {
    EXPECT_FALSE(update().isValid);
    see(standingAt(-5, 2, 0.3), 1);
    EXPECT_FALSE(update().isValid);
    see(standingAt(-5, 2, 0.3), 2);
    EXPECT_TRUE(update().isValid);
}

TEST_F(GyroFlagsEstimatorTest, FindsThePoseFromAnywhere) {
    for (const auto& [x, y, headingDeg] : {std::array{-14.0, 0.0, 0.0},
                                           {-3.0, 0.0, 0.0},
                                           {5.0, -8.0, 160.0},
                                           {0.0, 9.0, 240.0},
                                           {10.0, 3.0, -20.0}}) {
        const math::Pose X_ST = standingAt(x, y, radFromDeg(headingDeg));
        m_estimator.reset();
        PoseEstimate estimate;
        for (int i = 0; i < 10; ++i) {
            see(X_ST);
            estimate = update();
        }
        ASSERT_TRUE(estimate.isValid) << x << ' ' << y << ' ' << headingDeg;
        EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.01));
        EXPECT_LT((estimate.X_ST.R - X_ST.R).cwiseAbs().maxCoeff(), tests::tolerance(2e-3));
        EXPECT_EQ(estimate.cyclesSinceSight, 0);
    }
}

TEST_F(GyroFlagsEstimatorTest, CarriesTheHeadingByGyroBetweenSights) {
    see(standingAt(-3, 0, 0.0));
    ASSERT_TRUE(update().isValid);
    close();
    m_percepts.gyros[0].value = {0.0, 0.0, 90.0};
    PoseEstimate estimate;
    for (int i = 0; i < 50; ++i) {
        estimate = update();
    }
    const Vector3d ahead = estimate.X_ST.R.col(1);
    EXPECT_NEAR(degFromRad(std::atan2(ahead.y(), ahead.x())), 90.0, tests::tolerance(0.5));
    EXPECT_EQ(estimate.cyclesSinceSight, 50);
    EXPECT_GT(estimate.positionSigmaM, 0.0);
}

TEST_F(GyroFlagsEstimatorTest, SurvivesAFall) {
    const math::Pose start = standingAt(-3, 0, 0.0);
    for (int i = 0; i < 20; ++i) {
        see(start);
        ASSERT_TRUE(update().isValid);
    }
    // Forwards onto the face in half a second, then at rest: x turns, y goes down.
    close();
    m_percepts.gyros[0].value = {-180.0, 0.0, 0.0};
    PoseEstimate estimate;
    for (int i = 0; i < 25; ++i) {
        const double tiltRad = radFromDeg(-3.6 * i);
        m_percepts.accelerometers[0].value =
            9.81 * Vector3d(0.0, std::sin(tiltRad), std::cos(tiltRad));
        estimate = update();
    }
    m_percepts.gyros[0].value.setZero();
    m_percepts.accelerometers[0].value = {0.0, -9.81, 0.0};
    for (int i = 0; i < 500; ++i) {
        estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite());
    }
    EXPECT_TRUE(estimate.isValid);
    EXPECT_NEAR(estimate.X_ST.R(2, 2), 0.0, tests::tolerance(0.01));
    EXPECT_NEAR(estimate.X_ST.R(2, 1), -1.0, tests::tolerance(0.01)) << "the face is down";
    EXPECT_LT(distanceM(estimate, start), 1.0);
}

TEST_F(GyroFlagsEstimatorTest, FollowsABeamAtOnce) {
    for (int i = 0; i < 30; ++i) {
        see(standingAt(-14, 0, 0.0));
        update();
    }
    const math::Pose after = standingAt(-3, 4, 0.3);
    PoseEstimate estimate;
    for (int i = 0; i < 6; ++i) {
        see(after);
        estimate = update();
    }
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.05));
}

TEST_F(GyroFlagsEstimatorTest, AShortShoveIsTakenToo) {
    for (int i = 0; i < 30; ++i) {
        see(standingAt(-3, 0, 0.0));
        update();
    }
    const math::Pose after = standingAt(-3, 0.4, 0.0);
    PoseEstimate estimate;
    for (int i = 0; i < 30; ++i) {
        see(after);
        estimate = update();
    }
    ASSERT_TRUE(estimate.isValid);
    EXPECT_LT(distanceM(estimate, after), tests::tolerance(0.05));
}

TEST_F(GyroFlagsEstimatorTest, OneWrongLandmarkDoesNoHarm) {
    const math::Pose X_ST = standingAt(-5, 0, 0.0);
    PoseEstimate estimate;
    for (int i = 0; i < 30; ++i) {
        see(X_ST);
        if (i > 10) {
            m_percepts.sight->objects[0].polar.thetaDeg += 25.0;
        }
        estimate = update();
    }
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.02));
}

TEST_F(GyroFlagsEstimatorTest, NothingNotFiniteGetsInOrOut) {
    const math::Pose X_ST = standingAt(-5, 0, 0.0);
    for (int i = 0; i < 60; ++i) {
        see(X_ST);
        auto& objects = m_percepts.sight->objects;
        objects[0].polar = {kNan, kNan, kNan};
        objects[1].polar.distanceM = std::numeric_limits<double>::infinity();
        m_percepts.gyros[0].value = i % 3 == 0 ? Vector3d(kNan, 0, 0) : Vector3d::Zero();
        m_percepts.accelerometers[0].value.z() =
            i % 4 == 0 ? std::numeric_limits<double>::infinity() : 9.81;
        const PoseEstimate estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite()) << i;
    }
    // Finite, but beyond all sense.
    m_percepts.gyros[0].value = Vector3d::Constant(1e300);
    m_percepts.accelerometers[0].value = Vector3d::Constant(-1e300);
    for (int i = 0; i < 20; ++i) {
        const PoseEstimate estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite()) << i;
    }
    m_percepts.gyros[0].value.setZero();
    m_percepts.accelerometers[0].value = {0.0, 0.0, 9.81};
    PoseEstimate estimate;
    for (int i = 0; i < 60; ++i) {
        see(X_ST);
        estimate = update();
    }
    ASSERT_TRUE(estimate.isValid) << "it finds back";
    EXPECT_LT(distanceM(estimate, X_ST), tests::tolerance(0.05));
}

TEST_F(GyroFlagsEstimatorTest, LongWithoutSightItAdmitsIt) {
    for (int i = 0; i < 10; ++i) {
        see(standingAt(-5, 0, 0.0));
        update();
    }
    close();
    const double before = update().positionSigmaM;
    PoseEstimate estimate;
    m_percepts.accelerometers[0].value = {0.5, 0.5, 9.0};
    m_percepts.gyros[0].value = {5.0, -5.0, 20.0};
    for (int i = 0; i < 50 * 60; ++i) {
        estimate = update();
        ASSERT_TRUE(estimate.X_ST.p.allFinite());
        if (!estimate.isValid) {
            break;
        }
    }
    EXPECT_TRUE(!estimate.isValid || estimate.positionSigmaM > 10.0 * before);
}

TEST(GyroFlagsEstimatorRobotsTest, AnotherRobotStartsAnew) {
    const field::FieldModel field(field::fieldVersions().back().dimensions);
    GyroFlagsEstimator estimator;
    protocol::Percepts percepts;
    const robot::RobotModel& bot = robot::soccerbot056Model();
    const std::vector<double> anglesRad(bot.joints().size(), 0.0);
    EXPECT_FALSE(estimator.update({&percepts, &bot, &field, anglesRad, 0.02}).isValid);
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Toes);
    const std::vector<double> naoAnglesRad(nao.joints().size(), 0.0);
    EXPECT_FALSE(estimator.update({&percepts, &nao, &field, naoAnglesRad, 0.02}).isValid);
}

} // namespace
} // namespace sideline::localization
