// Motions whose branches lead to the shipped get-ups, played in the simulator.
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "motions/format/format.h"
#include "motions/library/branches.h"
#include "motions/library/library.h"
#include "tests/support/test_files.h"
#include "training/trial/mass_trials.h"
#include "training/trial/motion_trial.h"

namespace sideline::training {
namespace {

using keyframe::Linked;

const robot::RobotModel& typed(int type) {
    return robot::naoModel(*robot::naoTypeFromNumber(type));
}

// A motion that falls in a direction set by the ankles, and gets up if it lies.
std::string tumble(double ankleDeg, const std::string& more = {}) {
    const std::string angle = std::to_string(ankleDeg);
    return "sideline-motion 1\nmotion \"tumble\"\nlength 2\n"
           "branch end fallen-front \"getup-front\"\n"
           "branch end fallen-back \"getup-back\"\n" +
           more + "keyframe 0.3\n  lae1 = -90\n  rae1 = -90\n  lle5 = " + angle +
           "\n  rle5 = " + angle + '\n';
}

Linked linkedFile(const std::filesystem::path& file, int type) {
    const auto read = keyframe::readMotionFile(file);
    EXPECT_TRUE(read.has_value());
    const keyframe::ReadMotion& one = read->motions.front();
    EXPECT_TRUE(one.findings.empty());
    const auto resolved = keyframe::resolve(one.motion, typed(type));
    return keyframe::linkBranches(one.motion, resolved.trajectory, typed(type),
                                  {file, {keyframe::shippedMotionsFolder()}}, &one.lines);
}

TEST(BranchTrialTest, AFallenRobotPlaysTheGetUpOfTheSideItLiesOn) {
    const tests::TempDir folder;
    for (const int type : {0, 3}) {
        for (const double ankleDeg : {-45.0, 60.0}) {
            const auto file = folder / "tumble.motion";
            tests::writeFile(file, tumble(ankleDeg));
            const Linked linked = linkedFile(file, type);
            EXPECT_TRUE(linked.findings.empty()) << linked.findings.front().toString();
            const auto result = runTrial(linked.trajectory, {.robotType = type});
            ASSERT_TRUE(result.has_value());
            EXPECT_TRUE(result->fellAtS) << ankleDeg;
            ASSERT_EQ(result->played.size(), 2U) << ankleDeg;
            EXPECT_EQ(result->played[0], PlayedMotion());
            const std::string& name = result->played[1].name;
            EXPECT_TRUE(name == "getup-front-" + std::to_string(type) ||
                        name == "getup-back-" + std::to_string(type))
                << name;
            EXPECT_NEAR(result->played[1].beginS, 2.0, 0.05);
            EXPECT_GT(result->motionEndS, result->played[1].beginS + 0.5);
            EXPECT_TRUE(result->finished);
            EXPECT_TRUE(result->isUprightAtEnd) << ankleDeg << " on " << type;
            EXPECT_EQ(result->samples.back().played, 1);
        }
    }
}

TEST(BranchTrialTest, BothWaysOfFallingLeadToDifferentGetUps) {
    const tests::TempDir folder;
    const auto file = folder / "tumble.motion";
    std::string names;
    for (const double ankleDeg : {-45.0, 60.0}) {
        tests::writeFile(file, tumble(ankleDeg));
        const auto result = runTrial(linkedFile(file, 0).trajectory, {});
        ASSERT_TRUE(result.has_value());
        names += result->played.back().name + ' ';
    }
    EXPECT_TRUE(names == "getup-front-0 getup-back-0 " || names == "getup-back-0 getup-front-0 ")
        << names;
}

TEST(BranchTrialTest, AStandingRobotEndsItsMotion) {
    const tests::TempDir folder;
    const auto file = folder / "tumble.motion";
    tests::writeFile(file, tumble(0.0));
    const auto result = runTrial(linkedFile(file, 0).trajectory, {});
    ASSERT_TRUE(result.has_value());
    EXPECT_EQ(result->played.size(), 1U);
    EXPECT_TRUE(result->isUprightAtEnd);
}

TEST(BranchTrialTest, ACycleIsReportedAndCut) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.motion", "sideline-motion 1\nmotion \"a\"\nlength 0.1\n"
                                          "branch end always \"b\"\n");
    tests::writeFile(folder / "b.motion", "sideline-motion 1\nmotion \"b\"\nlength 0.1\n"
                                          "branch end always \"a.motion\"\n");
    const Linked linked = linkedFile(folder / "a.motion", 0);
    ASSERT_EQ(linked.findings.size(), 1U);
    EXPECT_EQ(linked.findings[0].severity, keyframe::Finding::Severity::Warning);
    EXPECT_NE(linked.findings[0].text.find("form a cycle through 'a', 'b'"), std::string::npos)
        << linked.findings[0].text;
    ASSERT_EQ(linked.trajectory->targets->motions.size(), 2U) << "each file once";
    const auto result = runTrial(linked.trajectory, {.watchS = 0.1});
    ASSERT_TRUE(result.has_value());
    EXPECT_TRUE(result->isChainCut);
    EXPECT_EQ(result->played.size(), 17U);
    EXPECT_TRUE(result->finished);
}

TEST(BranchTrialTest, MissingOrInvalidMotionsAreReportedWithTheirLine) {
    const tests::TempDir folder;
    tests::writeFile(folder / "bad.motion", "sideline-motion 1\nmotion \"bad\"\nkeyframe 0.5\n"
                                            "  lle9 = 3\n");
    tests::writeFile(folder / "m.motion",
                     "sideline-motion 1\nmotion \"m\"\nlength 1\nbranch 0.5 fallen \"gone\"\n"
                     "branch 0.5 upright \"bad\"\nbranch 0.5 upright \"sub/x.csv\"\n"
                     "branch 0.6 not upright \"getup-front-0\"\n");
    const Linked linked = linkedFile(folder / "m.motion", 2);
    ASSERT_EQ(linked.findings.size(), 4U);
    const std::string file = (folder / "m.motion").string();
    const char* expected[] = {
        ":4: error: at 0.500 s: unknown motion 'gone'",
        ":5: error: at 0.500 s: motion 'bad' of a branch has an error: ",
        ":6: error: at 0.500 s: unknown motion 'sub/x.csv'",
        ":7: warning: at 0.600 s: motion 'getup-front-0' of a branch is made for nao0, not for "
        "nao2"};
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(linked.findings[i].toString().rfind(file + expected[i], 0), 0U)
            << linked.findings[i].toString();
    }
    const auto& next = linked.trajectory->targets->motions.front().next;
    EXPECT_EQ(next, (std::vector<int>{-1, -1, -1, 1}));
}

} // namespace
} // namespace sideline::training
