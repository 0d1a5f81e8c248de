// Tests the methods without a noise model on exact percepts.
#include "agentcore/localization/closed_form_estimators.h"

#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/localization/closed_form_fits.h"
#include "agentcore/localization/closed_form_parts.h"
#include "agentcore/localization/gyro_tracker.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/agentcore/localization/exact_percepts.h"
#include "tests/support/allocation_guard.h"
#include "tests/support/test_files.h"

namespace sideline::localization {
namespace {

using Eigen::Vector3d;
using math::radFromDeg;
using tests::ExactRobot;
using tests::standingAt;

constexpr int kMaxPoses = 100000; // three flags are rarely visible
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<robot::NaoType, 2> kTypes = {robot::NaoType::Standard, robot::NaoType::Toes};
constexpr std::array<Method, 5> kClosedForms = {Method::Gyro, Method::Umeyama, Method::FieldNormal,
                                                Method::Magma, Method::ThreeFlags};

std::size_t flagsIn(const ExactRobot& robot) {
    std::size_t count = 0;
    for (const protocol::SeenObject& object : robot.percepts.vision->objects) {
        count += object.name.front() == 'F' ? 1U : 0U;
    }
    return count;
}

// Whether a method can determine the whole pose from the percepts alone, without earlier
// ones.
bool canBeExact(Method method, const ExactRobot& robot, bool isUpright) {
    const auto& vision = *robot.percepts.vision;
    const std::size_t landmarks = vision.objects.size();
    const bool hasPlane = landmarks >= 2 && vision.lines.size() >= 2;
    switch (method) {
    case Method::Gyro:
        return isUpright && landmarks >= 2;
    case Method::Umeyama:
        return landmarks >= 3;
    case Method::FieldNormal:
        return hasPlane;
    case Method::Magma:
        return hasPlane || landmarks >= 3;
    case Method::ThreeFlags:
        return flagsIn(robot) >= 3;
    case Method::Fusion:
        return landmarks >= 2;
    }
    return false;
}

void expectExact(const PoseEstimate& estimate, const math::Pose& X_ST, const std::string& what) {
    ASSERT_TRUE(estimate.isValid) << what;
    EXPECT_LT(tests::distanceM(estimate.X_ST, X_ST), tests::tolerance(1e-3)) << what;
    EXPECT_LT(tests::angleRad(estimate.X_ST, X_ST), tests::tolerance(radFromDeg(0.1))) << what;
}

class EveryMethodTest : public testing::TestWithParam<Method> {
protected:
    // Lets a robot observe repeatedly from one pose, so that a filter converges.
    static PoseEstimate settle(PoseEstimator& estimator, const ExactRobot& robot) {
        PoseEstimate estimate;
        for (int i = 0; i < 20; ++i) {
            estimate = estimator.update(robot.input());
        }
        return estimate;
    }
};

INSTANTIATE_TEST_SUITE_P(Methods, EveryMethodTest, testing::ValuesIn(kMethods),
                         [](const auto& each) {
                             std::string name(wordOf(each.param));
                             std::erase(name, '-');
                             return name;
                         });

TEST_P(EveryMethodTest, IsExactOnExactPercepts) {
    for (const robot::NaoType type : kTypes) {
        ExactRobot robot(type);
        base::Rng rng(7 + static_cast<std::uint64_t>(type));
        int tried = 0;
        for (int i = 0; i < kMaxPoses && tried < 40; ++i) {
            const bool isUpright = GetParam() == Method::Gyro || i % 2 == 0;
            const math::Pose X_ST = tests::randomPose(rng, robot, isUpright ? 0.0 : 1.3);
            robot.perceive(X_ST);
            if (!canBeExact(GetParam(), robot, isUpright)) {
                continue;
            }
            ++tried;
            const auto estimator = makeEstimator(GetParam());
            expectExact(settle(*estimator, robot), X_ST, "pose " + std::to_string(i));
        }
        EXPECT_EQ(tried, 40);
    }
}

TEST_P(EveryMethodTest, AMirroredFieldGivesTheMirroredBelief) {
    ExactRobot robot;
    base::Rng rng(11);
    int tried = 0;
    for (int i = 0; i < kMaxPoses && tried < 20; ++i) {
        const math::Pose X_ST = tests::randomPose(rng, robot, 0.0);
        robot.perceive(X_ST);
        if (!canBeExact(GetParam(), robot, true)) {
            continue;
        }
        ++tried;
        const auto estimator = makeEstimator(GetParam());
        const auto other = makeEstimator(GetParam());
        const PoseEstimate here = settle(*estimator, robot);
        tests::mirrorNames(*robot.percepts.vision, robot.field);
        const PoseEstimate there = settle(*other, robot);
        ASSERT_TRUE(here.isValid && there.isValid);
        EXPECT_LT(tests::distanceM(tests::mirrored(here.X_ST), there.X_ST), 1e-6);
        EXPECT_LT(tests::angleRad(tests::mirrored(here.X_ST), there.X_ST), 1e-6);
    }
    EXPECT_EQ(tried, 20);
}

TEST_P(EveryMethodTest, TheOrderOfWhatIsSeenMakesNoDifference) {
    ExactRobot robot;
    base::Rng rng(13);
    const auto estimator = makeEstimator(GetParam());
    const auto other = makeEstimator(GetParam());
    for (int i = 0; i < 200; ++i) {
        const math::Pose X_ST = standingAt(-9.0 + 0.01 * i, 3.0 - 0.02 * i, 0.01 * i, 0.38);
        robot.turnHead(std::sin(0.1 * i), -0.2);
        robot.perceive(X_ST);
        for (auto& object : robot.percepts.vision->objects) { // so that sums have rounding errors
            object.polar.distanceM *= rng.uniform(0.999, 1.001);
            object.polar.thetaDeg += rng.uniform(-0.15, 0.15);
            object.polar.phiDeg += rng.uniform(-0.15, 0.15);
        }
        const PoseEstimate one = estimator->update(robot.input());
        tests::shuffle(*robot.percepts.vision, rng);
        const PoseEstimate two = other->update(robot.input());
        ASSERT_EQ(one.isValid, two.isValid) << i;
        ASSERT_LT(tests::distanceM(one.X_ST, two.X_ST), 1e-9) << i;
        ASSERT_LT((one.X_ST.R - two.X_ST.R).cwiseAbs().maxCoeff(), 1e-9) << i;
    }
}

TEST_P(EveryMethodTest, ACloneContinuesLikeTheOriginal) {
    ExactRobot robot;
    robot.perceive(standingAt(-12.0, -6.0, 0.5));
    const auto estimator = makeEstimator(GetParam());
    settle(*estimator, robot);
    const auto clone = estimator->clone();
    robot.closeEyes();
    robot.feel(standingAt(0.0, 0.0, 0.0), {0.0, 0.0, 30.0});
    for (int i = 0; i < 10; ++i) {
        const PoseEstimate one = estimator->update(robot.input());
        const PoseEstimate two = clone->update(robot.input());
        ASSERT_EQ(one.isValid, two.isValid);
        ASSERT_EQ(one.X_ST, two.X_ST);
        ASSERT_EQ(one.cyclesSinceVision, two.cyclesSinceVision);
    }
}

TEST_P(EveryMethodTest, AfterAResetThePoseIsLookedForAgain) {
    ExactRobot robot;
    const auto estimator = makeEstimator(GetParam());
    robot.perceive(standingAt(-12.0, 7.0, radFromDeg(-47.0)));
    settle(*estimator, robot);
    estimator->reset();
    robot.closeEyes();
    EXPECT_FALSE(estimator->update(robot.input()).isValid);
    const math::Pose after = standingAt(12.0, -7.0, radFromDeg(133.0)); // three flags are visible
    robot.perceive(after);
    expectExact(settle(*estimator, robot), after, "after the beam");
}

TEST_P(EveryMethodTest, AllocatesNothingAfterWarmUp) {
    ExactRobot robot;
    const auto estimator = makeEstimator(GetParam());
    PoseDiagnostics diagnostics;
    robot.perceive(standingAt(-12.0, -6.0, 0.5));
    for (int i = 0; i < 10; ++i) {
        estimator->update(robot.input(&diagnostics));
    }
    const tests::AllocationGuard guard;
    for (int i = 0; i < 100; ++i) {
        estimator->update(robot.input(&diagnostics));
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST(ClosedFormsTest, EachNeedsSoMuchAndNoMore) {
    struct Row {
        Method method;
        std::size_t landmarks;
        std::size_t lines;
        bool isValid;
    };
    const math::Pose X_ST = standingAt(-3.0, 0.0, 0.1);
    for (const Row& row : {Row{Method::Gyro, 0, 9, false},
                           {Method::Gyro, 1, 9, false}, // the heading is not known yet
                           {Method::Gyro, 2, 0, true},
                           {Method::Umeyama, 2, 9, false},
                           {Method::Umeyama, 3, 0, true},
                           {Method::FieldNormal, 2, 1, false},
                           {Method::FieldNormal, 1, 9, false},
                           {Method::FieldNormal, 2, 2, true},
                           {Method::Magma, 1, 9, false},
                           {Method::Magma, 2, 0, true},
                           {Method::ThreeFlags, 4, 9, false}}) { // two of them are goal posts
        ExactRobot robot;
        robot.perceive(X_ST);
        ASSERT_EQ(robot.percepts.vision->objects.size(), 4U);
        ASSERT_GE(robot.percepts.vision->lines.size(), 9U);
        robot.seeOnly(row.landmarks, row.lines);
        const auto estimator = makeClosedForm(row.method);
        EXPECT_EQ(estimator->update(robot.input()).isValid, row.isValid)
            << wordOf(row.method) << ' ' << row.landmarks << ' ' << row.lines;
    }
    EXPECT_EQ(makeClosedForm(Method::Fusion), nullptr);
}

TEST(ClosedFormsTest, LinesAlongOneLineMakeNoPlane) {
    ExactRobot robot;
    robot.perceive(standingAt(-3.0, 0.0, 0.1));
    auto& lines = robot.percepts.vision->lines;
    lines.assign(5, lines.front());
    EXPECT_FALSE(makeClosedForm(Method::FieldNormal)->update(robot.input()).isValid);
}

TEST(ClosedFormsTest, WithoutVisionPositionIsKeptAndTheGyroTurnsOn) {
    for (const Method method : kClosedForms) {
        ExactRobot robot;
        const math::Pose X_ST = standingAt(-13.0, 8.0, radFromDeg(-46.0));
        robot.perceive(X_ST);
        const auto estimator = makeClosedForm(method);
        ASSERT_TRUE(estimator->update(robot.input()).isValid) << wordOf(method);
        robot.closeEyes();
        robot.feel(X_ST, {0.0, 0.0, 90.0});
        PoseEstimate estimate;
        for (int i = 0; i < 50; ++i) {
            estimate = estimator->update(robot.input());
        }
        EXPECT_TRUE(estimate.isValid) << wordOf(method);
        EXPECT_EQ(estimate.cyclesSinceVision, 50) << wordOf(method);
        EXPECT_LT(tests::distanceM(estimate.X_ST, X_ST), 1e-6) << wordOf(method);
        EXPECT_NEAR(tests::headingRad(estimate.X_ST),
                    radFromDeg(method == Method::ThreeFlags ? -46.0 : 44.0), 1e-6)
            << wordOf(method);
        EXPECT_FALSE(estimate.hasCovariance);
        EXPECT_EQ(estimate.positionSigmaM, 0.0);
    }
}

TEST(ClosedFormsTest, OnlyTheGyroDrifts) {
    // A gyro error of 1 degree per second for 30 s.
    const math::Pose X_ST = standingAt(-10.0, 2.0, 0.2);
    ExactRobot robot;
    const auto gyro = makeClosedForm(Method::Gyro);
    const auto magma = makeClosedForm(Method::Magma);
    PoseEstimate byGyro;
    PoseEstimate byMagma;
    for (int i = 0; i < 1500; ++i) {
        robot.perceive(X_ST);
        robot.feel(X_ST, {0.0, 0.0, 1.0});
        byGyro = gyro->update(robot.input());
        byMagma = magma->update(robot.input());
    }
    EXPECT_NEAR(tests::headingRad(byGyro.X_ST) - 0.2, radFromDeg(30.0), radFromDeg(0.1));
    EXPECT_GT(tests::distanceM(byGyro.X_ST, X_ST), 1.0);
    expectExact(byMagma, X_ST, "magma");
}

TEST(ClosedFormsTest, GyroFollowsATiltAndNeedsOneLandmark) {
    ExactRobot robot;
    math::Pose X_ST = standingAt(-5.0, 1.0, 0.3);
    robot.perceive(X_ST);
    const auto estimator = makeClosedForm(Method::Gyro);
    estimator->update(robot.input());
    const Vector3d speed_TDegPerS(-40.0, 25.0, 60.0);
    for (int i = 0; i < 50; ++i) {
        const Vector3d turn = radFromDeg(0.02) * speed_TDegPerS;
        X_ST.R = X_ST.R * Eigen::AngleAxisd(turn.norm(), turn.normalized());
        X_ST.p.x() += 0.01;
        robot.perceive(X_ST);
        robot.feel(X_ST, speed_TDegPerS);
        robot.seeOnly(1, 0);
        const PoseEstimate estimate = estimator->update(robot.input());
        if (!robot.percepts.vision->objects.empty()) {
            expectExact(estimate, X_ST, std::to_string(i));
        }
    }
}

TEST(ClosedFormsTest, GyroLooksToTheOtherGoalUntilTwoLandmarksSayOtherwise) {
    for (const auto& [side, headingRad] : {std::pair("left", 0.0), std::pair("right", math::kPi)}) {
        ExactRobot robot;
        const auto estimator = makeClosedForm(Method::Gyro);
        robot.perceive(standingAt(-3.0, 0.0, headingRad));
        robot.seeOnly(1, 9);
        robot.percepts.ownSide = side;
        const PoseEstimate first = estimator->update(robot.input());
        expectExact(first, standingAt(-3.0, 0.0, headingRad), side);
        robot.percepts.ownSide = {};
        const math::Pose really = standingAt(-3.0, 0.0, headingRad + 0.4);
        robot.perceive(really);
        expectExact(estimator->update(robot.input()), really, side);
    }
}

TEST(ClosedFormsTest, AfterAResetGyroWaitsUntilTheBeamHasHappened) {
    ExactRobot robot;
    const auto estimator = makeClosedForm(Method::Gyro);
    robot.perceive(standingAt(-10.0, 2.0, 0.0));
    ASSERT_TRUE(estimator->update(robot.input()).isValid);
    estimator->reset();
    EXPECT_FALSE(estimator->update(robot.input()).isValid) << "it is where it was";
    const math::Pose after = standingAt(-3.0, 1.0, 0.7);
    robot.perceive(after);
    EXPECT_FALSE(estimator->update(robot.input()).isValid);
    expectExact(estimator->update(robot.input()), after, "after the beam");
}

TEST(ClosedFormsTest, MagmaPropagatesThePoseOfOtherMethodsByGyro) {
    ExactRobot robot;
    const auto estimator = makeClosedForm(Method::Magma);
    math::Pose X_ST = standingAt(-10.0, 2.0, 0.0);
    X_ST.R = X_ST.R * tests::tiltAbout(0.8, 0.4); // an upright start would be wrong
    robot.turnHead(0.0, 0.3);
    robot.perceive(X_ST);
    ASSERT_GE(robot.percepts.vision->objects.size(), 2U);
    estimator->update(robot.input());
    X_ST.p += Vector3d(0.3, -0.2, 0.05);
    robot.perceive(X_ST);
    robot.seeOnly(1, 0);
    PoseDiagnostics diagnostics;
    expectExact(estimator->update(robot.input(&diagnostics)), X_ST, "by one landmark");
    EXPECT_STREQ(diagnostics.note, "gyro and landmarks");
}

TEST(ClosedFormsTest, WithoutAGyroTheGyroMethodKeepsWhereItWas) {
    ExactRobot robot;
    const auto estimator = makeClosedForm(Method::Gyro);
    robot.perceive(standingAt(-10.0, 2.0, 0.0));
    const PoseEstimate before = estimator->update(robot.input());
    robot.percepts.gyros.clear();
    robot.percepts.vision =
        tests::exactVision(standingAt(-9.0, 2.0, 0.0) * robot.cameraInTorso(), robot.field,
                           robot.model.percepts().vision.cone.value());
    const PoseEstimate after = estimator->update(robot.input());
    EXPECT_EQ(after.X_ST.p, before.X_ST.p);
    EXPECT_EQ(after.cyclesSinceVision, 1);
}

TEST(ClosedFormsTest, ThreeFlagsTakeTheNearestOfFourAndClampTheHeight) {
    const field::FieldModel field(field::newestField().dimensions);
    for (std::size_t left = 0; left < 5; ++left) { // omits this one; 4: none
        protocol::VisionPercept vision;
        const math::Pose X_SC = standingAt(4.0, -3.0, 0.7, 0.6);
        for (std::size_t i = 0; i < 4; ++i) {
            if (i != left) {
                const field::Landmark& flag = field.landmarks()[i];
                vision.objects.push_back({flag.name, tests::polarOf(X_SC.inverse() * flag.p_S)});
            }
        }
        SeenParts seen;
        seen.collect(vision, field, {});
        auto fit = fitByThreeFlags(seen);
        ASSERT_TRUE(fit) << left;
        EXPECT_LT(tests::distanceM(fit->X_ST, X_SC), 1e-6) << left;
        EXPECT_LT(tests::angleRad(fit->X_ST, X_SC), 1e-6) << left;
        if (left == 4) {
            const std::set<std::size_t> used(fit->flags.begin(), fit->flags.end());
            EXPECT_EQ(used, (std::set<std::size_t>{1, 2, 3})) << "F1L is the furthest";
        }
        for (auto& object : vision.objects) {
            object.polar.distanceM *= 0.98; // nothing above the ground is so near to all of them
        }
        seen.collect(vision, field, {});
        fit = fitByThreeFlags(seen);
        ASSERT_TRUE(fit) << left;
        EXPECT_EQ(fit->X_ST.p.z(), 0.0) << left;
    }
}

TEST(ClosedFormsTest, ALandmarkReportedTwiceCountsOnce) {
    ExactRobot robot;
    robot.perceive(standingAt(-3.0, 0.0, 0.1));
    robot.seeOnly(2, 0);
    auto& objects = robot.percepts.vision->objects;
    objects.push_back(objects.front());
    objects.push_back(objects.front());
    EXPECT_FALSE(makeClosedForm(Method::Umeyama)->update(robot.input()).isValid);
    SeenParts seen;
    seen.collect(*robot.percepts.vision, robot.field, {});
    EXPECT_EQ(seen.landmarks().size(), 2U);
}

TEST(ClosedFormsTest, DiagnosticsReportWhatWasUsed) {
    ExactRobot robot;
    robot.perceive(standingAt(-3.0, 0.0, 0.1));
    PoseDiagnostics diagnostics;
    const auto umeyama = makeClosedForm(Method::Umeyama);
    umeyama->update(robot.input(&diagnostics));
    const auto& vision = *robot.percepts.vision;
    ASSERT_EQ(diagnostics.observations.size(), vision.objects.size() + vision.lines.size());
    EXPECT_EQ(diagnostics.stage, PoseStage::Tracking);
    for (const ObservationReport& report : diagnostics.observations) {
        const bool isLine = report.kind == ObservationKind::Line;
        EXPECT_EQ(report.verdict, isLine ? Verdict::Unused : Verdict::Used);
        EXPECT_EQ(report.pointCount, isLine ? 2 : 1);
        EXPECT_FALSE(report.hasPrediction);
        const auto index = static_cast<std::size_t>(report.index);
        if (isLine) {
            EXPECT_EQ(report.measured[1], vision.lines[index].second);
        } else {
            EXPECT_EQ(report.known_S[0], robot.field.landmarks()[index].p_S);
        }
    }
    const auto fieldNormal = makeClosedForm(Method::FieldNormal);
    fieldNormal->update(robot.input(&diagnostics));
    EXPECT_EQ(diagnostics.observations.back().verdict, Verdict::Used);
    robot.closeEyes();
    for (int i = 0; i < 30; ++i) {
        fieldNormal->update(robot.input(&diagnostics));
    }
    EXPECT_EQ(diagnostics.stage, PoseStage::Blind);
    EXPECT_TRUE(diagnostics.observations.empty());
    makeClosedForm(Method::ThreeFlags)->update(robot.input(&diagnostics));
    EXPECT_EQ(diagnostics.stage, PoseStage::Searching);
}

TEST(ClosedFormsTest, TooFewJointsGiveNoPoseAndAnotherRobotResetsTheEstimate) {
    for (const Method method : kClosedForms) {
        const auto estimator = makeClosedForm(method);
        ExactRobot robot;
        robot.perceive(standingAt(-13.0, 8.0, radFromDeg(-46.0)));
        PoseInput input = robot.input();
        input.jointAnglesRad = input.jointAnglesRad.first(1);
        EXPECT_FALSE(estimator->update(input).isValid);
        EXPECT_TRUE(estimator->update(robot.input()).isValid);
        robot.closeEyes();
        EXPECT_TRUE(estimator->update(robot.input()).isValid);
        const robot::RobotModel& bot = robot::soccerbot056Model();
        const std::vector<double> anglesRad(bot.joints().size(), 0.0);
        input.model = &bot;
        input.jointAnglesRad = anglesRad;
        EXPECT_FALSE(estimator->update(input).isValid);
    }
}

TEST(GyroTrackerTest, TurnsByWhatIsUsable) {
    protocol::Percepts percepts;
    GyroTracker tracker;
    EXPECT_FALSE(tracker.isKnown());
    EXPECT_FALSE(tracker.turn(percepts, 0.02));
    tracker.set(Eigen::Matrix3d::Identity());
    percepts.gyros.push_back({"torso", {0.0, 0.0, 50.0}});
    const auto turnedDeg = [&tracker] {
        return math::degFromRad(std::atan2(tracker.R_ST()(1, 0), tracker.R_ST()(0, 0)));
    };
    EXPECT_TRUE(tracker.turn(percepts, 0.02));
    EXPECT_NEAR(turnedDeg(), 1.0, 1e-9);
    EXPECT_TRUE(tracker.turn(percepts, 0.03)) << "the server's clock is rounded";
    EXPECT_NEAR(turnedDeg(), 2.0, 1e-9);
    EXPECT_TRUE(tracker.turn(percepts, 0.1)) << "four messages were lost";
    EXPECT_NEAR(turnedDeg(), 7.0, 1e-9);
    EXPECT_TRUE(tracker.turn(percepts, kNan));
    EXPECT_NEAR(turnedDeg(), 8.0, 1e-9);
    for (const double bad : {kNan, std::numeric_limits<double>::infinity(), 1e12}) {
        percepts.gyros.front().value.x() = bad;
        EXPECT_FALSE(tracker.turn(percepts, 0.02));
        EXPECT_NEAR(turnedDeg(), 8.0, 1e-9);
    }
}

TEST(MethodsTest, EveryWordMapsBack) {
    std::set<std::string_view> words;
    for (const Method method : kMethods) {
        EXPECT_EQ(methodOf(wordOf(method)), method);
        EXPECT_TRUE(words.insert(wordOf(method)).second) << wordOf(method);
        EXPECT_FALSE(nameOf(method).empty());
        EXPECT_EQ(aboutMethod(method).back(), '.');
        EXPECT_NE(makeEstimator(method), nullptr);
    }
    EXPECT_EQ(wordOf(Method::FieldNormal), "field-normal");
    EXPECT_EQ(nameOf(Method::Magma), "Magma composite");
    EXPECT_EQ(methodOf("Fusion"), std::nullopt);
    EXPECT_EQ(methodOf(""), std::nullopt);
}

} // namespace
} // namespace sideline::localization
