#include "motions/analysis/motion_analysis.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/nao.h"

namespace sideline::keyframe {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using math::radFromDeg;
using robot::GroundRule;

class MotionAnalysisTest : public testing::TestWithParam<robot::NaoType> {
protected:
    MotionAnalysisTest() { m_trajectory.lengthS = 1.0; }

    struct At {
        double timeS;
        double angleDeg;
    };
    void move(const std::string& joint, const std::vector<At>& keys,
              motion::Curve curve = motion::Curve::Sine) {
        std::vector<motion::TrajectoryKey> track;
        for (const At& key : keys) {
            track.push_back(
                {.timeS = key.timeS, .angleRad = radFromDeg(key.angleDeg), .curve = curve});
        }
        m_trajectory.setKeys(m_model.findJoint(joint), std::move(track));
    }
    void moveBoth(const std::string& joint, const std::vector<At>& keys) {
        move("l" + joint, keys);
        move("r" + joint, keys);
    }
    MotionAnalysisPtr run(const AnalysisOptions& options = {}) const {
        return analyze(m_trajectory, m_model, options);
    }
    std::vector<math::Pose> posed(const MotionSample& sample) const {
        std::vector<math::Pose> poses(m_model.bodies().size());
        robot::forwardKinematics(m_model, sample.X_STorso, sample.anglesRad, poses);
        return poses;
    }
    math::Pose sole(const MotionSample& sample, robot::LimbId foot) const {
        const auto chain = *robot::limbChain(m_model, foot);
        return posed(sample)[chain.body.index()] * chain.X_BodyTip;
    }
    static std::vector<Finding> of(const MotionAnalysis& analysis, Finding::Kind kind) {
        std::vector<Finding> found;
        std::ranges::copy_if(analysis.findings, std::back_inserter(found),
                             [kind](const Finding& finding) { return finding.kind == kind; });
        return found;
    }
    static std::string texts(const MotionAnalysis& analysis) {
        std::string all;
        for (const Finding& finding : analysis.findings) {
            all += finding.text + "\n";
        }
        return all;
    }

    const robot::RobotModel& m_model = robot::naoModel(GetParam());
    motion::JointTrajectory m_trajectory{m_model.joints().size()};
};

TEST_P(MotionAnalysisTest, AnHourOfRestCostsNothing) {
    move("lle4", {{0.4, -60.0}, {0.8, 0.0}});
    m_trajectory.lengthS = 10.0;
    const auto brief = run();
    m_trajectory.lengthS = 3600.0;
    const auto analysis = run();
    EXPECT_LT(analysis->samples.size(), 350U);
    EXPECT_EQ(analysis->samples.back().timeS, 3600.0);
    const MotionSample* atRest = analysis->at(1800.0);
    ASSERT_NE(atRest, nullptr);
    EXPECT_EQ(atRest->anglesRad, brief->samples.back().anglesRad);
    EXPECT_TRUE(atRest->X_STorso.p.isApprox(brief->samples.back().X_STorso.p, 1e-12));
}

TEST_P(MotionAnalysisTest, StandingStillIsInBalance) {
    const auto analysis = run();
    ASSERT_EQ(analysis->samples.size(), 51U);
    EXPECT_EQ(analysis->samples.front().timeS, 0.0);
    EXPECT_EQ(analysis->samples.back().timeS, 1.0);
    EXPECT_TRUE(analysis->findings.empty()) << texts(*analysis);
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_TRUE(sample.X_STorso.R.isIdentity(1e-12));
        EXPECT_GE(sample.support_S.size(), 4U);
        EXPECT_GT(sample.comMarginM, 0.02);
        EXPECT_NEAR((sample.zmp_S - sample.centerOfMass_S.head<2>()).norm(), 0.0, 1e-9);
        EXPECT_NEAR(sample.zmpMarginM, sample.comMarginM, 1e-9);
    }
}

TEST_P(MotionAnalysisTest, SamplesEndWithTheMotion) {
    m_trajectory.lengthS = 0.107;
    const auto analysis = run();
    ASSERT_EQ(analysis->samples.size(), 6U);
    EXPECT_NEAR(analysis->samples[4].timeS, 0.08, 1e-12);
    EXPECT_EQ(analysis->samples[5].timeS, 0.107);
    m_trajectory.lengthS = 0.0;
    EXPECT_EQ(run()->samples.size(), 1U);
}

TEST_P(MotionAnalysisTest, NearestSampleIsFound) {
    const auto analysis = run();
    EXPECT_EQ(analysis->at(-1.0)->timeS, 0.0);
    EXPECT_NEAR(analysis->at(0.205)->timeS, 0.2, 1e-12);
    EXPECT_NEAR(analysis->at(0.215)->timeS, 0.22, 1e-12);
    EXPECT_EQ(analysis->at(9.0)->timeS, 1.0);
    EXPECT_EQ(MotionAnalysis{}.at(0.0), nullptr);
}

// A squat with a bow: feet flat, the trunk swings back and forth.
TEST_P(MotionAnalysisTest, ZeroMomentPointIsThatOfTheBodiesMasses) {
    moveBoth("le3", {{0.0, 0.0}, {0.5, 50.0}, {1.0, 0.0}});
    moveBoth("le4", {{0.0, 0.0}, {0.5, -60.0}, {1.0, 0.0}});
    moveBoth("le5", {{0.0, 0.0}, {0.5, 30.0}, {1.0, 0.0}});
    const auto analysis = run();
    const auto& samples = analysis->samples;
    double largestM = 0.0;
    for (std::size_t i = 3; i + 3 < samples.size(); ++i) {
        const auto before = posed(samples[i - 1]);
        const auto here = posed(samples[i]);
        const auto after = posed(samples[i + 1]);
        Vector2d moment = Vector2d::Zero();
        double forceN = 0.0;
        for (std::size_t b = 0; b < here.size(); ++b) {
            const Vector3d a = (before[b].p - 2.0 * here[b].p + after[b].p) / (0.02 * 0.02);
            const double pushN = m_model.bodies()[b].massKg * (a.z() + 9.81);
            moment += pushN * here[b].p.head<2>() -
                      m_model.bodies()[b].massKg * here[b].p.z() * a.head<2>();
            forceN += pushN;
        }
        if (std::abs(samples[i].timeS - 0.5) > 0.05) { // smoothing is visible at direction changes
            EXPECT_LT((samples[i].zmp_S - moment / forceN).norm(), 0.004) << samples[i].timeS;
        }
        largestM =
            std::max(largestM, (samples[i].zmp_S - samples[i].centerOfMass_S.head<2>()).norm());
        EXPECT_NEAR(sole(samples[i], robot::LimbId::LeftFoot).R(2, 2), 1.0, 1e-12);
        EXPECT_NEAR(sole(samples[i], robot::LimbId::LeftFoot).p.z(), 0.0, 1e-9);
    }
    EXPECT_GT(largestM, 0.005) << "moving is not standing";
}

TEST_P(MotionAnalysisTest, SpeedCountsForTheZeroMomentPoint) {
    moveBoth("le3", {{0.0, 0.0}, {0.5, 40.0}, {1.0, 0.0}});
    moveBoth("le5", {{0.0, 0.0}, {0.5, -20.0}, {1.0, 0.0}});
    const auto away = [](const MotionSample& sample) -> double {
        return (sample.zmp_S - sample.centerOfMass_S.head<2>()).norm();
    };
    const auto slow = run();
    m_trajectory.speed = 1.5;
    const auto fast = run();
    EXPECT_NEAR(away(*fast->at(0.26)) / away(*slow->at(0.26)), 2.25, 0.5);
}

TEST_P(MotionAnalysisTest, SupportFootStaysWhereItIs) {
    move("lle2", {{0.0, 0.0}, {0.5, 15.0}});
    move("lle6", {{0.0, 0.0}, {0.5, -15.0}});
    move("rle3", {{0.0, 0.0}, {0.3, 0.0}, {0.8, 50.0}});
    move("rle4", {{0.0, 0.0}, {0.3, 0.0}, {0.8, -100.0}});
    move("rle5", {{0.0, 0.0}, {0.3, 0.0}, {0.8, 50.0}});
    const auto analysis = run();
    const math::Pose first = sole(analysis->samples.front(), robot::LimbId::LeftFoot);
    for (const MotionSample& sample : analysis->samples) {
        if (sample.timeS < 0.6) {
            continue; // the right leg is bent enough for the left one to be the support leg
        }
        const math::Pose left = sole(sample, robot::LimbId::LeftFoot);
        EXPECT_NEAR(left.R(2, 2), 1.0, 1e-12);
        EXPECT_NEAR(left.p.z(), 0.0, 1e-9);
        EXPECT_GT(sole(sample, robot::LimbId::RightFoot).p.z(), 0.01);
        EXPECT_LT((left.p - first.p).head<2>().norm(), 0.05);
    }
    const MotionSample& a = *analysis->at(0.7);
    const MotionSample& b = analysis->samples.back();
    EXPECT_LT((sole(a, robot::LimbId::LeftFoot).p - sole(b, robot::LimbId::LeftFoot).p).norm(),
              1e-9);
}

TEST_P(MotionAnalysisTest, TiltedSolesStandOnTheEdgesOfBothFeet) {
    move("lle6", {{0.0, 0.0}, {0.8, -10.0}});
    move("rle6", {{0.0, 0.0}, {0.8, 10.0}});
    const auto analysis = run();
    const MotionSample& last = analysis->samples.back();
    EXPECT_GT(last.X_STorso.R(2, 2), 0.999) << "upright between both feet";
    EXPECT_NEAR(sole(last, robot::LimbId::LeftFoot).p.z(),
                sole(last, robot::LimbId::RightFoot).p.z(), 1e-3);
    EXPECT_GT(last.comMarginM, 0.01);
    EXPECT_NEAR(robot::lowestHeightM(m_model, posed(last)), 0.0, 1e-9);
}

TEST_P(MotionAnalysisTest, LiftedFootWithoutWeightShiftTipsOver) {
    move("rle3", {{0.0, 0.0}, {0.4, 50.0}});
    move("rle4", {{0.0, 0.0}, {0.4, -100.0}});
    move("rle5", {{0.0, 0.0}, {0.4, 50.0}});
    const auto analysis = run();
    const auto found = of(*analysis, Finding::Kind::OutOfBalance);
    ASSERT_FALSE(found.empty()) << texts(*analysis);
    EXPECT_EQ(*found.back().endS, 1.0) << "it never comes back";
    EXPECT_LT(*found.front().timeS, 0.3);
    EXPECT_GT(*found.back().value, 0.005);
    EXPECT_EQ(*found.back().limit, 0.005);
    EXPECT_LT(analysis->samples.back().comMarginM, -0.005);
    EXPECT_EQ(analysis->samples.back().support_S.size(), 4U) << "one sole";
}

TEST_P(MotionAnalysisTest, TheWorstOfAnIntervalOutOfBalanceIsReported) {
    move("rle3", {{0.0, 0.0}, {0.3, 50.0}, {0.6, 50.0}, {0.9, 0.0}});
    move("rle4", {{0.0, 0.0}, {0.3, -100.0}, {0.6, -100.0}, {0.9, 0.0}});
    move("rle5", {{0.0, 0.0}, {0.3, 50.0}, {0.6, 50.0}, {0.9, 0.0}});
    const auto analysis = run();
    const auto found = of(*analysis, Finding::Kind::OutOfBalance);
    ASSERT_FALSE(found.empty());
    for (const Finding& finding : found) {
        double worstM = 0.0;
        for (const MotionSample& sample : analysis->samples) {
            if (sample.timeS >= *finding.timeS && sample.timeS <= *finding.endS) {
                worstM = std::max(worstM, -sample.zmpMarginM);
            }
        }
        EXPECT_EQ(finding.value, worstM);
    }
}

// From one flat sole onto the edges of both and back: a displacement without motion.
TEST_P(MotionAnalysisTest, OnlyMotionMovesTheZeroMomentPoint) {
    move("lle6", {{0.0, 0.0}, {4.0, -10.0}, {8.0, 0.0}});
    move("rle6", {{0.0, 0.0}, {4.0, 10.0}, {8.0, 0.0}});
    moveBoth("le3", {{0.0, 0.0}, {8.5, 0.0}, {9.0, 40.0}, {9.5, 0.0}});
    moveBoth("le5", {{0.0, 0.0}, {8.5, 0.0}, {9.0, -20.0}, {9.5, 0.0}});
    m_trajectory.lengthS = 10.0;
    const auto analysis = run();
    double bowedM = 0.0;
    for (const MotionSample& sample : analysis->samples) {
        const double awayM = (sample.zmp_S - sample.centerOfMass_S.head<2>()).norm();
        if (sample.timeS < 8.0) {
            EXPECT_LT(awayM, 0.02) << "so slow that nothing tips, at " << sample.timeS;
        } else {
            bowedM = std::max(bowedM, awayM);
        }
    }
    EXPECT_GT(bowedM, 0.005) << "it stands flat again, and moves";
}

TEST_P(MotionAnalysisTest, ChangingTheSupportFootCausesNoDisplacement) {
    const auto lift = [&](const std::string& leg, double atS) {
        for (const auto& [joint, angleDeg] :
             {std::pair("le3", 50.0), std::pair("le4", -100.0), std::pair("le5", 50.0)}) {
            move(leg + joint, {{0.0, 0.0}, {atS, 0.0}, {atS + 0.5, angleDeg}, {atS + 1.0, 0.0}});
        }
    };
    lift("r", 0.0);
    lift("l", 1.5);
    m_trajectory.lengthS = 3.0;
    const auto analysis = run();
    EXPECT_GT(sole(*analysis->at(0.5), robot::LimbId::RightFoot).p.z(), 0.01);
    EXPECT_GT(sole(*analysis->at(2.0), robot::LimbId::LeftFoot).p.z(), 0.01);
    const Vector3d first = analysis->samples.front().X_STorso.p;
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_LT((sample.X_STorso.p - first).head<2>().norm(), 0.01) << sample.timeS;
    }
}

TEST_P(MotionAnalysisTest, SinglePosturesInTheAirAreNoFall) {
    const auto jerk = [&](const std::string& joint, double angleDeg) {
        std::vector<At> keys = {{0.0, 0.0}};
        for (int i = 0; i < 8; ++i) {
            keys.push_back({0.095 + 0.1 * i, angleDeg});
            keys.push_back({0.105 + 0.1 * i, 0.0});
        }
        move("l" + joint, keys, motion::Curve::Hold);
        move("r" + joint, keys, motion::Curve::Hold);
    };
    jerk("le3", 100.0);
    jerk("le4", -130.0);
    jerk("le5", -45.0);
    const auto analysis = run();
    EXPECT_NE(analysis->at(0.1)->anglesRad, analysis->at(0.12)->anglesRad);
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_GT(sole(sample, robot::LimbId::LeftFoot).R(2, 2), 0.999) << sample.timeS;
    }
}

TEST_P(MotionAnalysisTest, AnglesBeyondLimitsAreOneFindingEach) {
    move("lle4", {{0.0, 0.0}, {0.4, -134.2}, {0.8, 0.0}}, motion::Curve::Linear);
    move("rae2", {{0.0, 0.0}, {1.0, 5.0}}, motion::Curve::Linear);
    const auto analysis = run();
    const auto found = of(*analysis, Finding::Kind::AngleOutOfLimits);
    ASSERT_EQ(found.size(), 2U) << texts(*analysis);
    const Finding& knee = found[0].joint == "lle4" ? found[0] : found[1];
    const Finding& shoulder = found[0].joint == "lle4" ? found[1] : found[0];
    EXPECT_EQ(knee.text, "left knee (lle4) exceeds its limit of -130 by 4.2 degrees");
    EXPECT_EQ(knee.joint, "lle4");
    EXPECT_NEAR(*knee.value, -134.2, 1e-9);
    EXPECT_NEAR(*knee.limit, -130.0, 1e-9);
    EXPECT_NEAR(*knee.timeS, 0.4 * 130.0 / 134.2, 0.021);
    EXPECT_NEAR(*knee.endS, 0.8 - 0.4 * 130.0 / 134.2, 0.021);
    EXPECT_EQ(shoulder.text, "right shoulder roll (rae2) exceeds its limit of 1 by 4 degrees");
    EXPECT_EQ(shoulder.severity, Finding::Severity::Warning);
}

TEST_P(MotionAnalysisTest, EveryIntervalBeyondALimitIsReportedWithTheWorstOfIt) {
    move("he1", {{0.0, 121.0}, {0.2, 130.0}, {0.4, 122.0}, {0.5, 0.0}, {0.8, 125.0}, {0.9, 0.0}},
         motion::Curve::Linear);
    const auto found = of(*run(), Finding::Kind::AngleOutOfLimits);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_NEAR(found[0].value.value(), 130.0, 1e-9);
    EXPECT_NEAR(found[1].value.value(), 125.0, 1e-9);
    EXPECT_LT(found[0].endS.value(), 0.43);
    EXPECT_GT(found[1].timeS.value(), 0.77);
}

TEST_P(MotionAnalysisTest, APeakBetweenTwoSamplesIsDetected) {
    move("he1", {{0.0, 119.0}, {0.009, 119.0}, {0.01, 121.0}, {0.011, 119.0}},
         motion::Curve::Linear);
    const auto found = of(*run(), Finding::Kind::AngleOutOfLimits);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(*found[0].value, 121.0, 1e-9);
    EXPECT_EQ(found[0].text, "head yaw (he1) exceeds its limit of 120 by 1 degrees");
}

TEST_P(MotionAnalysisTest, SpeedsBeyondMotorsAreReported) {
    move("lae1", {{0.0, 0.0}, {0.4, 0.0}, {0.5, -40.0}}, motion::Curve::Linear);
    const auto found = of(*run(), Finding::Kind::TooFast);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_NEAR(*found[0].value, 400.0, 1e-3);
    EXPECT_NEAR(*found[0].limit, 351.77, 0.01);
    EXPECT_NEAR(*found[0].timeS, 0.4, 1e-9);
    EXPECT_NEAR(*found[0].endS, 0.5, 1e-9);
    EXPECT_EQ(found[0].text,
              "left shoulder pitch (lae1) must turn at 400 degrees/s; its motor reaches 352");
    m_trajectory.speed = 0.8;
    EXPECT_TRUE(of(*run(), Finding::Kind::TooFast).empty()) << "played slower it can";
}

TEST_P(MotionAnalysisTest, SelfCollisionNamesBodiesAndTimes) {
    move("lle2", {{0.0, 0.0}, {0.4, 0.0}, {0.5, -20.0}, {0.6, 0.0}});
    const auto analysis = run();
    const auto found = of(*analysis, Finding::Kind::SelfCollision);
    ASSERT_FALSE(found.empty()) << texts(*analysis);
    const auto isOfFeet = [](const Finding& finding) {
        return finding.text.starts_with("rfoot and lfoot overlap");
    };
    const auto feet = std::ranges::find_if(found, isOfFeet);
    ASSERT_NE(feet, found.end()) << texts(*analysis);
    EXPECT_EQ(std::ranges::count_if(found, isOfFeet), 1) << texts(*analysis);
    EXPECT_GT(*feet->timeS, 0.4);
    EXPECT_GT(feet->endS.value(), 0.5) << "it lasts as long as the overlap";
    EXPECT_LT(*feet->endS, 0.6);
    EXPECT_GT(*feet->value, *feet->limit);
}

TEST_P(MotionAnalysisTest, RobotOnItsFaceStaysThere) {
    moveBoth("ae1", {{0.0, 0.0}, {1.0, -60.0}});
    AnalysisOptions options;
    options.R_STorsoAtStart =
        Eigen::AngleAxisd(-math::kPi / 2.0, Vector3d::UnitX()).toRotationMatrix();
    const auto analysis = run(options);
    Vector3d before = analysis->samples.front().X_STorso.p;
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_LT(sample.X_STorso.R(2, 1), -0.7) << sample.timeS;
        EXPECT_LT((sample.X_STorso.p - before).head<2>().norm(), 0.01)
            << "its arms push it, but nothing slips, at " << sample.timeS;
        before = sample.X_STorso.p;
        EXPECT_NEAR(robot::lowestHeightM(m_model, posed(sample)), 0.0, 1e-9);
    }
}

// Its trunk is low enough to count as lying, until it rests on its feet.
TEST_P(MotionAnalysisTest, ACrouchingRobotIsTreatedAsStanding) {
    moveBoth("le3", {{0.0, 100.0}, {0.3, 100.0}, {0.8, 0.0}});
    moveBoth("le4", {{0.0, -110.0}, {0.3, -110.0}, {0.8, 0.0}});
    moveBoth("le5", {{0.0, 60.0}, {0.3, 60.0}, {0.8, 0.0}});
    AnalysisOptions options;
    options.R_STorsoAtStart =
        Eigen::AngleAxisd(radFromDeg(-50.0), Vector3d::UnitX()).toRotationMatrix();
    const auto analysis = run(options);
    double awayM = 0.0;
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_GT(sole(sample, robot::LimbId::LeftFoot).R(2, 2), 0.999) << sample.timeS;
        awayM = std::max(awayM, (sample.zmp_S - sample.centerOfMass_S.head<2>()).norm());
    }
    EXPECT_GT(analysis->samples.back().X_STorso.R(2, 2), 0.999);
    EXPECT_GT(awayM, 0.005) << "standing up is a motion, no fall from posture to posture";
}

TEST_P(MotionAnalysisTest, RobotThatSitsDownLies) {
    // Legs raised to the front: the trunk is lowest.
    moveBoth("le3", {{0.0, 0.0}, {0.9, 100.0}});
    moveBoth("le4", {{0.0, 0.0}, {0.9, -130.0}});
    moveBoth("le5", {{0.0, 0.0}, {0.9, -45.0}});
    const auto analysis = run();
    const MotionSample& last = analysis->samples.back();
    EXPECT_NEAR(robot::lowestHeightM(m_model, posed(last)), 0.0, 1e-9);
    EXPECT_GT(last.comMarginM, -0.01) << "what lies, rests";
    EXPECT_LT(last.X_STorso.p.z(), 0.25);
}

TEST_P(MotionAnalysisTest, LevelTorsoKeepsTheTorsoUpright) {
    move("lle3", {{0.0, 0.0}, {0.5, 30.0}});
    move("rle1", {{0.0, 0.0}, {0.5, -30.0}});
    AnalysisOptions options;
    options.ground = GroundRule::LevelTorso;
    const auto analysis = run(options);
    for (const MotionSample& sample : analysis->samples) {
        EXPECT_NEAR(sample.X_STorso.R(2, 2), 1.0, 1e-12);
        EXPECT_NEAR(robot::lowestHeightM(m_model, posed(sample)), 0.0, 1e-9);
    }
}

TEST_P(MotionAnalysisTest, StartsFromTheEntryPose) {
    m_trajectory.entryRad.assign(m_model.joints().size(), std::nan(""));
    m_trajectory.entryRad[m_model.findJoint("he1").index()] = 0.5;
    EXPECT_EQ(run()->samples[3].anglesRad[m_model.findJoint("he1").index()], 0.5);
    EXPECT_EQ(run()->samples[3].anglesRad[m_model.findJoint("he2").index()], 0.0);
    AnalysisOptions options;
    options.startRad.assign(m_model.joints().size(), 0.1);
    EXPECT_EQ(run(options)->samples[0].anglesRad[m_model.findJoint("he1").index()], 0.1);
}

TEST_P(MotionAnalysisTest, CanceledAnalysisIsEmpty) {
    int asked = 0;
    const auto analysis = analyze(m_trajectory, m_model, {}, [&asked] { return ++asked == 2; });
    EXPECT_EQ(asked, 2);
    EXPECT_TRUE(analysis->samples.empty());
    EXPECT_TRUE(analysis->findings.empty());
}

TEST_P(MotionAnalysisTest, PoseIsPutOnTheGround) {
    std::vector<double> rad(m_model.joints().size(), 0.0);
    rad[m_model.findJoint("lle5").index()] = radFromDeg(30.0);
    rad[m_model.findJoint("rle5").index()] = radFromDeg(30.0);
    const MotionSample flat = analyzePose(m_model, rad, GroundRule::LevelSole);
    EXPECT_NEAR(sole(flat, robot::LimbId::LeftFoot).R(2, 2), 1.0, 1e-12);
    EXPECT_EQ(flat.zmp_S, flat.centerOfMass_S.head<2>());
    EXPECT_LT(flat.comMarginM, 0.0) << "leans too far";
    const MotionSample fallen = analyzePose(m_model, rad, GroundRule::Rest);
    EXPECT_GT(fallen.comMarginM, -1e-6);
}

INSTANTIATE_TEST_SUITE_P(Types, MotionAnalysisTest, testing::ValuesIn(robot::kNaoTypes),
                         [](const auto& param) {
                             return "type" + std::to_string(static_cast<int>(param.param));
                         });

} // namespace
} // namespace sideline::keyframe
