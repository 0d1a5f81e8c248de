// Tests `sideline train export` and `compare` on a small experiment.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "logs/match/match_log.h"
#include "motions/format/format.h"
#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using testing::HasSubstr;
using tests::quoted;
using Result = tests::RunResult;

constexpr const char* kExperiment = R"(
sideline-experiment = 1
name = "short kick"
generations = 2
[motion]
name = "kick-right"
angle-range = 5
[task]
name = "kick"
ball-forward = 0.16
ball-left = -0.05
[optimizer]
name = "cma-es"
population = 5
[trials]
count = 2
race-after = 0
validate = 4
)";

class TrainCommandTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<tests::TempDir>();
        tests::writeFile(*s_folder / "kick.toml", kExperiment);
        const Result run =
            train(fmt::format("{} --quiet --folder {}", file("kick.toml"), file("a")));
        ASSERT_EQ(run.status, 0) << run.out;
    }
    static void TearDownTestSuite() { s_folder.reset(); }

    static Result train(const std::string& arguments) {
        return tests::runProgram(SIDELINE_PROGRAM, "train " + arguments);
    }
    static std::filesystem::path path(const char* name) { return *s_folder / name; }
    static std::string file(const char* name) { return quoted(path(name)); }
    // Returns the error that `export` reports for a rejected command.
    static std::string refused(const std::string& arguments) {
        const Result result = train("export " + arguments);
        EXPECT_EQ(result.status, 2) << result.out;
        return result.out;
    }

    static std::unique_ptr<tests::TempDir> s_folder;
};
std::unique_ptr<tests::TempDir> TrainCommandTest::s_folder;

TEST_F(TrainCommandTest, ATrialIsExportedAsAMatchLog) {
    const Result done = train(fmt::format("export {} {} --trial 2", file("a"), file("trial.log")));
    ASSERT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("trial: succeeded with nao0"));
    const auto log = logs::MatchLog::open(path("trial.log"), {});
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilIndexed();
    const auto count = (*log)->index()->frameCount();
    ASSERT_GT(count, 100U);
    logs::FrameReader reader = (*log)->makeReader();
    const auto first = reader.frame(0);
    const auto last = reader.frame(count - 1);
    ASSERT_TRUE(first && last);
    ASSERT_EQ((*first)->robots.size(), 1U);
    EXPECT_EQ((*first)->robots.front().id.unum.value(), 1);
    ASSERT_TRUE((*first)->ball && (*last)->ball);
    EXPECT_GT(((*last)->ball->X_SBall.p - (*first)->ball->X_SBall.p).norm(), 3.0);
    EXPECT_EQ((*first)->game.teamLeft, "short kick");
}

#ifdef SIDELINE_MUJOCO
TEST_F(TrainCommandTest, AStanceOfAT1IsTrainedWithItsGains) {
    const std::filesystem::path examples =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples/training";
    std::string text = tests::readUnpacked(examples / "t1-stance.toml");
    for (const auto& [from, to] :
         {std::pair("population = 12", "population = 5"), std::pair("count = 6", "count = 2"),
          std::pair("validate = 30", "validate = 2")}) {
        ASSERT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), std::string(from).size(), to);
    }
    tests::writeFile(path("t1.toml"), text);
    std::filesystem::copy_file(examples / "t1-stance.motion", path("t1-stance.motion"));
    for (const char* folder : {"t1", "t1-again"}) {
        const Result run = train(
            fmt::format("{} --quiet --generations 2 --folder {}", file("t1.toml"), file(folder)));
        ASSERT_EQ(run.status, 0) << run.out;
    }
    const auto best = keyframe::readMotionFile(path("t1") / "best.motion");
    ASSERT_TRUE(best) << best.error().toString();
    EXPECT_TRUE(best->motions.front().motion.gains);
    EXPECT_EQ(tests::readUnpacked(path("t1") / "best.motion"),
              tests::readUnpacked(path("t1-again") / "best.motion"))
        << "equal seeds give equal results";
    const auto log = logs::MatchLog::open(path("t1") / "best.log", {});
    ASSERT_TRUE(log) << log.error().toString();
    (*log)->waitUntilIndexed();
    ASSERT_GT((*log)->index()->frameCount(), 100U);
    logs::FrameReader reader = (*log)->makeReader();
    const auto frame = reader.frame(0);
    ASSERT_TRUE(frame);
    ASSERT_EQ((*frame)->robots.size(), 1U);
    ASSERT_TRUE((*frame)->robots.front().model) << "recognized by its shapes";
    EXPECT_EQ((*frame)->robots.front().model->name(), "T1");
    EXPECT_GT((*frame)->robots.front().headHeightRatio(), 0.9);
}
#endif

TEST_F(TrainCommandTest, AnIndividualIsExportedWithItsOrigin) {
    for (const auto& [individual, origin] :
         {std::pair("champion", "of 4 trials succeeded."),
          std::pair("1:3", "generation 1, number 3"), std::pair("start", "Start of experiment")}) {
        const Result done = train(fmt::format("export {} {} --force --individual {}", file("a"),
                                              file("one.motion"), individual));
        ASSERT_EQ(done.status, 0) << done.out;
        const auto read = keyframe::readMotionFile(path("one.motion"));
        ASSERT_TRUE(read) << read.error().toString();
        EXPECT_THAT(read->motions.front().motion.description, HasSubstr(origin));
    }
}

TEST_F(TrainCommandTest, TablesAndStripsAreExported) {
    ASSERT_EQ(train(fmt::format("export {} {}", file("a"), file("all.csv"))).status, 0);
    const std::string table = tests::readUnpacked(path("all.csv"));
    EXPECT_EQ(std::ranges::count(table, '\n'), 11) << "a heading and 2 generations of 5";
    EXPECT_EQ(table.rfind("generation,number,fitness,", 0), 0U);
    ASSERT_EQ(
        train(fmt::format("export {} {} --poses 3 --size 64", file("a"), file("strip.png"))).status,
        0);
    EXPECT_THAT(tests::readUnpacked(path("strip.png")).substr(1, 3), "PNG");
}

TEST_F(TrainCommandTest, ATrialOfABehaviorIsExportedAsASession) {
    tests::writeFile(path("walk.toml"), R"(
sideline-experiment = 1
name = "short walk"
generations = 1
[behavior]
name = "walk"
go-forward = 0.2
lift = [0.02, 0.05]
[task]
name = "walk"
longest = 2
[optimizer]
name = "cma-es"
population = 5
[trials]
count = 1
race-after = 0
validate = 1
)");
    const Result run = train(fmt::format("{} --quiet --folder {}", file("walk.toml"), file("w")));
    ASSERT_EQ(run.status, 0) << run.out;
    const Result done = train(fmt::format("export {} {}", file("w"), file("one.session")));
    ASSERT_EQ(done.status, 0) << done.out;
    const Result verified =
        tests::runProgram(SIDELINE_PROGRAM, "log verify " + file("one.session"));
    EXPECT_EQ(verified.status, 0) << verified.out;
    EXPECT_TRUE(std::filesystem::exists(path("one.log")));
    // No file is overwritten without permission, including the match log next to it.
    std::filesystem::remove(path("one.session"));
    EXPECT_THAT(refused(fmt::format("{} {}", file("w"), file("one.session"))),
                HasSubstr("one.log"));
}

TEST_F(TrainCommandTest, ABehaviorIsTriedAsItIs) {
    const Result done =
        train("try walk --behavior --with go-forward=0.2 --task walk --set longest=2 "
              "--trials 2 --json");
    ASSERT_EQ(done.status, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("\"succeeded\": 2"));
    const Result wrong = train("try wlak --behavior --task walk --trials 1");
    EXPECT_NE(wrong.status, 0);
    EXPECT_THAT(wrong.out, HasSubstr("unknown behavior 'wlak'"));
    const Result setting = train("try walk --behavior --with lfit=1 --task walk --trials 1");
    EXPECT_THAT(setting.out, HasSubstr("did you mean 'lift'?"));
}

TEST_F(TrainCommandTest, TryExplainsAFailedTrial) {
    const std::string dive = "try dive-left --task stand --set longest=3 --trials 2 --quiet";
    const Result text = train(dive);
    ASSERT_EQ(text.status, 0) << text.out;
    EXPECT_THAT(text.out, HasSubstr("2 of 2 failed: 2 fell to the left"));
    EXPECT_THAT(text.out, HasSubstr("Why         trial 1: fell to the left at "));
    EXPECT_THAT(text.out, HasSubstr("First cause "));
    const Result json = train(dive + " --json");
    EXPECT_THAT(json.out, HasSubstr("\"reason\": \"fell-left\""));
    EXPECT_THAT(json.out, HasSubstr("\"firstCause\": "));
    const Result good = train("try stand --task stand --set longest=1 --trials 1 --quiet");
    ASSERT_EQ(good.status, 0) << good.out;
    EXPECT_THAT(good.out, testing::Not(HasSubstr("Why")));
}

#ifdef SIDELINE_MUJOCO
TEST_F(TrainCommandTest, TrialsOnServersAreForRobotsOfSimSpark) {
    const Result refused = train("try hold-pose --behavior --task stand --set push=0 --robot T1 "
                                 "--trials 1 --server 127.0.0.1:9");
    EXPECT_NE(refused.status, 0);
    EXPECT_THAT(refused.out, HasSubstr("T1 plays on rcssservermj"));
}
#endif

TEST_F(TrainCommandTest, ExportSaysWhatIsWrong) {
    const auto to = [](const char* name, const std::string& more = {}) {
        return fmt::format("{} {} {}", file("a"), file(name), more);
    };
    EXPECT_THAT(refused(to("x.txt")), HasSubstr("expected .motion (the individual), .log"));
    EXPECT_THAT(refused(to("x.session")), HasSubstr("no agent moved the robot in this trial"));
    EXPECT_THAT(refused(to("x.motion", "--individual 9:0")), HasSubstr("a generation below 2"));
    EXPECT_THAT(refused(to("x.motion", "--individual 1:5")), HasSubstr("a number below 5"));
    EXPECT_THAT(refused(to("x.motion", "--individual 1")), HasSubstr("generation:number"));
    EXPECT_THAT(refused(to("x.log", "--trial 5")), HasSubstr("expected 1 to 4"));
    EXPECT_THAT(refused(to("x.log", "--trial good")), HasSubstr("best, median, worst"));
    EXPECT_THAT(refused(to("kick.toml")), HasSubstr("kick.toml"));
    EXPECT_THAT(refused(fmt::format("{} {}", file("nowhere"), file("x.log"))),
                HasSubstr("no such file"));
    EXPECT_FALSE(std::filesystem::exists(path("x.log")));
}

TEST_F(TrainCommandTest, ExperimentsAreCompared) {
    const Result second = train(fmt::format("{} --quiet --seed 2 --generations 1 --folder {}",
                                            file("kick.toml"), file("b")));
    ASSERT_EQ(second.status, 0) << second.out;
    const Result same = train(fmt::format("compare {} {} --trials 6", file("a"), file("b")));
    ASSERT_EQ(same.status, 0) << same.out;
    EXPECT_THAT(same.out, HasSubstr("champion after trials"));
    EXPECT_THAT(same.out, HasSubstr("better than first"));
    EXPECT_THAT(same.out, HasSubstr(" of 6\n"));
    EXPECT_THAT(same.out, testing::Not(HasSubstr("not comparable")));
    const Result itself = train(fmt::format("compare {0} {0} --trials 6", file("a")));
    EXPECT_THAT(itself.out, HasSubstr("0 of 6\n")) << "the same trials for all";
    EXPECT_EQ(train(fmt::format("compare {} {}", file("a"), file("nowhere"))).status, 2);
}

} // namespace
} // namespace sideline
