// Tests `sideline robot` from the user's perspective.
#include <filesystem>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace {

using sideline::tests::quoted;
using sideline::tests::TempDir;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

sideline::tests::RunResult run(const std::string& arguments) {
    return sideline::tests::runProgram(SIDELINE_PROGRAM, "robot " + arguments);
}

TEST(RobotCommandTest, WritesAChangedRobotThatItReadsAgain) {
    const TempDir folder;
    const std::string scene = quoted(folder / "tall.rsg");
    auto done = run("write nao0 --set '*thigh.stretch=0.03' --scene " + scene);
    ASSERT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out,
                HasSubstr("rthigh: shape box 0.07 x 0.07 x 0.14 m -> box 0.07 x 0.07 x 0.17 m"));
    done = run("compare nao0 " + scene);
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.out, AllOf(HasSubstr("lshank: position 0 0.005 -0.125 -> 0 0.005 -0.14 m"),
                                Not(HasSubstr("percepts"))));
    EXPECT_EQ(run("check " + scene).status, 0);
    done = run("write nao0 --scene " + scene);
    EXPECT_EQ(done.status, 2);
    EXPECT_THAT(done.out, HasSubstr("--force"));
}

TEST(RobotCommandTest, ReadsRobotsInUrdfAndMjcf) {
    const TempDir folder;
    const std::string urdf = quoted(sideline::tests::dataFile("robots/toy.urdf"));
    const std::string mjcf = quoted(sideline::tests::dataFile("robots/toy.xml"));
    auto done = run("show " + urdf);
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, AllOf(HasSubstr("toy: 13 bodies, 14 joints, 5.6 kg"),
                                HasSubstr("toy.urdf:14: meshes are ignored")));
    done = run("check " + mjcf);
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("toy.xml:"));
    done = run("compare " + urdf + " " + mjcf);
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.out, AllOf(HasSubstr("hj2: lower limit -40.107 -> -45 deg"),
                                Not(HasSubstr("only in the"))));
    const std::string scene = quoted(folder / "toy.rsg");
    done = run("write " + urdf + " --scene " + scene);
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("a scene file cannot hold centers of mass and inertias"));
    EXPECT_EQ(run("show " + scene).status, 0);
    done = run("write " + mjcf + " --urdf -");
    EXPECT_THAT(done.out, HasSubstr("<link name=\"left_foot\">"));
    sideline::tests::writeFile(folder / "bad.urdf", "<robot name=\"r\">\n<link/>\n</robot>\n");
    done = run("check " + quoted(folder / "bad.urdf"));
    EXPECT_EQ(done.status, 2);
    EXPECT_THAT(done.out, HasSubstr("bad.urdf:2: a <link> without 'name'"));
}

TEST(RobotCommandTest, TakesSeveralFolders) {
    const TempDir folder;
    std::filesystem::create_directories(folder / "own" / "rsg" / "agent");
    std::filesystem::create_directories(folder / "more" / "rsg" / "parts");
    sideline::tests::writeFile(
        folder / "own" / "rsg" / "agent" / "mini.rsg",
        "(RSG 0 1)\n(\n(nd Space (nd AgentAspect (importScene rsg/parts/mass.rsg)))\n)\n");
    sideline::tests::writeFile(folder / "more" / "rsg" / "parts" / "mass.rsg",
                               "(RSG 0 1)\n(\n(nd RigidBody (setBoxTotal 2 0.1 0.1 0.1))\n)\n");
    const std::string folders =
        "--robots " + quoted(folder / "own") + " --robots " + quoted(folder / "more") + " ";
    const std::string path = quoted(folder / "own" / "rsg" / "agent" / "mini.rsg");
    auto done = run("show " + folders + "rsg/agent/mini.rsg");
    EXPECT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("1 bodies, 0 joints, 2 kg"));
    EXPECT_EQ(run("show " + path + " --robots " + quoted(folder / "more")).status, 0);
    done = run("show " + path);
    EXPECT_EQ(done.status, 2);
    EXPECT_THAT(done.out, HasSubstr("unknown scene 'rsg/parts/mass.rsg'"));
}

TEST(RobotCommandTest, SaysWhatIsWrong) {
    const TempDir folder;
    EXPECT_THAT(run("show nao9").out, AllOf(HasSubstr("unknown robot 'nao9'; expected nao0"),
                                            HasSubstr("T1, K1 or PiPlus")));
    EXPECT_THAT(run("write nao0").out, HasSubstr("expected --scene FILE.rsg or --urdf FILE"));
    const auto refused = run("write nao0 --set rtigh.mass=1 --scene " + quoted(folder / "a.rsg"));
    EXPECT_EQ(refused.status, 2);
    EXPECT_THAT(refused.out, HasSubstr("no body or joint 'rtigh'; expected 'rthigh'"));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.rsg"));
    EXPECT_THAT(run("reach nao0 --body arm").out, HasSubstr("no body 'arm'"));
    sideline::tests::writeFile(folder / "broken.rsg", "(RSG 0 1)\n(\n(nd Space\n");
    const auto broken = run("show " + quoted(folder / "broken.rsg"));
    EXPECT_EQ(broken.status, 2);
    EXPECT_THAT(broken.out, HasSubstr("broken.rsg:"));
    ASSERT_EQ(run("write nao0 --set rlj4.max=-10 --scene " + quoted(folder / "torn.rsg")).status,
              0);
    EXPECT_EQ(run("check " + quoted(folder / "torn.rsg")).status, 1)
        << "its knee starts off its stops";
}

TEST(RobotCommandTest, PrintsPointsAndUrdfForOtherPrograms) {
    const auto points = run("reach nao0 --body rlowerarm --count 50 --out -");
    EXPECT_EQ(points.status, 0);
    EXPECT_TRUE(points.out.starts_with("body,right_m,forward_m,up_m\nrlowerarm,")) << points.out;
    const auto urdf = run("write T1 --urdf -");
    EXPECT_THAT(urdf.out, AllOf(HasSubstr("<?xml"), HasSubstr("</robot>"))); // and no findings
    EXPECT_THAT(run("torques kick-right").out, HasSubstr("of its motor"));
    EXPECT_THAT(run("dh nao0").out, HasSubstr("right leg"));
}

} // namespace
