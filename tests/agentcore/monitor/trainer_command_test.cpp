#include "agentcore/monitor/trainer_command.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/math/angles.h"

namespace sideline::monitor {
namespace {

using Eigen::Vector3d;

game::PlayerId robotId(game::Side side, int unum) {
    return {side, game::UniformNumber(unum)};
}

// The only command of a message without errors.
TrainerCommand parseOne(std::string_view text) {
    const TrainerMessage message = parseTrainerCommands(text);
    EXPECT_TRUE(message.errors.empty()) << text << ": " << message.errors.front().toString();
    EXPECT_EQ(message.commands.size(), 1U) << text;
    return message.commands.empty() ? TrainerCommand(KillSimulation{}) : message.commands.front();
}

template <typename Command>
Command parseAs(std::string_view text) {
    const TrainerCommand command = parseOne(text);
    EXPECT_TRUE(std::holds_alternative<Command>(command)) << text;
    return std::holds_alternative<Command>(command) ? std::get<Command>(command) : Command{};
}

TEST(TrainerCommandTest, ReadsAllPartsOfAnAgentCommandInAnyOrder) {
    const auto command = parseAs<AgentCommand>(
        "(agent (battery 50)(move 1 -2 0.4 90)(team Left)(pos -3.5 2 .5)(unum 4)(temperature 30))");
    EXPECT_EQ(command.agent, robotId(game::Side::Left, 4));
    EXPECT_EQ(command.p_STorso, Vector3d(-3.5, 2, 0.5));
    ASSERT_TRUE(command.move);
    EXPECT_EQ(command.move->p_STorso, Vector3d(1, -2, 0.4));
    EXPECT_DOUBLE_EQ(command.move->yawRad, math::kPi / 2);
    EXPECT_EQ(command.battery, 50.0);
    EXPECT_EQ(command.temperature, 30.0);
}

TEST(TrainerCommandTest, AgentCommandWithoutNumberOrTeamClearsSelectedRobots) {
    parseAs<ClearSelectedAgents>("(agent)");
    parseAs<ClearSelectedAgents>("(agent (unum 3)(pos 1 2 3))");
    parseAs<ClearSelectedAgents>("(agent (team Left)(pos 1 2 3))");
    parseAs<ClearSelectedAgents>("(agent (team)(unum 1))");
}

TEST(TrainerCommandTest, ReadsTheOtherCommands) {
    EXPECT_EQ(parseAs<BallCommand>("(ball (pos 1 2 0.042)(vel 3 0 1e-1))"),
              (BallCommand{Vector3d(1, 2, 0.042), Vector3d(3, 0, 0.1)}));
    EXPECT_EQ(parseAs<BallCommand>("(ball (vel 3 0 0))"),
              (BallCommand{std::nullopt, Vector3d(3, 0, 0)}));
    EXPECT_EQ(parseAs<SetPlayMode>("(playMode free_kick_left)").mode, game::PlayMode::FreeKickLeft);
    parseAs<DropBall>("(dropBall)");
    EXPECT_EQ(parseAs<KickOff>("(kickOff Left)").side, game::Side::Left);
    EXPECT_EQ(parseAs<KickOff>("(kickOff Right)").side, game::Side::Right);
    EXPECT_EQ(parseAs<KickOff>("(kickOff None)").side, game::Side::None);
    parseAs<GetAck>("(getAck (anything 1))");
    EXPECT_EQ(parseAs<SelectAgent>("(select (unum 7)(team Right))").agent,
              robotId(game::Side::Right, 7));
    parseAs<SelectNextAgent>("(select)");
    parseAs<SelectNextAgent>("(select (unum 7))");
    parseAs<SelectNextAgent>("(select (team Left))");
    parseAs<ClearSelection>("(select (unum -1))");
    parseAs<ClearSelection>("(select (unum -1)(team Left))");
    EXPECT_EQ(parseAs<KillAgent>("(kill (unum 2)(team Left))").agent, robotId(game::Side::Left, 2));
    EXPECT_EQ(parseAs<KillAgent>("(kill)").agent, std::nullopt);
    EXPECT_EQ(parseAs<RepositionAgent>("(repos (unum 2)(team Left))").agent,
              robotId(game::Side::Left, 2));
    EXPECT_EQ(parseAs<RepositionAgent>("(repos)").agent, std::nullopt);
    parseAs<KillSimulation>("(killsim)");
    parseAs<RequestFullState>("(reqfullstate)");
    EXPECT_EQ(parseAs<SetTime>("(time 120.5)").timeS, 120.5);
    EXPECT_EQ(parseAs<SetScore>("(score (right 1)(left 2))"), (SetScore{2, 1}));
}

TEST(TrainerCommandTest, ReadsNumbersLikeTheServer) {
    EXPECT_EQ(parseAs<SelectAgent>("(select (unum 7.9)(team Right))").agent.unum.value(), 7);
    EXPECT_EQ(parseAs<SetTime>("(time +2.5s)").timeS, 2.5);
    EXPECT_EQ(parseAs<SetScore>("(score (left 2 9)(right 1)(left 5))"), (SetScore{2, 1}));
    EXPECT_EQ(parseAs<SetTime>("(time 1 2 3)").timeS, 1.0);
}

struct Fault {
    std::string text;
    base::ErrorCode code;
    std::uint64_t byteOffset;
};

class TrainerFaultTest : public ::testing::TestWithParam<Fault> {};

// Each error is between two valid commands, which are kept.
TEST_P(TrainerFaultTest, IsReportedAndKeepsOtherCommands) {
    const std::string text = "(dropBall)" + GetParam().text + "(killsim)";
    const TrainerMessage message = parseTrainerCommands(text);
    ASSERT_EQ(message.errors.size(), 1U);
    EXPECT_EQ(message.errors.front().code, GetParam().code) << message.errors.front().toString();
    EXPECT_EQ(message.errors.front().byteOffset, 10 + GetParam().byteOffset);
    EXPECT_FALSE(message.errors.front().expected.empty());
    const std::vector<TrainerCommand> expected = {DropBall{}, KillSimulation{}};
    EXPECT_EQ(message.commands, expected);
}

using base::ErrorCode;
INSTANTIATE_TEST_SUITE_P(
    Faults, TrainerFaultTest,
    ::testing::Values(Fault{"(Ball (pos 1 2 3))", ErrorCode::InvalidArgument, 0},
                      Fault{"((ball))", ErrorCode::InvalidArgument, 0},
                      Fault{"()", ErrorCode::InvalidArgument, 0},
                      Fault{"(playMode playon)", ErrorCode::InvalidArgument, 10},
                      Fault{"(playMode)", ErrorCode::Malformed, 0},
                      Fault{"(kickOff)", ErrorCode::Malformed, 0},
                      Fault{"(kickOff left)", ErrorCode::InvalidArgument, 9},
                      Fault{"(ball (pos 1 2))", ErrorCode::Malformed, 6},
                      Fault{"(ball (pos 1 (2) 3)(vel 1 2 3))", ErrorCode::Malformed, 6},
                      Fault{"(ball (pos nan 2 3))", ErrorCode::LimitExceeded, 11},
                      Fault{"(ball (vel 1 -inf 3))", ErrorCode::LimitExceeded, 13},
                      Fault{"(ball (vel 1 2 1e39))", ErrorCode::LimitExceeded, 15},
                      Fault{"(ball (vel 1 2 1e999))", ErrorCode::LimitExceeded, 15},
                      Fault{"(agent (unum 1)(team Left)(pos a b c))", ErrorCode::Malformed, 31},
                      Fault{"(time -1)", ErrorCode::LimitExceeded, 0},
                      Fault{"(time)", ErrorCode::Malformed, 0},
                      Fault{"(score (left 1))", ErrorCode::Malformed, 0},
                      Fault{"(score (left 1)(right -1))", ErrorCode::LimitExceeded, 0},
                      Fault{"(score (left 1)(right 3e9))", ErrorCode::LimitExceeded, 22}));

TEST(TrainerCommandTest, PartsBeforeAnErrorAreKept) {
    const TrainerMessage message =
        parseTrainerCommands("(agent (unum 1)(team Left)(pos 1 2 3)(move 1 2)(battery 5))");
    ASSERT_EQ(message.errors.size(), 1U);
    ASSERT_EQ(message.commands.size(), 1U);
    const auto& agent = std::get<AgentCommand>(message.commands.front());
    EXPECT_EQ(agent.p_STorso, Vector3d(1, 2, 3));
    EXPECT_FALSE(agent.move);
    EXPECT_FALSE(agent.battery);
}

TEST(TrainerCommandTest, UnknownTeamCountsAsNone) {
    const TrainerMessage message = parseTrainerCommands("(select (unum 3)(team left))");
    EXPECT_EQ(message.errors.size(), 1U);
    ASSERT_EQ(message.commands.size(), 1U);
    EXPECT_EQ(std::get<SelectAgent>(message.commands.front()).agent, robotId(game::Side::None, 3));
}

TEST(TrainerCommandTest, BrokenTextEndsTheMessageButKeepsEarlierCommands) {
    for (const char* text :
         {"(dropBall)(ball (pos 1 2 3)", "(dropBall))(killsim)", "(dropBall)\x01(killsim)"}) {
        const TrainerMessage message = parseTrainerCommands(text);
        EXPECT_EQ(message.commands.size(), 1U) << text;
        ASSERT_EQ(message.errors.size(), 1U) << text;
        EXPECT_TRUE(message.errors.front().byteOffset) << text;
    }
    EXPECT_TRUE(parseTrainerCommands("").commands.empty());
    EXPECT_EQ(parseTrainerCommands(" word (dropBall) \n (killsim) ").commands.size(), 2U);
    std::string many;
    for (int i = 0; i < 1000; ++i) {
        many += "(x)";
    }
    EXPECT_EQ(parseTrainerCommands(many).errors.size(), 100U);
}

TEST(TrainerCommandTest, WhatIsWrittenIsReadAsTheSame) {
    const std::vector<TrainerCommand> commands = {
        AgentCommand{robotId(game::Side::Right, 11), Vector3d(1.25, -2, 0.1),
                     AgentMove{{1, 2, 3}, 0.0}, 12.5, 40.0},
        AgentCommand{robotId(game::Side::Left, 1), std::nullopt,
                     AgentMove{{-1e-7, 2.0 / 3.0, 3}, 0.0}, std::nullopt, std::nullopt},
        ClearSelectedAgents{},
        BallCommand{Vector3d(0, 0, 0.042), std::nullopt},
        BallCommand{Vector3d(0, 1.0 / 3.0, 0.042), Vector3d(7, 0, 5)},
        SetPlayMode{game::PlayMode::PassRight},
        DropBall{},
        KickOff{game::Side::Left},
        KickOff{game::Side::None},
        GetAck{},
        SelectAgent{robotId(game::Side::Left, 9)},
        SelectNextAgent{},
        ClearSelection{},
        KillAgent{robotId(game::Side::Right, 2)},
        KillAgent{},
        RepositionAgent{robotId(game::Side::Right, 2)},
        RepositionAgent{},
        KillSimulation{},
        RequestFullState{},
        SetTime{599.98},
        SetScore{3, 0},
    };
    std::string all;
    for (const TrainerCommand& command : commands) {
        const std::string text = encodeTrainerCommand(command);
        EXPECT_EQ(parseOne(text), command) << text;
        all += text;
    }
    EXPECT_EQ(parseTrainerCommands(all).commands, commands);
    EXPECT_EQ(encodeTrainerCommand(AgentCommand{robotId(game::Side::Left, 3), std::nullopt,
                                                AgentMove{{1, 2, 0.5}, math::kPi / 6}, std::nullopt,
                                                std::nullopt}),
              "(agent (unum 3)(team Left)(move 1 2 0.5 30))");
}

} // namespace
} // namespace sideline::monitor
