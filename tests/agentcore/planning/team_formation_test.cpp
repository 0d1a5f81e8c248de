#include "agentcore/planning/formation/team_formation.h"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;
using Situation = FormationSituation;

const std::string kHead = "formation two\nfield 30 20\n"
                          "role 1 goalkeeper\nrole 4 left-back mirrors right-back\n"
                          "role 5 right-back\n";
const std::string kPlay = "situation play\n"
                          "ball 0 0\ngoalkeeper -14 0\nleft-back -5 3\nright-back -5 -3\n"
                          "ball 10 8 # of the opponent\ngoalkeeper -12 1\nleft-back 3 6\n"
                          "right-back 0 1\n";

TeamFormation parsed(const std::string& text) {
    const auto formation = TeamFormation::parse(text, "two.formation");
    EXPECT_TRUE(formation.has_value()) << formation.error().toString();
    return formation.value_or(TeamFormation());
}

const field::FieldDimensions& defaultField() {
    return field::newestField().dimensions;
}

TEST(TeamFormationTest, InterpolatesBetweenPlacesOfTheBall) {
    const TeamFormation formation = parsed(kHead + kPlay);
    EXPECT_EQ(formation.name(), "two");
    ASSERT_EQ(formation.roles().size(), 3U);
    EXPECT_EQ(formation.roleOf(4), 1U);
    EXPECT_FALSE(formation.roleOf(7));
    const auto at = [&](std::size_t role, const Vector2d& ball_F) {
        return formation.place(Situation::Play, role, ball_F, defaultField());
    };
    EXPECT_LT((at(1, {0.0, 0.0}) - Vector2d(-5.0, 3.0)).norm(), 1e-9);
    EXPECT_LT((at(1, {10.0, 8.0}) - Vector2d(3.0, 6.0)).norm(), 1e-9);
    EXPECT_LT((at(1, {5.0, 4.0}) - Vector2d(-1.0, 4.5)).norm(), 1e-9);
    EXPECT_LT((at(0, {-9.0, 0.0}) - Vector2d(-14.0, 0.0)).norm(), 1e-9);
}

TEST(TeamFormationTest, MirrorsRolesAndPlaces) {
    const TeamFormation formation = parsed("mirrored\n" + kHead + kPlay);
    EXPECT_EQ(formation.roles()[1].mirror, 2U);
    EXPECT_EQ(formation.roles()[2].mirror, 1U);
    EXPECT_EQ(formation.roles()[0].mirror, 0U);
    const auto at = [&](std::size_t role, const Vector2d& ball_F) {
        return formation.place(Situation::Play, role, ball_F, defaultField());
    };
    for (const Vector2d& ball : {Vector2d(10.0, 8.0), Vector2d(4.0, 2.0), Vector2d(12.0, 3.0)}) {
        const Vector2d other(ball.x(), -ball.y());
        const Vector2d left = at(1, ball);
        EXPECT_LT((at(2, other) - Vector2d(left.x(), -left.y())).norm(), 1e-9);
        const Vector2d keeper = at(0, ball);
        EXPECT_LT((at(0, other) - Vector2d(keeper.x(), -keeper.y())).norm(), 1e-9);
    }
}

TEST(TeamFormationTest, SituationsThatAreNotGivenAreAsPlay) {
    const TeamFormation formation = parsed(kHead + kPlay +
                                           "situation their-kick-off\nball 0 0\ngoalkeeper -13 0\n"
                                           "left-back -8 1\nright-back -8 -1\n");
    const auto keeper = [&](Situation situation) {
        return formation.place(situation, 0, {0.0, 0.0}, defaultField()).x();
    };
    EXPECT_DOUBLE_EQ(keeper(Situation::TheirKickOff), -13.0);
    EXPECT_DOUBLE_EQ(keeper(Situation::KickOff), -14.0);
    EXPECT_TRUE(formation.has(Situation::TheirKickOff));
    EXPECT_FALSE(formation.has(Situation::Corner));
}

TEST(TeamFormationTest, ScalesToTheField) {
    const TeamFormation formation = parsed(kHead + kPlay);
    field::FieldDimensions small = defaultField();
    small.lengthM = 15.0;
    small.widthM = 40.0;
    EXPECT_LT((formation.place(Situation::Play, 1, {2.5, 8.0}, small) - Vector2d(-0.5, 9.0)).norm(),
              1e-9);
}

TEST(TeamFormationTest, DerivesTheSituation) {
    using world::SetPiece;
    world::SituationBelief belief;
    world::GameBelief game;
    EXPECT_EQ(situationOf(belief, game), Situation::Play);
    game.playMode = game::PlayMode::BeforeKickOff;
    EXPECT_EQ(situationOf(belief, game), Situation::KickOff);
    const std::vector<std::pair<SetPiece, Situation>> own = {
        {SetPiece::KickOff, Situation::KickOff},   {SetPiece::KickIn, Situation::KickIn},
        {SetPiece::CornerKick, Situation::Corner}, {SetPiece::GoalKick, Situation::GoalKick},
        {SetPiece::FreeKick, Situation::FreeKick}, {SetPiece::DirectFreeKick, Situation::FreeKick}};
    for (const auto& [piece, situation] : own) {
        belief.setPiece = piece;
        belief.isOwnRestart = true;
        EXPECT_EQ(situationOf(belief, game), situation);
        belief.isOwnRestart = false;
        EXPECT_EQ(nameOf(situationOf(belief, game)), "their-" + std::string(nameOf(situation)));
    }
}

TEST(TeamFormationTest, AllocatesNothingInACycle) {
    const TeamFormation formation = parsed(kHead + kPlay);
    const tests::AllocationGuard guard;
    (void)formation.place(Situation::Play, 1, {5.0, 4.0}, defaultField());
    EXPECT_EQ(guard.count(), 0U);
}

TEST(TeamFormationTest, ShippedFormationsLoad) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples/formations")) {
        const auto formation = TeamFormation::load(entry.path());
        ASSERT_TRUE(formation.has_value()) << formation.error().toString();
        EXPECT_EQ(formation->roles().size(), kMaxRoles);
        ++count;
        // No two roles have overlapping places, wherever the ball is.
        for (double x = -15.0; x <= 15.0; x += 1.0) {
            for (double y = -10.0; y <= 10.0; y += 1.0) {
                for (std::size_t a = 0; a < kMaxRoles; ++a) {
                    for (std::size_t b = 0; b < a; ++b) {
                        const auto at = [&](std::size_t role) {
                            return formation->place(Situation::Play, role, {x, y}, defaultField());
                        };
                        EXPECT_GT((at(a) - at(b)).norm(), 0.8)
                            << a << ' ' << b << " ball " << x << ' ' << y;
                    }
                }
            }
        }
    }
    EXPECT_GE(count, 1);
}

struct FaultCase {
    std::string text;
    const char* error;
};

TEST(TeamFormationTest, FaultsNameFileLineAndExpectation) {
    const std::vector<FaultCase> cases = {
        {"", "f:1: the file contains no formation; expected a line `formation NAME` and the lines "
             "that define it"},
        {"# to come\n\n", "f:1: the file contains no formation; expected a line `formation NAME` "
                          "and the lines that define it"},
        {"formation a\n", "f:1: the formation has no situation play; expected a line `situation "
                          "play`"},
        {"formation a b\n",
         "f:1: the formation's name must be one word; expected such as `formation three-lines`"},
        {"field 30\n",
         "f:1: the field has no size; expected length and width in meters, such as `field 30 20`"},
        {"field 30 -1\n",
         "f:1: the field has no size; expected length and width in meters, such as `field 30 20`"},
        {"field 1e-300 20\n",
         "f:1: the field has no size; expected length and width in meters, such as `field 30 20`"},
        {"role 12 x\n", "f:1: invalid role; expected a number from 1 to 11 and a name, such as "
                        "`role 4 left-back mirrors right-back`"},
        {"role 1 x\nrole 1 y\n",
         "f:2: number 1 already has a role; expected one role for each number"},
        {"role 1 x\nrole 2 x\n", "f:2: role x is defined twice; expected a name for each role"},
        {"situation play\n", "f:1: `situation` before `field` and `role`; expected `field` and "
                             "`role` lines before the first situation"},
        {"field 30 20\nrole 1 x mirrors y\nsituation play\n",
         "f:2: there is no role y; expected the name of a role"},
        {"field 30 20\nrole 1 x mirrors y\nrole 2 y\nrole 3 z mirrors y\nsituation play\n",
         "f:4: y already mirrors another role; expected pairs of roles"},
        {kHead + "situation playing\n",
         "f:6: there is no situation playing; expected play, kick-off, kick-in, corner, goal-kick, "
         "free-kick, their-kick-off, their-kick-in, their-corner, their-goal-kick or "
         "their-free-kick"},
        {kHead + "situation play\nrole 2 x\n",
         "f:7: `role` after a situation; expected all roles before the first situation"},
        {kHead + "situation play\nfield 20 14\n",
         "f:7: `field` after a situation; expected `field` before the first situation"},
        {kHead + "situation play\nmirrored\n",
         "f:7: `mirrored` after a situation; expected `mirrored` before the first situation"},
        {kHead + "ball 0 0\n",
         "f:6: `ball` before the first situation; expected a line `situation play` before it"},
        {kHead + "situation play\nball 0 nan\n", "f:7: ball has no valid position; expected x from "
                                                 "-17 to 17 and y from -12 to 12, in meters"},
        {kHead + "situation play\nball 40 0\n", "f:7: ball has no valid position; expected x from "
                                                "-17 to 17 and y from -12 to 12, in meters"},
        {kHead + kPlay + "ball 0 0\n",
         "f:15: this ball position is given twice; expected each position once in a situation"},
        {kHead + "situation play\nball 0 0\ngoalkeeper -14 0\nball 1 1\n",
         "f:7: some roles have no position for this ball position; expected a position of "
         "left-back, "
         "right-back"},
        {kHead + "situation play\nball 0 0\ngoalkeeper -14 0\ngoalkeeper -14 0\n",
         "f:9: goalkeeper has two positions; expected one for each ball position"},
        {kHead + "situation play\ngoalkeeper -14 0\n",
         "f:7: the position of goalkeeper comes before the ball's; expected a line `ball x y` "
         "before it"},
        {kHead + "situation play\nball 0 0\ngoalkeper -14 0\n",
         "f:8: unknown word goalkeper; expected goalkeeper"},
        {kHead + "situation play\nsituation corner\n",
         "f:6: the situation has no ball position; expected at least one line `ball x y`"},
        {kHead + kPlay + "situation play\n", "f:15: situation play is given twice; expected once"},
    };
    for (const FaultCase& row : cases) {
        const auto formation = TeamFormation::parse(row.text, "f");
        ASSERT_FALSE(formation.has_value()) << row.error;
        EXPECT_EQ(formation.error().toString(), row.error);
    }
    EXPECT_FALSE(TeamFormation::load("no/such.formation").has_value());
}

} // namespace
} // namespace sideline::planning
