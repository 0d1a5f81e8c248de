// Arguments of behaviors: what they compute from a belief, and what their texts may not be.
#include <cmath>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/argument/argument.h"
#include "tests/support/allocation_guard.h"

namespace sideline::argument {
namespace {

using testing::HasSubstr;

constexpr Requirement kPlace{Type::Place};
constexpr Requirement kPlayer{Type::Player};
constexpr Requirement kLengthM{Type::Number, "m"};

class ArgumentTest : public testing::Test {
protected:
    ArgumentTest() {
        m_frame.body.pose.isValid = true;
        m_frame.body.X_FT.p = {-2.0, 1.0, 0.4}; // the torso's y axis points to +x: heading 0
        m_frame.body.X_FT.R << 0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.p_F = {1.0, -1.0, 0.04};
        m_frame.world.ball.rest_F = {3.0, -1.0, 0.04};
    }
    void add(bool isTeammate, int unum, double x, double y) {
        world::PlayerBelief player;
        player.isTeammate = isTeammate;
        player.unum = unum;
        player.p_F = {x, y, 0.0};
        m_frame.world.players.push_back(player);
    }
    [[nodiscard]] Beliefs beliefs() const { return {m_frame, m_field}; }
    [[nodiscard]] static Argument read(std::string_view text, const Requirement& requirement) {
        auto made = Argument::parse(text, requirement);
        EXPECT_TRUE(made) << text << ": " << made.error().toString();
        return made ? *made : Argument();
    }
    // The place that a text means; far away if it is unknown.
    [[nodiscard]] Eigen::Vector2d place(std::string_view text) const {
        return read(text, kPlace).place_F(beliefs()).value_or(Eigen::Vector2d(999.0, 999.0));
    }
    [[nodiscard]] double number(std::string_view text, const Requirement& requirement) const {
        return read(text, requirement).number(beliefs()).value_or(999.0);
    }
    static void expectAt(const Eigen::Vector2d& place, double x, double y) {
        EXPECT_NEAR(place.x(), x, 1e-9);
        EXPECT_NEAR(place.y(), y, 1e-9);
    }
    static std::string errorOf(std::string_view text, const Requirement& requirement) {
        const auto made = Argument::parse(text, requirement);
        return made ? "no error" : made.error().toString();
    }

    world::AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
};

TEST_F(ArgumentTest, PlacesAreThoseOfTheBelief) {
    expectAt(place("ball"), 1.0, -1.0);
    expectAt(place("ball.rest"), 3.0, -1.0);
    expectAt(place("self"), -2.0, 1.0);
    expectAt(place("offset(1, 0.5)"), -1.0, 1.5);
    expectAt(place("goal.opponent"), 15.0, 0.0);
    expectAt(place("point(2, -3)"), 2.0, -3.0);
    EXPECT_LT(place("post.near").y(), 0.0); // on the ball's side
    EXPECT_GT(place("post.far").y(), 0.0);
    EXPECT_GT(place("ball.predicted(1)").x(), 0.99);
    m_frame.world.ball.isKnown = false;
    EXPECT_FALSE(read("ball", kPlace).place_F(beliefs()));
    EXPECT_FALSE(read("between(ball, goal.own, 0.5)", kPlace).place_F(beliefs()));
}

TEST_F(ArgumentTest, PlacesAreComputedFromOthers) {
    expectAt(place("ball + point(1, 0)"), 2.0, -1.0);
    expectAt(place("ball - 2 * point(1, 1)"), -1.0, -3.0);
    expectAt(place("-ball"), -1.0, 1.0);
    expectAt(place("(ball + self) / 2"), -0.5, 0.0);
    expectAt(place("between(ball, self, 0.5)"), -0.5, 0.0);
    expectAt(place("toward(center, goal.opponent, 2)"), 2.0, 0.0);
    expectAt(place("around(center, point(2, 0), 90)"), 0.0, 2.0);
    expectAt(place("inside(point(40, -40), 1)"), 14.0, -9.0);
    expectAt(place("point(ball.x - 0.3, min(ball.y, 2))"), 0.7, -1.0);
}

TEST_F(ArgumentTest, PlayersAreFoundInTheBelief) {
    add(true, 7, 3.0, 2.0);
    add(true, 9, 8.0, -1.0);
    add(false, 2, -1.0, 1.0);
    add(false, 4, 5.0, -1.0); // between the ball and teammate 9
    EXPECT_EQ(read("teammate(9)", kPlayer).player(beliefs())->unum, 9);
    EXPECT_EQ(read("opponent.nearest", kPlayer).player(beliefs())->unum, 2);
    EXPECT_EQ(read("opponent.nearest-to(ball)", kPlayer).player(beliefs())->unum, 2);
    EXPECT_EQ(read("opponent.nearest-to(teammate(9))", kPlayer).player(beliefs())->unum, 4);
    EXPECT_EQ(read("teammate.best-receiver", kPlayer).player(beliefs())->unum, 7);
    EXPECT_EQ(read("teammate(3)", kPlayer).player(beliefs()), nullptr);
    m_frame.world.players[0].velocity_FMps = {0.5, 0.0, 0.0};
    expectAt(place("predicted(teammate(7), 2)"), 4.0, 2.0);
    expectAt(place("teammate(7)"), 3.0, 2.0); // a player stands for its place
    expectAt(place("teammate(7) + point(0, 1)"), 3.0, 3.0);
    EXPECT_FALSE(read("teammate(3)", kPlace).place_F(beliefs()));
}

TEST_F(ArgumentTest, NumbersHaveUnits) {
    EXPECT_DOUBLE_EQ(number("0.5", kLengthM), 0.5);
    EXPECT_DOUBLE_EQ(number("80cm", kLengthM), 0.8);
    EXPECT_DOUBLE_EQ(number("2 * 80cm + 0.4", kLengthM), 2.0);
    EXPECT_DOUBLE_EQ(number("1.5m/s * 2s", kLengthM), 3.0);
    EXPECT_DOUBLE_EQ(number("ball.x-0.3", kLengthM), 0.7);
    EXPECT_DOUBLE_EQ(number("self.to(1, 1)", kLengthM), 3.0);
    EXPECT_DOUBLE_EQ(number("distance(ball, self) / 1m/s", {Type::Number, "s"}), std::sqrt(13.0));
    EXPECT_NEAR(number("direction(center, point(0, 2))", {Type::Number, "deg"}), 90.0, 1e-9);
    EXPECT_NEAR(number("bearing(point(-2, 3))", {Type::Number, "deg"}), 90.0, 1e-9);
    EXPECT_NEAR(number("3.14159265rad", {Type::Number, "deg"}), 180.0, 1e-6);
    EXPECT_DOUBLE_EQ(number("x(ball)", {Type::Number, "m", -0.5, 0.5}), 0.5); // limited
    m_frame.body.pose.isValid = false;
    EXPECT_FALSE(read("self.x", kLengthM).number(beliefs()));
}

TEST_F(ArgumentTest, ErrorsNameThePositionAndWhatWasExpected) {
    EXPECT_THAT(errorOf("ball.prediced(1)", kPlace),
                HasSubstr("byte 0: unknown name 'ball.prediced'; expected perhaps ball.predicted"));
    EXPECT_THAT(errorOf("point(1, 2", kPlace), HasSubstr("byte 10: the end instead of"));
    EXPECT_THAT(errorOf("point(1 2)", kPlace), HasSubstr("byte 8: '2' instead of a comma"));
    EXPECT_THAT(errorOf("ball.predicted", kPlace), HasSubstr("expected ball.predicted(time)"));
    EXPECT_THAT(errorOf("ball.predicted(1m)", kPlace),
                HasSubstr("the input 'time' is in m; expected a number in s"));
    EXPECT_THAT(errorOf("ball + 1", kPlace), HasSubstr("'+' cannot combine place and number"));
    EXPECT_THAT(errorOf("1m + 1s", kLengthM), HasSubstr("'+' cannot combine m and s"));
    EXPECT_THAT(errorOf("ball * ball", kPlace), HasSubstr("two numbers, or a number and a place"));
    EXPECT_THAT(errorOf("1 / ball", kPlace), HasSubstr("byte 2"));
    EXPECT_THAT(errorOf("ball", kLengthM), HasSubstr("'ball' is a place; expected a number in m"));
    EXPECT_THAT(errorOf("ball.x", kPlace), HasSubstr("'ball.x' is a number; expected a place"));
    EXPECT_THAT(errorOf("ball.age", kLengthM), HasSubstr("'ball.age' is in s"));
    EXPECT_THAT(errorOf("ball", kPlayer), HasSubstr("expected a player"));
    EXPECT_THAT(errorOf("3 parsecs", kLengthM), HasSubstr("byte 2: unexpected 'parsecs'"));
    EXPECT_THAT(errorOf("3furlongs", kLengthM), HasSubstr("byte 1: unknown unit 'furlongs'"));
    EXPECT_THAT(errorOf("", kPlace), HasSubstr("the end instead of a value"));
    EXPECT_THAT(errorOf("(ball", kPlace), HasSubstr("a parenthesis is still open"));
    EXPECT_THAT(errorOf("5", {Type::Number, "m", 0.0, 4.0}),
                HasSubstr("5 is out of range; expected a number in m, 0 to 4"));
    EXPECT_THAT(errorOf("1/0", kLengthM), HasSubstr("no error")); // infinite: limited when used
    EXPECT_THAT(errorOf(std::string(40, '(') + "1", kLengthM), HasSubstr("nested too deeply"));
    EXPECT_THAT(errorOf(std::string(600, '1'), kLengthM), HasSubstr("too long"));
    EXPECT_THAT(errorOf("ball \x01", kPlace), HasSubstr("byte 5"));
}

TEST_F(ArgumentTest, EvaluationAllocatesNothing) {
    add(true, 7, 3.0, 2.0);
    const Argument argument = read(
        "toward(teammate.best-receiver, ball.predicted(0.8), distance(self, ball) / 2)", kPlace);
    const tests::AllocationGuard guard;
    EXPECT_TRUE(argument.place_F(beliefs()));
    EXPECT_EQ(guard.count(), 0U);
}

TEST_F(ArgumentTest, EveryFunctionCanBeComputedAndHasItsOwnName) {
    for (const Function& function : functions()) {
        std::string text(function.name);
        for (std::size_t i = 0; i < function.inputCount(); ++i) {
            text += i == 0 ? "(" : ", ";
            const std::string_view kind = function.inputs[i].kind;
            text += kind == "place" ? "ball" : kind == "player" ? "teammate(7)" : "1";
        }
        text += function.inputCount() == 0 ? "" : ")";
        EXPECT_TRUE(Argument::parse(text, {function.type})) << text;
        EXPECT_EQ(findFunction(function.name), &function);
        EXPECT_EQ(findMeasure(function.name), nullptr);
    }
}

} // namespace
} // namespace sideline::argument
