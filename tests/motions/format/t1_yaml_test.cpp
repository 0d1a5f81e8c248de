// Keyframes of the base codes for the T1, and the part of YAML that they are written in.
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "agentcore/robot/mujoco_robots.h"
#include "motions/format/format.h"
#include "motions/format/yaml_tree.h"
#include "motions/resolve.h"
#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

ReadMotion readT1(std::string_view text) {
    auto file = readMotions(text, {.fileName = "dir/get-up.yaml", .format = {}, .parameters = {}});
    EXPECT_TRUE(file.has_value()) << file.error().toString();
    return file ? std::move(file->motions.at(0)) : ReadMotion();
}

std::string faultOf(std::string_view text) {
    const auto file = readMotions(text, {.fileName = "a.yaml", .format = {}, .parameters = {}});
    return file ? std::string("none") : file.error().toString();
}

// Angle of the T1's joint, in degrees.
double degAt(const Motion& motion, const char* joint, double timeS) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    constexpr double kT1DegPerRad = 57.295779513082321;
    return resolve(motion, t1).trajectory->angleRad(t1.findJoint(joint), timeS, 0.0) * kT1DegPerRad;
}

struct T1Angle {
    const char* joint;
    double deg;
};

TEST(T1YamlTest, SymmetricFilesMoveBothSides) {
    const auto read = readT1("symmetry: true\nkp: 75\nkd: 1\nkeyframes:\n"
                             "  - delta: 0.5   # at once, for half a second\n"
                             "    motor_positions:\n"
                             "      Shoulder_Pitch: 30.0\n"
                             "      Elbow_Yaw: 5\n"
                             "      Hip_Pitch: -45.0\n"
                             "      Hip_Roll: 20.0\n"
                             "      Head_pitch: 7\n"
                             "      Waist: 10.0\n"
                             "    kp: 250\n"
                             "    p_gains:\n"
                             "      Hip_Pitch: 20\n"
                             "\n"
                             "  - delta: 0.25\n"
                             "    motor_positions: {Hip_Pitch: -10, Hip_Roll: 5.0}\n");
    EXPECT_EQ(read.motion.name, "get-up");
    EXPECT_EQ(read.motion.robots, std::vector<std::string>{"T1"});
    EXPECT_DOUBLE_EQ(read.motion.endS(), 0.75);
    for (const double timeS : {0.001, 0.499}) {
        for (const T1Angle& each :
             {T1Angle{"lae1", -30}, T1Angle{"rae1", -30}, T1Angle{"lae4", 5}, T1Angle{"rae4", -5},
              T1Angle{"lle1", 45}, T1Angle{"rle1", 45}, T1Angle{"lle2", 20}, T1Angle{"rle2", -20},
              T1Angle{"he2", -7}, T1Angle{"te1", -10}}) {
            EXPECT_NEAR(degAt(read.motion, each.joint, timeS), each.deg, 1e-9) << each.joint;
        }
    }
    for (const T1Angle& each : {T1Angle{"lle1", 10}, T1Angle{"rle1", 10}, T1Angle{"lle2", 5},
                                T1Angle{"rle2", -5}, T1Angle{"te1", -10}}) {
        EXPECT_NEAR(degAt(read.motion, each.joint, 0.501), each.deg, 1e-9) << each.joint;
    }
    EXPECT_TRUE(read.findings.empty()) << read.findings[0].toString();
}

// Gains of a key in a motion; nothing if it has none of its own.
std::optional<JointGains> gainsAt(const Motion& motion, double timeS, const char* joint) {
    const auto index = motion.keyframeAt(timeS);
    return index ? motion.keyframes[*index]->joints.at(joint).gains : std::nullopt;
}

constexpr const char* kGetUp = "symmetry: true\nkp: 75\nkd: 1\nkeyframes:\n"
                               "  - delta: 0.5\n"
                               "    motor_positions:\n"
                               "      Shoulder_Roll: -20\n"
                               "      Waist: 10\n"
                               "      Hip_Pitch: -45\n"
                               "      Ankle_Roll: 4\n"
                               "    kp: 250\n"
                               "    p_gains:\n"
                               "      Hip_Pitch: 20\n"
                               "    d_gains:\n"
                               "      Ankle_Roll: 3\n"
                               "  - delta: 0.8125\n"
                               "    motor_positions:\n"
                               "      Hip_Pitch: -10\n";

TEST(T1YamlTest, GainsOfFileKeyframeAndMotorAreRead) {
    const Motion motion = readT1(kGetUp).motion;
    EXPECT_EQ(motion.gains, (JointGains{75.0, 1.0}));
    EXPECT_EQ(gainsAt(motion, 0.0, "te1"), (JointGains{250.0, 1.0}));
    EXPECT_EQ(gainsAt(motion, 0.0, "lle1"), (JointGains{20.0, 1.0}));
    EXPECT_EQ(gainsAt(motion, 0.0, "rle1"), (JointGains{20.0, 1.0}));
    EXPECT_EQ(gainsAt(motion, 0.0, "rle6"), (JointGains{250.0, 3.0}));
    EXPECT_EQ(gainsAt(motion, 0.5, "lle1"), std::nullopt) << "the file's";
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    const auto trajectory = resolve(motion, t1).trajectory;
    const robot::JointId hip = t1.findJoint("lle1");
    EXPECT_EQ(trajectory->gains(hip, 0.3), (JointGains{20.0, 1.0}));
    EXPECT_EQ(trajectory->gains(hip, 0.51), (JointGains{75.0, 1.0}));
    EXPECT_EQ(trajectory->gains(t1.findJoint("te1"), 0.51), (JointGains{250.0, 1.0})) << "holds";
    EXPECT_EQ(trajectory->gains(t1.findJoint("he1"), 0.51), std::nullopt) << "not moved";
}

TEST(T1YamlTest, WritingRestoresTheFile) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    for (const std::string& text :
         {std::string(kGetUp), std::string("symmetry: false\nkp: 25\nkd: 0.6\nkeyframes:\n"
                                           "  - delta: 0.3\n"
                                           "    motor_positions:\n"
                                           "      Left_Hip_Pitch: -15\n"
                                           "      Right_Knee_Pitch: 70\n"
                                           "  - delta: 0.1\n"
                                           "    motor_positions:\n"
                                           "      Left_Hip_Pitch: 5\n")}) {
        const Motion motion = readT1(text).motion;
        const auto written = writeMotion(motion, Format::T1Yaml, t1);
        ASSERT_TRUE(written) << written.error().toString();
        EXPECT_EQ(written->text, text);
        EXPECT_EQ(readT1(written->text).motion, motion);
        const auto own = writeMotion(motion, Format::Sideline, t1);
        ASSERT_TRUE(own);
        const auto back =
            readMotions(own->text, {.fileName = "a.motion", .format = {}, .parameters = {}});
        ASSERT_TRUE(back) << back.error().toString();
        EXPECT_EQ(back->motions[0].motion, motion) << own->text;
    }
}

TEST(T1YamlTest, WhatTheFormatLacksIsReportedAndWrittenInCycles) {
    const robot::RobotModel& t1 = robot::mujocoRobotModel(robot::MujocoRobot::T1);
    Motion motion;
    motion.keyframeAtForWriting(0.0).joints["lle4"].angleDeg = 0.0;
    motion.keyframeAtForWriting(0.06).joints["lle4"].angleDeg = 6.0;
    motion.keyframeAtForWriting(0.06).joints["lle4"].gains = JointGains{40.0, 2.0};
    const auto written = writeMotion(motion, Format::T1Yaml, t1);
    ASSERT_TRUE(written) << written.error().toString();
    std::string texts;
    for (const Finding& finding : written->findings) {
        texts += finding.toString() + '\n';
    }
    for (const char* expected :
         {"one target in every cycle", "no gains; kp 150 and kd 1", "ignore gains of keyframes"}) {
        EXPECT_NE(texts.find(expected), std::string::npos) << texts;
    }
    const Motion read = readT1(written->text).motion;
    for (const double timeS : {0.0, 0.02, 0.04, 0.06}) {
        EXPECT_NEAR(degAt(read, "lle4", timeS), 100.0 * timeS, 1e-9) << written->text;
    }
    EXPECT_EQ(gainsAt(read, 0.02, "lle4"), (JointGains{40.0, 2.0}));
    Motion none;
    none.keyframeAtForWriting(0.0).joints["lle7"].angleDeg = 0.0;
    EXPECT_FALSE(writeMotion(none, Format::T1Yaml, t1));
}

TEST(T1YamlTest, BadGainsAreReported) {
    const auto read = readT1("symmetry: true\nkp: stiff\nkd: 1\nkeyframes:\n"
                             "  - delta: 0.5\n"
                             "    motor_positions:\n"
                             "      Waist: 10\n"
                             "    kp: -2\n"
                             "    p_gains:\n"
                             "      Hip_Pitch: 3\n"
                             "      Waist: 30\n");
    EXPECT_EQ(gainsAt(read.motion, 0.0, "te1"), (JointGains{30.0, 1.0}));
    std::string texts;
    for (const Finding& finding : read.findings) {
        texts += std::to_string(finding.line) + ": " + finding.text + "\n";
    }
    EXPECT_EQ(texts, "2: gain 'stiff' is ignored; expected a number, 0 or more\n"
                     "8: gain '-2' is ignored; expected a number, 0 or more\n"
                     "10: the gain of 'Hip_Pitch' is ignored; expected a motor of the keyframe's "
                     "motor_positions\n");
}

TEST(T1YamlTest, OtherFilesMoveEachSideAsWritten) {
    const auto read = readT1("symmetry: false\nkeyframes:\n"
                             "- delta: 0.3\n"
                             "  motor_positions:\n"
                             "    Left_Hip_Pitch: -15.0\n"
                             "    Right_Hip_Roll: 3\n"
                             "    Head_yaw: 1\n"
                             "    Hip_Roll: 4\n"
                             "    Left_Tail: 4\n"
                             "    Right_Knee_Pitch: far\n"
                             "  speed: 3\n"
                             "- motor_positions: {Waist: 1}\n"
                             "- delta: 0\n"
                             "  motor_positions: {Waist: 2}\n");
    EXPECT_NEAR(degAt(read.motion, "lle1", 0.1), -15.0, 1e-9);
    EXPECT_NEAR(degAt(read.motion, "rle2", 0.1), 3.0, 1e-9);
    EXPECT_NEAR(degAt(read.motion, "he1", 0.1), 1.0, 1e-9);
    EXPECT_NEAR(degAt(read.motion, "te1", 0.31), 2.0, 1e-9);
    EXPECT_DOUBLE_EQ(read.motion.endS(), 0.32) << "one cycle at least";
    std::string texts;
    for (const Finding& finding : read.findings) {
        texts += std::to_string(finding.line) + ": " + finding.text + "\n";
    }
    EXPECT_EQ(texts, "8: unknown motor 'Hip_Roll', which is ignored; expected a name such as "
                     "Left_Hip_Pitch\n"
                     "9: unknown motor 'Left_Tail', which is ignored; expected a name such as "
                     "Left_Hip_Pitch\n"
                     "10: angle 'far' is not a number; expected degrees\n"
                     "11: 'speed' of a keyframe is ignored; expected delta, motor_positions, kp, "
                     "kd, p_gains, d_gains\n"
                     "12: a keyframe is ignored; expected delta, 0 or more seconds, and "
                     "motor_positions\n");
}

TEST(T1YamlTest, FilesThatAreNoneAreRejected) {
    EXPECT_EQ(faultOf("a: 1\n"), "a.yaml:1: there is no keyframe; expected symmetry, and keyframes "
                                 "with delta and motor_positions");
    EXPECT_EQ(faultOf("keyframes:\n- delta: 1\nsymmetry: maybe\n"),
              "a.yaml:3: symmetry is 'maybe'; expected true or false");
    EXPECT_EQ(faultOf("# only\n"),
              "a.yaml:1: there is no content; expected mappings, sequences and "
              "plain values in YAML");
}

TEST(T1YamlTest, TheCasesOfTheIssueAreRead) {
    SIDELINE_SHARED_OR_SKIP(symmetric, "cases/10-yaml-keyframes/symmetric.yaml");
    SIDELINE_SHARED_OR_SKIP(oneSided, "cases/10-yaml-keyframes/one-sided.yaml");
    const auto both = readMotionFile(symmetric);
    ASSERT_TRUE(both) << both.error().toString();
    EXPECT_NEAR(degAt(both->motions[0].motion, "rle4", 0.25), 60.0, 1e-9);
    const auto one = readMotionFile(oneSided);
    ASSERT_TRUE(one) << one.error().toString();
    EXPECT_NEAR(degAt(one->motions[0].motion, "lle1", 0.1), -15.0, 1e-9);
    EXPECT_NEAR(degAt(one->motions[0].motion, "lle1", 0.35), 5.0, 1e-9);
    EXPECT_NEAR(degAt(one->motions[0].motion, "rle4", 0.35), 70.0, 1e-9);
}

struct BadYaml {
    const char* name;
    std::string text;
    const char* error;
};

class BadYamlTest : public testing::TestWithParam<BadYaml> {};

TEST_P(BadYamlTest, IsRejectedWithItsLine) {
    const auto root = parseYaml(GetParam().text);
    ASSERT_FALSE(root);
    EXPECT_TRUE(root.error().toString().starts_with(GetParam().error)) << root.error().toString();
}

std::string nested(int levels) {
    std::string text;
    for (int i = 0; i < levels; ++i) {
        text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
    }
    return text;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadYamlTest,
    testing::Values(BadYaml{"Tab", "a:\n\tb: 1\n", "line 2: illegal map value"},
                    BadYaml{"Twice", "a: 1\nb: 2\na: 3\n", "line 3: 'a' occurs twice"},
                    BadYaml{"NoName", "[a]: 1\n", "line 1: a name is not plain text"},
                    BadYaml{"Documents", "a: 1\n---\nb: 2\n", "line 3: more than one document"},
                    BadYaml{"Bracket", "a: [1, 2\n", "line 2: end of sequence flow not found"},
                    BadYaml{"Nothing", "# only\n", "line 1: there is no content"},
                    BadYaml{"Deep", nested(30), "line 18: more than 16 levels"},
                    BadYaml{"DeepBrackets", "a: " + std::string(30, '[') + std::string(30, ']'),
                            "line 1: more than 16 levels"},
                    BadYaml{"Endless", "a: " + std::string(200'000, '['), "line 1: "}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(YamlTest, ReadsMappingsSequencesAndScalars) {
    const auto root = parseYaml("--- # head\n'a b': \"x: # y\"\nlist:\n- 1\n-\n  c: [1, {d: 2}]\n"
                                "- - 3\n  - 4\nempty:\nurl: a#b\n");
    ASSERT_TRUE(root) << root.error().toString();
    EXPECT_EQ(root->find("a b")->scalar, "x: # y");
    EXPECT_EQ(root->find("url")->scalar, "a#b");
    EXPECT_EQ(root->find("empty")->scalar, "");
    const auto& items = root->find("list")->items;
    ASSERT_EQ(items.size(), 3U);
    EXPECT_EQ(items[0].scalar, "1");
    EXPECT_EQ(items[1].find("c")->items.at(1).find("d")->scalar, "2");
    EXPECT_EQ(items[1].find("c")->line, 6);
    EXPECT_EQ(items[2].items.at(1).scalar, "4");
    EXPECT_EQ(root->find("nothing"), nullptr);
}

TEST(YamlTest, EveryPrefixIsReadOrRejected) {
    const std::string text = "symmetry: true\nkeyframes:\n  - delta: 0.5\n    motor_positions: "
                             "{Waist: [1, 'x']}\n  - {delta: 1}\n";
    for (std::size_t size = 0; size <= text.size(); ++size) {
        const auto root = parseYaml(std::string_view(text).substr(0, size));
        EXPECT_TRUE(root || !root.error().message.empty()) << size;
    }
}

} // namespace
} // namespace sideline::keyframe
