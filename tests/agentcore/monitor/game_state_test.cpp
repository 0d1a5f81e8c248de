#include "agentcore/monitor/game_state.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace sideline::monitor {
namespace {

base::Expected<Predicates> read(std::string_view text) {
    protocol::SexprReader reader(text);
    return readPredicates(reader);
}

GameState stateAfter(std::string_view text, bool full, const GameState& before = {}) {
    auto predicates = read(text);
    EXPECT_TRUE(predicates) << (predicates ? "" : predicates.error().toString());
    return predicates ? applyPredicates(before, std::move(*predicates), full) : GameState{};
}

constexpr std::string_view kFull =
    "((FieldLength 21)(FieldWidth 14)(FieldHeight 40)(GoalWidth 2.1)(FreeKickDistance 1.3)"
    "(RuleHalfTime 300)(play_modes BeforeKickOff PlayOn)(time 12.5)(team_left UTA)(half 1)"
    "(score_left 2)(score_right 0)(play_mode 1)(Novelty 1 2 x))";

TEST(GameStateTest, ReadsAFullMessage) {
    const GameState game = stateAfter(kFull, true);
    EXPECT_DOUBLE_EQ(game.timeS, 12.5);
    EXPECT_EQ(game.teamLeft, "UTA");
    EXPECT_EQ(game.teamRight, "");
    EXPECT_EQ(game.scoreLeft, 2);
    EXPECT_EQ(game.playModeName(), "PlayOn");
    ASSERT_NE(game.environment, nullptr);
    EXPECT_DOUBLE_EQ(game.environment->field.lengthM, 21.0);
    EXPECT_DOUBLE_EQ(game.environment->field.circleRadiusM, 1.3);
    EXPECT_DOUBLE_EQ(game.environment->field.penaltyLengthM, 1.8); // not in the stream
    EXPECT_DOUBLE_EQ(game.environment->halfTimeS, 300.0);
    ASSERT_EQ(game.environment->others.size(), 1U);
    EXPECT_EQ(game.environment->others[0].first, "Novelty");
    EXPECT_EQ(game.environment->others[0].second, "1 2 x");
}

TEST(GameStateTest, DifferencesChangeOnlyListedValues) {
    const GameState full = stateAfter(kFull, true);
    const GameState next = stateAfter("((time 12.7)(score_right 1))", false, full);
    EXPECT_DOUBLE_EQ(next.timeS, 12.7);
    EXPECT_EQ(next.scoreLeft, 2);
    EXPECT_EQ(next.scoreRight, 1);
    EXPECT_EQ(next.environment, full.environment);
}

TEST(GameStateTest, TorquesAreWrittenAndReadForOneMessage) {
    const float unknown = std::numeric_limits<float>::quiet_NaN();
    const std::vector<MotorTorques> torques = {
        {{game::Side::Left, game::UniformNumber(7)}, {12.345F, unknown, -0.25F}},
        {{game::Side::Right, game::UniformNumber(11)}, {0.0F}}};
    std::string text;
    appendTorques(torques, text);
    EXPECT_EQ(text, "(torque 1 7 12.35 - -0.25)(torque 2 11 0)");
    const GameState game = stateAfter("((time 1)" + text + ")", true);
    ASSERT_EQ(game.torques.size(), 2U);
    EXPECT_EQ(game.torques[0].robot, torques[0].robot);
    const auto torquesNm = game.motorTorquesNm(torques[0].robot);
    ASSERT_EQ(torquesNm.size(), 3U);
    EXPECT_FLOAT_EQ(torquesNm[0], 12.35F);
    EXPECT_TRUE(std::isnan(torquesNm[1]));
    EXPECT_EQ(game.torques[1], torques[1]);
    EXPECT_EQ(game, stateAfter("((time 1)" + text + ")", true));
    EXPECT_TRUE(game.motorTorquesNm({game::Side::Left, game::UniformNumber(11)}).empty());
    EXPECT_TRUE(stateAfter("((time 2))", false, game).torques.empty());
    EXPECT_TRUE(read("((torque 1 7))"));
    for (const char* wrong : {"((torque 1))", "((torque 1 x 3))", "((torque 1 7 much))",
                              "((torque 1 7 (3)))", "((torque 1 7 3"}) {
        EXPECT_FALSE(read(wrong)) << wrong;
    }
    EXPECT_EQ(read("((torque 1 7 much))").error().toString(),
              "byte 13: unexpected 'much'; expected a torque in N m, '-' or ')'");
}

TEST(GameStateTest, FullMessagesReplaceEverything) {
    const GameState before = stateAfter(kFull, true);
    const GameState after = stateAfter("((time 1)(play_modes A B))", true, before);
    EXPECT_EQ(after.teamLeft, "");
    EXPECT_EQ(after.scoreLeft, 0);
    EXPECT_EQ(after.playMode, -1);
    EXPECT_EQ(after.playModeName(), "?");
}

TEST(GameStateTest, UnchangedEnvironmentIsShared) {
    const GameState first = stateAfter(kFull, true);
    const GameState second = stateAfter(kFull, true, first);
    EXPECT_EQ(first.environment.get(), second.environment.get());
    EXPECT_EQ(first, second);
}

TEST(GameStateTest, FoulsAndWaitsBelongToOneMessage) {
    const GameState foul =
        stateAfter("((time 1)(foul 4 6 1 2)(foul 5 3 2 11)(pass_mode_score_wait_left 3.5))", false);
    ASSERT_EQ(foul.fouls.size(), 2U);
    EXPECT_EQ(foul.fouls[0].index, 4);
    EXPECT_EQ(foulTypeName(foul.fouls[0].type), "charging");
    EXPECT_EQ(foul.fouls[0].offender, (game::PlayerId{game::Side::Left, game::UniformNumber(2)}));
    EXPECT_EQ(foul.fouls[1].offender.side, game::Side::Right);
    EXPECT_EQ(foul.passModeScoreWaitLeftS, 3.5);
    const GameState after = stateAfter("((time 1.2))", false, foul);
    EXPECT_TRUE(after.fouls.empty());
    EXPECT_FALSE(after.passModeScoreWaitLeftS);
}

TEST(GameStateTest, ReadsOldFoulFormat) {
    const GameState game = stateAfter("((foul 0 1 9))", false);
    ASSERT_EQ(game.fouls.size(), 1U);
    EXPECT_EQ(game.fouls[0].type, 0);
    EXPECT_EQ(game.fouls[0].offender.unum.value(), 9);
    EXPECT_EQ(foulTypeName(99), "foul type 99");
}

struct FaultRow {
    const char* text;
    const char* expected;
};

TEST(GameStateTest, ErrorsHaveByteOffset) {
    const FaultRow rows[] = {
        {"x", "byte 0: unexpected 'x'; expected '(' before the predicates"},
        {"((time abc))", "byte 7: 'abc' is not a value for 'time'; expected a number"},
        {"((time 1 2))", "byte 9: unexpected '2'; expected ')'"},
        {"((score_left 1.5))",
         "byte 13: '1.5' is not a value for 'score_left'; expected a whole number"},
        {"((time))", "byte 6: unexpected ')'; expected a number after 'time'"},
        {"(time 1)", "byte 1: unexpected 'time'; expected '(' of a predicate, or ')'"},
        {"((foul 1 2))", "byte 2: 'foul' has 2 values; expected [index] type team number"},
        {"((foul 1 x 1 2))",
         "byte 9: unexpected 'x'; expected three or four whole numbers in 'foul'"},
        {"((time 1)", "byte 9: the message ends inside 1 open list; expected ')'"},
        {"(())", "byte 2: unexpected ')'; expected the name of a predicate"},
    };
    for (const FaultRow& row : rows) {
        const auto result = read(row.text);
        ASSERT_FALSE(result) << row.text;
        EXPECT_EQ(result.error().toString(), row.expected) << row.text;
    }
}

} // namespace
} // namespace sideline::monitor
