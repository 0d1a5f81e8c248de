#include "logs/analysis/log_statistics.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "logs/analysis/statistics_json.h"
#include "tests/support/agent_record.h"
#include "tests/support/log_files.h"
#include "tests/support/test_files.h"

namespace sideline::logs {
namespace {

using game::Side;
using tests::ScriptedScene;

// Left 1 kicks the ball at 2 s; it rolls 3 m to left 2.
std::vector<ScriptedScene> passScenes(int count, double stepS = 0.2) {
    std::vector<ScriptedScene> scenes;
    for (int i = 0; i < count; ++i) {
        ScriptedScene scene;
        scene.timeS = stepS * i;
        scene.playMode = 3;
        scene.p_SBall = {-std::clamp(2.0 * (scene.timeS - 2.0), 0.0, 3.0), 0, 0.042};
        scene.robots = {tests::scriptedRobot(Side::Left, 1, 0.2),
                        tests::scriptedRobot(Side::Left, 2, -3.2),
                        tests::scriptedRobot(Side::Right, 7, 5)};
        scenes.push_back(std::move(scene));
    }
    return scenes;
}

base::Expected<MatchStatistics> statisticsOfFile(const std::filesystem::path& file,
                                                 const StatisticsOptions& options = {}) {
    LogOptions logOptions;
    logOptions.analyze = false;
    logOptions.spoolDirectory = std::filesystem::temp_directory_path();
    const auto log = MatchLog::open(file, logOptions);
    if (!log) {
        return tl::unexpected(log.error());
    }
    (*log)->waitUntilIndexed();
    return statisticsOf((*log)->parts(), options);
}

base::Expected<MatchStatistics> statisticsOfText(const std::string& text,
                                                 const StatisticsOptions& options = {}) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", text);
    return statisticsOfFile(dir / "a.log", options);
}

std::string textOf(const MatchStatistics& statistics) {
    return toJson(statistics).dump();
}

TEST(LogStatisticsTest, APassInALog) {
    const auto statistics = statisticsOfText(tests::scriptedLog(passScenes(40), 15));
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->frames, 40U);
    ASSERT_EQ(statistics->kicks.size(), 1U);
    EXPECT_NEAR(statistics->kicks[0].speedMps, 2.0, 0.05);
    EXPECT_EQ(statistics->kicks[0].next, (game::PlayerId{Side::Left, game::UniformNumber(2)}));
    EXPECT_TRUE(statistics->kicks[0].isPass);
    EXPECT_EQ(statistics->total.teams.left.completePasses, 1);
    EXPECT_EQ(statistics->players.size(), 3U);
}

TEST(LogStatisticsTest, FramesOfALiveMatchCountAsThoseOfALog) {
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(passScenes(40), 15));
    const auto log = tests::openAnalyzed(dir / "a.log");
    FrameReader reader = log->makeReader();
    MatchAnalysis live;
    for (FrameNumber i = 0; i < log->index()->frameCount(); ++i) {
        live.add(**reader.frame(i));
    }
    const auto counted = statisticsOf(log->parts(), {});
    ASSERT_TRUE(counted);
    EXPECT_EQ(textOf(live.statistics()), textOf(*counted));
}

TEST(LogStatisticsTest, ThreadsDoNotChangeTheResult) {
    const std::string text = tests::scriptedLog(passScenes(2000), 15);
    StatisticsOptions options;
    const auto one = statisticsOfText(text, options);
    options.threads = 3;
    const auto three = statisticsOfText(text, options);
    ASSERT_TRUE(one && three);
    EXPECT_EQ(one->frames, 2000U);
    EXPECT_EQ(textOf(*one), textOf(*three));
}

TEST(LogStatisticsTest, ADamagedSceneBetweenTwoThreadsAffectsNothingElse) {
    std::string text = tests::scriptedLog(passScenes(1200), 15);
    // The full scene at which the second thread begins.
    std::size_t at = 0;
    for (int line = 0; line < 270; ++line) {
        at = text.find('\n', at) + 1;
    }
    text[text.find("SLT", at + 2000)] = '(';
    StatisticsOptions options;
    options.threads = 2;
    const auto damaged = statisticsOfText(text, options);
    ASSERT_TRUE(damaged);
    EXPECT_EQ(damaged->frames, 1200U);
    EXPECT_EQ(damaged->skippedFrames, 1U); // the differences after it apply to the preceding scene
    EXPECT_EQ(damaged->players.size(), 3U);
    EXPECT_EQ(damaged->total.teams.left.completePasses, 1);
}

TEST(LogStatisticsTest, CountsASpanOfTheMatch) {
    const std::string text = tests::scriptedLog(passScenes(100), 15);
    StatisticsOptions options;
    options.fromS = 5.0;
    options.toS = 15.0;
    const auto span = statisticsOfText(text, options);
    ASSERT_TRUE(span);
    EXPECT_EQ(span->frames, 51U);
    EXPECT_NEAR(span->total.fromS, 5.0, 1e-3);
    EXPECT_NEAR(span->total.toS, 15.0, 1e-3);
    EXPECT_TRUE(span->kicks.empty());
    options.fromS = 500.0;
    options.toS = {};
    const auto nothing = statisticsOfText(text, options);
    ASSERT_FALSE(nothing);
    EXPECT_EQ(nothing.error().code, base::ErrorCode::InvalidArgument);
}

TEST(LogStatisticsTest, ALogWithoutRobotsHasNoPlayers) {
    auto scenes = passScenes(20);
    for (ScriptedScene& scene : scenes) {
        scene.robots.clear();
    }
    const auto statistics = statisticsOfText(tests::scriptedLog(scenes, 15));
    ASSERT_TRUE(statistics);
    EXPECT_TRUE(statistics->players.empty());
    EXPECT_TRUE(statistics->kicks.empty());
    EXPECT_EQ(toJson(*statistics)["kicks"].size(), 0U);
}

TEST(LogStatisticsTest, UnknownValuesAreNullInJson) {
    const auto statistics = statisticsOfText(tests::scriptedLog(passScenes(40), 15));
    ASSERT_TRUE(statistics);
    const auto json = toJson(*statistics);
    EXPECT_EQ(json["total"]["left"]["completePasses"], 1);
    EXPECT_EQ(json["passNetwork"][0]["count"], 1);
    EXPECT_EQ(json["passNetwork"][0]["to"]["unum"], 2);
    EXPECT_TRUE(json["firstShotAfterS"]["left"].is_null());
    EXPECT_TRUE(json["players"][0]["meanGetUpS"].is_null());
    EXPECT_EQ(json["kicks"][0]["outcome"], "teammate");
    EXPECT_EQ(json["ball"]["rowsS"].size(), 40U);
}

// Counted by hand, frame by frame, from the positions of ball and robots: left 3 stands at the ball
// (0.2 to 0.4 m) from the first frame to 26.9 s, then kicks it at 5.4 m/s, 17 degrees to the left
// of straight back; no other player reaches it. Right 11 is penalized for charging and moved off
// the field. No robot falls.
TEST(LogStatisticsTest, TheSampleMatchAsCountedByHand) {
    const auto statistics = statisticsOfFile(tests::sampleLog());
    ASSERT_TRUE(statistics);
    const game::PlayerId left3{Side::Left, game::UniformNumber(3)};
    const game::PlayerId right11{Side::Right, game::UniformNumber(11)};
    ASSERT_EQ(statistics->kicks.size(), 1U);
    const Kick& kick = statistics->kicks[0];
    EXPECT_EQ(kick.by, left3);
    EXPECT_NEAR(kick.when.frame, 31, 1); // the ball has moved by 11 cm in frame 32
    EXPECT_NEAR(kick.speedMps, 5.4, 0.1);
    EXPECT_NEAR(kick.directionRad, std::atan2(-0.32, -1.02), 0.03);
    EXPECT_NEAR(kick.p_SFrom.x(), -5.80, 0.12);
    EXPECT_EQ(kick.shot, ShotKind::None);
    EXPECT_FALSE(kick.isPass);
    EXPECT_EQ(statistics->total.possessionRatio(Side::Left), 1.0);
    EXPECT_NEAR(statistics->find(left3)->controlS, 6.0, 0.41);
    EXPECT_TRUE(statistics->falls.empty());
    ASSERT_EQ(statistics->fouls.size(), 1U);
    EXPECT_EQ(statistics->fouls[0].by, right11);
    // Its torso moved 16.1 m, of which 10.7 m by the referee.
    EXPECT_NEAR(statistics->find(right11)->distanceM, 5.4, 0.3);
    // The piecewise path of a walking robot is slightly shorter than that of its swaying torso:
    // 4.32 m.
    EXPECT_NEAR(statistics->find({Side::Left, game::UniformNumber(11)})->distanceM, 4.2, 0.15);
    EXPECT_FALSE(statistics->kickOffS);
}

// Kicks of the whole match; tests/data/kicks.csv has the reason for each.
TEST(LogStatisticsTest, AWholeMatchOfTheRealServer) {
    SIDELINE_SHARED_OR_SKIP(file, "match/2v2-150s.log.gz");
    const auto statistics = statisticsOfFile(file);
    ASSERT_TRUE(statistics);
    std::string kicks;
    for (const Kick& kick : statistics->kicks) {
        kicks += (kick.by.side == Side::Left ? "L" : "R") + std::to_string(kick.by.unum.value()) +
                 "@" + std::to_string(std::lround(kick.when.gameTimeS)) + " ";
    }
    EXPECT_EQ(kicks, "R2@42 L2@52 R2@63 R1@75 L1@97 L1@111 L1@124 L2@141 R2@151 L2@161 L1@171 "
                     "L1@186 R2@200 L1@219 R2@236 ");
    EXPECT_EQ(statistics->falls.size(), 19U); // as in the log's events
    EXPECT_TRUE(std::ranges::all_of(statistics->falls, &Fall::hasGotUp));
    EXPECT_TRUE(statistics->goals.empty());
    EXPECT_EQ(statistics->total.teams.left.completePasses, 0);
    EXPECT_EQ(statistics->total.teams.right.completePasses, 1);
    EXPECT_NEAR(*statistics->kickOffS, 2.08, 0.01); // announced with a delay
}

// The score is reported 2.2 s after the ball crossed the line, in the next full scene.
TEST(LogStatisticsTest, AGoalHasTheSameTimeInStatisticsAndEvents) {
    std::vector<ScriptedScene> scenes = passScenes(45);
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        scenes[i].p_SBall = {i < 19 ? 14.0 : 15.3, 0.4, 0.042};
        scenes[i].scoreLeft = i < 30 ? 0 : 1;
        scenes[i].playMode = i < 30 ? 3 : 13;
    }
    const tests::TempDir dir;
    tests::writeFile(dir / "a.log", tests::scriptedLog(scenes, 15));
    const auto log = tests::openAnalyzed(dir / "a.log");
    const auto statistics = statisticsOf(log->parts(), {});
    ASSERT_TRUE(statistics);
    ASSERT_EQ(statistics->goals.size(), 1U);
    EXPECT_EQ(statistics->goals[0].when.frame, 19U);
    const auto& events = log->analysis()->events;
    const auto goal = std::ranges::find(events, EventKind::Goal, &Event::kind);
    ASSERT_NE(goal, events.end());
    EXPECT_EQ(goal->frame, statistics->goals[0].when.frame);
    EXPECT_EQ(goal->recordTimeS, statistics->goals[0].when.recordTimeS);
}

// Formats kicks as `L7@1234 `: kicker and frame.
std::string kickText(const game::PlayerId& by, FrameNumber frame) {
    return (by.side == Side::Left ? "L" : "R") + std::to_string(by.unum.value()) + "@" +
           std::to_string(frame) + " ";
}

TEST(LogStatisticsTest, EventsNameTheKicksOfTheStatistics) {
    for (const char* name :
         {"match/2v2-150s.log.gz", "match/11v11-60s.tar.bz2", "agent/ut-fine.monitor.log.xz"}) {
        SIDELINE_SHARED_OR_SKIP(file, name);
        const auto log = tests::openAnalyzed(file);
        ASSERT_NE(log, nullptr);
        std::string events;
        for (const Event& event : log->analysis()->events) {
            if (event.kind == EventKind::Kick) {
                events += kickText(event.robot, event.frame);
            }
        }
        const auto statistics = statisticsOf(log->parts(), {});
        ASSERT_TRUE(statistics);
        std::string kicks;
        for (const Kick& kick : statistics->kicks) {
            kicks += kickText(kick.by, kick.when.frame);
        }
        EXPECT_EQ(events, kicks) << name;
        EXPECT_FALSE(kicks.empty()) << name;
    }
}

// A kick that was judged by hand.
struct JudgedKick {
    double gameTimeS = 0.0;
    game::PlayerId by;
};

// Reads tests/data/kicks.csv: recording, game time in seconds, side, number, why.
std::map<std::string, std::vector<JudgedKick>> judgedKicks() {
    std::map<std::string, std::vector<JudgedKick>> all;
    std::istringstream lines(tests::readUnpacked(tests::dataFile("kicks.csv")));
    std::string line;
    while (std::getline(lines, line)) {
        if (line.empty() || line[0] == '#') {
            continue;
        }
        std::istringstream cells(line);
        std::string recording;
        std::string timeS;
        std::string side;
        std::string unum;
        std::getline(cells, recording, ',');
        std::getline(cells, timeS, ',');
        std::getline(cells, side, ',');
        std::getline(cells, unum, ',');
        all[recording].push_back({std::stod(timeS),
                                  {side == "left"    ? Side::Left
                                   : side == "right" ? Side::Right
                                                     : Side::None,
                                   game::UniformNumber(std::stoi(unum))}});
    }
    return all;
}

// 97 of 100 kicks must be found, with their kicker; a kick that was not seen counts as wrong, too.
// Those that are unclear (side `none`) count for nothing.
TEST(LogStatisticsTest, KicksAndKickersAsJudgedByHand) {
    constexpr double kSameS = 0.45; // two frames
    int judged = 0;
    int wrong = 0;
    std::string texts;
    for (const auto& [recording, kicks] : judgedKicks()) {
        SIDELINE_SHARED_OR_SKIP(file, recording);
        const auto statistics = statisticsOfFile(file);
        ASSERT_TRUE(statistics);
        std::vector<Kick> found = statistics->kicks;
        for (const JudgedKick& kick : kicks) {
            const auto same = std::ranges::find_if(found, [&](const Kick& other) {
                return std::abs(other.when.gameTimeS - kick.gameTimeS) < kSameS;
            });
            const bool isUnclear = kick.by.side == Side::None;
            const bool isRight = same != found.end() && same->by == kick.by;
            judged += isUnclear ? 0 : 1;
            wrong += isUnclear || isRight ? 0 : 1;
            if (!isUnclear && !isRight) {
                texts += recording + " at " + std::to_string(kick.gameTimeS) +
                         " s: " + (same != found.end() ? game::toString(same->by) : "not found") +
                         "\n";
            }
            if (same != found.end()) {
                found.erase(same);
            }
        }
        for (const Kick& kick : found) {
            texts += recording + " at " + std::to_string(kick.when.gameTimeS) + " s: no kick\n";
            ++wrong;
        }
    }
    EXPECT_GE(judged, 20);
    EXPECT_LE(100 * wrong, 3 * judged) << texts;
}

// 50 Hz instead of 5.
TEST(LogStatisticsTest, AFineRecordingOfTheRealServer) {
    SIDELINE_SHARED_OR_SKIP(file, "agent/ut-fine.monitor.log.xz");
    StatisticsOptions options;
    options.threads = 2;
    const auto statistics = statisticsOfFile(file, options);
    ASSERT_TRUE(statistics);
    ASSERT_EQ(statistics->kicks.size(), 2U);
    EXPECT_NEAR(statistics->kicks[0].when.gameTimeS, 33.66, 0.1);
    EXPECT_NEAR(statistics->kicks[0].speedMps, 5.9, 0.2);
    EXPECT_EQ(statistics->kicks[0].outcome, KickOutcome::Teammate);
    EXPECT_EQ(statistics->kicks[1].outcome, KickOutcome::Opponent);
    EXPECT_EQ(statistics->falls.size(), 4U); // without one before the kick-off
    EXPECT_EQ(statistics->fouls.size(), 2U);
}

// Robots of rcssservermj, on a field of 55 m: a goal for the right team, with the ball placed by a
// trainer.
TEST(LogStatisticsTest, AMatchOfRcssservermj) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-3v3-sync.monitor.rec.xz");
    const tests::TempDir dir;
    tests::writeFile(dir / "b.log", tests::matchLogOf(file));
    const auto statistics = statisticsOfFile(dir / "b.log");
    ASSERT_TRUE(statistics);
    EXPECT_EQ(statistics->scoreRight, 1);
    ASSERT_EQ(statistics->goals.size(), 1U);
    EXPECT_EQ(statistics->goals[0].side, Side::Right);
    EXPECT_EQ(statistics->goals[0].by.side, Side::None);
    EXPECT_TRUE(statistics->kicks.empty());
    EXPECT_EQ(statistics->falls.size(), 4U);
    EXPECT_NEAR(statistics->field->lengthM, 55.0, 1e-6);
    ASSERT_EQ(statistics->players.size(), 6U);
    EXPECT_EQ(statistics->players[0].robot, "T1");
    EXPECT_GT(statistics->players[0].distanceM, 5.0);
}

} // namespace
} // namespace sideline::logs
