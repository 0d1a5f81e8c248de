#include "agentcore/protocol/ground_truth.h"
#include "simulator/simulation/simulation.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"
#include "simulator/simulation/simulation_impl.h"
#include "tests/support/test_files.h"

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;

constexpr auto kNaoFile = "rsg/agent/nao/nao_hetero.rsg";
const robot::BodyId kTorsoBody{std::int32_t{0}};

SimulationSettings quiet() {
    SimulationSettings settings;
    settings.rules.beamNoiseXyM = 0.0;
    settings.rules.beamNoiseAngleDeg = 0.0;
    settings.sensors.groundTruth = true;
    return settings;
}

void run(Simulation& simulation, int cycles) {
    for (int i = 0; i < cycles; ++i) {
        simulation.cycle();
    }
}

AgentId connected(Simulation& simulation, const char* team, int unum, int type = 0) {
    const AgentId agent = simulation.addAgent();
    simulation.receive(agent, fmt::format("(scene {} {})", kNaoFile, type));
    run(simulation, 3);
    simulation.receive(agent, fmt::format("(init (unum {})(teamname {}))", unum, team));
    simulation.cycle();
    return agent;
}

PlayerId playerOf(const Simulation& simulation, AgentId agent) {
    for (const AgentInfo& info : simulation.agents()) {
        if (info.id == agent) {
            return info.player;
        }
    }
    return {};
}

Eigen::Vector3d torso(Simulation& simulation, AgentId agent) {
    return simulation.body(agent)->pose(kTorsoBody).p;
}

// The real server's first messages to the agents of all recordings.
TEST(SimulationTest, NewAgentGetsTheSameMessagesAsOnTheRealServer) {
    Simulation simulation(quiet());
    const AgentId agent = simulation.addAgent();
    run(simulation, 1);
    EXPECT_TRUE(simulation.percepts(agent).empty()) << "an agent without a body senses nothing";
    simulation.receive(agent, "(scene rsg/agent/nao/nao_hetero.rsg 0)(syn)");
    EXPECT_EQ(simulation.answerCount(agent), 1U);
    simulation.cycle();
    EXPECT_TRUE(simulation.percepts(agent).empty()) << "the robot exists, its sensors do not yet";
    simulation.cycle();
    const auto first = protocol::parsePercepts(simulation.percepts(agent));
    ASSERT_TRUE(first) << first.error().toString();
    EXPECT_FALSE(first->unum);
    EXPECT_EQ(first->playMode, "BeforeKickOff");
    EXPECT_NEAR(first->accelerometers.at(0).value.z(), 0.0, 0.02) << "falls freely";
    ASSERT_TRUE(first->vision) << "the first message brings a sight";
    protocol::Percepts percepts;
    protocol::GroundTruth truth;
    ASSERT_TRUE(protocol::parsePercepts(simulation.percepts(agent), percepts, truth));
    EXPECT_NEAR(truth.myPosition_S->z(), 1.64, 0.006);
    simulation.cycle();
    simulation.receive(agent, "(init (unum 1)(teamname REF))(syn)");
    simulation.cycle();
    const auto third = protocol::parsePercepts(simulation.percepts(agent));
    ASSERT_TRUE(third);
    EXPECT_EQ(third->unum, 1);
    EXPECT_EQ(third->ownSide, "left");
    EXPECT_NEAR(third->accelerometers.at(0).value.z(), 29.42, 0.02);
    EXPECT_FALSE(third->vision);
    simulation.cycle();
    const auto fourth = protocol::parsePercepts(simulation.percepts(agent));
    ASSERT_TRUE(fourth);
    EXPECT_FALSE(fourth->unum) << "reported once";
    EXPECT_TRUE(fourth->vision) << "every third message";
}

// At times where the real server's clock advances by 0.0195 s or not at all.
TEST(SimulationTest, ReportsWholeCyclesAfterDays) {
    Simulation simulation(quiet());
    const AgentId agent = connected(simulation, "Nos", 1);
    for (const double laterS : {20'000.0, 600'000.0}) {
        SimulationState state = *simulation.save();
        state.reportedTimeS = laterS;
        ASSERT_TRUE(simulation.restore(state));
        for (int cycle = 1; cycle <= 100; ++cycle) {
            simulation.cycle();
            const auto percepts = protocol::parsePercepts(simulation.percepts(agent));
            ASSERT_TRUE(percepts);
            ASSERT_NEAR(*percepts->serverTimeS, laterS + 0.02 * cycle, 0.0051);
        }
    }
}

TEST(SimulationTest, TimeIsExact) {
    Simulation simulation(quiet());
    run(simulation, 5100); // the server's sum is now 0.005 s too small
    EXPECT_DOUBLE_EQ(simulation.timeS(), 102.0);
}

TEST(SimulationTest, PlayersAreBeamedInTheirOwnHalfBeforeTheGame) {
    Simulation simulation(quiet());
    const AgentId left = connected(simulation, "A", 1);
    const AgentId right = connected(simulation, "B", 7);
    EXPECT_EQ(playerOf(simulation, left), (PlayerId{Side::Left, UniformNumber(1)}));
    EXPECT_EQ(playerOf(simulation, right), (PlayerId{Side::Right, UniformNumber(7)}));
    simulation.receive(left, "(beam -3 2 0)");
    simulation.receive(right, "(beam -4 1 90)");
    simulation.cycle();
    EXPECT_NEAR(torso(simulation, left).x(), -3.0, 0.01);
    EXPECT_NEAR(torso(simulation, left).y(), 2.0, 0.01);
    EXPECT_NEAR(torso(simulation, right).x(), 4.0, 0.01) << "beams are in the own view";
    EXPECT_NEAR(torso(simulation, right).y(), -1.0, 0.01);
    const Eigen::Vector3d facing_S = simulation.body(right)->pose(kTorsoBody).R.col(1);
    EXPECT_NEAR(facing_S.y(), -1.0, 1e-6) << "90 degrees to the left of its way to our goal";
    simulation.receive(left, "(beam 5 30 0)");
    simulation.cycle();
    EXPECT_NEAR(torso(simulation, left).x(), 0.0, 2.6) << "not into the other half";
    EXPECT_LE(torso(simulation, left).x(), 0.01);
    EXPECT_LE(torso(simulation, left).y(), 10.01);
}

// The real server beams a robot that was refused a number (for example an eighth one of its type)
// to the position of a left player, but with its initial rotation. Without this, such robots pile
// up at the center of the field.
TEST(SimulationTest, RobotWithoutNumberBeamsLikeTheLeftTeam) {
    SimulationSettings settings = quiet();
    settings.rules.maxRobotsOfOneType = 0;
    for (const char* team : {"A", "B"}) {
        Simulation simulation(settings);
        const AgentId agent = connected(simulation, team, 1);
        ASSERT_EQ(playerOf(simulation, agent).side, Side::None);
        simulation.receive(agent, "(beam -7.5 2 0)");
        simulation.cycle();
        const math::Pose X_STorso = simulation.body(agent)->pose(kTorsoBody);
        EXPECT_NEAR(X_STorso.p.x(), -7.5, 0.001);
        EXPECT_NEAR(X_STorso.p.y(), 2.0, 0.001);
        EXPECT_LT(X_STorso.p.z(), 0.401);
        EXPECT_NEAR(X_STorso.R(1, 1), 1.0, 1e-3) << "looks along y";
    }
}

TEST(SimulationTest, BeamNoiseFollowsTheRules) {
    SimulationSettings settings = quiet();
    settings.rules = {};
    Simulation simulation(settings);
    const AgentId agent = connected(simulation, "A", 1);
    double nearest = 1.0;
    double farthest = 0.0;
    for (int i = 0; i < 300; ++i) {
        simulation.receive(agent, "(beam -5 0 0)");
        simulation.cycle();
        const double off = std::abs(torso(simulation, agent).x() + 5.0);
        nearest = std::min(nearest, off);
        farthest = std::max(farthest, off);
    }
    EXPECT_LT(nearest, 0.005);
    EXPECT_GT(farthest, 0.045);
    EXPECT_LT(farthest, 0.0505);
}

TEST(SimulationTest, NoBeamsDuringTheGame) {
    Simulation simulation(quiet());
    const AgentId agent = connected(simulation, "A", 1);
    simulation.receive(agent, "(beam -3 2 0)");
    run(simulation, 50);
    ASSERT_TRUE(simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    simulation.receive(agent, "(beam -10 -5 0)");
    run(simulation, 5);
    EXPECT_NEAR(torso(simulation, agent).x(), -3.0, 0.1);
}

TEST(SimulationTest, JointMovesAtCommandedSpeedOneCycleLater) {
    Simulation simulation(quiet());
    const AgentId agent = connected(simulation, "A", 1);
    simulation.receive(agent, "(beam -3 0 0)");
    run(simulation, 100);
    const robot::JointId hj1 = robot::naoModel(robot::NaoType::Standard).findJoint("hj1");
    simulation.receive(agent, "(he1 1.0)");
    simulation.cycle();
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(hj1), 0.02, 1e-4);
    simulation.cycle();
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(hj1), 0.04, 1e-4)
        << "until commanded otherwise";
    simulation.receive(agent, "(he1 1e30)");
    simulation.cycle();
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(hj1), 0.04 + 0.02 * 6.1395, 1e-3);
}

TEST(SimulationTest, BothAxesOfUniversalJointFollowCommands) {
    Simulation simulation(quiet());
    const AgentId agent = simulation.addAgent();
    simulation.receive(agent, "(scene rsg/agent/soccerbot056.rsg 0)");
    run(simulation, 3);
    const RobotBody* body = simulation.body(agent);
    ASSERT_NE(body, nullptr);
    const auto& joints = body->model().joints();
    const auto first =
        std::ranges::find(joints, robot::JointKind::UniversalFirst, &robot::Joint::kind);
    ASSERT_NE(first, joints.end());
    const robot::JointId one(static_cast<std::size_t>(first - joints.begin()));
    const robot::JointId other = robot::otherAxis(body->model(), one);
    const double oneRad = body->jointAngleRad(one);
    const double otherRad = body->jointAngleRad(other);
    simulation.receive(agent, fmt::format("({} 1.0 -2.0)", first->effector));
    run(simulation, 5);
    EXPECT_GT(body->jointAngleRad(one) - oneRad, 0.03);
    EXPECT_LT(body->jointAngleRad(other) - otherRad, -0.06);
}

// With the default rules: the radius of 0.4 m is made for the Nao.
TEST(SimulationTest, TallRobotStandsAfterJoiningAndBeaming) {
    for (const int type : {0, 1}) {
        Simulation simulation(quiet());
        const AgentId agent = simulation.addAgent();
        simulation.receive(agent, fmt::format("(scene rsg/agent/soccerbot056.rsg {})", type));
        run(simulation, 3);
        simulation.receive(agent, "(init (unum 1)(teamname A))");
        simulation.cycle();
        const double standingM = simulation.body(agent)->model().standingTorsoM();
        EXPECT_NEAR(standingM, 3.56, 0.01);
        double highestM = 0.0;
        const auto watch = [&](int cycles) {
            for (int i = 0; i < cycles; ++i) {
                // It holds its joints.
                std::string commands;
                for (const robot::Joint& joint : simulation.body(agent)->model().joints()) {
                    if (joint.kind == robot::JointKind::Hinge && !joint.effector.empty()) {
                        commands += fmt::format("({} 0)", joint.effector);
                    } else if (joint.kind == robot::JointKind::UniversalFirst) {
                        commands += fmt::format("({} 0 0)", joint.effector);
                    }
                }
                simulation.receive(agent, commands);
                simulation.cycle();
                highestM = std::max(highestM, torso(simulation, agent).z());
            }
        };
        watch(50);
        EXPECT_NEAR(torso(simulation, agent).z(), standingM, 0.05);
        simulation.receive(agent, "(beam -5 0 0)");
        watch(100);
        EXPECT_NEAR(torso(simulation, agent).x(), -5.0, 0.2);
        EXPECT_NEAR(torso(simulation, agent).z(), standingM, 0.05);
        EXPECT_LT(highestM, standingM + 0.3);
    }
}

TEST(SimulationTest, RulesFileSetsTheBeamHeight) {
    SimulationSettings settings = quiet();
    settings.rules.agentRadiusM = 3.7;
    Simulation simulation(settings);
    const AgentId agent = simulation.addAgent();
    simulation.receive(agent, "(scene rsg/agent/soccerbot056.rsg 0)");
    run(simulation, 3);
    simulation.receive(agent, "(init (unum 1)(teamname A))");
    simulation.cycle();
    EXPECT_NEAR(torso(simulation, agent).z(), 3.7, 0.02);
}

TEST(SimulationTest, ThirdRobotAtOnePositionIsMovedToTheSide) {
    Simulation simulation(quiet());
    std::vector<AgentId> agents;
    for (int unum = 1; unum <= 3; ++unum) {
        agents.push_back(connected(simulation, "A", unum));
    }
    const auto awayM = [&](std::size_t one, std::size_t other) {
        return (torso(simulation, agents[one]) - torso(simulation, agents[other])).norm();
    };
    for (const AgentId agent : agents) {
        simulation.receive(agent, "(beam -3 0 0)");
    }
    run(simulation, 2);
    EXPECT_LT(awayM(0, 1), 0.5) << "two are left to push each other away";
    EXPECT_GT(awayM(0, 2), 0.7);
    EXPECT_GT(awayM(1, 2), 0.7);
}

TEST(SimulationTest, InvalidExpressionsAreSkippedAndReportedOnce) {
    Simulation simulation(quiet());
    const AgentId agent = connected(simulation, "A", 1);
    simulation.receive(agent, "(beam -3 0 0)");
    run(simulation, 100);
    static_cast<void>(simulation.takeNotes());
    for (int i = 0; i < 50; ++i) {
        simulation.receive(agent, "(he1 nan)(nose 3)(he2 0.5 1)(hj1 2)(rae1 1.0)((x))(lae1 1.0)");
        simulation.cycle();
    }
    const auto& model = robot::naoModel(robot::NaoType::Standard);
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(model.findJoint("raj1")), 1.0, 0.01);
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(model.findJoint("laj1")), 1.0, 0.01);
    EXPECT_NEAR(simulation.body(agent)->jointAngleRad(model.findJoint("hj1")), 0.0, 0.01);
    EXPECT_EQ(simulation.takeNotes().size(), 5U);
}

struct Refusal {
    const char* messages; ///< of a second agent; messages separated by |
    const char* note;
};

TEST(SimulationTest, RejectsForbiddenRequestsWithReason) {
    for (const Refusal& refusal :
         {Refusal{"(scene rsg/agent/nao/nao_hetero.rsg 0)|(init (unum 1)(teamname A))", "1"},
          Refusal{"(scene rsg/agent/nao/nao_hetero.rsg 0)|(init (unum 12)(teamname A))", "12"},
          Refusal{"(scene rsg/agent/nao/nao_hetero.rsg 9)", "no type 9"},
          Refusal{"(scene rsg/agent/tank.rsg 0)", "tank"},
          Refusal{"(init (unum 2)(teamname A))", "body"}, Refusal{"(he1 1)", "body"},
          Refusal{"(scene rsg/agent/nao/nao_hetero.rsg 0)|(scene rsg/agent/nao/nao_hetero.rsg 1)",
                  "second body"},
          Refusal{"(scene rsg/agent/nao/nao_hetero.rsg 0)|(init (unum 2)(teamname A))|(init (unum "
                  "3)(teamname A))",
                  "second number"}}) {
        Simulation simulation(quiet());
        connected(simulation, "A", 1);
        const AgentId agent = simulation.addAgent();
        std::string_view rest = refusal.messages;
        while (!rest.empty()) {
            const std::size_t end = std::min(rest.find('|'), rest.size());
            simulation.receive(agent, rest.substr(0, end));
            run(simulation, 3);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        const auto notes = simulation.takeNotes();
        ASSERT_EQ(notes.size(), 1U) << refusal.messages;
        EXPECT_EQ(notes[0].agent, agent);
        EXPECT_NE(notes[0].text.find(refusal.note), std::string::npos) << notes[0].text;
        run(simulation, 10);
    }
}

TEST(SimulationTest, LeavingAgentFreesItsNumber) {
    Simulation simulation(quiet());
    const AgentId first = connected(simulation, "A", 1);
    simulation.removeAgent(first);
    run(simulation, 2);
    EXPECT_TRUE(simulation.agents().empty());
    EXPECT_EQ(simulation.physics().robotCount(), 0U);
    const AgentId second = connected(simulation, "A", 1);
    EXPECT_NE(first, second);
    EXPECT_EQ(playerOf(simulation, second).unum.value(), 1);
    simulation.receive(first, "(he1 1)"); // too late, and without an error
    EXPECT_TRUE(simulation.percepts(first).empty());
}

TEST(SimulationTest, NewAgentDoesNotHearItsPredecessorsMessages) {
    for (const bool leaves : {false, true}) {
        Simulation simulation(quiet());
        const AgentId speaker = connected(simulation, "A", 1);
        AgentId listener = connected(simulation, "A", 2);
        simulation.receive(speaker, "(say hello)");
        if (leaves) {
            simulation.removeAgent(listener);
            listener = connected(simulation, "A", 2);
        } else {
            simulation.cycle();
        }
        const bool hears = simulation.percepts(listener).find("hello") != std::string_view::npos;
        EXPECT_EQ(hears, !leaves) << simulation.percepts(listener);
    }
}

TEST(SimulationTest, HearingContinuesAfterChangeOfEnds) {
    SimulationSettings settings = quiet();
    settings.rules.changesSidesInSecondHalf = true;
    settings.rules.halfTimeS = 0.1;
    Simulation simulation(settings);
    const AgentId speaker = connected(simulation, "A", 1);
    const AgentId listener = connected(simulation, "B", 2);
    ASSERT_TRUE(simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    run(simulation, 10);
    ASSERT_EQ(playerOf(simulation, speaker).side, Side::Right);
    ASSERT_EQ(playerOf(simulation, listener).side, Side::Left);
    simulation.receive(speaker, "(say hello)");
    simulation.cycle();
    EXPECT_NE(simulation.percepts(speaker).find(" self hello"), std::string_view::npos);
    EXPECT_NE(simulation.percepts(listener).find("hello"), std::string_view::npos);
}

TEST(SimulationTest, PlayersChangeSidesWithTheirTeamsAndHearEachOther) {
    SimulationSettings settings = quiet();
    settings.rules.halfTimeS = 0.2;
    settings.rules.changesSidesInSecondHalf = true;
    Simulation simulation(settings);
    const AgentId first = connected(simulation, "A", 1);
    const AgentId mate = connected(simulation, "A", 2);
    const AgentId opponent = connected(simulation, "B", 1);
    ASSERT_EQ(playerOf(simulation, first).side, Side::Left);
    ASSERT_TRUE(simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    run(simulation, 30);
    ASSERT_EQ(simulation.referee().game().half(), 2);
    EXPECT_EQ(playerOf(simulation, first).side, Side::Right);
    EXPECT_EQ(playerOf(simulation, opponent).side, Side::Left);
    simulation.receive(first, "(say hello)");
    std::string heard;
    for (int i = 0; i < 3; ++i) {
        simulation.cycle();
        heard += simulation.percepts(mate);
    }
    EXPECT_NE(heard.find("(hear A "), std::string::npos) << heard;
    // A player that leaves no longer hears messages.
    simulation.removeAgent(first);
    EXPECT_EQ(simulation.referee().game().sideOf("A"), Side::Right);
    const AgentId again = connected(simulation, "A", 1);
    EXPECT_EQ(playerOf(simulation, again).unum.value(), 1);
}

TEST(SimulationTest, AgentWithoutRobotCannotBeam) {
    Simulation simulation(quiet());
    const AgentId agent = simulation.addAgent();
    simulation.receive(agent, "(beam -3 1 0)");
    simulation.cycle();
    EXPECT_EQ(simulation.physics().robotCount(), 0U);
}

TEST(SimulationTest, NewPlayersStandInRows) {
    Simulation simulation(quiet());
    std::vector<Eigen::Vector3d> places_S;
    for (int i = 0; i < 25; ++i) {
        const AgentId agent = connected(simulation, "A", 1);
        places_S.push_back(torso(simulation, agent));
        simulation.removeAgent(agent);
    }
    for (std::size_t i = 0; i < places_S.size(); ++i) {
        EXPECT_LT(std::abs(places_S[i].y()), 10.0) << i;
        EXPECT_LT(places_S[i].x(), -10.0) << i;
        for (std::size_t k = 0; k < i; ++k) {
            EXPECT_GT((places_S[i] - places_S[k]).head<2>().norm(), 0.5) << i << ' ' << k;
        }
    }
}

// Robots that swing their limbs and collide.
class Crowd {
public:
    explicit Crowd(Simulation& simulation, int count) : m_simulation(simulation) {
        for (int i = 0; i < count; ++i) {
            const bool isLeft = i % 2 == 0;
            const auto agent = simulation.addRobot(kNaoFile, (i / 2) % 5, isLeft ? "A" : "B",
                                                   i / 2 + 1, i % 3 == 0);
            EXPECT_TRUE(agent) << agent.error().toString();
            m_agents.push_back(*agent);
            math::Pose X_STorso = math::Pose::translation(
                {(isLeft ? -1.0 : 1.0) * (0.2 + 0.3 * (i / 4)), 0.35 * (i % 4), 0.42});
            simulation.place(*agent, X_STorso);
        }
        EXPECT_TRUE(simulation.apply(monitor::SetPlayMode{game::PlayMode::PlayOn}));
    }
    void move(base::Rng& rng, int cycles) {
        for (int c = 0; c < cycles; ++c) {
            if (c % 10 == 0) {
                for (const AgentId agent : m_agents) {
                    const auto joints = m_simulation.body(agent)->model().joints().size();
                    for (std::size_t j = 0; j < joints; ++j) {
                        m_simulation.setJointSpeed(agent, robot::JointId(j),
                                                   rng.uniform(-3.0, 3.0));
                    }
                }
            }
            m_simulation.cycle();
        }
    }

private:
    Simulation& m_simulation;
    std::vector<AgentId> m_agents;
};

std::uint64_t crowdHash(SimulationSettings settings, int robots, int cycles) {
    Simulation simulation(settings);
    Crowd crowd(simulation, robots);
    base::Rng rng(7);
    crowd.move(rng, cycles);
    return simulation.stateHash();
}

TEST(SimulationTest, SameInputsGiveTheSameRun) {
    for (const Solver solver : {Solver::Exact, Solver::Fast}) {
        SimulationSettings settings;
        settings.solver = solver;
        const std::uint64_t hash = crowdHash(settings, 6, 300);
        EXPECT_EQ(crowdHash(settings, 6, 300), hash);
        settings.threadCount = 3;
        EXPECT_EQ(crowdHash(settings, 6, 300), hash) << "threads change nothing";
        settings.seed = 2;
        EXPECT_NE(crowdHash(settings, 6, 300), hash);
    }
}

// In particular the agents' messages and requests, and team membership.
TEST(SimulationTest, RestoredSnapshotDropsLaterState) {
    Simulation simulation(quiet());
    const AgentId speaker = connected(simulation, "A", 1);
    const AgentId stranger = simulation.addAgent();
    simulation.receive(stranger, "(scene rsg/agent/nao/nao_hetero.rsg 0)");
    run(simulation, 3);
    simulation.place(stranger,
                     math::Pose::translation({5.0, 3.0, 0.4})); // not a valid position for a player
    ASSERT_TRUE(simulation.apply(monitor::SetTime{100.0}));
    simulation.receive(speaker, "(say hello)");
    const auto moment = simulation.save();
    const double momentS = simulation.timeS();
    const auto play = [&] {
        run(simulation, 3);
        std::string reported(simulation.percepts(speaker));
        EXPECT_EQ(playerOf(simulation, stranger).side, Side::None);
        simulation.receive(stranger, "(init (unum 2)(teamname A))");
        simulation.cycle();
        reported += simulation.percepts(stranger);
        EXPECT_TRUE(simulation.apply(monitor::SetTime{200.0}));
        simulation.receive(speaker, "(say later)");
        return reported + fmt::format("{} {} {}", simulation.stateHash(),
                                      torso(simulation, stranger).transpose().norm(),
                                      torso(simulation, stranger).y());
    };
    const std::string first = play();
    ASSERT_TRUE(simulation.restore(*moment));
    EXPECT_DOUBLE_EQ(simulation.timeS(), momentS);
    simulation.cycle();
    EXPECT_NE(simulation.percepts(speaker).find("hello"), std::string_view::npos);
    ASSERT_TRUE(simulation.restore(*moment));
    EXPECT_EQ(play(), first);
}

TEST(SimulationTest, ContinuesFromASnapshotBitForBit) {
    for (const Solver solver : {Solver::Exact, Solver::Fast}) {
        SimulationSettings settings;
        settings.solver = solver;
        Simulation simulation(settings);
        Crowd crowd(simulation, 6);
        base::Rng rng(7);
        crowd.move(rng, 150);
        const auto moment = simulation.save();
        const std::uint64_t hashThere = simulation.stateHash();
        const base::Rng rngThere = rng;
        crowd.move(rng, 200);
        const std::uint64_t hash = simulation.stateHash();
        std::string said(simulation.percepts(AgentId(std::int32_t{0})));
        ASSERT_TRUE(simulation.restore(*moment));
        EXPECT_EQ(simulation.stateHash(), hashThere);
        rng = rngThere;
        crowd.move(rng, 200);
        EXPECT_EQ(simulation.stateHash(), hash);
        EXPECT_EQ(simulation.percepts(AgentId(std::int32_t{0})), said);
        ASSERT_TRUE(simulation.addRobot(kNaoFile, 0, "A", 9));
        EXPECT_FALSE(simulation.restore(*moment)) << "another robot was added";
    }
}

} // namespace
} // namespace sideline::simulator
