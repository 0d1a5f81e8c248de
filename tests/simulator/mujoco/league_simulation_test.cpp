#include "simulator/mujoco/league_simulation.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "agentcore/game/play_mode.h"
#include "agentcore/monitor/encoder.h"
#include "agentcore/monitor/monitor_decoder.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/mujoco_robots.h"
#include "simulator/mujoco/league_feed.h"
#include "tests/simulator/mujoco/league_match_fixture.h"

namespace sideline::simulator::mujoco {

namespace {

using game::PlayMode;
using game::Side;
using testing::HasSubstr;

class LeagueSimulationTest : public LeagueMatchTest {
protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(begin()); }
};

TEST_F(LeagueSimulationTest, ARobotJoinsBesideTheFieldAndReportsItsBody) {
    const AgentId agent = join("Reds", 3);
    EXPECT_TRUE(match->hasRobot(agent));
    EXPECT_EQ(match->playerName(agent), "Reds 3");
    const protocol::Percepts percepts = read(agent);
    EXPECT_EQ(percepts.server, game::ServerKind::Rcssservermj);
    EXPECT_TRUE(percepts.unread.empty());
    EXPECT_EQ(percepts.joints.size(), 23U);
    EXPECT_EQ(percepts.teamLeft, "Reds");
    EXPECT_EQ(percepts.playMode, "BeforeKickOff");
    ASSERT_EQ(percepts.positions.size(), 1U);
    EXPECT_LT((percepts.positions[0].value - Eigen::Vector3d(-7.0, 21.0, 0.673)).norm(), 2e-3);
}

TEST_F(LeagueSimulationTest, SeesLandmarksAndPlayersEverySecondCycle) {
    const AgentId left = join("Reds", 1);
    const AgentId right = join("Blues", 1);
    int views = 0;
    for (int i = 0; i < 10; ++i) {
        run(1, {left, right});
        const protocol::Percepts percepts = read(left);
        if (!percepts.vision) {
            continue;
        }
        ++views;
        EXPECT_GT(percepts.vision->objects.size(), 10U);
        EXPECT_EQ(percepts.vision->objects.back().name, "B");
    }
    EXPECT_EQ(views, 5);
    EXPECT_THAT(std::string(match->percepts(left)), HasSubstr("(tl Reds)(tr Blues)(sl 0)(sr 0)"));
}

TEST_F(LeagueSimulationTest, BeamsOnlyBeforeTheKickOff) {
    const AgentId agent = join("Reds", 2);
    match->receive(agent, holding() + "(beam 8 -4 90)");
    run(1, {agent});
    const Eigen::Vector3d there =
        match->world().pose(match->players()[0].robot, robot::BodyId(std::size_t{0})).p;
    EXPECT_LT((there.head<2>() - Eigen::Vector2d(-8.0, -4.0)).norm(), 0.01);
    ASSERT_TRUE(match->apply(monitor::KickOff{Side::Left}));
    run(2, {agent});
    EXPECT_EQ(match->game().playMode(), PlayMode::KickOffLeft);
    match->receive(agent, "(beam 3 0 0)");
    run(1, {agent});
    EXPECT_LT(match->world().pose(match->players()[0].robot, robot::BodyId(std::size_t{0})).p.x(),
              -7.0);
}

TEST_F(LeagueSimulationTest, StandsForASecondAndFallsWhenItsMotorsStop) {
    const AgentId agent = join("Reds", 2);
    run(50, {agent});
    EXPECT_GT(read(agent).positions[0].value.z(), 0.63);
    std::string limp;
    for (const robot::Joint& joint : robot::mujocoRobotModel(robot::MujocoRobot::T1).joints()) {
        limp += fmt::format("({} 0 0 0 0 0)", joint.effector);
    }
    match->receive(agent, limp);
    for (int i = 0; i < 150; ++i) {
        match->cycle();
    }
    EXPECT_LT(read(agent).positions[0].value.z(), 0.4);
}

TEST_F(LeagueSimulationTest, HearsOthersButNotItself) {
    const AgentId first = join("Reds", 1);
    const AgentId second = join("Reds", 2);
    match->receive(first, "(SPK say 100 aGVsbG8=)");
    match->cycle();
    const protocol::Percepts heard = read(second);
    ASSERT_EQ(heard.heard.size(), 1U);
    EXPECT_EQ(heard.heard[0].text, "aGVsbG8=");
    EXPECT_TRUE(read(first).heard.empty());
    match->cycle();
    EXPECT_TRUE(read(second).heard.empty());
}

TEST_F(LeagueSimulationTest, RejectsWhatCannotPlayAndNamesTheReason) {
    const auto rejected = [&](const std::string& message) {
        const AgentId agent = match->addAgent();
        match->receive(agent, message);
        match->cycle();
        const auto removed = match->takeRequests().removed;
        EXPECT_EQ(removed.size(), 1U) << message;
        return removed.empty() ? std::string() : removed[0].text;
    };
    join("Reds", 1);
    join("Blues", 1);
    EXPECT_THAT(rejected("(scene rsg/agent/nao/nao.rsg)"), HasSubstr("expected (init ROBOT"));
    EXPECT_THAT(rejected("(init R2D2 Reds 4)"), HasSubstr("unknown robot R2D2"));
    EXPECT_THAT(rejected("(init T1 Reds 1)"), HasSubstr("number 1 of Reds is taken"));
    EXPECT_THAT(rejected("(init T1 Greens 1)"), HasSubstr("team Greens would be a third team"));
    for (int unum = 2; unum <= 7; ++unum) {
        join("Reds", unum);
    }
    EXPECT_THAT(rejected("(init T1 Reds 8)"), HasSubstr("Reds has 7 players already"));
    EXPECT_EQ(match->players().size(), 8U);
}

TEST_F(LeagueSimulationTest, BadActionsAreNotedOnceAndTheMatchContinues) {
    const AgentId agent = join("Reds", 1);
    for (int i = 0; i < 3; ++i) {
        match->receive(agent, holding() + "(wings 1 2 3 4 5)(he1 nan 0 1 1 0)((((");
        match->cycle();
    }
    std::string all;
    for (const SimulationNote& note : match->takeNotes()) {
        all += note.text + "\n";
    }
    EXPECT_THAT(all, HasSubstr("unknown motor wings"));
    EXPECT_EQ(all.find("unknown motor wings"), all.rfind("unknown motor wings"));
    EXPECT_TRUE(std::isfinite(match->world().timeS()));
    EXPECT_EQ(match->players().size(), 1U);
}

TEST_F(LeagueSimulationTest, ATrainerMovesBallAndPlayers) {
    const AgentId agent = join("Reds", 5);
    ASSERT_TRUE(match->apply(
        monitor::BallCommand{Eigen::Vector3d(3.0, 1.0, 0.11), Eigen::Vector3d(2.0, 0.0, 0.0)}));
    monitor::AgentCommand move;
    move.agent = {Side::Left, game::UniformNumber(5)};
    move.move = monitor::AgentMove{{-1.0, 2.0, 0.7}, 0.0};
    ASSERT_TRUE(match->apply(move));
    run(5, {agent});
    EXPECT_GT(match->world().ball().p_S.x(), 3.1);
    EXPECT_LT(
        (match->world().pose(match->players()[0].robot, robot::BodyId(std::size_t{0})).p.head<2>() -
         Eigen::Vector2d(-1.0, 2.0))
            .norm(),
        0.05);
    move.agent.unum = game::UniformNumber(9);
    EXPECT_FALSE(match->apply(move));
    EXPECT_FALSE(match->apply(monitor::SetTime{3.0}));
}

TEST_F(LeagueSimulationTest, ALeavingRobotMakesRoom) {
    const AgentId first = join("Reds", 1);
    const AgentId second = join("Reds", 2);
    match->removeAgent(first);
    run(2, {second});
    EXPECT_EQ(match->players().size(), 1U);
    const AgentId third = join("Reds", 1);
    EXPECT_TRUE(match->hasRobot(third));
}

// Robots may come and leave in the same cycle.
TEST_F(LeagueSimulationTest, MonitorsLoseARobotThatLeavesAtOnce) {
    const AgentId agent = join("Reds", 1);
    LeagueFeed feed(*match);
    EXPECT_EQ(feed.scene().structure->objects.robots.size(), 1U);
    match->removeAgent(agent);
    feed.update();
    EXPECT_TRUE(feed.scene().structure->objects.robots.empty());
}

TEST_F(LeagueSimulationTest, MonitorsDecodeRobotsBallAndGame) {
    const AgentId left = join("Reds", 1);
    const AgentId right = join("Blues", 4, "K1");
    LeagueFeed feed(*match);
    run(10, {left, right});
    feed.update();
    const std::string text = monitor::encodeFullMessage(feed.game(), feed.scene());
    monitor::MonitorDecoder decoder;
    const auto frame = decoder.decode(text, 1);
    ASSERT_TRUE(frame) << frame.error().toString();
    const monitor::SceneObjects& objects = decoder.scene().structure->objects;
    ASSERT_EQ(objects.robots.size(), 2U);
    EXPECT_EQ(objects.robots[0].id, (game::PlayerId{Side::Left, game::UniformNumber(1)}));
    ASSERT_NE(objects.robots[0].model, nullptr);
    EXPECT_EQ(objects.robots[0].model->name(), "T1");
    EXPECT_EQ(objects.robots[1].id, (game::PlayerId{Side::Right, game::UniformNumber(4)}));
    ASSERT_NE(objects.robots[1].model, nullptr);
    EXPECT_EQ(objects.robots[1].model->name(), "K1");
    const math::Pose foot = decoder.scene().worldPose(objects.robots[0].bodies.back());
    const robot::BodyId last(objects.robots[0].model->bodies().size() - 1);
    EXPECT_LT((foot.p - match->world().pose(match->players()[0].robot, last).p).norm(), 2e-3);
    EXPECT_EQ(decoder.game().teamRight, "Blues");
    EXPECT_EQ(decoder.game().environment->field.lengthM, 55.0);
}

// Three players wave, speak and play; a fourth robot has no agent.
class LeagueStateTest : public LeagueSimulationTest {
protected:
    void SetUp() override {
        LeagueSimulationTest::SetUp();
        agents = {join("Reds", 1), join("Blues", 4, "K1"), join("Reds", 2)};
        ASSERT_TRUE(match->addRobot("T1", "Blues", 9, math::Pose::translation({1.0, 0.0, 0.0})));
    }
    // Waves for some cycles, and returns all percepts.
    std::vector<std::string> play(int cycles) {
        std::vector<std::string> texts;
        for (int i = 0; i < cycles; ++i) {
            const double phase = 0.1 * static_cast<double>(match->cycleCount());
            for (const AgentId agent : agents) {
                match->receive(agent,
                               holding() + fmt::format("(lae1 {0} 0 40 2 0)(rae2 {0} 0 40 2 0)"
                                                       "(SPK say 100 aGVsbG8=)",
                                                       30.0 * std::sin(phase)));
            }
            if (i == 10 && cycles > 100) {
                EXPECT_TRUE(match->apply(monitor::KickOff{Side::None}));
            }
            match->cycle();
            for (const AgentId agent : agents) {
                texts.emplace_back(match->percepts(agent));
            }
        }
        return texts;
    }

    std::vector<AgentId> agents;
};

TEST_F(LeagueStateTest, ContinuesBitForBitFromASavedState) {
    play(60);
    match->receive(agents[0], "(beam 3 2 0)"); // pending
    const auto state = match->save();
    const double timeS = match->timeS();
    const std::vector<std::string> first = play(500);
    const std::vector<double> world = match->world().save();
    const double serverS = match->serverTimeS();
    ASSERT_TRUE(match->restore(*state));
    EXPECT_EQ(match->timeS(), timeS);
    EXPECT_EQ(match->serverTimeS(), serverS);
    EXPECT_EQ(match->game().playMode(), PlayMode::BeforeKickOff);
    EXPECT_EQ(play(500), first);
    EXPECT_EQ(match->world().save(), world);
    EXPECT_NE(match->game().playMode(), PlayMode::BeforeKickOff);
}

TEST_F(LeagueStateTest, OtherRobotsThanInTheStateAreRefused) {
    const auto state = match->save();
    const AgentId waiting = match->addAgent();
    EXPECT_TRUE(match->restore(*state)) << "an agent without a robot changes nothing";
    match->receive(waiting, "(init T1 Reds 5)");
    match->cycle();
    const auto more = match->restore(*state);
    ASSERT_FALSE(more);
    EXPECT_THAT(more.error().toString(), HasSubstr("the robots differ"));
    match->removeAgent(waiting);
    EXPECT_TRUE(match->restore(*state));
    match->removeAgent(agents[2]);
    agents[2] = join("Reds", 2);
    EXPECT_FALSE(match->restore(*state)) << "the same number, but another robot";
    auto other = LeagueSimulation::create({});
    ASSERT_TRUE(other);
    EXPECT_FALSE((*other)->restore(*state));
    play(5);
}

TEST_F(LeagueStateTest, ARobotWithoutAnAgentStandsAndLeavesByCommand) {
    play(100);
    ASSERT_EQ(match->players().size(), 4U);
    const auto torsoM = [&] {
        return match->world().pose(match->players()[3].robot, robot::BodyId(std::size_t{0})).p.z();
    };
    EXPECT_GT(torsoM(), 0.63);
    join("Reds", 7); // resets all motors
    play(50);
    EXPECT_GT(torsoM(), 0.63);
    ASSERT_TRUE(match->applyNow(monitor::KillAgent{match->players()[3].id}));
    ASSERT_TRUE(match->applyNow(monitor::KillAgent{match->players()[0].id}));
    EXPECT_EQ(match->players().size(), 3U);
    const auto removed = match->takeRequests().removed;
    ASSERT_EQ(removed.size(), 1U) << "only one of them has an agent";
    EXPECT_EQ(removed[0].agent, agents[0]);
    EXPECT_FALSE(match->applyNow(monitor::KillAgent{{}})) << "no player is selected";
    EXPECT_FALSE(match->addRobot("R2D2", "Reds", 3, {}));
    EXPECT_FALSE(match->addRobot("T1", "Greens", 3, {}));
    EXPECT_EQ(match->players().size(), 3U);
}

TEST_F(LeagueStateTest, CommandsOfTheUserTakeEffectAtOnce) {
    ASSERT_TRUE(match->applyNow(
        monitor::BallCommand{Eigen::Vector3d(3.0, 1.0, 0.5), Eigen::Vector3d::Zero()}));
    EXPECT_LT((match->world().ball().p_S - Eigen::Vector3d(3.0, 1.0, 0.5)).norm(), 1e-12);
    ASSERT_TRUE(match->applyNow(monitor::SetPlayMode{PlayMode::CornerKickLeft}));
    EXPECT_EQ(match->game().playMode(), PlayMode::CornerKickLeft);
    const auto refused = match->applyNow(monitor::SetPlayMode{PlayMode::PassLeft});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().toString(), HasSubstr("no pass modes"));
    EXPECT_FALSE(match->applyNow(monitor::SetTime{3.0}));
}

} // namespace

} // namespace sideline::simulator::mujoco
