// Robots before their match: those that wait in a start situation, and those without a number.
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "simulator/simulation/sim_spark_control.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::PlayMode;
using game::Side;
using game::UniformNumber;
using testing::HasSubstr;

const robot::BodyId kStartedTorso{std::int32_t{0}};
const PlayerId kLeft2{Side::Left, UniformNumber(2)};
const PlayerId kRight5{Side::Right, UniformNumber(5)};

// Left 2 walks with bent knees, right 5 stands; the ball rolls.
constexpr auto kText = R"(sideline-start = 1
play-mode = "KickIn_Left"
time-s = 67.5
half = 1
score-left = 2
team-left = "Old"
team-right = "Others"
[ball]
position-m = [2, 1, 0.042]
velocity-m-per-s = [1, 0, 0]
[[robots]]
side = "left"
number = 2
place-m = [-3, 1]
heading-deg = 90
velocity-m-per-s = [0, 0.3, 0]
joint-angles-deg = { llj3 = 30, llj4 = -60, llj5 = 30, rlj3 = 30, rlj4 = -60, rlj5 = 30 }
joint-speeds-deg-per-s = { laj1 = 90 }
[[robots]]
side = "right"
number = 5
type = 1
place-m = [4, -2]
heading-deg = 180
)";

SimulationSettings settings(const std::string& text = kText) {
    SimulationSettings settings;
    auto start = parseStart(text, {}, settings.field, settings.robots);
    EXPECT_TRUE(start) << start.error().front().toString();
    settings.start = std::make_shared<const StartSituation>(std::move(*start));
    return settings;
}

void runCycles(Simulation& simulation, int cycles) {
    for (int i = 0; i < cycles; ++i) {
        simulation.cycle();
    }
}

AgentId join(Simulation& simulation, const char* team, int unum, int type = 0) {
    const AgentId agent = simulation.addAgent();
    simulation.receive(agent, fmt::format("(scene rsg/agent/nao/nao_hetero.rsg {})", type));
    runCycles(simulation, 2);
    simulation.receive(agent, fmt::format("(init (unum {})(teamname {}))", unum, team));
    runCycles(simulation, 2);
    return agent;
}

const AgentInfo* find(const std::vector<AgentInfo>& agents, const PlayerId& player) {
    for (const AgentInfo& agent : agents) {
        if (agent.player == player) {
            return &agent;
        }
    }
    return nullptr;
}

Eigen::Vector3d torsoOf(Simulation& simulation, const PlayerId& player) {
    const auto agents = simulation.agents();
    const AgentInfo* agent = find(agents, player);
    return agent == nullptr ? Eigen::Vector3d(NAN, NAN, NAN)
                            : simulation.body(agent->id)->pose(kStartedTorso).p;
}

// Agents that have named a scene, but neither team nor number, share an id.
TEST(RobotHandlingTest, OfTwoRobotsWithoutNumberTheTouchedOneIsPushedPulledAndCarried) {
    Simulation simulation({});
    simulation.addAgent(); // has no robot
    std::vector<AgentId> agents;
    for (const double y : {-2.0, 2.0}) {
        agents.push_back(simulation.addAgent());
        simulation.receive(agents.back(), "(scene rsg/agent/nao/nao_hetero.rsg 0)");
        runCycles(simulation, 2);
        simulation.place(agents.back(), math::Pose::translation({-3.0, y, 0.4}));
    }
    const auto torso = [&](std::size_t one) {
        return simulation.body(agents[one])->pose(kStartedTorso).p;
    };
    SimSparkControl control(simulation);
    const auto nameless = monitor::ObjectId::ofRobot({});
    const Eigen::Vector3d ball_S = simulation.physics().ball().X_SBall.p;
    control.push(nameless, torso(1), {5.0, 0.0, 0.0});
    runCycles(simulation, 10);
    EXPECT_GT(torso(1).x(), -2.9);
    EXPECT_NEAR(torso(0).x(), -3.0, 0.05);
    for (int i = 0; i < 25; ++i) {
        EXPECT_TRUE(control.pull(nameless, Eigen::Vector3d::Zero(), {-3.5, -2.0, 0.8}));
        simulation.cycle();
    }
    EXPECT_GT(torso(0).z(), 0.5) << "lifted";
    const Eigen::Vector3d target_S(-3.0, 1.5, 0.6);
    control.carry(nameless, Eigen::Vector3d::Zero(), target_S);
    EXPECT_LT((torso(1) - target_S).norm(), 1e-6);
    EXPECT_LT((simulation.physics().ball().X_SBall.p - ball_S).norm(), 1e-3);
}

TEST(StartingTest, SituationWaitsWithStandInsAndStoppedClock) {
    Simulation simulation(settings());
    EXPECT_TRUE(simulation.isWaitingToStart());
    runCycles(simulation, 200);
    EXPECT_TRUE(simulation.isWaitingToStart()) << "no player has joined";
    const Game& game = simulation.referee().game();
    EXPECT_EQ(game.playMode(), PlayMode::BeforeKickOff);
    EXPECT_NEAR(game.timeS(), 67.5, 1e-4);
    EXPECT_EQ(game.score(Side::Left), 2);
    EXPECT_EQ(game.teamName(Side::Right), "Others");
    EXPECT_NEAR(torsoOf(simulation, kLeft2).x(), -3.0, 1e-9);
    EXPECT_NEAR(torsoOf(simulation, kLeft2).y(), 1.0, 1e-9);
    EXPECT_NEAR(simulation.physics().ball().X_SBall.p.x(), 2.0, 1e-9);
    ASSERT_EQ(simulation.agents().size(), 2U);
    EXPECT_TRUE(simulation.agents()[0].isStandIn);
}

TEST(StartingTest, PlayersTakeOverPlacesAndCannotBeam) {
    Simulation simulation(settings());
    const AgentId first = join(simulation, "Mine", 2);
    simulation.receive(first, "(beam -10 0 0)");
    runCycles(simulation, 5);
    EXPECT_EQ(simulation.referee().game().teamName(Side::Left), "Mine");
    EXPECT_EQ(simulation.agents().size(), 2U) << "it replaces the robot of the situation";
    EXPECT_NEAR(simulation.body(first)->pose(kStartedTorso).p.x(), -3.0, 1e-9);
    const robot::JointId knee = simulation.body(first)->model().findJoint("llj4");
    EXPECT_NEAR(simulation.body(first)->jointAngleRad(knee), math::radFromDeg(-60.0), 1e-6);
    EXPECT_THAT(std::string(simulation.percepts(first)), HasSubstr("BeforeKickOff"));

    const AgentId second = join(simulation, "Yours", 5, 1);
    EXPECT_EQ(simulation.referee().game().teamName(Side::Right), "Yours");
    EXPECT_NEAR(simulation.body(second)->pose(kStartedTorso).p.x(), 4.0, 1e-9);
    EXPECT_TRUE(simulation.isWaitingToStart());
    for (int i = 0; i < 60 && simulation.isWaitingToStart(); ++i) {
        simulation.cycle(); // all players have joined: the match starts a second later
    }
    EXPECT_FALSE(simulation.isWaitingToStart());
    EXPECT_EQ(simulation.referee().game().playMode(), PlayMode::KickInLeft);
    EXPECT_NEAR(simulation.physics().ball().velocity_SMps.x(), 1.0, 1e-9);
    simulation.cycle();
    EXPECT_GT(simulation.referee().game().timeS(), 67.5);
    EXPECT_NEAR(simulation.body(first)->body(kStartedTorso).velocityMps().y(), 0.3, 0.1);
}

TEST(StartingTest, RobotsStartWithTheirVelocities) {
    Simulation simulation(settings());
    simulation.begin();
    const auto agents = simulation.agents();
    const RobotBody& body = *simulation.body(find(agents, kLeft2)->id);
    EXPECT_NEAR(body.body(kStartedTorso).velocityMps().y(), 0.3, 1e-6);
    const robot::JointId shoulder = body.model().findJoint("laj1");
    EXPECT_NEAR(body.jointSpeedRadPerS(shoulder), math::radFromDeg(90.0), 1e-6);
    EXPECT_NEAR(body.gyro_TRadPerS().norm(), 0.0, 1e-9);
    simulation.cycle();
    EXPECT_NEAR(body.acceleration_TMps2().norm(), 9.81, 0.5)
        << "accelerometers measure no jump of the velocity";
}

// Recorded commands continue for the situation's cycles, regardless of the player.
TEST(StartingTest, RobotsContinueWithRecordedCommands) {
    std::string text = kText;
    text.insert(text.find("[[robots]]", text.find("[[robots]]") + 1),
                "commanded-speeds-deg-per-s = { cycles = 3, raj1 = [50, 100, 100], "
                "laj1 = [0, 0, -100] }\n");
    Simulation simulation(settings(text));
    simulation.begin();
    const auto angleDeg = [&](const char* joint) {
        const auto agents = simulation.agents();
        const RobotBody& body = *simulation.body(find(agents, kLeft2)->id);
        return math::degFromRad(body.jointAngleRad(body.model().findJoint(joint)));
    };
    runCycles(simulation, 1);
    const double first = angleDeg("raj1");
    EXPECT_NEAR(first, 1.0, 0.3) << "50 degrees per second for 20 ms";
    runCycles(simulation, 2);
    const double third = angleDeg("raj1");
    EXPECT_NEAR(third - first, 4.0, 0.6);
    runCycles(simulation, 20);
    EXPECT_NEAR(angleDeg("raj1"), third, 1.0) << "a stand-in holds its joints then";
    EXPECT_FALSE(simulation.isWaitingToStart());

    // A player's own commands take effect only afterwards.
    Simulation played(settings(text));
    const AgentId agent = join(played, "Mine", 2);
    played.begin();
    const auto elbow = [&] {
        const RobotBody& body = *played.body(agent);
        return math::degFromRad(body.jointAngleRad(body.model().findJoint("raj1")));
    };
    for (int i = 0; i < 3; ++i) {
        played.receive(agent, "(rae1 -6)");
        played.cycle();
    }
    EXPECT_GT(elbow(), 3.0);
    for (int i = 0; i < 3; ++i) {
        played.receive(agent, "(rae1 -6)");
        played.cycle();
    }
    EXPECT_LT(elbow(), 0.0);
}

TEST(StartingTest, KickOffStartsWithStandInsHoldingTheirJoints) {
    Simulation simulation(settings());
    join(simulation, "Mine", 2);
    ASSERT_TRUE(simulation.apply(monitor::KickOff{Side::Left}));
    EXPECT_FALSE(simulation.isWaitingToStart());
    EXPECT_EQ(simulation.referee().game().playMode(), PlayMode::KickInLeft)
        << "it continues with the situation's play mode";
    runCycles(simulation, 100);
    const auto agents = simulation.agents();
    ASSERT_NE(find(agents, kRight5), nullptr);
    EXPECT_TRUE(find(agents, kRight5)->isStandIn);
    EXPECT_NEAR(torsoOf(simulation, kRight5).x(), 4.0, 0.1) << "it stands with locked joints";
    // A late player takes over the robot in its present state.
    const AgentId late = join(simulation, "Yours", 5, 1);
    EXPECT_EQ(simulation.agents().size(), 2U);
    EXPECT_NEAR(simulation.body(late)->pose(kStartedTorso).p.x(), 4.0, 0.1);
    EXPECT_NEAR(simulation.body(late)->pose(kStartedTorso).p.y(), -2.0, 0.1);
}

TEST(StartingTest, UnknownPlayersAreReported) {
    Simulation simulation(settings());
    const AgentId third = join(simulation, "Mine", 9);
    EXPECT_EQ(simulation.agents().size(), 3U);
    const AgentId other = join(simulation, "Yours", 5, 4);
    EXPECT_NEAR(simulation.body(other)->pose(kStartedTorso).p.x(), 4.0, 1e-9);
    std::string notes;
    for (const SimulationNote& note : simulation.takeNotes()) {
        notes += note.text + "\n";
    }
    EXPECT_THAT(notes, HasSubstr("left 9, which is not in the start situation"));
    EXPECT_THAT(notes, HasSubstr("a different robot type from right 5 in the start situation"));
    // It has no place in the situation, so it may beam.
    simulation.receive(third, "(beam -10 2 0)");
    runCycles(simulation, 2);
    EXPECT_NEAR(simulation.body(third)->pose(kStartedTorso).p.x(), -10.0, 0.1);
}

TEST(StartingTest, BeamsWorkAgainAfterThePlayModeHasChanged) {
    std::string text = kText;
    text.replace(text.find("KickIn_Left"), 11, "BeforeKickOff");
    Simulation simulation(settings(text));
    const AgentId first = join(simulation, "Mine", 2);
    simulation.begin();
    simulation.receive(first, "(beam -10 0 0)");
    runCycles(simulation, 3);
    EXPECT_NEAR(simulation.body(first)->pose(kStartedTorso).p.x(), -3.0, 0.2);
    ASSERT_TRUE(simulation.apply(monitor::KickOff{Side::Left}));
    simulation.cycle();
    simulation.referee().setPlayMode(PlayMode::GoalLeft);
    simulation.receive(first, "(beam -10 0 0)");
    runCycles(simulation, 2);
    EXPECT_NEAR(simulation.body(first)->pose(kStartedTorso).p.x(), -10.0, 0.2);
}

TEST(StartingTest, AutomaticKickOffWaitsForFirstPlayer) {
    SimulationSettings automatic = settings();
    automatic.rules.kicksOffAutomatically = true;
    automatic.rules.waitBeforeKickOffS = 1.0;
    Simulation simulation(automatic);
    runCycles(simulation, 100);
    EXPECT_TRUE(simulation.isWaitingToStart());
    join(simulation, "Mine", 2);
    runCycles(simulation, 60);
    EXPECT_FALSE(simulation.isWaitingToStart());
}

TEST(StartingTest, SavedSimulationCanBeUsedAsStart) {
    SimulationSettings first = settings();
    Simulation simulation(first);
    simulation.begin();
    runCycles(simulation, 25);
    const StartSituation later = simulation.situation();
    EXPECT_EQ(later.robots.size(), 2U);
    EXPECT_NEAR(later.timeS, 68.0, 1e-3);
    robot::RobotCatalog robots;
    const auto read = parseStart(textOf(later), {}, first.field, robots);
    ASSERT_TRUE(read) << read.error().front().toString();
    EXPECT_EQ(*read, later);

    SimulationSettings second = first;
    second.start = std::make_shared<const StartSituation>(later);
    Simulation again(second);
    again.begin();
    runCycles(simulation, 25);
    runCycles(again, 25);
    EXPECT_LT((torsoOf(simulation, kLeft2) - torsoOf(again, kLeft2)).norm(), 0.02);
    EXPECT_LT((simulation.physics().ball().X_SBall.p - again.physics().ball().X_SBall.p).norm(),
              0.01);
    EXPECT_EQ(again.referee().game().timeS(), simulation.referee().game().timeS());
}

TEST(StartingTest, SnapshotKeepsTheWaitingState) {
    Simulation simulation(settings());
    const auto snapshot = simulation.save();
    simulation.begin();
    runCycles(simulation, 50);
    ASSERT_TRUE(simulation.restore(*snapshot));
    EXPECT_TRUE(simulation.isWaitingToStart());
    runCycles(simulation, 5);
    EXPECT_NEAR(simulation.physics().ball().X_SBall.p.x(), 2.0, 1e-9);
}

} // namespace
} // namespace sideline::simulator
