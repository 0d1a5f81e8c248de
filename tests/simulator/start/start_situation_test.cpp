#include "simulator/start/start_situation.h"

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/posture.h"
#include "logs/match/match_log.h"
#include "simulator/start/start_from_frame.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using testing::HasSubstr;

constexpr auto kSmallest = "sideline-start = 1\n[ball]\nposition-m = [1, 2, 0.04]\n";

tl::expected<StartSituation, StartErrors> parse(const std::string& text) {
    robot::RobotCatalog robots;
    return parseStart(text, "s.toml", field::newestField().dimensions, robots);
}

TEST(StartSituationTest, MinimalSituationHasOnlyABall) {
    const auto start = parse(kSmallest);
    ASSERT_TRUE(start) << start.error().front().toString();
    EXPECT_EQ(start->playMode, game::PlayMode::PlayOn);
    EXPECT_TRUE(start->robots.empty());
    EXPECT_EQ(start->p_SBall.x(), 1.0);
    EXPECT_EQ(start->p_SBall.z(), 0.04);
    const auto buried = parse("sideline-start = 1\n[ball]\nposition-m = [0, 0, 0]\n");
    ASSERT_TRUE(buried);
    EXPECT_NEAR(buried->p_SBall.z(), 0.037, 1e-9) << "no ball is in the ground";
}

TEST(StartSituationTest, RobotWithPositionAndHeadingStandsOnTheGround) {
    const auto start =
        parse(std::string(kSmallest) + "[[robots]]\nside = \"right\"\nnumber = 7\ntype = 3\n"
                                       "place-m = [3, -1]\nheading-deg = 180\n"
                                       "joint-angles-deg = { llj3 = 30, llj4 = -60, llj5 = 30 }\n");
    ASSERT_TRUE(start) << start.error().front().toString();
    const StartRobot* robot = start->find({Side::Right, UniformNumber(7)});
    ASSERT_NE(robot, nullptr);
    const auto [X_STorso, anglesRad] = postureFor(*robot, *robot->model);
    std::vector<math::Pose> X_SBody(robot->model->bodies().size());
    robot::forwardKinematics(*robot->model, X_STorso, anglesRad, X_SBody);
    EXPECT_NEAR(robot::lowestHeightM(*robot->model, X_SBody), 0.0, 1e-9);
    EXPECT_NEAR(X_STorso.R.col(1).x(), -1.0, 1e-9) << "looks along -x";
    const robot::JointId knee = robot->model->findJoint("llj4");
    EXPECT_NEAR(anglesRad[knee.index()], math::radFromDeg(-60.0), 1e-12);
}

TEST(StartSituationTest, EveryErrorIsReportedWithItsLine) {
    const std::string robot = std::string(kSmallest) + "[[robots]]\nside = \"left\"\nnumber = 1\n";
    const std::string placed = robot + "place-m = [0, 0]\n";
    const std::vector<std::pair<std::string, const char*>> rows = {
        {"[ball]\nposition-m = [0, 0, 0]\n", "the version of the start situation is missing"},
        {"sideline-start = 2\n[ball]\nposition-m = [0, 0, 0]\n", "unsupported version 2"},
        {"sideline-start = 1\n", "there is no ball"},
        {"sideline-start = 1\n[ball]\n", "the ball has no position"},
        {"sideline-start = 1\n[ball]\nposition-m = [0, nan, 0]\n", "s.toml:3: "},
        {"sideline-start = 1\n[ball]\nposition-m = [0, 2000, 0]\n", "`position-m` contains 2000"},
        {std::string("half = 3\n") + kSmallest, "s.toml:1: "},
        {std::string("field-m = [18, 12]\n") + kSmallest, "a field of 18 m by 12 m"},
        {std::string("play-mode = \"Kick\"\n") + kSmallest, "`play-mode`"},
        {std::string("clock = 3\n") + kSmallest, "clock"},
        {robot, "s.toml:4: left 1 has no position"},
        {robot + "type = 9\nplace-m = [0, 0]\n", "type"},
        {robot + "robot = \"rsg/agent/t1.rsg\"\nplace-m = [0, 0]\n", "rsg/agent/t1.rsg"},
        {robot + "torso-m = [0, 0, 0.4]\norientation = [1, 1, 0, 0]\n", "has the length 1.41"},
        {placed + "joint-angles-deg = { knee = 1 }\n", "knee"},
        {placed + "joint-angles-deg = { llj4 = 90 }\n", "llj4"},
        {placed + "commanded-speeds-deg-per-s = { llj4 = [1] }\n", "the number of cycles"},
        {placed + "commanded-speeds-deg-per-s = { cycles = 2, llj4 = [1] }\n", "llj4"},
        {placed + "commanded-speeds-deg-per-s = { cycles = 1, knee = [1] }\n", "knee"},
        {placed + "commanded-speeds-deg-per-s = { cycles = 1, llj4 = [50000] }\n", "out of range"},
        {placed + "commanded-speeds-deg-per-s = { cycles = 0 }\n", "cycles"},
        {placed + "velocity-m-per-s = [1, 0]\n", "`velocity-m-per-s` has 2 values"},
        {placed + placed.substr(placed.find("[[")), "left 1 occurs twice"},
        {placed + "[[robots]]\nside = \"right\"\nnumber = 1\nplace-m = [0.01, 0]\n",
         "right 1 overlaps left 1"},
        {"sideline-start = \n", "s.toml:1"},
        {"sideline-start = 1\n[ball]\nposition-m = [0, \u00e4, 0]\n", "s.toml:3"},
        {"sideline-start = 1\n[ball]\nposition-m = [0, \u3042, 0]\n", "s.toml:3"},
        {"\u03e7 = 1\n", "s.toml:1"},
        {"h\u00f6he = 1\n", "s.toml:1"},
        {"sideline-start = 1\u3042\n", "s.toml:1"},
    };
    for (const auto& [text, expected] : rows) {
        const auto start = parse(text);
        ASSERT_FALSE(start) << text;
        std::string all;
        for (const base::Error& error : start.error()) {
            EXPECT_EQ(error.file, "s.toml");
            all += error.toString() + "\n";
        }
        EXPECT_THAT(all, HasSubstr(expected)) << text;
    }
}

TEST(StartSituationTest, CommandsAreReadBackIdentically) {
    const auto start = parse(std::string(kSmallest) +
                             "[[robots]]\nside = \"left\"\nnumber = 2\nplace-m = [0, 0]\n"
                             "commanded-speeds-deg-per-s = { cycles = 2, llj4 = [10, -20.5], "
                             "hj1 = [0, 3] }\n");
    ASSERT_TRUE(start) << start.error().front().toString();
    const StartRobot& robot = start->robots.front();
    ASSERT_EQ(robot.commandedDegPerS.size(), 2U);
    EXPECT_EQ(robot.commandedDegPerS[1][robot.model->findJoint("llj4").index()], -20.5);
    EXPECT_EQ(robot.commandedDegPerS[0][robot.model->findJoint("hj1").index()], 0.0);
    const auto again = parse(textOf(*start));
    ASSERT_TRUE(again) << again.error().front().toString();
    EXPECT_EQ(*again, *start);
}

TEST(StartSituationTest, AnotherRobotHasTheSameHeightAndAngles) {
    auto start = parse(std::string(kSmallest) +
                       "[[robots]]\nside = \"left\"\nnumber = 2\ntype = 0\nplace-m = [0, 0]\n"
                       "joint-angles-deg = { rlj3 = 40, rlj4 = -80, rlj5 = 40 }\n");
    ASSERT_TRUE(start);
    const robot::RobotModel& toed = robot::naoModel(robot::NaoType::Toes);
    const auto [X_STorso, anglesRad] = postureFor(start->robots.front(), toed);
    ASSERT_EQ(anglesRad.size(), toed.joints().size());
    EXPECT_NEAR(anglesRad[toed.findJoint("rlj4").index()], math::radFromDeg(-80.0), 1e-12);
    EXPECT_EQ(anglesRad[toed.findJoint("rlj7").index()], 0.0) << "the other one has no toes";
    std::vector<math::Pose> X_SBody(toed.bodies().size());
    robot::forwardKinematics(toed, X_STorso, anglesRad, X_SBody);
    EXPECT_NEAR(robot::lowestHeightM(toed, X_SBody), 0.0, 1e-9);
}

// The sample match of the studio is a log of the real server.
class LoggedSituationTest : public testing::Test {
protected:
    void SetUp() override {
        logs::LogOptions options;
        options.spoolDirectory = m_folder.path();
        auto log = logs::MatchLog::open(tests::sampleLog(), options);
        ASSERT_TRUE(log) << log.error().toString();
        m_log = *log;
        m_log->waitUntilIndexed();
        m_reader.emplace(m_log->makeReader());
    }
    monitor::MatchFramePtr frame(logs::FrameNumber number) {
        const auto read = m_reader->frame(number);
        EXPECT_TRUE(read);
        return *read;
    }
    base::Expected<FrameSituation> situation(logs::FrameNumber number) {
        return situationOf(*frame(number), {frame(number - 1), frame(number + 1)}, "a log", {});
    }

    tests::TempDir m_folder;
    std::shared_ptr<logs::MatchLog> m_log;
    std::optional<logs::FrameReader> m_reader;
};

TEST_F(LoggedSituationTest, FrameIsSavedAndReadBackIdentically) {
    const logs::FrameNumber number = m_log->index()->frameCount() / 2;
    const auto made = situation(number);
    ASSERT_TRUE(made) << made.error().toString();
    const StartSituation& start = made->situation;
    const monitor::MatchFramePtr shown = frame(number);
    ASSERT_EQ(start.robots.size(), shown->robots.size());
    EXPECT_EQ(start.score[0], shown->game.scoreLeft);
    EXPECT_NEAR(start.timeS, shown->game.timeS, 1e-6);
    for (const StartRobot& robot : start.robots) {
        const monitor::RobotFrame* logged = shown->findRobot(robot.player);
        ASSERT_NE(logged, nullptr);
        EXPECT_LT((robot.p_STorso - logged->X_STorso().p).norm(), 1e-5);
        EXPECT_LT((robot.X_STorso().R - logged->X_STorso().R).norm(), 1e-3);
        EXPECT_EQ(robot.type, logged->typeNumber);
        for (std::size_t i = 0; i < robot.jointAnglesDeg.size(); ++i) {
            EXPECT_NEAR(math::radFromDeg(robot.jointAnglesDeg[i]), logged->jointAnglesRad[i], 0.01);
        }
    }
    const auto read = parse(textOf(start));
    ASSERT_TRUE(read) << read.error().front().toString();
    EXPECT_EQ(*read, start);
}

TEST_F(LoggedSituationTest, VelocitiesAreDifferencesWithoutTeleports) {
    const logs::FrameNumber number = m_log->index()->frameCount() / 2;
    auto moved = std::make_shared<monitor::MatchFrame>(*frame(number));
    moved->recordTimeS += 0.04;
    moved->ball->X_SBall.p += Eigen::Vector3d(0.04, -0.02, 0.0);
    moved->robots[0].X_SBody[0].p += Eigen::Vector3d(0.02, 0.0, 0.0);
    const auto made = situationOf(*frame(number), {nullptr, moved}, "", {});
    ASSERT_TRUE(made);
    EXPECT_NEAR(made->situation.ballVelocity_SMps.x(), 1.0, 1e-4);
    EXPECT_NEAR(made->situation.ballVelocity_SMps.y(), -0.5, 1e-4);
    EXPECT_NEAR(made->situation.robots[0].velocity_SMps.x(), 0.5, 1e-4);
    moved->ball->X_SBall.p.x() += 9.0; // moved by the referee
    const auto placed = situationOf(*frame(number), {nullptr, moved}, "", {});
    ASSERT_TRUE(placed);
    EXPECT_TRUE(placed->situation.ballVelocity_SMps.isZero());
}

TEST_F(LoggedSituationTest, RejectsFramesThatCannotBeSimulated) {
    const monitor::MatchFramePtr good = frame(m_log->index()->frameCount() / 2);
    const auto refusal = [&](const auto& spoil) {
        auto frame = std::make_shared<monitor::MatchFrame>(*good);
        spoil(*frame);
        const auto made = situationOf(*frame, {}, "", {});
        return made ? std::string("taken") : made.error().toString();
    };
    using monitor::MatchFrame;
    EXPECT_EQ(refusal([](MatchFrame&) {}), "taken");
    EXPECT_THAT(refusal([](MatchFrame& f) { f.health.outOfSync = true; }), HasSubstr("damaged"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.ball.reset(); }), HasSubstr("has no ball"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.ball->X_SBall.p.x() = NAN; }),
                HasSubstr("has no ball"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.robots[0].X_SBody[3].p.z() = NAN; }),
                HasSubstr("no valid pose"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.robots[0].model = nullptr; }),
                HasSubstr("has no description"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.robots[0].id.unum = UniformNumber(12); }),
                HasSubstr("is not a valid player"));
    EXPECT_THAT(refusal([](MatchFrame& f) {
                    f.robots[1] = f.robots[0];
                    f.robots[1].id.unum = UniformNumber(11);
                }),
                HasSubstr(" overlap"));
    EXPECT_THAT(refusal([](MatchFrame& f) { f.game.playMode = 77; }), HasSubstr("play mode"));
    // A robot without a number is omitted, with a remark.
    auto nameless = std::make_shared<MatchFrame>(*good);
    nameless->robots[0].id = {};
    const auto made = situationOf(*nameless, {}, "", {});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->situation.robots.size(), good->robots.size() - 1);
    ASSERT_FALSE(made->remarks.empty());
    EXPECT_THAT(made->remarks.front(), HasSubstr("omitted"));
}

} // namespace
} // namespace sideline::simulator
