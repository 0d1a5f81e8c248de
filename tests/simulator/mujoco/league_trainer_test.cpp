// Trainers, bad input and speech on rcssservermj.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "agentcore/game/play_mode.h"
#include "agentcore/math/angles.h"
#include "simulator/mujoco/league_commands.h"
#include "tests/simulator/mujoco/league_match_fixture.h"

namespace sideline::simulator::mujoco {

namespace {

using Eigen::Vector3d;
using game::PlayMode;
using game::Side;
using testing::HasSubstr;

class LeagueTrainerTest : public LeagueMatchTest {
protected:
    void SetUp() override {
        begin();
        agent = join("Reds", 5);
        join("Blues", 5);
    }
    [[nodiscard]] Vector3d forward(std::size_t player) const {
        return torso(player).R * Vector3d::UnitY();
    }
    AgentId agent{0};
};

TEST_F(LeagueTrainerTest, KicksOffForAnySpellingOfASide) {
    for (const char* side : {"Left", "left", "L", "l", "Right", "right", "R", "r"}) {
        EXPECT_EQ(command(fmt::format("(kickOff {})", side)), "");
        match->cycle();
        const bool isLeft = side[0] == 'L' || side[0] == 'l';
        EXPECT_EQ(match->game().playMode(), isLeft ? PlayMode::KickOffLeft : PlayMode::KickOffRight)
            << side;
    }
}

TEST_F(LeagueTrainerTest, KicksOffForEitherSideByChance) {
    int left = 0;
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(command("(kickOff)"), "");
        match->cycle();
        left += match->game().playMode() == PlayMode::KickOffLeft ? 1 : 0;
    }
    EXPECT_NEAR(left, 30, 20);
}

TEST_F(LeagueTrainerTest, DropsAndPlacesTheBall) {
    EXPECT_EQ(command("(ball (pos 3 1 0.5)(vel 2 0 0))"), "");
    match->cycle();
    EXPECT_LT((match->world().ball().p_S - Vector3d(3.0, 1.0, 0.5)).norm(), 1e-9);
    EXPECT_EQ(match->world().ball().velocity_SMps, Vector3d(2.0, 0.0, 0.0));
    match->cycle();
    EXPECT_EQ(command("(ball (pos 1 2 0.11))"), "");
    match->cycle();
    EXPECT_EQ(match->world().ball().velocity_SMps, Vector3d::Zero());
    EXPECT_EQ(command("(dropBall)"), "");
    match->cycle();
    EXPECT_EQ(match->game().playMode(), PlayMode::PlayOn);
    EXPECT_LT((match->world().ball().p_S - Vector3d(1.0, 2.0, 0.11)).norm(), 1e-3);
}

TEST_F(LeagueTrainerTest, PlacesPlayersByPositionHeadingAndQuaternion) {
    EXPECT_EQ(command("(agent (unum 5)(team Left)(pos -3 2 0.7))"), "");
    match->cycle();
    EXPECT_LT((torso(0).p - Vector3d(-3.0, 2.0, 0.7)).norm(), 1e-9);
    EXPECT_LT((forward(0) - Vector3d::UnitX()).norm(), 1e-9);
    EXPECT_EQ(command("(agent (unum 5)(team Blues)(move 4 1 0.7 90))"), "");
    match->cycle();
    EXPECT_LT((torso(1).p - Vector3d(4.0, 1.0, 0.7)).norm(), 1e-9);
    EXPECT_LT((forward(1) - Vector3d::UnitY()).norm(), 1e-9);
    // Lying on its back: turned by -90 degrees about the server's y axis, which points left.
    EXPECT_EQ(command("(agent (unum 5)(team Right)(move3d 4 1 0.3 2 0 -2 0))"), "");
    match->cycle();
    EXPECT_LT((forward(1) - Vector3d::UnitZ()).norm(), 1e-9);
    EXPECT_LT((torso(1).R * Vector3d::UnitZ() + Vector3d::UnitX()).norm(), 1e-9);
    run(100, {agent});
    EXPECT_LT(torso(1).p.z(), 0.3) << "it stays on its back";
    EXPECT_GT(forward(1).z(), 0.8);
}

// Computed from a rotation matrix, the quaternion would differ in its last bits, and percepts in
// their last digits.
TEST_F(LeagueTrainerTest, PlacesPlayersBitForBitWhereTheServerPutsThem) {
    for (int headingDeg = -170; headingDeg <= 180; headingDeg += 10) {
        EXPECT_EQ(command(fmt::format("(agent (unum 5)(team Left)(move -3 2 1.5 {}))", headingDeg)),
                  "");
        match->cycle();
        const double halfRad = math::radFromDeg(headingDeg) / 2.0;
        const std::array expected = {
            -3.0, 2.0, 1.5, std::cos(halfRad), 0.0, 0.0, std::sin(halfRad)};
        const std::vector<double> state = match->world().save();
        EXPECT_NE(std::ranges::search(state, expected).begin(), state.end()) << headingDeg;
    }
}

TEST_F(LeagueTrainerTest, TheLastPlaceOfAMessageCounts) {
    EXPECT_EQ(command("(agent (unum 5)(team Reds)(move 0 0 0.7 90)(pos -3 2 0.7))"
                      "(agent (unum 5)(team Reds)(pos -4 2 0.7))"),
              "");
    match->cycle();
    EXPECT_LT((torso(0).p - Vector3d(-4.0, 2.0, 0.7)).norm(), 1e-9);
    EXPECT_LT((forward(0) - Vector3d::UnitX()).norm(), 1e-9);
}

TEST_F(LeagueTrainerTest, SaysWhatIsWrongWithACommand) {
    EXPECT_THAT(command("(playMode PlayOn)"), HasSubstr("reads 'playMode' but ignores it"));
    EXPECT_THAT(command("(killsim)"), HasSubstr("reads 'killsim' but ignores it"));
    EXPECT_THAT(command("(reqfullstate)"), HasSubstr("unknown command 'reqfullstate'"));
    EXPECT_THAT(command("(ball (vel 1 0 0))"), HasSubstr("'ball' has no position"));
    EXPECT_THAT(command("(agent (team Left)(pos 0 0 1))"), HasSubstr("'agent' has no number"));
    EXPECT_THAT(command("(agent (unum 5)(pos 0 0 1))"), HasSubstr("'agent' has no team"));
    EXPECT_THAT(command("(agent (unum 5)(team Left))"), HasSubstr("'agent' has no position"));
    EXPECT_THAT(command("(agent (unum 5)(team Greens)(pos 0 0 1))"),
                HasSubstr("there is no team Greens"));
    EXPECT_THAT(command("(agent (unum 7)(team Left)(pos 0 0 1))"), HasSubstr("there is no player"));
    EXPECT_THAT(command("(agent (unum 5)(team Left)(move3d 0 0 1 0 0 0 0))"),
                HasSubstr("the quaternion of 'move3d' is zero"));
    EXPECT_THAT(command("(ball (pos 0 nan 1))"),
                HasSubstr("value 2 of 'pos' is not a finite number"));
    EXPECT_THAT(command("(ball (pos 0 0"), HasSubstr("byte"));
    EXPECT_NEAR(match->world().ball().p_S.z(), 0.11, 0.001) << "nothing was done";
    // As on the server, a wrong number ends the message, and what came before it counts.
    EXPECT_THAT(command("(dropBall)(ball (pos a b c))(kickOff Left)"), HasSubstr("'pos'"));
    match->cycle();
    EXPECT_EQ(match->game().playMode(), PlayMode::PlayOn);
}

TEST_F(LeagueTrainerTest, BadActionsNameAgentAndMotor) {
    match->receive(agent, holding());
    match->receive(agent, "(he1 nan 0 10 1 0)(he2 30)(wings 1 2 3 4 5)(lle4 40 0 0 0 0)(fly)");
    match->cycle();
    const std::string all = notes();
    EXPECT_THAT(all, HasSubstr("Reds 5: wrong command for motor he1 at byte 0"));
    EXPECT_THAT(all, HasSubstr("Reds 5: wrong command for motor he2"));
    EXPECT_THAT(all, HasSubstr("expected five finite numbers: angle, speed, kp, kd, torque"));
    EXPECT_THAT(all, HasSubstr("Reds 5: unknown motor wings"));
    EXPECT_THAT(all, HasSubstr("Reds 5: motor lle4 has a target angle but no gains"));
    EXPECT_THAT(all, HasSubstr("unknown action at byte"));
    run(10, {agent});
    EXPECT_EQ(match->players().size(), 2U);
    EXPECT_TRUE(std::isfinite(torso(0).p.z()));
}

TEST_F(LeagueTrainerTest, AnUnstableRobotIsNamedAndTheOthersContinue) {
    const Vector3d other = torso(1).p;
    match->receive(agent, "(lle4 0 0 1e9 0 0)(rle4 90 0 1e9 1e9 0)");
    std::string all;
    for (int i = 0; i < 50; ++i) {
        match->receive(agent, "(lle4 0 0 1e9 1e9 0)(rle4 90 0 1e9 1e9 1e9)");
        match->cycle();
        all += notes();
    }
    for (std::size_t player : {0U, 1U}) {
        EXPECT_TRUE(torso(player).p.allFinite());
    }
    EXPECT_LT((torso(1).p - other).head<2>().norm(), 1.5);
    EXPECT_TRUE(all.empty() || all.starts_with("Reds 5: its robot became unstable")) << all;
}

TEST_F(LeagueTrainerTest, AFloodOfMessagesIsReportedOnce) {
    for (int i = 0; i < 3000; ++i) {
        match->receive(agent, holding());
    }
    match->cycle();
    EXPECT_EQ(notes(), "Reds 5: it sent 1000 messages within one cycle of 20 ms; expected one\n");
    run(2, {agent});
    EXPECT_EQ(notes(), "");
}

TEST_F(LeagueTrainerTest, OnlyShortMessagesAreHeard) {
    const AgentId listener = join("Blues", 6);
    match->receive(agent, "(SPK say 100 MTIzNDU2Nzg5MA==)"); // 10 bytes
    match->cycle();
    ASSERT_EQ(read(listener).heard.size(), 1U);
    EXPECT_EQ(read(listener).heard[0].text, "MTIzNDU2Nzg5MA==");
    match->receive(agent, "(SPK say 100 MTIzNDU2Nzg5MDE=)"); // 11 bytes
    match->cycle();
    EXPECT_TRUE(read(listener).heard.empty());
    EXPECT_THAT(std::string(match->percepts(listener)), HasSubstr("(MIC hear )"));
    match->receive(agent, "(SPK say 0 MTIz)"); // no volume
    match->cycle();
    EXPECT_EQ(std::string(match->percepts(listener)).find("MIC"), std::string::npos);
}

// Of four, the three loudest are always heard; the fourth at the same volume as the third, too.
TEST_F(LeagueTrainerTest, QuietMessagesAreLostAmongLouderOnes) {
    const AgentId listener = join("Blues", 1);
    const std::vector<AgentId> speakers = {agent, join("Reds", 1), join("Reds", 2),
                                           join("Reds", 3)};
    for (int unum = 1; unum <= 3; ++unum) {
        EXPECT_EQ(command(fmt::format("(agent (unum {})(team Reds)(move {} 0 0.68 0))", unum,
                                      -2.0 * unum)),
                  "");
    }
    EXPECT_EQ(command("(agent (unum 5)(team Reds)(move -25 15 0.68 0))"
                      "(agent (unum 1)(team Blues)(move 0 0 0.68 180))"),
              "");
    run(2, {agent, listener});
    int far = 0;
    int all = 0;
    constexpr int kTimes = 200;
    for (int i = 0; i < kTimes; ++i) {
        for (const AgentId speaker : speakers) {
            match->receive(speaker, speaker == agent ? "(SPK say 100 ZmFy)" : "(SPK say 100 YQ==)");
        }
        match->cycle();
        for (const auto& heard : read(listener).heard) {
            ++all;
            far += heard.text == "ZmFy" ? 1 : 0;
        }
    }
    EXPECT_EQ(all - far, 3 * kTimes);
    // Volumes fall by 6 dB per doubling of the distance: 29.2 m against the third, at 6 m.
    const double ratio = std::pow(10.0, -0.3 * (std::log2(29.2) - std::log2(6.0)));
    const double expected = std::log(ratio * (std::exp(1.0) - 1.0) + 1.0);
    EXPECT_NEAR(far * 1.0 / kTimes, expected, 0.12);
}

TEST(LeagueField, Hsl2026HasTheMarksOfTheServer) {
    const field::FieldVersion* field = field::findField("hsl2026");
    ASSERT_NE(field, nullptr);
    const field::FieldDimensions& size = field->dimensions;
    EXPECT_EQ(size.lengthM, 14.0);
    EXPECT_EQ(size.widthM, 9.0);
    EXPECT_EQ(size.penaltyLengthM, 2.95);
    EXPECT_EQ(size.penaltyWidthM, 6.0);
    EXPECT_EQ(size.goalAreaLengthM, 0.95);
    EXPECT_EQ(size.goalAreaWidthM, 4.0);
    EXPECT_EQ(size.penaltySpotM, 3.0);
    EXPECT_EQ(size.circleRadiusM, 3.0);
    EXPECT_EQ(size.borderM, 2.0);
    for (const SeenPoint& point : landmarksOf(size)) {
        if (point.name == "l_ruga") { // the server reports areas at twice their half width
            EXPECT_LT((point.p_S - Vector3d(6.05, 4.0, 0.0)).norm(), 1e-9);
        } else if (point.name == "p_lpm") {
            EXPECT_LT((point.p_S - Vector3d(-4.0, 0.0, 0.0)).norm(), 1e-9);
        }
    }
}

class HslMatchTest : public LeagueMatchTest {};

TEST_F(HslMatchTest, AMatchIsPlayedOnHsl2026) {
    begin({.field = field::findField("hsl2026")->dimensions});
    const AgentId agent = join("Reds", 2);
    EXPECT_NEAR(torso(0).p.y(), 4.5 + 2.0, 1e-6);
    EXPECT_EQ(command("(dropBall)(ball (pos 7.3 0 0.2))"), "");
    run(2, {agent});
    EXPECT_EQ(match->game().score(Side::Left), 1);
}

} // namespace

} // namespace sideline::simulator::mujoco
