#include "logs/match/events.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::Side;
using tests::ScriptedScene;

// Formats events of scripted scenes as text, one per line: kind@frame text.
std::string eventsOf(const std::vector<ScriptedScene>& scenes, int fullEvery,
                     std::uint32_t kinds = ~std::uint32_t{0}) {
    const tests::TempDir dir;
    tests::writeFile(dir / "e.log", tests::scriptedLog(scenes, fullEvery));
    const auto log = tests::openAnalyzed(dir / "e.log");
    std::string text;
    for (const Event& event : log->analysis()->events) {
        if ((kinds & kindBit(event.kind)) != 0) {
            text += std::string(eventKindName(event.kind)) + "@" + std::to_string(event.frame) +
                    " " + event.text + "\n";
        }
    }
    return text;
}

// Returns the first event of this kind, with this text if it is not empty.
Event eventOf(const std::vector<ScriptedScene>& scenes, int fullEvery, EventKind kind,
              std::string_view text = {}) {
    const tests::TempDir dir;
    tests::writeFile(dir / "e.log", tests::scriptedLog(scenes, fullEvery));
    const auto log = tests::openAnalyzed(dir / "e.log");
    const auto& events = log->analysis()->events;
    const auto found = std::ranges::find_if(events, [&](const Event& event) {
        return event.kind == kind && (text.empty() || event.text == text);
    });
    EXPECT_NE(found, events.end());
    return found == events.end() ? Event{} : *found;
}

std::vector<ScriptedScene> still(int count, double stepS = 0.2) {
    std::vector<ScriptedScene> scenes(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        auto& scene = scenes[static_cast<std::size_t>(i)];
        scene.timeS = i * stepS;
        scene.playMode = 3;
        scene.robots = {tests::scriptedRobot(Side::Left, 1, -0.2),
                        tests::scriptedRobot(Side::Right, 7, 5)};
    }
    return scenes;
}

TEST(EventsTest, GoalsPlayModesAndHalves) {
    auto scenes = still(30);
    for (std::size_t i = 10; i < 30; ++i) {
        scenes[i].scoreLeft = 1;
        scenes[i].playMode = i < 20 ? 13 : 2;
        scenes[i].half = i < 25 ? 1 : 2;
    }
    EXPECT_EQ(eventsOf(scenes, 0), "play-mode@0 PlayOn\n"
                                   "goal@10 Goal for Alpha, 1:0\n"
                                   "play-mode@10 Goal_Left\n"
                                   "play-mode@20 KickOff_Right\n"
                                   "half@25 Half 2\n");
}

TEST(EventsTest, AScoreSetByATrainerIsNoGoal) {
    auto scenes = still(6);
    for (std::size_t i = 3; i < 6; ++i) {
        scenes[i].scoreLeft = 3;
        scenes[i].scoreRight = 1;
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Goal) | kindBit(EventKind::Score)),
              "score@3 Score set to 3:1\n");
}

TEST(EventsTest, RepeatedAnnouncementsAreOneFoul) {
    auto scenes = still(40);
    int index = 1;
    const auto announce = [&](std::size_t frame) {
        scenes[frame].extraPredicates = "(foul " + std::to_string(index) + " 6 2 7)(foul " +
                                        std::to_string(index + 1) + " 6 2 7)";
        index += 2;
    };
    for (const std::size_t frame : {5U, 6U, 7U, 8U, 30U, 31U}) {
        announce(frame);
    }
    scenes[7].extraPredicates += "(foul 50 1 1 1)";
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Foul)), "foul@5 Charging by Beta 7\n"
                                                             "foul@7 Touching by Alpha 1\n"
                                                             "foul@30 Charging by Beta 7\n");
}

TEST(EventsTest, KicksAndPlacedBalls) {
    auto scenes = still(30);
    for (std::size_t i = 6; i < 20; ++i) {
        scenes[i].p_SBall.x() = 0.4 * std::min<double>(static_cast<double>(i) - 5, 6);
    }
    for (std::size_t i = 20; i < 30; ++i) {
        scenes[i].p_SBall = {0, 9, 0.042};
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Kick) | kindBit(EventKind::BallMoved)),
              "kick@5 Kick by Alpha 1, 2.0 m/s\n"
              "ball-moved@20 Ball placed at (0.0, 9.0)\n");
}

// The defender is nearer to the ball, which is kicked past it.
TEST(EventsTest, TheRobotBehindTheBallKicked) {
    auto scenes = still(20);
    for (std::size_t i = 0; i < 20; ++i) {
        scenes[i].robots = {tests::scriptedRobot(Side::Left, 1, -0.3),
                            tests::scriptedRobot(Side::Right, 7, 0.25, 0.05)};
        scenes[i].p_SBall.x() = i < 6 ? 0.0 : 0.6 * (static_cast<double>(i) - 5);
    }
    const Event kick = eventOf(scenes, 0, EventKind::Kick);
    EXPECT_EQ(kick.text, "Kick by Alpha 1, 3.0 m/s");
    EXPECT_EQ(kick.robot, (game::PlayerId{Side::Left, game::UniformNumber(1)}));
    EXPECT_EQ(kick.frame, 5U);
    EXPECT_NEAR(kick.gameTimeS, 1.0, 1e-5);
}

TEST(EventsTest, AKickStandsBeforeEventsThatHappenedMeanwhile) {
    auto scenes = still(20);
    for (std::size_t i = 6; i < 20; ++i) {
        scenes[i].p_SBall.x() = 0.4 * (static_cast<double>(i) - 5);
        scenes[i].playMode = 5;
    }
    EXPECT_EQ(eventsOf(scenes, 0), "play-mode@0 PlayOn\n"
                                   "kick@5 Kick by Alpha 1, 2.0 m/s\n"
                                   "play-mode@6 KickIn_Right\n");
}

TEST(EventsTest, ABallAcceleratedFarFromAllRobotsIsNoKick) {
    auto scenes = still(20);
    for (std::size_t i = 0; i < 20; ++i) {
        scenes[i].p_SBall = {10, i < 6 ? 0.0 : 0.4 * (static_cast<double>(i) - 5), 0.042};
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Kick)), "");
}

TEST(EventsTest, ABallThatRollsPastARobotIsNoKick) {
    auto scenes = still(40);
    for (std::size_t i = 0; i < 40; ++i) {
        scenes[i].p_SBall = {-8.0 + 0.4 * static_cast<double>(i), 0.3, 0.042};
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Kick)), "");
}

TEST(EventsTest, FallsAndGetUps) {
    auto scenes = still(30);
    for (std::size_t i = 10; i < 20; ++i) {
        scenes[i].robots[1].X_STorso = {
            Eigen::AngleAxisd(-1.5, Eigen::Vector3d::UnitX()).toRotationMatrix(), {5, 0, 0.1}};
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Fall) | kindBit(EventKind::GetUp)),
              "fall@10 Beta 7 fell\n"
              "get-up@20 Beta 7 got up\n");
}

TEST(EventsTest, RobotsJoinAndLeave) {
    auto scenes = still(30);
    for (std::size_t i = 10; i < 20; ++i) {
        scenes[i].robots.push_back(tests::scriptedRobot(Side::Right, 11, 1, 1));
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::Join) | kindBit(EventKind::Leave)),
              "join@10 Beta 11 joined\n"
              "leave@20 Beta 11 left\n");
}

TEST(EventsTest, AClockThatIsSetOrStartsAgain) {
    auto scenes = still(30);
    for (std::size_t i = 10; i < 30; ++i) {
        scenes[i].timeS =
            i < 20 ? 295.0 + 0.2 * static_cast<double>(i - 10) : 0.2 * static_cast<double>(i - 20);
    }
    EXPECT_EQ(eventsOf(scenes, 0, kindBit(EventKind::TimeJump)),
              "time-jump@10 Game clock from 0:01.80 to 4:55.00\n"
              "time-jump@20 Game clock from 4:56.80 to 0:00.00\n");
}

// A server log with a connected monitor: the difference with the goal was sent to the monitor, so
// the log shows it only in the next full scene; the ball shows the actual time.
TEST(EventsTest, EstimatesTheTimeOfDelayedChanges) {
    auto scenes = still(31);
    for (std::size_t i = 0; i < 31; ++i) {
        scenes[i].p_SBall = {i < 19 ? 14.0 : 15.3, 0.4, 0.042};
        scenes[i].scoreLeft = i < 30 ? 0 : 1;
        scenes[i].playMode = i < 30 ? 3 : 13;
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "e.log", tests::scriptedLog(scenes, 15));
    const auto log = tests::openAnalyzed(dir / "e.log");
    const auto& events = log->analysis()->events;
    const auto goal = std::ranges::find(events, EventKind::Goal, &Event::kind);
    ASSERT_NE(goal, events.end());
    EXPECT_EQ(goal->frame, 19U);
    EXPECT_NEAR(goal->gameTimeS, 3.8, 1e-5);
    EXPECT_EQ(goal->reportedFrame, 30U);
    EXPECT_EQ(goal->side, Side::Left);
    const auto mode = std::ranges::find(events, std::string("Goal_Left"), &Event::text);
    ASSERT_NE(mode, events.end());
    EXPECT_EQ(mode->frame, 19U);
    EXPECT_TRUE(std::ranges::is_sorted(events, {}, &Event::frame));
}

// A full scene without a goal proves that the ball was placed beyond the goal line, so a later goal
// is not dated to it.
TEST(EventsTest, EstimatesGoalsByTheBallOnlySinceTheLastFullScene) {
    auto scenes = still(31);
    for (std::size_t i = 0; i < 31; ++i) {
        const bool isBehindTheLine = (i >= 5 && i < 10) || i >= 19;
        scenes[i].p_SBall = {isBehindTheLine ? 15.3 : 14.0, 0.4, 0.042};
        scenes[i].scoreLeft = i < 30 ? 0 : 1;
    }
    const Event goal = eventOf(scenes, 15, EventKind::Goal);
    EXPECT_EQ(goal.frame, 19U);
    EXPECT_EQ(goal.reportedFrame, 30U);
}

TEST(EventsTest, EstimatesKickOffsByTheRestartedClock) {
    for (const bool stands : {true, false}) {
        auto scenes = still(31);
        double timeS = 0.0;
        for (std::size_t i = 0; i < 31; ++i) {
            timeS += stands && i > 18 && i < 23 ? 0.0 : 0.2;
            scenes[i].timeS = timeS;
            scenes[i].playMode = i < 30 ? 3 : 2;
        }
        const Event kickOff = eventOf(scenes, 15, EventKind::PlayMode, "KickOff_Right");
        EXPECT_EQ(kickOff.frame, stands ? 23U : 30U);
        EXPECT_EQ(kickOff.reportedFrame, stands ? std::optional<FrameNumber>(30) : std::nullopt);
    }
}

TEST(EventsTest, RealMatches) {
    SIDELINE_SHARED_OR_SKIP(file, "match/2v2-150s.log.gz");
    const auto log = tests::openAnalyzed(file);
    ASSERT_NE(log, nullptr);
    const auto analysis = log->analysis();
    std::string fouls;
    for (const Event& event : analysis->events) {
        if (event.kind == EventKind::Foul) {
            fouls += event.text + "@" + std::to_string(event.frame) + " ";
        }
    }
    EXPECT_EQ(fouls, "Charging by UTA 2@12305 Charging by UTB 1@12437 Charging by UTB 2@12580 "
                     "Charging by UTA 1@13184 ");
    EXPECT_EQ(analysis->players.size(), 4U);
    EXPECT_EQ(analysis->players.at({Side::Left, game::UniformNumber(2)}), 1);
    // Reported in a full scene at 2.08 s; the clock started ten frames earlier.
    const auto kickOff =
        std::ranges::find(analysis->events, std::string("KickOff_Left"), &Event::text);
    ASSERT_NE(kickOff, analysis->events.end());
    EXPECT_EQ(kickOff->frame, 12017U);
    EXPECT_EQ(kickOff->reportedFrame, 12027U);
}

} // namespace
} // namespace sideline::logs
