#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/limb_kinematics.h"
#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/resolve.h"
#include "tests/support/test_files.h"

namespace sideline::keyframe {
namespace {

constexpr double kFileDegPerRad = 180.0 / std::numbers::pi;

const robot::RobotModel& nao0() {
    return robot::naoModel(robot::NaoType::Standard);
}

struct SharedFile {
    const char* path;
    Format format;
    std::size_t motions;
    double endS;
    std::size_t keyframes;
};

constexpr std::array kFiles = {
    SharedFile{"motions/ut/stand.skl", Format::UtSkill, 1, 0.04, 1},
    SharedFile{"motions/ut/kick.skl", Format::UtSkill, 2, 3.84, 17},
    SharedFile{"motions/ut/kick_ik_0.skl", Format::UtSkill, 2, 0.0, 0},
    SharedFile{"motions/fcp/Flip.xml", Format::FcpSlots, 1, 0.6, 2},
    SharedFile{"motions/fcp/Squat.xml", Format::FcpSlots, 1, 2.0, 2},
    SharedFile{"motions/fcp/Dive_Left.xml", Format::FcpSlots, 1, 0.78, 3},
    SharedFile{"motions/fcp/r0_Get_Up_Back.xml", Format::FcpSlots, 1, 0.0, 6},
    SharedFile{"motions/fcp/r0_Kick_Motion.xml", Format::FcpSlots, 1, 0.34, 2},
    SharedFile{"motions/aiut/type0-sample-kick.txt", Format::RoboNewbie, 1, 2.76, 6},
    SharedFile{"motions/dreamwing/Kick_15M_t0_Left.txt", Format::DreamWing, 1, 0.0, 46},
    SharedFile{"motions/unsw/sit.pos", Format::UnswPos, 1, 3.05, 3},
    SharedFile{"motions/unsw/getupBack.pos", Format::UnswPos, 1, 0.0, 0},
    SharedFile{"motions/magma/Grieve.mfb", Format::MagmaFunctions, 1, 1.0, 0},
    SharedFile{"motions/magma/TurnHead.mfb", Format::MagmaFunctions, 1, 2.56, 0},
};

// The parameter file beside the skills has none of theirs, so the test defines them.
constexpr const char* kParameters = R"(
kick_p1 2.5
kick_p2 -3
kick_p3 1
kick_p4 -4.25
kick_p5 0.5
kick_p6 2
kick_p13 -1.5   # leans less
kick_p14 1.25
kick_scale1 0.5
kick_scale2 0
kick_scale3 -0.25
kick_ik_0_off3_0 3
kick_ik_0_off4_0 -6
kick_ik_0_off5_0 3
kick_ik_0_off3_1 1
kick_ik_0_off4_1 -2
kick_ik_0_off5_1 1
kick_ik_0_off3_2 -2
kick_ik_0_off4_2 4
kick_ik_0_off5_2 -2
kick_ik_0_x0 -0.12
kick_ik_0_y0 0
kick_ik_0_z0 0.08
kick_ik_0_a0 0
kick_ik_0_b0 20
kick_ik_0_c0 0
kick_ik_0_x2 -0.06
kick_ik_0_y2 0
kick_ik_0_z2 0.02
kick_ik_0_a2 0
kick_ik_0_b2 30
kick_ik_0_c2 0
kick_ik_0_x3 0.1
kick_ik_0_y3 0
kick_ik_0_z3 -0.02
kick_ik_0_a3 0
kick_ik_0_b3 -10
kick_ik_0_c3 0
kick_ik_0_scale 2
kick_ik_0_wait 0.24
)";

ReadOptions optionsFor(const SharedFile& file) {
    ReadOptions options;
    options.fileName = file.path;
    if (file.format == Format::UtSkill) {
        auto parameters = readParameters(kParameters, "kick.txt");
        EXPECT_TRUE(parameters.has_value());
        options.parameters = parameters.value_or(Parameters());
    }
    return options;
}

// Returns the largest difference of any joint at every 20 ms, just after it, when jumps are
// complete.
double largestDifferenceDeg(const Motion& a, const Motion& b, const Parameters& parameters) {
    const auto one = resolve(a, nao0(), parameters).trajectory;
    const auto other = resolve(b, nao0(), parameters).trajectory;
    double largest = 0.0;
    for (std::size_t i = 0; i < nao0().joints().size(); ++i) {
        const robot::JointId joint(i);
        EXPECT_EQ(one->moves(joint), other->moves(joint)) << nao0().joint(joint).effector;
        for (int cycle = 0; cycle * 0.02 <= a.endS() + 1e-9; ++cycle) {
            const double timeS = cycle * 0.02 + 1e-6;
            largest = std::max(largest, std::abs(one->angleRad(joint, timeS, 0.1) -
                                                 other->angleRad(joint, timeS, 0.1)));
        }
    }
    return largest * kFileDegPerRad;
}

class SharedMotionFileTest : public testing::TestWithParam<SharedFile> {};

TEST_P(SharedMotionFileTest, IsReadInItsFormat) {
    const SharedFile& file = GetParam();
    SIDELINE_SHARED_OR_SKIP(path, file.path);
    const auto read = readMotionFile(path, optionsFor(file));
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    EXPECT_EQ(read->format, file.format);
    ASSERT_EQ(read->motions.size(), file.motions);
    for (const ReadMotion& each : read->motions) {
        for (const Finding& finding : each.findings) {
            EXPECT_NE(finding.severity, Finding::Severity::Error) << finding.toString();
        }
    }
    const Motion& motion = read->motions[0].motion;
    if (file.endS > 0.0) {
        EXPECT_NEAR(motion.endS(), file.endS, 1e-9);
    }
    if (file.keyframes > 0) {
        EXPECT_EQ(motion.keyframes.size(), file.keyframes);
    }
}

// Converts to Sideline's format and back to the original one: all joint trajectories within 0.01
// degrees at every 20 ms.
TEST_P(SharedMotionFileTest, SurvivesConversionToSidelineAndBack) {
    const SharedFile& file = GetParam();
    SIDELINE_SHARED_OR_SKIP(path, file.path);
    const ReadOptions options = optionsFor(file);
    const auto read = readMotionFile(path, options);
    ASSERT_TRUE(read.has_value()) << read.error().toString();
    for (const ReadMotion& each : read->motions) {
        const auto own = writeMotion(each.motion, Format::Sideline, nao0());
        ASSERT_TRUE(own.has_value());
        EXPECT_TRUE(own->findings.empty());
        const auto back = readMotions(own->text, {"a.motion", {}, {}});
        ASSERT_TRUE(back.has_value()) << back.error().toString();
        const Motion& motion = back->motions.at(0).motion;
        EXPECT_EQ(motion, each.motion) << "our text holds all of it";
        EXPECT_EQ(writeMotion(motion, Format::Sideline, nao0())->text, own->text);

        if (!formatInfo(file.format).canWrite) {
            continue;
        }
        const auto written = writeMotion(motion, file.format, nao0());
        ASSERT_TRUE(written.has_value()) << written.error().toString();
        ReadOptions again = options;
        again.format = file.format;
        const auto reread = readMotions(written->text, again);
        ASSERT_TRUE(reread.has_value()) << reread.error().toString() << written->text;
        ASSERT_EQ(reread->motions.size(), 1U);
        for (const Finding& finding : reread->motions[0].findings) {
            EXPECT_NE(finding.severity, Finding::Severity::Error) << finding.toString();
        }
        const double worst =
            largestDifferenceDeg(each.motion, reread->motions[0].motion, options.parameters);
        EXPECT_LE(worst, 0.01) << each.motion.name;
        RecordProperty("worstMicroDeg", static_cast<int>(worst * 1e6));
    }
}

INSTANTIATE_TEST_SUITE_P(All, SharedMotionFileTest, testing::ValuesIn(kFiles),
                         [](const auto& each) {
                             std::string name(each.param.path);
                             name = name.substr(name.find('/') + 1);
                             std::ranges::replace_if(
                                 name, [](char c) { return std::isalnum(c) == 0; }, '_');
                             return name;
                         });

Motion firstMotion(const std::filesystem::path& path) {
    auto read = readMotionFile(path);
    EXPECT_TRUE(read.has_value());
    return read ? std::move(read->motions.at(0).motion) : Motion();
}

double fileAngleAt(const Motion& motion, const char* joint, double timeS) {
    const auto trajectory = resolve(motion, nao0()).trajectory;
    return trajectory->angleRad(nao0().findJoint(joint), timeS, 0.0) * kFileDegPerRad;
}

// Returns the position of a limb in the torso's frame (x right, y forward, z up).
Eigen::Vector3d tipAt(const Motion& motion, robot::LimbId limb, double timeS) {
    const auto trajectory = resolve(motion, nao0()).trajectory;
    const std::vector<double> start(nao0().joints().size(), 0.0);
    std::vector<double> angles = start;
    trajectory->sample(timeS, start, angles);
    const auto chain = robot::limbChain(nao0(), limb);
    EXPECT_NE(chain, nullptr);
    return (robot::bodyTransform(nao0(), chain->body, angles) * chain->X_BodyTip).p;
}

TEST(SharedMotionFilesTest, SignsOfTheRealNaoAreConverted) {
    SIDELINE_SHARED_OR_SKIP(path, "motions/unsw/sit.pos");
    const Motion sit = firstMotion(path);
    EXPECT_EQ(sit.keyframes[0]->name,
              "crouch with arms forward, so they dont get caught on the body");
    EXPECT_DOUBLE_EQ(fileAngleAt(sit, "lae1", 2.0), -70.0);
    EXPECT_DOUBLE_EQ(fileAngleAt(sit, "lle4", 2.0), -125.0);
    // It crouches over its feet, symmetrically, with the hands in front of the body.
    const Eigen::Vector3d left = tipAt(sit, robot::LimbId::LeftFoot, 2.0);
    const Eigen::Vector3d right = tipAt(sit, robot::LimbId::RightFoot, 2.0);
    EXPECT_GT(left.z(), -0.30);
    EXPECT_NEAR(left.x(), -right.x(), 1e-9);
    EXPECT_NEAR(left.y(), 0.0, 0.06);
    EXPECT_NEAR(left.z(), right.z(), 1e-9);
    const Eigen::Vector3d hand = tipAt(sit, robot::LimbId::RightHand, 2.0);
    EXPECT_GT(hand.y(), 0.05);
    EXPECT_LT(hand.z(), 0.05);
}

TEST(SharedMotionFilesTest, SymmetricPosturesOfFcPortugalAndDreamWingAreSymmetric) {
    SIDELINE_SHARED_OR_SKIP(path, "motions/fcp/Squat.xml");
    const Motion squat = firstMotion(path);
    EXPECT_DOUBLE_EQ(fileAngleAt(squat, "lae2", 1.0), 30.0);
    EXPECT_DOUBLE_EQ(fileAngleAt(squat, "rae2", 1.0), -30.0);
    EXPECT_DOUBLE_EQ(fileAngleAt(squat, "rle4", 0.5), -40.0);
    SIDELINE_SHARED_OR_SKIP(kickPath, "motions/dreamwing/Kick_15M_t0_Left.txt");
    const Motion kick = firstMotion(kickPath);
    const Eigen::Vector3d left = tipAt(kick, robot::LimbId::LeftFoot, 0.2);
    const Eigen::Vector3d right = tipAt(kick, robot::LimbId::RightFoot, 0.2);
    EXPECT_NEAR(left.x(), -right.x(), 1e-3);
    EXPECT_NEAR(left.z(), right.z(), 1e-3);
    EXPECT_DOUBLE_EQ(fileAngleAt(kick, "lae4", 0.2), -49.97);
    EXPECT_DOUBLE_EQ(fileAngleAt(kick, "rae4", 0.2), 49.97);
}

TEST(SharedMotionFilesTest, TargetsOfUtAreSetAndAddedUp) {
    SIDELINE_SHARED_OR_SKIP(path, "motions/ut/kick.skl");
    const auto read = readMotionFile(path, optionsFor(kFiles[1]));
    ASSERT_TRUE(read.has_value());
    const Motion& kick = read->motions[0].motion;
    EXPECT_EQ(kick.name, "SKILL_KICK_LEFT_LEG");
    EXPECT_EQ(read->motions[1].motion.name, "SKILL_KICK_RIGHT_LEG");
    // 18, then +10, then (after 1.06 s) twice -10.
    EXPECT_DOUBLE_EQ(fileAngleAt(kick, "rle3", 0.55), 28.0);
    EXPECT_DOUBLE_EQ(kick.parameters.at("kick_p13"), -1.5);
    EXPECT_DOUBLE_EQ(fileAngleAt(kick, "rle2", 1.1), 12.0 - 1.5);
    EXPECT_EQ(kick.keyframes[9]->joints.at("lle6").angleDeg.text(), "-12 + $kick_p14");
    // The right foot's kick is the left one's mirror image.
    EXPECT_EQ(mirrored(read->motions[1].motion, nao0()).keyframes, kick.keyframes);
    // The scale applies from the state that sets it.
    const auto trajectory = resolve(kick, nao0()).trajectory;
    const auto joint = nao0().findJoint("lle3");
    EXPECT_DOUBLE_EQ(trajectory->speedScale(joint, 2.0), 1.0);
    EXPECT_GT(trajectory->speedScale(joint, 2.6), 2.0);
    EXPECT_DOUBLE_EQ(trajectory->speedScale(joint, 2.95), 1.0);
    EXPECT_NEAR(kick.drive.gainPerS, 0.15 * kFileDegPerRad, 1e-5);
}

TEST(SharedMotionFilesTest, FeetOfUtMoveToTargetsAtTheBall) {
    SIDELINE_SHARED_OR_SKIP(path, "motions/ut/kick_ik_0.skl");
    const auto read = readMotionFile(path, optionsFor(kFiles[2]));
    ASSERT_TRUE(read.has_value());
    const Motion& kick = read->motions[0].motion;
    // Held at 0.15 s, then a curve of 0.24 s from 0.25 s on.
    const LimbTarget& first = kick.keyframes.at(1)->limbs.at(Limb::LeftFoot);
    EXPECT_EQ(first.frame, LimbTarget::Frame::Ball);
    EXPECT_EQ(first.curve, Curve::Hold);
    const auto end = kick.keyframeAt(0.49);
    ASSERT_TRUE(end.has_value());
    const LimbTarget& last = kick.keyframes[*end]->limbs.at(Limb::LeftFoot);
    EXPECT_EQ(last.path, LimbTarget::Path::Spline);
    ASSERT_EQ(last.via.size(), 1U);
    EXPECT_DOUBLE_EQ(last.speedScale, 2.0);
    EXPECT_DOUBLE_EQ(first.speedScale, 1.0);
    EXPECT_FALSE(kick.keyframes[2]->joints.contains("lle3")) << "a scale sets no angle";
    // The toes of a level foot that points at the ball are 12 cm ahead of its ankle.
    const double pitchRad = 20.0 / kFileDegPerRad;
    EXPECT_NEAR(first.place.positionM[0].evaluate(kick.parameters).value(),
                -0.12 - 0.12 * std::cos(pitchRad) - 0.03 * std::sin(pitchRad), 1e-6);
    EXPECT_EQ(first.place.rollPitchYawDeg[1].text(), "$kick_ik_0_b0");
    const LimbTarget& mirroredFirst =
        read->motions[1].motion.keyframes.at(1)->limbs.at(Limb::RightFoot);
    EXPECT_EQ(mirroredFirst.place.positionM[1], -first.place.positionM[1]);
    EXPECT_EQ(read->motions[1].motion.ballFromTorsoM[1], -kick.ballFromTorsoM[1]);
}

TEST(SharedMotionFilesTest, MissingParametersOfUtAreReportedWithTheirLines) {
    SIDELINE_SHARED_OR_SKIP(path, "motions/ut/kick.skl");
    const auto read = readMotionFile(path, {});
    ASSERT_TRUE(read.has_value());
    const auto& findings = read->motions[0].findings;
    const auto first = std::ranges::find(findings, Finding::Kind::MissingParameter, &Finding::kind);
    ASSERT_NE(first, findings.end());
    EXPECT_EQ(first->line, 64);
    EXPECT_EQ(first->joint, "lle2");
    EXPECT_NE(first->text.find("$kick_p13 has no value"), std::string::npos) << first->text;
}

} // namespace
} // namespace sideline::keyframe
