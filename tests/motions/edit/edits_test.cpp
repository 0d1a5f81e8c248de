#include "motions/edit/edits.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "motions/edit/pose_deg.h"
#include "motions/resolve.h"

namespace sideline::keyframe {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

const robot::RobotModel& editedNao() {
    return robot::naoModel(robot::NaoType::Standard);
}

Key key(double angleDeg, Curve curve = Curve::Linear) {
    Key made;
    made.angleDeg = angleDeg;
    made.curve = curve;
    return made;
}

// The knees bend and extend; the last keyframe has a wait, a name and a limb.
Motion squat() {
    Motion motion;
    const auto add = [&](double timeS, std::map<JointName, Key> joints) {
        Keyframe keyframe;
        keyframe.timeS = timeS;
        keyframe.joints = std::move(joints);
        motion.keyframes.emplace_back(std::move(keyframe));
    };
    add(0.2, {{"lle4", key(-10)}, {"rle4", key(-12)}});
    add(0.5, {{"lle4", key(-90, Curve::Smooth)}, {"rle4", key(-80)}, {"he1", key(20)}});
    add(1.0, {{"lle4", key(0, Curve::Smooth)}});
    Keyframe& last = motion.keyframes.back().write();
    last.name = "up";
    last.wait = Wait{WaitKind::BothFeetContact, 0.5};
    last.limbs[Limb::RightFoot] = LimbTarget{};
    return motion;
}

// Formats keyframes as readable text for failed tests.
std::string text(const Motion& motion) {
    std::string all;
    for (const auto& keyframe : motion.keyframes) {
        all += fmt::format("{}{}:", all.empty() ? "" : " | ", keyframe->timeS);
        all += keyframe->name.empty() ? "" : " '" + keyframe->name + "'";
        for (const auto& [joint, k] : keyframe->joints) {
            all += fmt::format(" {} {}", joint, k.angleDeg.text());
        }
        all += keyframe->limbs.empty() ? "" : " limb";
        all += keyframe->wait ? " wait" : "";
    }
    return all;
}

std::string text(const KeySelection& keys) {
    std::string all;
    for (const KeyRef& ref : keys) {
        all += fmt::format("{}{} {}", all.empty() ? "" : ", ", ref.timeS, ref.joint);
    }
    return all;
}

TEST(PoseDegTest, RoundsTheAnglesOfJointsThatCanBeMoved) {
    const robot::RobotModel& model = robot::naoModel(robot::NaoType::Standard);
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    anglesRad[model.findJoint("lle4").index()] = math::radFromDeg(-45.12345);
    const PoseDeg pose = poseDeg(model, anglesRad);
    EXPECT_EQ(pose.size(), 22U);
    EXPECT_DOUBLE_EQ(pose.at("lle4"), -45.12);
    EXPECT_EQ(poseDeg(model, std::span(anglesRad).first(2)).size(), 2U);
    EXPECT_DOUBLE_EQ(roundedDeg(math::radFromDeg(12.346)), 12.35);
}

TEST(EditsTest, SelectsKeys) {
    const Motion motion = squat();
    EXPECT_EQ(text(allKeys(motion)), "0.2 lle4, 0.2 rle4, 0.5 he1, 0.5 lle4, 0.5 rle4, 1 lle4");
    EXPECT_EQ(text(keysOfKeyframe(motion, 0.2002)), "0.2 lle4, 0.2 rle4");
    EXPECT_EQ(text(keysOfKeyframe(motion, 0.3)), "");
    EXPECT_EQ(text(keysOfJoint(motion, "rle4")), "0.2 rle4, 0.5 rle4");
    EXPECT_EQ(text(keysInRange(motion, 0.5, 1.0)), "0.5 he1, 0.5 lle4, 0.5 rle4, 1 lle4");
    // A keyframe without joints still counts.
    const Motion only = setWait(Motion{}, 0.4, Wait{}).motion;
    EXPECT_EQ(allKeys(only), (KeySelection{{0.4, ""}}));
}

TEST(EditsTest, StoresAPose) {
    const Edited edited =
        setPose(squat(), 0.50003, {{"lle4", -45.0}, {"rle4", -100.0 / 3.0}, {"rae1", 90.0}},
                Curve::Sine, "low");
    EXPECT_EQ(text(edited.motion), "0.2: lle4 -10 rle4 -12 | 0.5: 'low' he1 20 lle4 -45 rae1 90 "
                                   "rle4 -33.333333 | 1: 'up' lle4 0 limb wait");
    EXPECT_EQ(text(edited.selection), "0.5 lle4, 0.5 rae1, 0.5 rle4");
    const auto& joints = edited.motion.keyframes[1]->joints;
    EXPECT_EQ(joints.at("lle4").curve, Curve::Smooth) << "an old key keeps its own";
    EXPECT_EQ(joints.at("rae1").curve, Curve::Sine) << "a joint's first key takes what is asked";
    // A new key takes the curve of the next key, or of the preceding one.
    const Motion between = setPose(squat(), 0.7, {{"lle4", 1.0}, {"rle4", 1.0}}).motion;
    EXPECT_EQ(between.keyframes[2]->joints.at("lle4").curve, Curve::Smooth);
    EXPECT_EQ(between.keyframes[2]->joints.at("rle4").curve, Curve::Linear);
    EXPECT_EQ(setPose(squat(), -1.0, {{"lle4", 1.0}}).motion.keyframes.front()->timeS, 0.0);
    EXPECT_EQ(setPose(squat(), kNan, {{"lle4", 1.0}}).motion, squat());
    EXPECT_EQ(setPose(squat(), 0.7, {{"lle4", kNan}}).motion, squat());
}

TEST(EditsTest, SetsAndRemovesKeys) {
    Key given = key(-5, Curve::Cubic);
    given.in = {-0.1, 3.0};
    const Edited edited = setKey(squat(), {0.8, "lle3"}, given);
    EXPECT_EQ(edited.motion.keyframes[2]->joints.at("lle3"), given);
    EXPECT_EQ(text(edited.selection), "0.8 lle3");
    EXPECT_EQ(setKey(squat(), {0.8, "lle3"}, key(kNan)).motion, squat());
    EXPECT_EQ(setKey(squat(), {0.8, ""}, key(1)).motion, squat());

    EXPECT_EQ(text(removeKeys(squat(), {{0.2, "rle4"}, {0.5, "none"}, {0.9, "lle4"}}).motion),
              "0.2: lle4 -10 | 0.5: he1 20 lle4 -90 rle4 -80 | 1: 'up' lle4 0 limb wait");
    EXPECT_EQ(text(removeKeys(squat(), keysInRange(squat(), 0.4, 2.0)).motion),
              "0.2: lle4 -10 rle4 -12")
        << "name, limbs and wait go with the last key";
    EXPECT_TRUE(removeKeys(squat(), allKeys(squat())).motion.keyframes.empty());
}

TEST(EditsTest, MovesKeysInTimeAndAngle) {
    const Edited edited = moveKeys(squat(), {{0.2, "lle4"}, {1.0, "lle4"}}, 0.1, 5.0);
    EXPECT_EQ(text(edited.motion), "0.2: rle4 -12 | 0.3: lle4 -5 | 0.5: he1 20 lle4 -90 rle4 -80 "
                                   "| 1.1: 'up' lle4 5 limb wait");
    EXPECT_EQ(text(edited.selection), "0.3 lle4, 1.1 lle4");
    EXPECT_EQ(moveKeys(edited.motion, edited.selection, -0.1, -5.0).motion, squat());
    // The whole selection stops at time 0.
    EXPECT_EQ(text(moveKeys(squat(), keysOfJoint(squat(), "lle4"), -0.7, 0.0).selection),
              "0 lle4, 0.3 lle4, 0.8 lle4");
    // The key replaces the one there, and takes its time.
    const Edited onto = moveKeys(squat(), {{0.2, "lle4"}}, 0.3004, 0.0);
    EXPECT_EQ(text(onto.motion),
              "0.2: rle4 -12 | 0.5: he1 20 lle4 -10 rle4 -80 | 1: 'up' lle4 0 limb wait");
    EXPECT_EQ(text(onto.selection), "0.5 lle4");
    EXPECT_EQ(text(moveKeys(squat(), {{1.0, "lle4"}}, -0.5003, 0.0).selection), "0.5 lle4");
}

TEST(EditsTest, ExpressionsArePreserved) {
    Motion motion = squat();
    motion.keyframes[0].write().joints["lle4"].angleDeg = *Value::parse("$bend * 2");
    const Motion moved = moveKeys(motion, {{0.2, "lle4"}}, 0.0, 1.5).motion;
    EXPECT_EQ(moved.keyframes[0]->joints.at("lle4").angleDeg.text(), "$bend * 2 + 1.5");
}

TEST(EditsTest, UntouchedKeyframesAreShared) {
    const Motion motion = squat();
    const Motion moved = moveKeys(motion, {{0.2, "lle4"}}, 0.05, 1.0).motion;
    EXPECT_TRUE(moved.keyframes[2].isSame(motion.keyframes[1]));
    EXPECT_TRUE(moved.keyframes[3].isSame(motion.keyframes[2]));
}

TEST(EditsTest, ScalesAboutTimeAndAngle) {
    const Motion motion = squat();
    EXPECT_EQ(text(scaleKeys(motion, keysOfJoint(motion, "lle4"), 0.2, 2.0, -10.0, 0.5).motion),
              "0.2: lle4 -10 rle4 -12 | 0.5: he1 20 rle4 -80 | 0.8: lle4 -50 | 1.8: 'up' lle4 -5 "
              "limb wait");
    EXPECT_EQ(text(scaleKeys(motion, allKeys(motion), 1.0, 10.0).motion),
              "0: lle4 -10 rle4 -12 | 0.375: he1 20 lle4 -90 rle4 -80 | 1: 'up' lle4 0 limb wait")
        << "held where the first key comes to 0";
    for (const double factor : {0.0, -1.0, kNan}) {
        EXPECT_EQ(scaleKeys(motion, allKeys(motion), 0.0, factor).motion, motion) << factor;
    }
    // All at one time: the latest remains.
    EXPECT_EQ(text(scaleKeys(motion, keysOfJoint(motion, "lle4"), 0.2, 1e-9).motion),
              "0.2: 'up' lle4 0 rle4 -12 limb wait | 0.5: he1 20 rle4 -80");
}

TEST(EditsTest, DuplicatesAndPastes) {
    const Motion motion = squat();
    const Edited twice = duplicateKeys(motion, keysOfKeyframe(motion, 0.5), 1.0);
    EXPECT_EQ(text(twice.motion), text(motion) + " | 1.5: he1 20 lle4 -90 rle4 -80");
    EXPECT_EQ(text(twice.selection), "1.5 he1, 1.5 lle4, 1.5 rle4");
    // Before the originals, but not before time 0.
    EXPECT_EQ(text(duplicateKeys(motion, keysOfKeyframe(motion, 0.5), -0.3).selection),
              "0.2 he1, 0.2 lle4, 0.2 rle4");
    EXPECT_EQ(text(duplicateKeys(motion, keysOfKeyframe(motion, 0.5), -9.0).selection),
              "0 he1, 0 lle4, 0 rle4");
    EXPECT_EQ(text(duplicateKeys(motion, keysOfJoint(motion, "lle4"), -9.0).selection),
              "0 lle4, 0.3 lle4, 0.8 lle4")
        << "they keep their distances";

    const KeyClip clip = copyKeys(motion, {{0.5, "lle4"}, {0.5, "he1"}, {1.0, "lle4"}});
    ASSERT_EQ(clip.keyframes.size(), 2U);
    EXPECT_EQ(clip.keyframes[0].timeS, 0.0);
    EXPECT_EQ(clip.keyframes[1].timeS, 0.5);
    EXPECT_EQ(text(pasteKeys(Motion{}, clip, 0.1).motion),
              "0.1: he1 20 lle4 -90 | 0.6: 'up' lle4 0 limb wait");
    EXPECT_EQ(text(pasteKeys(Motion{}, flippedKeys(clip, editedNao()), 0.1).motion),
              "0.1: he1 -20 rle4 -90 | 0.6: 'up' rle4 0 limb wait");
    EXPECT_EQ(pasteKeys(motion, KeyClip{}, 0.1).motion, motion);
    EXPECT_TRUE(copyKeys(motion, {{0.3, "lle4"}}).isEmpty());
    EXPECT_EQ(flippedPose({{"he1", 20.0}, {"lle4", -90.0}, {"lle2", 5.0}}, editedNao()),
              (PoseDeg{{"he1", -20.0}, {"rle4", -90.0}, {"rle2", -5.0}}));
}

// Both axes of a universal joint have keys of their own.
TEST(EditsTest, PosesAndFlipsBothAxesOfUniversalJoints) {
    const robot::RobotModel& model = robot::soccerbot056Model();
    std::vector<double> anglesRad(model.joints().size(), 0.0);
    anglesRad[model.findJoint("lae1_2").index()] = math::radFromDeg(30.0);
    anglesRad[model.findJoint("lae1_2.2").index()] = math::radFromDeg(20.0);
    const PoseDeg pose = poseDeg(model, anglesRad);
    EXPECT_EQ(pose.size(), 20U);
    EXPECT_FALSE(pose.contains(""));
    EXPECT_EQ(pose.at("lae1_2"), 30.0);
    EXPECT_EQ(pose.at("lae1_2.2"), 20.0);
    const PoseDeg flipped = flippedPose(pose, model);
    EXPECT_EQ(flipped.size(), 20U);
    EXPECT_EQ(flipped.at("rae1_2"), 30.0);
    EXPECT_EQ(flipped.at("rae1_2.2"), -20.0);
    const Motion motion =
        setPose(Motion{}, 0.1, {{"lae1_2", 30.0}, {"lae1_2.2", 20.0}}, Curve::Linear).motion;
    EXPECT_EQ(text(flipKeys(motion, {{0.1, "lae1_2.2"}}, model).motion),
              "0.1: lae1_2 30 rae1_2.2 -20");
    EXPECT_EQ(text(removeKeys(motion, {{0.1, "lae1_2"}}).motion), "0.1: lae1_2.2 20");
}

TEST(EditsTest, FlipsKeys) {
    const Motion motion = squat();
    EXPECT_EQ(text(flipKeys(motion, allKeys(motion), editedNao()).motion),
              "0.2: lle4 -12 rle4 -10 | 0.5: he1 -20 lle4 -80 rle4 -90 | 1: 'up' rle4 0 limb wait");
    const Edited one = flipKeys(motion, {{0.2, "lle4"}, {1.0, "lle4"}}, editedNao());
    EXPECT_EQ(text(one.motion), "0.2: lle4 -12 rle4 -10 | 0.5: he1 20 lle4 -90 rle4 -80 | 1: 'up' "
                                "rle4 0 limb wait");
    const Motion back = flipKeys(one.motion, one.selection, editedNao()).motion;
    EXPECT_EQ(back, motion);
}

TEST(EditsTest, ReversesKeys) {
    Motion motion = squat();
    Key& low = motion.keyframes[1].write().joints["lle4"];
    low.curve = Curve::Cubic;
    low.in = {-0.1, 4.0};
    low.speedScale = 2.0;
    motion.keyframes[0].write().joints["lle4"].out = {0.05, 1.0};
    const Edited edited = reverseKeys(motion, keysOfJoint(motion, "lle4"));
    EXPECT_EQ(text(edited.motion), "0.2: 'up' lle4 0 rle4 -12 limb wait | 0.5: he1 20 rle4 -80 | "
                                   "0.7: lle4 -90 | 1: lle4 -10");
    const Key& last = edited.motion.keyframes[3]->joints.at("lle4");
    EXPECT_EQ(last.curve, Curve::Cubic) << "the way to the low point is now the way from it";
    EXPECT_EQ(last.speedScale, 2.0);
    EXPECT_EQ(last.in, (Handle{-0.05, 1.0}));
    EXPECT_EQ(edited.motion.keyframes[2]->joints.at("lle4").out, (Handle{0.1, 4.0}));
    const Edited all = reverseKeys(motion, allKeys(motion));
    EXPECT_EQ(text(all.motion), "0.2: 'up' lle4 0 limb wait | 0.7: he1 20 lle4 -90 rle4 -80 | 1: "
                                "lle4 -10 rle4 -12");
    EXPECT_EQ(reverseKeys(all.motion, all.selection).motion, motion);
    // About a time: the parts before it come after it, and none comes before 0.
    const Edited about = reverseKeys(motion, keysOfJoint(motion, "he1"), 0.6);
    EXPECT_TRUE(about.motion.keyframeAt(0.7)) << text(about.motion);
    EXPECT_EQ(about.selection, (KeySelection{{0.7, "he1"}}));
    const Edited early = reverseKeys(motion, allKeys(motion), 0.3);
    EXPECT_DOUBLE_EQ(early.motion.keyframes.front()->timeS, 0.0);
    EXPECT_DOUBLE_EQ(early.motion.keyframes.back()->timeS, 0.8);
}

// Samples the angles of a joint every 10 ms, to compare shapes.
std::vector<double> shape(const Motion& motion, const JointName& joint) {
    motion::JointTrajectory trajectory(1);
    std::vector<motion::TrajectoryKey> keys;
    for (const auto& keyframe : motion.keyframes) {
        const Key& from = keyframe->joints.at(joint);
        keys.push_back({.timeS = keyframe->timeS,
                        .angleRad = from.angleDeg.number(),
                        .curve = from.curve,
                        .inTimeS = from.in.timeS,
                        .inRad = from.in.angleDeg,
                        .outTimeS = from.out.timeS,
                        .outRad = from.out.angleDeg});
    }
    trajectory.setKeys(robot::JointId(0), keys);
    std::vector<double> angles;
    for (int i = 0; i <= 150; ++i) {
        angles.push_back(trajectory.angleRad(robot::JointId(0), i * 0.01, keys[0].angleRad));
    }
    return angles;
}

TEST(EditsTest, MakingCurvesCubicKeepsTheSmoothShape) {
    Motion motion;
    const double angles[] = {0, 20, 25, -40, -40, 10};
    for (int i = 0; i < 6; ++i) {
        motion =
            setKey(motion, {0.05 + 0.2 * i + 0.01 * i * i, "he1"}, key(angles[i], Curve::Smooth))
                .motion;
    }
    const auto before = shape(motion, "he1");
    const Motion cubic = setCurve(motion, keysOfJoint(motion, "he1"), Curve::Cubic).motion;
    const auto after = shape(cubic, "he1");
    for (std::size_t i = 5; i < before.size(); ++i) {
        ASSERT_NEAR(after[i], before[i], 1e-6) << i;
    }
    // A second call changes nothing: handles may have been set by the user.
    const KeyRef third{motion.keyframes[2]->timeS, "he1"};
    const Motion shaped = setHandles(cubic, third, {-0.05, 9.0}, {0.02, 3.0}).motion;
    EXPECT_EQ(setCurve(shaped, allKeys(shaped), Curve::Cubic).motion, shaped);
    EXPECT_EQ(setCurve(cubic, {third}, Curve::Hold).motion.keyframes[2]->joints.at("he1").curve,
              Curve::Hold);
    // A new key among cubic ones is smooth as well.
    const Motion more = setPose(cubic, 0.5, {{"he1", 0.0}}).motion;
    ASSERT_EQ(more.keyframes[3]->timeS, 0.5);
    const Key& fresh = more.keyframes[3]->joints.at("he1");
    EXPECT_EQ(fresh.curve, Curve::Cubic);
    EXPECT_NEAR(fresh.in.timeS, -(0.5 - more.keyframes[2]->timeS) / 3.0, 1e-9);
    EXPECT_NEAR(fresh.out.timeS, (more.keyframes[4]->timeS - 0.5) / 3.0, 1e-9);
}

TEST(EditsTest, HandlesStayBetweenTheirNeighbors) {
    const Motion motion = squat();
    const Motion edited = setHandles(motion, {0.5, "lle4"}, {-3.0, 5.0}, {9.0, -2.0}).motion;
    const Key& low = edited.keyframes[1]->joints.at("lle4");
    EXPECT_EQ(low.curve, Curve::Cubic) << "or nothing would be seen";
    EXPECT_NEAR(low.in.timeS, -0.3, 1e-12);
    EXPECT_NEAR(low.out.timeS, 0.5, 1e-12);
    EXPECT_EQ(setHandles(motion, {0.5, "lle4"}, {kNan, 0.0}, {}).motion, motion);
    EXPECT_EQ(setHandles(motion, {0.6, "lle4"}, {}, {}).motion, motion);
    EXPECT_EQ(setSpeedScale(motion, {{0.5, "lle4"}}, 0.5)
                  .motion.keyframes[1]
                  ->joints.at("lle4")
                  .speedScale,
              0.5);
}

TEST(EditsTest, InsertsAndRemovesTime) {
    Motion motion = setMarker(setMarker(squat(), 0.4, "low soon").motion, 1.2, "rest").motion;
    motion.lengthS = 1.5;
    motion.loop = LoopRange{0.2, 1.0, 3};
    const Motion open = insertTime(motion, 0.5, 0.25).motion;
    EXPECT_EQ(text(open), "0.2: lle4 -10 rle4 -12 | 0.75: he1 20 lle4 -90 rle4 -80 | 1.25: 'up' "
                          "lle4 0 limb wait");
    EXPECT_EQ(open.markers, (std::vector<Marker>{{0.4, "low soon"}, {1.45, "rest"}}));
    EXPECT_EQ(open.lengthS, 1.75);
    EXPECT_EQ(open.loop, (LoopRange{0.2, 1.25, 3}));
    EXPECT_EQ(insertTime(open, 0.5, -0.25).motion, motion);
    const Motion closed = insertTime(motion, 0.3, -0.5).motion;
    EXPECT_EQ(text(closed), "0.2: lle4 -10 rle4 -12 | 0.5: 'up' lle4 0 limb wait");
    EXPECT_EQ(closed.markers, (std::vector<Marker>{{0.7, "rest"}}));
    EXPECT_EQ(insertTime(motion, 0.0, -9.0).motion.loop, std::nullopt);
    EXPECT_EQ(insertTime(squat(), 0.5, 0.25).motion.lengthS, 0.0) << "still not set";
    EXPECT_EQ(insertTime(squat(), 0.0, 0.25).motion.lengthS, 0.0) << "nor in front of all";
}

TEST(EditsTest, StretchesARange) {
    Motion motion = squat();
    motion.lengthS = 1.5;
    Key& low = motion.keyframes[1].write().joints["lle4"];
    low.in = {-0.1, 1.0};
    low.out = {0.1, 1.0};
    const Motion longer = stretchRange(motion, 0.2, 0.5, 2.0).motion;
    EXPECT_EQ(text(longer), "0.2: lle4 -10 rle4 -12 | 0.8: he1 20 lle4 -90 rle4 -80 | 1.3: 'up' "
                            "lle4 0 limb wait");
    EXPECT_EQ(longer.lengthS, 1.8);
    EXPECT_EQ(longer.keyframes[1]->joints.at("lle4").in, (Handle{-0.2, 1.0}));
    EXPECT_EQ(longer.keyframes[1]->joints.at("lle4").out, (Handle{0.1, 1.0}));
    EXPECT_EQ(text(stretchRange(motion, 0.2, 0.5, 2.0).selection),
              "0.2 lle4, 0.2 rle4, 0.8 he1, 0.8 lle4, 0.8 rle4");
    EXPECT_EQ(stretchRange(longer, 0.2, 0.8, 0.5).motion, motion);
    EXPECT_EQ(stretchRange(motion, 0.5, 0.5, 2.0).motion, motion);
    EXPECT_EQ(stretchRange(motion, 0.2, 0.5, 0.0).motion, motion);
}

TEST(EditsTest, NamesWaitsLimbsMarkers) {
    const Motion motion = squat();
    EXPECT_EQ(renameKeyframe(motion, 0.2, "begin").motion.keyframes[0]->name, "begin");
    EXPECT_EQ(renameKeyframe(motion, 0.3, "nowhere").motion, motion);
    Motion made = setLimbTarget(Motion{}, 0.30001, Limb::LeftHand, LimbTarget{}).motion;
    EXPECT_EQ(text(made), "0.3: limb");
    made = setWait(made, 0.3, Wait{}).motion;
    EXPECT_EQ(text(made), "0.3: limb wait");
    made = setLimbTarget(made, 0.3, Limb::LeftHand, {}).motion;
    EXPECT_EQ(text(made), "0.3: wait");
    EXPECT_EQ(setWait(made, 0.3, {}).motion, Motion{}) << "nothing is left";
    EXPECT_EQ(setWait(Motion{}, 0.3, {}).motion, Motion{});
    LimbTarget wrong;
    wrong.place.positionM[1] = kNan;
    EXPECT_EQ(setLimbTarget(motion, 0.2, Limb::LeftFoot, wrong).motion, motion);

    const Motion marked = setMarker(setMarker(motion, 0.7, "b").motion, 0.1, "a").motion;
    EXPECT_EQ(marked.markers, (std::vector<Marker>{{0.1, "a"}, {0.7, "b"}}));
    EXPECT_EQ(setMarker(marked, 0.7001, "c").motion.markers,
              (std::vector<Marker>{{0.1, "a"}, {0.7, "c"}}));
    EXPECT_EQ(removeMarker(marked, 0.7).motion.markers.size(), 1U);
    EXPECT_EQ(removeMarker(marked, 0.3).motion, marked);
}

TEST(EditsTest, BranchesAreInOrderAndMoveWithTime) {
    const auto named = [](std::optional<double> timeS, const char* name) {
        return Branch{timeS, {}, name};
    };
    const auto names = [](const Motion& motion) {
        std::string all;
        for (const Branch& each : motion.branches) {
            all += each.motion + (each.timeS ? fmt::format("{} ", *each.timeS) : "- ");
        }
        return all;
    };
    Motion motion = setBranch(squat(), {}, named({}, "a")).motion;
    motion = setBranch(motion, {}, named(0.8, "b")).motion;
    motion = setBranch(motion, {}, named(0.30001, "c")).motion;
    motion = setBranch(motion, {}, named(0.8, "d")).motion;
    EXPECT_EQ(names(motion), "c0.3 b0.8 d0.8 a- ");
    EXPECT_EQ(names(setBranch(motion, 1, named(0.8, "e")).motion), "c0.3 e0.8 d0.8 a- ");
    EXPECT_EQ(names(setBranch(motion, 0, named(0.9, "c")).motion), "b0.8 d0.8 c0.9 a- ");
    EXPECT_EQ(names(removeBranch(motion, 2).motion), "c0.3 b0.8 a- ");
    EXPECT_EQ(removeBranch(motion, 4).motion, motion);
    EXPECT_EQ(setBranch(motion, 4, named(0.1, "x")).motion, motion);
    EXPECT_EQ(setBranch(motion, {}, named(kNan, "x")).motion, motion);
    EXPECT_EQ(names(insertTime(motion, 0.5, 0.25).motion), "c0.3 b1.05 d1.05 a- ");
    EXPECT_EQ(names(insertTime(motion, 0.7, -0.2).motion), "c0.3 a- ");
    EXPECT_EQ(names(stretchRange(motion, 0.0, 1.0, 2.0).motion), "c0.6 b1.6 d1.6 a- ");
}

TEST(EditsTest, ALongMotionIsDraggedInMilliseconds) {
    Motion motion;
    for (int i = 0; i < 2000; ++i) {
        Keyframe keyframe;
        keyframe.timeS = 0.1 * i;
        for (int j = 0; j < 22; ++j) {
            keyframe.joints[fmt::format("joint{:02}", j)] = key(i % 40, Curve::Smooth);
        }
        motion.keyframes.emplace_back(std::move(keyframe));
    }
    const KeySelection some = keysInRange(motion, 100.0, 101.0);
    ASSERT_EQ(some.size(), 242U);
    const auto begin = std::chrono::steady_clock::now();
    const Motion moved = moveKeys(motion, some, 0.03, 1.0).motion;
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
    RecordProperty("moveMs", fmt::format("{:.2f}", took.count()));
    EXPECT_EQ(moved.keyframes.size(), motion.keyframes.size());
    int shared = 0;
    for (std::size_t i = 0; i < 2000; ++i) {
        shared += moved.keyframes[i].isSame(motion.keyframes[i]) ? 1 : 0;
    }
    EXPECT_EQ(shared, 2000 - 11);
}

} // namespace
} // namespace sideline::keyframe
