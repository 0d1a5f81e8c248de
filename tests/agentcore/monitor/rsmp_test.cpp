// The monitor stream of rcssservermj, with hand-written scenes.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/match_frame.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "tests/support/agent_record.h"
#include "tests/support/rsmp_builder.h"
#include "tests/support/test_files.h"

namespace sideline::monitor {
namespace {

using tests::rsmpDiff;
using tests::rsmpEnvironment;
using tests::rsmpFull;
using tests::RsmpRobot;
using tests::RsmpScene;

MatchFramePtr rsmpFrameOf(const MonitorDecoder& decoder) {
    return makeMatchFrame(0, 0.0, decoder.game(),
                          std::make_shared<const SceneState>(decoder.scene()), false);
}

MatchFramePtr decodedFull(const RsmpScene& scene) {
    MonitorDecoder decoder;
    const auto report = decoder.decode(rsmpFull(scene), 0);
    EXPECT_TRUE(report) << report.error().toString();
    EXPECT_TRUE(report->remarks.empty());
    return rsmpFrameOf(decoder);
}

RsmpScene oneRsmpRobot(robot::MujocoRobot type = robot::MujocoRobot::T1) {
    RsmpScene scene;
    scene.robots.resize(1);
    scene.robots[0].type = type;
    return scene;
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

TEST(RsmpTest, FindsBallRobotsAndGame) {
    RsmpScene scene = oneRsmpRobot();
    scene.p_SBall = {1.5, -2.0, 0.11};
    scene.serverTimeS = 17.04;
    scene.timeS = 3.5;
    scene.playMode = 3;
    scene.scoreRight = 2;
    scene.robots[0].unum = 3;
    // It faces the right goal: 90 degrees clockwise from the zero heading of our robots.
    scene.robots[0].X_STorso.p = {-4.0, 1.0, 0.67};
    scene.robots[0].X_STorso.R << 0, 1, 0, -1, 0, 0, 0, 0, 1;
    scene.robots.push_back({.team = "Beta", .side = game::Side::Right, .unum = 11});
    const MatchFramePtr frame = decodedFull(scene);
    ASSERT_TRUE(frame->ball);
    EXPECT_NEAR(frame->ball->X_SBall.p.x(), 1.5, 1e-6);
    EXPECT_NEAR(frame->ball->X_SBall.p.y(), -2.0, 1e-6);
    EXPECT_DOUBLE_EQ(frame->game.ballRadiusM(), 0.11);
    EXPECT_DOUBLE_EQ(frame->game.timeS, 3.5);
    EXPECT_DOUBLE_EQ(frame->game.serverTimeS.value(), 17.04);
    EXPECT_EQ(frame->game.playModeName(), "PlayOn");
    EXPECT_EQ(frame->game.scoreRight, 2);
    EXPECT_EQ(frame->game.teamLeft, "Alpha");
    const RobotFrame* robot = frame->findRobot({game::Side::Left, game::UniformNumber(3)});
    ASSERT_NE(robot, nullptr);
    ASSERT_NE(robot->model, nullptr);
    EXPECT_EQ(robot->model->name(), "T1");
    EXPECT_NEAR(robot->X_STorso().p.x(), -4.0, 1e-6);
    EXPECT_NEAR(robot->headingRad(), 0.0, 1e-3);
    EXPECT_FALSE(robot->isFallen());
    EXPECT_NE(frame->findRobot({game::Side::Right, game::UniformNumber(11)}), nullptr);
}

TEST(RsmpTest, RecognizesRobotsByTreeAndMeshes) {
    for (const robot::MujocoRobot type : robot::kMujocoRobots) {
        const robot::RobotModel& model = robot::mujocoRobotModel(type);
        RsmpScene scene = oneRsmpRobot(type);
        scene.robots[0].X_STorso.p = model.traits().p_STorsoAtStart;
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            scene.robots[0].jointAnglesRad.push_back(0.02 * static_cast<double>(i) - 0.2);
        }
        const MatchFramePtr frame = decodedFull(scene);
        ASSERT_EQ(frame->robots.size(), 1U);
        const RobotFrame& robot = frame->robots[0];
        ASSERT_NE(robot.model, nullptr) << model.name();
        EXPECT_EQ(robot.model->name(), model.name());
        ASSERT_EQ(robot.jointAnglesRad.size(), model.joints().size());
        for (std::size_t i = 0; i < model.joints().size(); ++i) {
            EXPECT_NEAR(robot.jointAnglesRad[i], scene.robots[0].jointAnglesRad[i], 2e-4)
                << model.name() << ' ' << model.joints()[i].perceptor;
        }
        EXPECT_LT(robot.maxJointGapM, 1e-3) << model.name();
        EXPECT_FALSE(robot.isFallen()) << model.name();
        // Fallen when on its back, and also in a split with an upright torso.
        scene.robots[0].X_STorso.R = Eigen::AngleAxisd(1.5, Eigen::Vector3d::UnitX()).matrix();
        EXPECT_TRUE(decodedFull(scene)->robots[0].isFallen()) << model.name();
        scene.robots[0].X_STorso.R.setIdentity();
        scene.robots[0].X_STorso.p.z() *= 0.05;
        EXPECT_TRUE(decodedFull(scene)->robots[0].isFallen()) << model.name();
        EXPECT_NEAR(robot.headHeightRatio(), 1.0, 0.03) << model.name();
    }
}

TEST(RsmpTest, OtherMeshesGiveUnknownRobot) {
    RsmpScene scene = oneRsmpRobot();
    scene.robots[0].meshEnding = ".obj"; // file extensions are ignored
    EXPECT_NE(decodedFull(scene)->robots[0].model, nullptr);
    scene.robots[0].meshPrefix = "New_";
    const MatchFramePtr frame = decodedFull(scene);
    ASSERT_EQ(frame->robots.size(), 1U);
    EXPECT_EQ(frame->robots[0].model, nullptr);
    EXPECT_EQ(frame->robots[0].X_SBody.size(), 24U);
    EXPECT_EQ(frame->bodyName(frame->robots[0], 1), "New_H1");
    EXPECT_EQ(frame->robots[0].id.side, game::Side::Left);
}

TEST(RsmpTest, TeamNameGivesSideWithoutMaterial) {
    RsmpScene scene = oneRsmpRobot();
    scene.robots[0].side = game::Side::None;
    scene.robots[0].team = "Two Words";
    scene.robots[0].unum = 4;
    scene.teamRight = "Two Words";
    const MatchFramePtr frame = decodedFull(scene);
    EXPECT_EQ(frame->robots[0].id, (game::PlayerId{game::Side::Right, game::UniformNumber(4)}));
    scene.teamLeft = "Two Words"; // unknown name
    EXPECT_EQ(decodedFull(scene)->robots[0].id.side, game::Side::None);
}

TEST(RsmpTest, MissingTeamsHaveNoName) {
    RsmpScene scene;
    scene.teamLeft = "<LEFT>";
    scene.teamRight = "<RIGHT>";
    const MatchFramePtr frame = decodedFull(scene);
    EXPECT_EQ(frame->game.teamLeft, "");
    EXPECT_EQ(frame->game.teamRight, "");
}

TEST(RsmpTest, DifferencesUpdatePosesAndStamps) {
    const RsmpScene before = oneRsmpRobot();
    RsmpScene after = before;
    after.p_SBall.x() = 2.0;
    after.timeS = 0.04;
    after.scoreLeft = 1;
    after.robots[0].jointAnglesRad.assign(23, 0.0);
    after.robots[0].jointAnglesRad[0] = 0.5;
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(rsmpFull(before), 0));
    const auto report = decoder.decode(rsmpDiff(before, after), 1);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_EQ(report->kind, MessageKind::Difference);
    EXPECT_FALSE(report->outOfSync);
    EXPECT_TRUE(report->hasTime);
    const MatchFramePtr frame = rsmpFrameOf(decoder);
    EXPECT_NEAR(frame->ball->X_SBall.p.x(), 2.0, 1e-6);
    EXPECT_EQ(frame->ball->updatedAt, 1U);
    EXPECT_EQ(frame->game.scoreLeft, 1);
    EXPECT_NEAR(frame->robots[0].jointAnglesRad[0], 0.5, 1e-3);
    EXPECT_EQ(frame->robots[0].bodyUpdatedAt[0], 0U);
    EXPECT_EQ(frame->robots[0].bodyUpdatedAt[1], 1U);
}

TEST(RsmpTest, JoiningRobotWaitsForNextFullScene) {
    const RsmpScene before = oneRsmpRobot();
    RsmpScene grown = before;
    grown.p_SBall.x() = 3.0;
    grown.robots[0].X_STorso.p.x() = 1.0;
    grown.robots.push_back({.team = "Beta", .side = game::Side::Right, .unum = 2});
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(rsmpFull(before), 0));
    auto report = decoder.decode(rsmpDiff(before, grown), 1);
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->outOfSync);
    EXPECT_TRUE(report->outOfSync->byteOffset);
    MatchFramePtr frame = rsmpFrameOf(decoder);
    EXPECT_TRUE(frame->health.outOfSync);
    ASSERT_EQ(frame->robots.size(), 1U);
    EXPECT_NEAR(frame->robots[0].X_STorso().p.x(), 1.0, 1e-6); // known robots are still updated
    EXPECT_NEAR(frame->ball->X_SBall.p.x(), 3.0, 1e-6);
    report = decoder.decode(rsmpFull(grown), 2);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->outOfSync);
    frame = rsmpFrameOf(decoder);
    EXPECT_FALSE(frame->health.outOfSync);
    EXPECT_EQ(frame->robots.size(), 2U);
}

TEST(RsmpTest, OnlyTheBallMovesAfterRobotLeft) {
    RsmpScene before = oneRsmpRobot();
    before.robots.push_back({.team = "Beta", .side = game::Side::Right, .unum = 2});
    before.robots[1].X_STorso.p.x() = 4.0;
    RsmpScene after = before;
    after.robots.erase(after.robots.begin());
    after.p_SBall.x() = 1.0;
    after.robots[0].X_STorso.p.x() = 4.5;
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(rsmpFull(before), 0));
    const auto report = decoder.decode(rsmpDiff(before, after), 1);
    ASSERT_TRUE(report && report->outOfSync);
    const MatchFramePtr frame = rsmpFrameOf(decoder);
    EXPECT_NEAR(frame->ball->X_SBall.p.x(), 1.0, 1e-6);
    EXPECT_NEAR(frame->robots[0].X_STorso().p.x(), 0.0, 1e-6);
    EXPECT_NEAR(frame->robots[1].X_STorso().p.x(), 4.0, 1e-6);
}

TEST(RsmpTest, DifferenceFollowsFullScene) {
    MonitorDecoder decoder;
    RsmpScene scene = oneRsmpRobot();
    scene.scoreRight = 3;
    const auto report = decoder.decode(rsmpDiff(scene, scene), 0);
    ASSERT_TRUE(report && report->outOfSync);
    EXPECT_EQ(decoder.game().scoreRight, 3); // the game state is in each message
    EXPECT_TRUE(rsmpFrameOf(decoder)->health.noScene);
}

TEST(RsmpTest, HasAll23PlayModes) {
    constexpr std::array<std::string_view, 23> kNames = {"BeforeKickOff",
                                                         "KickOff_Left",
                                                         "KickOff_Right",
                                                         "PlayOn",
                                                         "KickIn_Left",
                                                         "KickIn_Right",
                                                         "corner_kick_left",
                                                         "corner_kick_right",
                                                         "goal_kick_left",
                                                         "goal_kick_right",
                                                         "offside_left",
                                                         "offside_right",
                                                         "GameOver",
                                                         "Goal_Left",
                                                         "Goal_Right",
                                                         "free_kick_left",
                                                         "free_kick_right",
                                                         "direct_free_kick_left",
                                                         "direct_free_kick_right",
                                                         "penalty_kick_left",
                                                         "penalty_kick_right",
                                                         "penalty_shoot_left",
                                                         "penalty_shoot_right"};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        RsmpScene scene;
        scene.playMode = static_cast<int>(i);
        EXPECT_EQ(decodedFull(scene)->game.playModeName(), kNames[i]);
    }
}

TEST(RsmpTest, ReadsFoulsWithAndWithoutAnIndex) {
    RsmpScene scene;
    scene.extraPredicates = "(foul 5 10 2 7)(foul 6 1 3)";
    const auto game = decodedFull(scene)->game;
    ASSERT_EQ(game.fouls.size(), 2U);
    EXPECT_EQ(game.fouls[0].index, 5);
    EXPECT_EQ(game.fouls[0].type, 10);
    EXPECT_EQ(game.fouls[0].offender, (game::PlayerId{game::Side::Right, game::UniformNumber(7)}));
    EXPECT_EQ(game.fouls[1].index, 0);
    EXPECT_EQ(game.fouls[1].offender, (game::PlayerId{game::Side::Left, game::UniformNumber(3)}));
}

TEST(RsmpTest, AcceptsAnyFieldAndSwappedGoalSizes) {
    for (const char* goal : {"(GoalWidth 1)(GoalDepth 3.66)", "(GoalWidth 3.66)(GoalDepth 1)"}) {
        RsmpScene scene;
        scene.environment = rsmpEnvironment(55, 36, goal);
        const field::FieldDimensions field = decodedFull(scene)->game.environment->field;
        EXPECT_DOUBLE_EQ(field.goalWidthM, 3.66);
        EXPECT_DOUBLE_EQ(field.goalDepthM, 1.0);
        EXPECT_DOUBLE_EQ(field.penaltyLengthM, 9.0);
        EXPECT_DOUBLE_EQ(field.circleRadiusM, 5.5);
        EXPECT_DOUBLE_EQ(field.penaltySpotM, 7.32);
    }
    RsmpScene scene;
    scene.environment = rsmpEnvironment(105, 68, "(GoalWidth 7.32)(GoalDepth 2)");
    EXPECT_DOUBLE_EQ(decodedFull(scene)->game.environment->field.penaltyWidthM, 40.32);
    EXPECT_DOUBLE_EQ(decodedFull(scene)->game.environment->field.circleRadiusM, 9.15);
    scene.environment = rsmpEnvironment(22, 14);
    EXPECT_NEAR(decodedFull(scene)->game.environment->field.penaltyLengthM, 3.6, 1e-12);
}

TEST(RsmpTest, ReadsTheMarksOfAFieldThatReportsThem) {
    RsmpScene scene;
    scene.environment = rsmpEnvironment(
        14, 9,
        "(GoalWidth 2.6)(GoalDepth 0.6)(CenterCircleRadius 3)(CorderAreaRadius 1)"
        "(GoalieAreaLength 1)(GoalieAreaWidth 4)(PenaltySpotDistance 2.1)(PenaltyAreaLength 2.95)"
        "(PenaltyAreaWidth 6)");
    MonitorDecoder decoder;
    const auto report = decoder.decode(rsmpFull(scene), 0);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_TRUE(report->remarks.empty());
    const field::FieldDimensions field = decoder.game().environment->field;
    EXPECT_DOUBLE_EQ(field.circleRadiusM, 3.0);
    EXPECT_DOUBLE_EQ(field.goalAreaWidthM, 4.0);
    EXPECT_DOUBLE_EQ(field.penaltySpotM, 2.1);
    EXPECT_DOUBLE_EQ(field.penaltyLengthM, 2.95);
    EXPECT_EQ(field.circleChords, 48);
}

TEST(RsmpTest, EnvironmentIsKeptUntilItChanges) {
    RsmpScene scene = oneRsmpRobot();
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(rsmpFull(scene), 0));
    const auto first = decoder.game().environment;
    ASSERT_TRUE(decoder.decode(rsmpDiff(scene, scene), 1));
    EXPECT_EQ(decoder.game().environment, first); // the same object
    RsmpScene larger = scene;
    larger.environment = rsmpEnvironment(105, 68);
    ASSERT_TRUE(decoder.decode(rsmpDiff(scene, larger), 2));
    EXPECT_DOUBLE_EQ(decoder.game().environment->field.lengthM, 105.0);
    larger.environment.clear();
    ASSERT_TRUE(decoder.decode(rsmpDiff(larger, larger), 3));
    EXPECT_DOUBLE_EQ(decoder.game().environment->field.lengthM, 105.0);
    // A full message ignores the previous state.
    ASSERT_TRUE(decoder.decode(rsmpFull(larger), 4));
    EXPECT_EQ(decoder.game().environment, nullptr);
}

TEST(RsmpTest, HeadersAgreeWithWholeMessages) {
    RsmpScene scene = oneRsmpRobot();
    scene.timeS = 12.5;
    scene.serverTimeS = 99.5;
    for (const std::string& text : {rsmpFull(scene), rsmpDiff(scene, scene)}) {
        const auto header = readMessageHeader(text);
        ASSERT_TRUE(header) << header.error().toString();
        EXPECT_EQ(header->format, StreamFormat::Rsmp);
        EXPECT_EQ(header->kind == MessageKind::Full, text.find("full") != std::string::npos);
        EXPECT_DOUBLE_EQ(header->predicates.timeS.value(), 12.5);
        EXPECT_DOUBLE_EQ(header->serverTimeS.value(), 99.5);
    }
}

TEST(RsmpTest, AcceptsPartsInAnyOrderAndRemarksOnUnknown) {
    const RsmpScene scene = oneRsmpRobot();
    const std::string full = rsmpFull(scene);
    const std::size_t game = full.find("((gs ");
    const std::size_t environment = full.find("((ge ");
    const std::string part = full.substr(game, environment - game);
    std::string moved = full;
    moved.erase(game, part.size());
    moved.insert(moved.find("((gt "), part + "((wind 4 2)(from (north 3)))");
    MonitorDecoder decoder;
    const auto report = decoder.decode(moved, 0);
    ASSERT_TRUE(report) << report.error().toString();
    ASSERT_EQ(report->remarks.size(), 1U);
    EXPECT_EQ(report->remarks[0].word, "wind");
    MonitorDecoder other;
    ASSERT_TRUE(other.decode(full, 0));
    EXPECT_TRUE(decoder.game() == other.game());
    EXPECT_TRUE(decoder.scene() == other.scene());
    const auto header = readMessageHeader(moved);
    ASSERT_TRUE(header) << header.error().toString();
    EXPECT_TRUE(header->predicates.timeS);
}

// The field is cached between messages, but not the positions of its unknown words.
TEST(RsmpTest, FieldRemarksHaveOffsetsInEachMessage) {
    RsmpScene scene = oneRsmpRobot();
    scene.environment = rsmpEnvironment(30, 20, "(Weather 3)");
    MonitorDecoder decoder;
    for (const char* team : {"A", "Somebody"}) {
        scene.teamLeft = team;
        const std::string full = rsmpFull(scene);
        const auto report = decoder.decode(full, 0);
        ASSERT_TRUE(report) << report.error().toString();
        ASSERT_EQ(report->remarks.size(), 1U);
        EXPECT_EQ(full.substr(report->remarks[0].byteOffset, 7), "Weather");
    }
    std::string full = rsmpFull(scene);
    for (int i = 0; i < 40; ++i) {
        full.insert(full.find("((ge "), scene.environment);
    }
    const auto report = decoder.decode(full, 0);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_EQ(report->remarks.size(), kMaxRemarks);
}

TEST(RsmpTest, RejectsOtherVersions) {
    const std::string full = rsmpFull(oneRsmpRobot());
    MonitorDecoder decoder;
    for (const auto& [word, version] : {std::pair{"(RSMP 1 0)", "(RSMP 2 0)"},
                                        {"(sg 1 0)", "(sg 3 1)"},
                                        {"(gs 1 0)", "(gs x 0)"}}) {
        const std::string text = replaced(full, word, version);
        const auto report = decoder.decode(text, 0);
        ASSERT_FALSE(report) << version;
        EXPECT_EQ(report.error().code, base::ErrorCode::UnsupportedFormat) << version;
        EXPECT_TRUE(report.error().byteOffset);
    }
    EXPECT_TRUE(decoder.decode(replaced(full, "(RSMP 1 0)", "(RSMP 1 7)"), 0));
}

TEST(RsmpTest, TruncatedMessageIsAnErrorWithoutEffect) {
    RsmpScene scene = oneRsmpRobot();
    const std::string message = rsmpFull(scene);
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(message, 0));
    const SceneState state = decoder.scene();
    scene.p_SBall.x() = 5.0;
    const std::string next = rsmpFull(scene);
    for (std::size_t length = 0; length < next.size(); length += 41) {
        EXPECT_FALSE(decoder.decode(std::string_view(next).substr(0, length), 1)) << length;
    }
    EXPECT_FALSE(decoder.decode(next + ")", 1));
    EXPECT_FALSE(decoder.decode(next + " x", 1));
    EXPECT_TRUE(decoder.scene() == state);
}

TEST(RsmpTest, WrittenMessageIsReadBack) {
    RsmpScene scene = oneRsmpRobot(robot::MujocoRobot::K1);
    scene.p_SBall = {1.2345, -2.5, 0.4};
    scene.playMode = 21;
    scene.timeS = 17.26;
    scene.serverTimeS = 40.04;
    scene.teamRight = "<RIGHT>";
    scene.extraPredicates = "(foul 5 10 2 7)";
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(rsmpFull(scene), 4));
    const std::string text = encodeFullMessage(decoder.game(), decoder.scene());
    EXPECT_TRUE(text.starts_with("((RSMP 1 0)"));
    MonitorDecoder again;
    const auto report = again.decode(text, 4);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_TRUE(report->remarks.empty());
    EXPECT_TRUE(again.game() == decoder.game());
    EXPECT_TRUE(again.scene() == decoder.scene());
}

// With the states of the server's messages, a stream has the same scenes, except for transforms at
// the edge of the tolerance, which the server compared before rounding.
TEST(RsmpTest, StreamReproducesRealScenes) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-3v3-sync.monitor.rec.xz");
    const auto sceneOf = [](const std::string& message) {
        const std::size_t begin = message.find("((sg ");
        return message.substr(begin, message.find("((gs ") - begin);
    };
    // Removes the transforms of a scene and returns their number.
    const auto takeTransforms = [](std::string& scene) {
        std::size_t count = 0;
        for (std::size_t at = 0; (at = scene.find(" TRF(SLT", at)) != std::string::npos; ++count) {
            scene.erase(at, scene.find(')', at) + 1 - at);
        }
        return count;
    };
    MonitorDecoder source;
    MonitorDecoder reader;
    MonitorStream stream;
    int messages = 0;
    std::size_t sentByServer = 0;
    std::size_t sent = 0;
    bool isKnown = false; // whether the stream began with a full message
    for (const auto& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        const auto report = source.decode(record.message, 0);
        ASSERT_TRUE(report);
        isKnown = !report->outOfSync && (isKnown || report->kind == MessageKind::Full);
        if (!isKnown) {
            continue; // differences of a tree that the server has not sent yet
        }
        if (report->kind == MessageKind::Full) {
            stream.requestFullMessage();
        }
        std::string written;
        const MessageKind kind = stream.append(source.game(), source.scene(), written);
        ASSERT_TRUE(reader.decode(written, 0));
        if (kind != report->kind) {
            continue; // that version sends full messages in other cycles
        }
        std::string real = sceneOf(record.message);
        std::string ours = sceneOf(written);
        if (kind == MessageKind::Full) {
            EXPECT_EQ(ours, real);
            continue;
        }
        ++messages;
        sentByServer += takeTransforms(real);
        sent += takeTransforms(ours);
        EXPECT_EQ(ours, real);
    }
    EXPECT_GT(messages, 900);
    EXPECT_LE(sent, sentByServer);
    EXPECT_GT(sent, sentByServer * 97 / 100);
}

} // namespace
} // namespace sideline::monitor
