// The effect of each trainer command on a simulation, from its text to world and game.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "simulator/simulation/simulation.h"

namespace sideline::simulator {
namespace {

using game::PlayMode;
using game::Side;

constexpr auto kTrainedNaoFile = "rsg/agent/nao/nao_hetero.rsg";
const robot::BodyId kTrainedTorso{std::int32_t{0}};

// Left 1 and 2 and right 1, far from each other and from the ball.
class TrainerTest : public ::testing::Test {
protected:
    TrainerTest() {
        left1 = join("A", 1, {-6, 3, 0.4});
        left2 = join("A", 2, {-6, -3, 0.4});
        right1 = join("B", 1, {6, 3, 0.4});
        simulation.cycle();
    }
    AgentId join(const char* team, int unum, const Eigen::Vector3d& p_S) {
        const auto agent = simulation.addRobot(kTrainedNaoFile, 0, team, unum);
        EXPECT_TRUE(agent) << agent.error().toString();
        simulation.place(*agent, math::Pose::translation(p_S));
        return *agent;
    }
    /// Executes all commands of a message; returns the error of the first that fails.
    std::string say(const std::string& text) {
        const monitor::TrainerMessage message = monitor::parseTrainerCommands(text);
        EXPECT_TRUE(message.errors.empty()) << text;
        EXPECT_FALSE(message.commands.empty()) << text;
        for (const monitor::TrainerCommand& command : message.commands) {
            if (const auto done = simulation.apply(command); !done) {
                EXPECT_EQ(done.error().code, base::ErrorCode::NotFound);
                return done.error().message;
            }
        }
        return "";
    }
    void run(int cycles) {
        for (int i = 0; i < cycles; ++i) {
            simulation.cycle();
        }
    }
    [[nodiscard]] math::Pose torso(AgentId agent) {
        return simulation.body(agent)->pose(kTrainedTorso);
    }
    [[nodiscard]] Game& game() { return simulation.referee().game(); }
    [[nodiscard]] Eigen::Vector3d ball_S() { return simulation.physics().ball().X_SBall.p; }
    /// Numbers of the selected agents, as `left 1, right 1`.
    [[nodiscard]] std::string selected() const {
        std::string text;
        for (const AgentInfo& agent : simulation.agents()) {
            if (agent.isSelected) {
                text += (text.empty() ? "" : ", ") + game::toString(agent.player);
            }
        }
        return text;
    }

    Simulation simulation{SimulationSettings{}};
    AgentId left1;
    AgentId left2;
    AgentId right1;
};

TEST_F(TrainerTest, AgentPosShiftsAndStopsRobot) {
    const math::Pose before = torso(left1);
    EXPECT_EQ(say("(agent (unum 1)(team Left)(pos -3 2 0.5))"), "");
    EXPECT_TRUE(torso(left1).p.isApprox(Eigen::Vector3d(-3, 2, 0.5)));
    EXPECT_TRUE(torso(left1).R.isApprox(before.R));
    EXPECT_NEAR(torso(left2).p.x(), -6, 0.1) << "no other robot moves";
    EXPECT_NEAR(simulation.body(left1)->body(kTrainedTorso).save().v_SMps[2], 0.0, 1e-12);
}

TEST_F(TrainerTest, AgentMoveTurnsRobotUpright) {
    math::Pose lying = torso(right1);
    lying.R = Eigen::AngleAxisd(1.5, Eigen::Vector3d::UnitX()).toRotationMatrix();
    simulation.place(right1, lying);
    EXPECT_EQ(say("(agent (team Right)(unum 1)(move 4 -1 0.4 90))"), "");
    EXPECT_TRUE(torso(right1).p.isApprox(Eigen::Vector3d(4, -1, 0.4)));
    EXPECT_TRUE(torso(right1).R.col(2).isApprox(Eigen::Vector3d::UnitZ(), 1e-9)) << "upright";
    EXPECT_TRUE(torso(right1).R.col(1).isApprox(-Eigen::Vector3d::UnitX(), 1e-9))
        << "faces +y at 0 degrees, so -x at 90";
}

TEST_F(TrainerTest, BatteryAndTemperatureChangeNothing) {
    const std::uint64_t before = simulation.stateHash();
    EXPECT_EQ(say("(agent (unum 1)(team Left)(battery 50)(temperature 30))"), "");
    EXPECT_EQ(simulation.stateHash(), before);
}

TEST_F(TrainerTest, AgentWithoutArgumentsMovesSelectedRobotBack) {
    const double x = torso(left2).p.x();
    EXPECT_EQ(say("(agent)"), "") << "without a selection nothing happens";
    EXPECT_NEAR(torso(left2).p.x(), x, 1e-9);
    EXPECT_EQ(say("(select (unum 2)(team Left))(agent)"), "");
    EXPECT_NEAR(torso(left2).p.x(), x - 2.5, 0.01);
    EXPECT_EQ(say("(select (unum 1)(team Right))(agent)"), "");
    EXPECT_NEAR(torso(right1).p.x(), 8.5, 0.1) << "towards its own half";
}

TEST_F(TrainerTest, BallPosKeepsItsMotion) {
    EXPECT_EQ(say("(playMode PlayOn)(ball (vel 1 0 0))"), "");
    EXPECT_EQ(say("(ball (pos 2 -3 0.5))"), "");
    const BallState ball = simulation.physics().ball();
    EXPECT_TRUE(ball.X_SBall.p.isApprox(Eigen::Vector3d(2, -3, 0.5)));
    EXPECT_TRUE(ball.velocity_SMps.isApprox(Eigen::Vector3d(1, 0, 0)));
    run(10);
    EXPECT_GT(ball_S().x(), 2.1);
    EXPECT_LT(ball_S().z(), 0.5) << "it falls";
}

TEST_F(TrainerTest, BallVelStopsItsSpin) {
    EXPECT_EQ(say("(playMode PlayOn)(ball (vel 3 1 0))"), "");
    run(20);
    ASSERT_GT(simulation.physics().ball().angularVelocity_SRadPerS.norm(), 1.0) << "it rolls";
    EXPECT_EQ(say("(ball (pos 0 0 0.042)(vel 0 2 0))"), "");
    EXPECT_TRUE(simulation.physics().ball().angularVelocity_SRadPerS.isZero());
    EXPECT_TRUE(simulation.physics().ball().velocity_SMps.isApprox(Eigen::Vector3d(0, 2, 0)));
    run(1);
    EXPECT_GT(ball_S().y(), 0.02);
}

TEST_F(TrainerTest, EveryPlayModeCanBeSet) {
    for (const std::string_view name : game::kPlayModeNames) {
        EXPECT_EQ(say(fmt::format("(playMode {})", name)), "");
        EXPECT_EQ(game::playModeName(game().playMode()), name);
        run(3);
    }
    EXPECT_FALSE(monitor::parseTrainerCommands("(playMode Siesta)").errors.empty());
}

TEST_F(TrainerTest, DropBallClearsThePlayersAway) {
    EXPECT_EQ(say("(playMode KickIn_Left)(ball (pos -3 2 0.042)(vel 0 0 0))"
                  "(agent (unum 1)(team Left)(move -3.3 2 0.4 0))"),
              "");
    EXPECT_EQ(say("(dropBall)"), "");
    EXPECT_EQ(game().playMode(), PlayMode::PlayOn);
    EXPECT_NEAR(ball_S().x(), -3, 0.01);
    const Eigen::Vector3d away = torso(left1).p - ball_S();
    EXPECT_GT(away.head<2>().norm(), simulation.referee().rules().freeKickDistanceM);
}

TEST_F(TrainerTest, KickOffIsForTheGivenSide) {
    EXPECT_EQ(say("(kickOff Left)"), "");
    EXPECT_EQ(game().playMode(), PlayMode::KickOffLeft);
    EXPECT_EQ(say("(kickOff Right)"), "");
    EXPECT_EQ(game().playMode(), PlayMode::KickOffRight);
    run(5);
    EXPECT_GT(game().timeS(), 0.0F) << "the game clock runs";
}

TEST_F(TrainerTest, KickOffWithoutSideIsTossed) {
    EXPECT_EQ(say("(kickOff None)"), "");
    EXPECT_TRUE(game().playMode() == PlayMode::KickOffLeft ||
                game().playMode() == PlayMode::KickOffRight);
}

TEST_F(TrainerTest, GetAckChangesNothing) {
    const std::uint64_t before = simulation.stateHash();
    EXPECT_EQ(say("(getAck ack)"), "");
    EXPECT_EQ(simulation.stateHash(), before);
}

TEST_F(TrainerTest, SelectChoosesOneRobot) {
    EXPECT_EQ(selected(), "");
    EXPECT_EQ(say("(select (unum 1)(team Right))"), "");
    EXPECT_EQ(selected(), "right 1");
    EXPECT_EQ(say("(select (unum 2)(team None))"), "");
    EXPECT_EQ(selected(), "left 2") << "of any team";
    EXPECT_EQ(say("(select (unum 9)(team Left))"), "no player left 9");
    EXPECT_EQ(selected(), "");
}

TEST_F(TrainerTest, SelectWithoutArgumentsChoosesTheNextRobot) {
    simulation.addAgent(); // has no team, so it is never selected
    for (const char* expected : {"left 1", "left 2", "right 1", "left 1"}) {
        EXPECT_EQ(say("(select)"), "");
        EXPECT_EQ(selected(), expected);
    }
    EXPECT_EQ(say("(select (unum -1))"), "");
    EXPECT_EQ(selected(), "");
}

TEST_F(TrainerTest, SelectRequiresARobot) {
    simulation.removeAgent(left1);
    simulation.removeAgent(left2);
    simulation.removeAgent(right1);
    EXPECT_EQ(say("(select)"), "no player to select");
    EXPECT_EQ(say("(select (unum 1)(team Left))"), "no player left 1");
    EXPECT_EQ(say("(select (unum -1))"), "");
    EXPECT_EQ(say("(agent)"), "");
    EXPECT_EQ(say("(kill)"), "no player that is selected");
    EXPECT_EQ(say("(repos)"), "no player that is selected");
    run(3);
}

TEST_F(TrainerTest, KillRemovesRobot) {
    EXPECT_EQ(say("(kill (unum 2)(team Left))"), "");
    EXPECT_EQ(simulation.body(left2), nullptr);
    EXPECT_EQ(simulation.agents().size(), 2U);
    const Simulation::Requests requests = simulation.takeRequests();
    ASSERT_EQ(requests.removed.size(), 1U);
    EXPECT_EQ(requests.removed[0].agent, left2) << "a server ends its connection";
    EXPECT_TRUE(simulation.takeRequests().removed.empty());
    EXPECT_EQ(say("(kill (unum 2)(team Left))"), "no player left 2");
    run(3);
    join("A", 2, {-6, -3, 0.4}); // its number is free again
}

TEST_F(TrainerTest, KillWithoutArgumentsRemovesSelectedRobot) {
    EXPECT_EQ(say("(select (unum 1)(team Right))(kill)"), "");
    const auto removed = simulation.takeRequests().removed;
    ASSERT_EQ(removed.size(), 1U);
    EXPECT_EQ(removed[0].agent, right1);
    EXPECT_EQ(say("(kill)"), "no player that is selected");
    run(3);
}

TEST_F(TrainerTest, ReposMovesRobotOffTheField) {
    EXPECT_EQ(say("(repos (unum 1)(team Left))"), "");
    EXPECT_GT(std::abs(torso(left1).p.y()), simulation.field().dimensions().widthM / 2.0);
    EXPECT_LT(torso(left1).p.x(), 0.0) << "beside its own half";
    EXPECT_EQ(say("(select (unum 1)(team Right))(repos)"), "");
    EXPECT_GT(std::abs(torso(right1).p.y()), simulation.field().dimensions().widthM / 2.0);
    run(3);
}

TEST_F(TrainerTest, KillsimRequestsShutdown) {
    EXPECT_FALSE(simulation.takeRequests().end);
    EXPECT_EQ(say("(killsim)"), "");
    EXPECT_TRUE(simulation.takeRequests().end);
    EXPECT_FALSE(simulation.takeRequests().end) << "requested once";
}

TEST_F(TrainerTest, ReqfullstateRequestsTheWholeScene) {
    EXPECT_EQ(say("(reqfullstate)"), "");
    EXPECT_TRUE(simulation.takeRequests().fullState);
    EXPECT_FALSE(simulation.takeRequests().fullState);
}

TEST_F(TrainerTest, TimeSetsTheGameClock) {
    EXPECT_EQ(say("(time 120.5)"), "");
    EXPECT_DOUBLE_EQ(game().timeS(), 120.5);
    EXPECT_EQ(say("(playMode PlayOn)"), "");
    run(50);
    EXPECT_NEAR(game().timeS(), 121.5, 0.001);
}

TEST_F(TrainerTest, ScoreSetsTheGoals) {
    EXPECT_EQ(say("(score (left 3)(right 2))"), "");
    EXPECT_EQ(game().score(Side::Left), 3);
    EXPECT_EQ(game().score(Side::Right), 2);
}

TEST_F(TrainerTest, UnknownPlayersAreNamed) {
    for (const char* command :
         {"(agent (unum 7)(team Left)(pos 0 0 1))", "(agent (unum 7)(team Left)(move 0 0 1 0))",
          "(select (unum 7)(team Left))", "(kill (unum 7)(team Left))",
          "(repos (unum 7)(team Left))"}) {
        const std::uint64_t before = simulation.stateHash();
        EXPECT_EQ(say(command), "no player left 7") << command;
        EXPECT_EQ(simulation.stateHash(), before) << command;
    }
    EXPECT_EQ(say("(kill (unum 0)(team None))"), "no player unnamed robot");
    simulation.addAgent(); // an agent without a number is not addressed
    EXPECT_EQ(say("(agent (unum 0)(team None)(pos 0 0 1))"), "no player unnamed robot");
}

// Values up to the range of float can be requested; the simulation must survive them.
TEST_F(TrainerTest, SurvivesExtremePositionsAndSpeeds) {
    for (const Solver solver : {Solver::Exact, Solver::Fast}) {
        for (const char* command :
             {"(ball (vel 3e38 3e38 3e38))", "(ball (pos 3e38 0 3e38))", "(ball (pos 0 0 -3e38))",
              "(ball (vel 1e19 0 0))", "(ball (pos 1e9 1e9 0.042)(vel 1e9 0 0))",
              "(agent (unum 1)(team Left)(pos 3e38 3e38 3e38))",
              "(agent (unum 1)(team Left)(pos 0 0 -1e30))",
              "(agent (unum 1)(team Left)(move 1e18 1e18 0.4 3e38))",
              "(agent (unum 1)(team Left)(move 0 0 0 0)(pos 1e7 0 -0.3))", "(time 3e38)",
              "(score (left 2147483647)(right 2147483647))"}) {
            SCOPED_TRACE(command);
            SimulationSettings settings;
            settings.solver = solver;
            settings.rules.usesFouls = true;
            Simulation far(settings);
            const auto agent = far.addRobot(kTrainedNaoFile, 0, "A", 1, true);
            ASSERT_TRUE(agent);
            ASSERT_TRUE(far.apply(monitor::SetPlayMode{PlayMode::PlayOn}));
            for (const auto& each : monitor::parseTrainerCommands(command).commands) {
                ASSERT_TRUE(far.apply(each));
            }
            for (int i = 0; i < 20; ++i) {
                far.cycle();
            }
            ASSERT_TRUE(far.apply(monitor::BallCommand{Eigen::Vector3d(0, 0, 1), {}}));
            far.cycle();
            EXPECT_FALSE(far.percepts(*agent).empty());
        }
    }
}

} // namespace
} // namespace sideline::simulator
