#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/samples.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

using math::degFromRad;
using math::radFromDeg;

const robot::RobotModel& sampledNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// Returns the largest deviation of a motion from samples, degrees.
double worstDeg(const Motion& motion, const JointSamples& samples) {
    const Resolved resolved = resolve(motion, sampledNao());
    EXPECT_TRUE(resolved.findings.empty());
    double worst = 0.0;
    for (std::size_t row = 0; row < samples.timesS.size(); ++row) {
        for (std::size_t joint = 0; joint < samples.joints.size(); ++joint) {
            const double angle =
                resolved.trajectory->angleRad(sampledNao().findJoint(samples.joints[joint]),
                                              samples.timesS[row] - samples.timesS[0], 0.0);
            worst = std::max(worst, std::abs(angle - samples.anglesRad[row][joint]));
        }
    }
    return degFromRad(worst);
}

JointSamples waves() {
    JointSamples samples;
    samples.joints = {"he1", "lle4", "rle4"};
    for (int i = 0; i <= 200; ++i) {
        const double timeS = 0.02 * i;
        samples.timesS.push_back(5.0 + timeS);
        samples.anglesRad.push_back(
            {0.8 * std::sin(2.0 * timeS), -0.5 - 0.3 * std::cos(timeS), -0.4});
    }
    return samples;
}

TEST(SamplesTest, SmoothMotionsNeedFewKeyframes) {
    const JointSamples samples = waves();
    const Motion motion = motionFromSamples(samples, radFromDeg(0.5));
    EXPECT_LE(worstDeg(motion, samples), 0.5 + 1e-6);
    EXPECT_LT(motion.keyframes.size(), 40U);
    EXPECT_GT(motion.keyframes.size(), 3U);
    EXPECT_EQ(motion.keyframes.front()->timeS, 0.0);
    EXPECT_DOUBLE_EQ(motion.keyframes.back()->timeS, 4.0);
    EXPECT_DOUBLE_EQ(motion.lengthS, 4.0);
    EXPECT_TRUE(motion.keyframes.front()->joints.contains("rle4"));
    EXPECT_FALSE(motion.keyframes.back()->joints.contains("rle4")) << "it never moves";
    const Motion finer = motionFromSamples(samples, radFromDeg(0.05));
    EXPECT_LE(worstDeg(finer, samples), 0.05 + 1e-6);
    EXPECT_GT(finer.keyframes.size(), motion.keyframes.size());
}

TEST(SamplesTest, StraightLinesNeedTwoKeyframes) {
    JointSamples samples;
    samples.joints = {"he1"};
    for (int i = 0; i <= 50; ++i) {
        samples.timesS.push_back(0.02 * i);
        samples.anglesRad.push_back({radFromDeg(0.6 * i)});
    }
    const Motion motion = motionFromSamples(samples, radFromDeg(0.1));
    ASSERT_EQ(motion.keyframes.size(), 2U);
    EXPECT_EQ(motion.keyframes[1]->joints.at("he1").curve, Curve::Linear);
    EXPECT_EQ(motion.keyframes[1]->joints.at("he1").angleDeg.text(), "30");
}

// The locked joint of the trunk has neither effector nor name.
TEST(SamplesTest, HoldTheJointsThatCanMove) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    JointSamples all;
    for (int i = 0; i < 3; ++i) {
        std::vector<double> row;
        for (std::size_t joint = 0; joint < model.joints().size(); ++joint) {
            row.push_back(0.01 * static_cast<double>(joint) + 0.1 * i);
        }
        addSample(all, 0.02 * i, std::move(row));
    }
    const JointSamples movable = movableOnly(all, model);
    ASSERT_EQ(movable.joints.size(), 20U);
    EXPECT_EQ(movable.timesS, all.timesS);
    for (std::size_t row = 0; row < 3; ++row) {
        ASSERT_EQ(movable.anglesRad[row].size(), 20U);
        for (std::size_t i = 0; i < movable.joints.size(); ++i) {
            const robot::JointId joint = model.findJoint(movable.joints[i]);
            ASSERT_TRUE(joint.isValid()) << movable.joints[i];
            EXPECT_EQ(movable.anglesRad[row][i], all.anglesRad[row][joint.index()]);
        }
    }
    const Motion motion = motionFromSamples(movable, radFromDeg(0.1));
    EXPECT_EQ(motion.keyframes.front()->joints.size(), 20U);
    EXPECT_EQ(immovableNote(model),
              "joints without an effector are not recorded: the joint of lowerTorso");
    EXPECT_EQ(immovableNote(sampledNao()), "");
}

TEST(SamplesTest, SurvivesInvalidSamples) {
    EXPECT_TRUE(motionFromSamples({}, 0.01).keyframes.empty());
    JointSamples one{{"he1"}, {3.0}, {{0.5}}};
    const Motion pose = motionFromSamples(one, 0.01);
    ASSERT_EQ(pose.keyframes.size(), 1U);
    EXPECT_EQ(pose.keyframes[0]->timeS, 0.0);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    JointSamples odd{{"he1", "he2"},
                     {1.0, 1.0, nan, 1.2, 1.1, 1.4},
                     {{0.1, 0.2}, {9.0, 9.0}, {9.0, 9.0}, {nan, 0.3}, {9.0, 9.0}, {0.2}}};
    const Motion motion = motionFromSamples(odd, 0.001);
    ASSERT_GE(motion.keyframes.size(), 2U);
    EXPECT_EQ(motion.keyframes.back()->timeS, 0.4);
    const JointSamples known{{"he1", "he2"}, {1.0, 1.2, 1.4}, {{0.1, 0.2}, {0.1, 0.3}, {0.2, 0.3}}};
    EXPECT_LE(worstDeg(motion, known), degFromRad(0.001) + 1e-6)
        << "what is not known stays as it was";
}

TEST(SamplesTest, IgnoresTimesThatDoNotAscend) {
    JointSamples samples;
    samples.joints = {"he1"};
    addSample(samples, 1.0, {0.1});
    addSample(samples, 1.0, {0.2});
    addSample(samples, 0.5, {0.3});
    addSample(samples, 1.5, {0.4});
    EXPECT_EQ(samples.timesS, (std::vector{1.0, 1.5}));
    EXPECT_EQ(samples.anglesRad, (std::vector<std::vector<double>>{{0.1}, {0.4}}));
}

TEST(SamplesTest, ARecordedMotionIsReconstructed) {
    SIDELINE_SHARED_OR_SKIP(file, "sim/squat-t0.agent.rec.gz");
    JointSamples samples;
    for (const robot::Joint& joint : sampledNao().joints()) {
        samples.joints.push_back(joint.effector);
    }
    for (const tests::JointPercepts& percepts : tests::readJointPercepts(file)) {
        if (percepts.size() < sampledNao().joints().size()) {
            continue;
        }
        std::vector<double> row;
        for (const robot::Joint& joint : sampledNao().joints()) {
            row.push_back(radFromDeg(percepts.at(joint.perceptor)));
        }
        samples.timesS.push_back(0.02 * static_cast<double>(samples.timesS.size()));
        samples.anglesRad.push_back(std::move(row));
    }
    ASSERT_GT(samples.timesS.size(), 100U);
    const Motion motion = motionFromSamples(samples, radFromDeg(0.5));
    EXPECT_LE(worstDeg(motion, samples), 0.5 + 1e-6);
    EXPECT_LT(motion.keyframes.size(), samples.timesS.size() / 4);
    RecordProperty("samples", static_cast<int>(samples.timesS.size()));
    RecordProperty("keyframes", static_cast<int>(motion.keyframes.size()));
}

} // namespace
} // namespace sideline::keyframe
