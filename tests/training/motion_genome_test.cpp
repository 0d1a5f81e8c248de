#include "training/genome/motion_genome.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/mujoco_robots.h"
#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/library/library.h"

namespace sideline::training {
namespace {

using keyframe::Motion;

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

Motion shipped(const char* name) {
    const auto file = keyframe::findMotion(keyframe::shippedMotionsFolder(), name, 0);
    return keyframe::readMotionFile(file.value().path).value().motions.front().motion;
}

MotionGenome genomeOf(Motion motion, const MotionFreedom& freedom = {}) {
    auto genome = MotionGenome::make(std::move(motion), nao(), freedom);
    EXPECT_TRUE(genome) << genome.error().toString();
    return std::move(*genome);
}

// Two keyframes with a knee on each side and one arm.
Motion small() {
    Motion motion;
    motion.name = "small";
    keyframe::Keyframe first;
    first.name = "bend";
    first.joints["lle4"].angleDeg = -40.0;
    first.joints["rle4"].angleDeg = -40.0;
    first.joints["lae2"].angleDeg = 10.0;
    first.joints["rae2"].angleDeg = -10.0;
    keyframe::Keyframe second = first;
    second.name = "stretch";
    second.timeS = 0.5;
    second.joints["lle4"].angleDeg = -5.0;
    second.joints["rle4"].angleDeg = -20.0;
    motion.keyframes.emplace_back(first);
    motion.keyframes.emplace_back(second);
    return motion;
}

TEST(MotionGenomeTest, TheStartIsTheMotionItself) {
    for (const char* name : {"getup-front", "getup-back", "kick-right", "squat"}) {
        const Motion motion = shipped(name);
        const MotionGenome genome = genomeOf(motion);
        Motion same = genome.motion(genome.space().start());
        ASSERT_EQ(same.keyframes.size(), motion.keyframes.size()) << name;
        for (std::size_t i = 0; i < motion.keyframes.size(); ++i) {
            EXPECT_NEAR(same.keyframes[i]->timeS, motion.keyframes[i]->timeS, 1e-9) << name;
            for (const auto& [joint, key] : motion.keyframes[i]->joints) {
                EXPECT_NEAR(same.keyframes[i]->joints.at(joint).angleDeg.number(),
                            key.angleDeg.number(), 1e-9)
                    << name << " " << i << " " << joint;
            }
        }
    }
}

TEST(MotionGenomeTest, SymmetricJointsStaySymmetric) {
    const MotionGenome genome = genomeOf(small());
    std::vector<double> values = genome.space().start();
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] += genome.space()[i].unit == "deg" ? 3.0 : 0.0;
    }
    const Motion changed = genome.motion(values);
    const auto& first = changed.keyframes[0]->joints;
    EXPECT_DOUBLE_EQ(first.at("lle4").angleDeg.number(), -37.0);
    EXPECT_DOUBLE_EQ(first.at("rle4").angleDeg.number(), -37.0);
    EXPECT_DOUBLE_EQ(first.at("lae2").angleDeg.number(), 13.0);
    EXPECT_DOUBLE_EQ(first.at("rae2").angleDeg.number(), -13.0); // mirrored, with inverted sign
    // Knees that differ vary independently, held arms stay held.
    const auto& second = changed.keyframes[1]->joints;
    EXPECT_DOUBLE_EQ(second.at("lle4").angleDeg.number(), -2.0);
    EXPECT_DOUBLE_EQ(second.at("rle4").angleDeg.number(), -17.0);
    EXPECT_DOUBLE_EQ(second.at("lae2").angleDeg.number(), 13.0);
    EXPECT_DOUBLE_EQ(second.at("rae2").angleDeg.number(), -13.0);
    // Both knees first, two later, the arms, a time.
    EXPECT_EQ(genome.space().size(), 5U);
}

// A stance of a T1 with gains of the motion, and of both knees and one ankle.
Motion stance() {
    Motion motion;
    motion.gains = {.kpNmPerRad = 120.0, .kdNmsPerRad = 2.4};
    keyframe::Keyframe first;
    first.name = "stance";
    for (const char* joint : {"lle4", "rle4"}) {
        first.joints[joint].angleDeg = 30.0;
        first.joints[joint].gains = {.kpNmPerRad = 200.0, .kdNmsPerRad = 4.0};
    }
    first.joints["lle5"].angleDeg = -15.0;
    first.joints["lle5"].gains = {.kpNmPerRad = 50.0, .kdNmsPerRad = 1.0};
    motion.keyframes.emplace_back(first);
    return motion;
}

TEST(MotionGenomeTest, GainsOfMotionAndKeysAreFree) {
    MotionFreedom freedom;
    freedom.angles = false;
    freedom.times = false;
    freedom.gains = true;
    freedom.gainFactor = 2.0;
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    const auto genome = MotionGenome::make(stance(), t1, freedom);
    ASSERT_TRUE(genome) << genome.error().toString();
    std::vector<std::string> names;
    for (const TrainedParameter& parameter : genome->space().parameters()) {
        names.push_back(parameter.name);
    }
    EXPECT_THAT(names, testing::ElementsAre("gains.kp", "gains.kd", "stance.lle4.kp",
                                            "stance.lle4.kd", "stance.lle5.kp", "stance.lle5.kd"));
    EXPECT_EQ(genome->motion(genome->space().start()), stance());
    const TrainedParameter& knee = genome->space()[2];
    EXPECT_DOUBLE_EQ(knee.minimum, 100.0);
    EXPECT_DOUBLE_EQ(knee.maximum, 400.0);
    const Motion changed = genome->motion(std::vector{90.0, 3.0, 300.0, 5.0, 40.0, 0.7});
    EXPECT_EQ(changed.gains, (motion::JointGains{90.0, 3.0}));
    const auto& joints = changed.keyframes[0]->joints;
    EXPECT_EQ(joints.at("lle4").gains, (motion::JointGains{300.0, 5.0}));
    EXPECT_EQ(joints.at("rle4").gains, (motion::JointGains{300.0, 5.0})) << "symmetric";
    EXPECT_EQ(joints.at("lle5").gains, (motion::JointGains{40.0, 0.7}));
    freedom.keepsSymmetry = false;
    EXPECT_EQ(MotionGenome::make(stance(), t1, freedom)->space().size(), 8U);
}

TEST(MotionGenomeTest, MissingGainsAreErrors) {
    MotionFreedom freedom;
    freedom.gains = true;
    const auto ofNao = MotionGenome::make(stance(), nao(), freedom);
    ASSERT_FALSE(ofNao);
    EXPECT_THAT(ofNao.error().toString(), testing::HasSubstr("the motors of nao0 have no gains"));
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    const auto without = MotionGenome::make(small(), t1, freedom);
    ASSERT_FALSE(without);
    EXPECT_THAT(without.error().toString(), testing::HasSubstr("the motion has no gains"));
}

TEST(MotionGenomeTest, WithoutSymmetryAndHoldsEveryKeyIsFree) {
    MotionFreedom freedom;
    freedom.keepsSymmetry = false;
    freedom.keepsHolds = false;
    freedom.times = false;
    EXPECT_EQ(genomeOf(small(), freedom).space().size(), 8U);
}

TEST(MotionGenomeTest, AHoldEndsWithAKeyThatMayNotChange) {
    Motion motion = small();
    keyframe::Keyframe second = *motion.keyframes[1];
    second.joints["lle4"].angleDeg = *keyframe::Value::parse("$bend - 40");
    keyframe::Keyframe third = *motion.keyframes[0];
    third.name = "again";
    third.timeS = 1.0;
    motion.parameters["bend"] = 0.0;
    motion.keyframes[1] = keyframe::Shared<keyframe::Keyframe>(second);
    motion.keyframes.emplace_back(third);
    const MotionGenome genome = genomeOf(motion);
    const auto& parameters = genome.space().parameters();
    const auto has = [&](const char* name) {
        return std::ranges::count(parameters, name, &TrainedParameter::name) == 1;
    };
    EXPECT_TRUE(has("bend.lle4"));
    EXPECT_FALSE(has("stretch.lle4"));
    EXPECT_TRUE(has("again.lle4"));
}

TEST(MotionGenomeTest, RangesEndAtTheJointLimits) {
    MotionFreedom freedom;
    freedom.angleRangeDeg = 300.0;
    const MotionGenome genome = genomeOf(shipped("squat"), freedom);
    for (const TrainedParameter& parameter : genome.space().parameters()) {
        if (parameter.unit != "deg") {
            continue;
        }
        const std::string name = parameter.name.substr(parameter.name.rfind('.') + 1);
        const robot::Joint& joint = nao().joint(nao().findJoint(name.substr(0, name.find('#'))));
        EXPECT_GE(parameter.minimum, joint.minRad * 180.0 / M_PI - 1e-9) << parameter.name;
        EXPECT_LE(parameter.maximum, joint.maxRad * 180.0 / M_PI + 1e-9) << parameter.name;
    }
}

TEST(MotionGenomeTest, LaterKeyframesMoveWithATime) {
    Motion motion = small();
    motion.lengthS = 1.0;
    motion.markers.push_back({0.25, "half"});
    motion.loop = keyframe::LoopRange{.beginS = 0.25, .endS = 0.5};
    motion.branches.emplace_back().timeS = 0.75;
    keyframe::Keyframe third = *motion.keyframes[1];
    third.name = "rest";
    third.timeS = 0.75;
    motion.keyframes.emplace_back(third);
    MotionFreedom freedom;
    freedom.angles = false;
    freedom.timeFactor = 2.0;
    freedom.keyframes = {"stretch"};
    const MotionGenome genome = genomeOf(motion, freedom);
    ASSERT_EQ(genome.space().size(), 1U);
    EXPECT_EQ(genome.space()[0].name, "stretch.after");
    const Motion slow = genome.motion(std::vector<double>{1.0});
    EXPECT_DOUBLE_EQ(slow.keyframes[1]->timeS, 1.0);
    EXPECT_DOUBLE_EQ(slow.keyframes[2]->timeS, 1.25);
    EXPECT_DOUBLE_EQ(slow.markers.front().timeS, 0.5);
    EXPECT_DOUBLE_EQ(slow.loop->beginS, 0.5);
    EXPECT_DOUBLE_EQ(slow.loop->endS, 1.0);
    EXPECT_DOUBLE_EQ(*slow.branches.front().timeS, 1.25);
    EXPECT_DOUBLE_EQ(slow.lengthS, 1.5);
}

TEST(MotionGenomeTest, ValuesAreClamped) {
    const MotionGenome genome = genomeOf(small());
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const Motion changed =
        genome.motion(std::vector<double>(genome.space().size(), nan)); // replaced by the start
    EXPECT_DOUBLE_EQ(changed.keyframes[0]->joints.at("lle4").angleDeg.number(), -40.0);
    const Motion far = genome.motion(std::vector<double>(genome.space().size(), -1e9));
    EXPECT_DOUBLE_EQ(far.keyframes[0]->joints.at("lle4").angleDeg.number(), -60.0);
    EXPECT_GT(far.keyframes[1]->timeS, far.keyframes[0]->timeS);
}

TEST(MotionGenomeTest, ReportsErrors) {
    struct Case {
        MotionFreedom freedom;
        const char* message;
    };
    std::vector<Case> cases(5);
    cases[0].freedom.joints = {"lle9"};
    cases[0].message = "no key for joint 'lle9'";
    cases[1].freedom.keyframes = {"jump"};
    cases[1].message = "no keyframe 'jump'";
    cases[2].freedom.timeFactor = 1.0;
    cases[2].message = "must exceed 1";
    cases[3].freedom.angles = false;
    cases[3].freedom.times = false;
    cases[3].message = "nothing in the motion may change";
    cases[4].freedom.angleRangeDeg = 0.0;
    cases[4].message = "angle range";
    for (const Case& each : cases) {
        const auto genome = MotionGenome::make(small(), nao(), each.freedom);
        ASSERT_FALSE(genome) << each.message;
        EXPECT_THAT(genome.error().toString(), testing::HasSubstr(each.message));
    }
}

TEST(ParameterSpaceTest, ReportsErrors) {
    EXPECT_THAT(ParameterSpace::make({{"a", "", 1.0, 1.0, 1.0}}).error().toString(),
                testing::HasSubstr("parameter 'a' has the range 1 to 1"));
    EXPECT_THAT(ParameterSpace::make({{"a", "", 0.0, 1.0, 2.0}}).error().toString(),
                testing::HasSubstr("starts at 2"));
    EXPECT_THAT(ParameterSpace::make({{"a", "", 0.0, 1.0, 0.5}, {"a", "", 0.0, 1.0, 0.5}})
                    .error()
                    .toString(),
                testing::HasSubstr("appears twice"));
}

} // namespace
} // namespace sideline::training
