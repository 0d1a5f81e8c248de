#include "agentcore/planning/coordinator.h"

#include <gtest/gtest.h>

#include "agentcore/world/say_words.h"
#include "tests/support/allocation_guard.h"

namespace sideline::planning {
namespace {

using Eigen::Vector2d;

constexpr double kLengthM = 30.0;

class CoordinatorTest : public testing::Test {
protected:
    CoordinatorTest() {
        m_frame.identity.team = "Us";
        m_frame.identity.robot.unum = game::UniformNumber(5);
        m_frame.body.pose.isValid = true;
        m_frame.body.X_FT.p = {-4.0, 0.0, 0.4};
        m_frame.world.ball.isKnown = true;
        m_plan.places_F[0] = Vector2d(-14.0, 0.0);
        m_plan.places_F[4] = Vector2d(-4.0, 1.0);
    }
    world::PlayerBelief& player(bool isTeammate, int unum, double x, double y) {
        world::PlayerBelief& added = m_frame.world.players.emplace_back();
        added.isTeammate = isTeammate;
        added.unum = unum;
        added.p_F = {x, y, 0.0};
        return added;
    }
    void ballAt(double x, double y) { m_frame.world.ball.p_F = {x, y, 0.04}; }
    // Heard in this cycle.
    void hear(int unum, const std::optional<Vector2d>& kicksTo_F) {
        world::SayWords words;
        words.unum = unum;
        words.goesToBall = true;
        words.kicksTo_F = kicksTo_F;
        world::WorldBelief::Heard heard;
        heard.team = "Us";
        ASSERT_TRUE(world::writeSay(words, heard.text));
        m_frame.world.heard.push_back(heard);
    }
    Duty duty(double lengthS = 0.0) {
        Duty last = m_coordinator.assignDuty(m_frame, m_plan, kLengthM, 0.02);
        m_frame.world.heard.clear();
        for (double timeS = 0.0; timeS < lengthS; timeS += 0.02) {
            last = m_coordinator.assignDuty(m_frame, m_plan, kLengthM, 0.02);
        }
        return last;
    }

    world::AgentFrame m_frame;
    TeamPlan m_plan;
    Coordinator m_coordinator;
};

TEST_F(CoordinatorTest, PlacesAreThoseOfTheNumbersUnlessTheyAreAssigned) {
    m_plan.places_F[6] = Vector2d(4.0, 0.0);
    player(true, 7, -4.0, 1.2); // stands on the place of number 5
    m_frame.body.X_FT.p.x() = 3.0;
    EXPECT_EQ(duty().of, 5);
    m_plan.assigns = true;
    const Duty assigned = duty();
    EXPECT_EQ(assigned.kind, DutyKind::Place);
    EXPECT_EQ(assigned.of, 7);
    EXPECT_EQ(assigned.place_F, Vector2d(4.0, 0.0));
    m_plan.striker = 7;
    EXPECT_EQ(duty().of, 5) << "the striker leaves its place to no teammate";
    m_frame.identity.robot.unum = game::UniformNumber(1);
    EXPECT_EQ(duty().place_F, Vector2d(-14.0, 0.0)) << "the goalkeeper keeps its own";
    m_frame.identity.robot.unum = game::UniformNumber(9);
    EXPECT_EQ(duty().kind, DutyKind::None) << "there is no place for it";
    m_frame.identity.robot.unum = game::UniformNumber(5);
    m_frame.body.pose.isValid = false;
    EXPECT_EQ(duty().kind, DutyKind::None);
}

TEST_F(CoordinatorTest, TheNearestOneReceivesWhatIsAnnounced) {
    m_plan.receives = true;
    ballAt(-8.0, 0.0);
    player(true, 3, -8.2, 0.0);
    hear(3, Vector2d(-4.0, 2.0));
    const Duty received = duty();
    EXPECT_EQ(received.kind, DutyKind::Receive);
    EXPECT_EQ(received.of, 3);
    EXPECT_LT((received.place_F - Vector2d(-4.0, 2.0)).norm(), world::kSayTargetStepM);
    EXPECT_EQ(duty(1.2).kind, DutyKind::Receive) << "reports come every 0.66 s";
    EXPECT_EQ(duty(0.5).kind, DutyKind::Place) << "but an old one has no effect";

    hear(3, Vector2d(-4.0, 2.0));
    hear(3, std::nullopt); // has changed its mind
    EXPECT_EQ(duty().kind, DutyKind::Place);

    world::PlayerBelief& other = player(true, 8, -4.0, 2.5);
    hear(3, Vector2d(-4.0, 2.0));
    EXPECT_EQ(duty().kind, DutyKind::Place) << "another one is nearer";
    other.isFallen = true;
    EXPECT_EQ(duty().kind, DutyKind::Receive);
    ballAt(-4.0, 1.5);
    EXPECT_EQ(duty().kind, DutyKind::Place) << "it is there already";
    ballAt(-8.0, 0.0);
    m_plan.receives = false;
    EXPECT_EQ(duty().kind, DutyKind::Place);
}

TEST_F(CoordinatorTest, WordsOfOthersAreNotOurs) {
    m_plan.receives = true;
    ballAt(-8.0, 0.0);
    hear(3, Vector2d(-4.0, 2.0));
    m_frame.world.heard.back().team = "Them";
    EXPECT_EQ(duty().kind, DutyKind::Place);
    hear(5, Vector2d(-4.0, 2.0));
    m_frame.world.heard.back().isOwn = true;
    EXPECT_EQ(duty().kind, DutyKind::Place);
}

TEST_F(CoordinatorTest, MarksDangerousOpponentsWhileTheyHaveTheBall) {
    m_plan.marks = true;
    ballAt(2.0, 0.0);
    player(false, 2, 2.2, 0.0);  // has the ball
    player(false, 9, -6.0, 2.0); // waits for it
    player(false, 4, 5.0, 5.0);  // in its own half
    const Duty marks = duty();
    EXPECT_EQ(marks.kind, DutyKind::Mark);
    EXPECT_EQ(marks.of, 9);
    EXPECT_LT(marks.place_F.x(), -6.0) << "on the side of the own goal";
    EXPECT_NEAR((marks.place_F - Vector2d(-6.0, 2.0)).norm(), 0.8, 1e-9);

    std::array<MarkedOpponent, kMaxMarked> marked;
    player(false, 10, -2.0, 3.0);
    player(false, 11, -9.0, -3.0);
    player(false, 8, -1.0, -3.0);
    ASSERT_EQ(dangerousOpponents(m_frame, kLengthM, marked), kMaxMarked);
    EXPECT_EQ(marked[0].unum, 11) << "the nearest to the own goal first";
    EXPECT_EQ(marked[1].unum, 9);
    EXPECT_EQ(marked[2].unum, 10);

    player(true, 7, 1.9, 0.0);
    EXPECT_EQ(dangerousOpponents(m_frame, kLengthM, marked), 0U) << "it is ours";
    EXPECT_EQ(duty().kind, DutyKind::Place);
    m_frame.world.players.back().isFallen = true;
    EXPECT_EQ(duty().kind, DutyKind::Mark);
    m_frame.world.ball.isKnown = false;
    EXPECT_EQ(duty().kind, DutyKind::Place);
}

TEST_F(CoordinatorTest, EachOpponentIsMarkedByOne) {
    m_plan.marks = true;
    m_plan.assigns = true;
    m_plan.places_F[6] = Vector2d(-8.0, -4.0);
    ballAt(2.0, 0.0);
    player(false, 2, 2.2, 0.0);
    player(false, 9, -6.0, 2.0);
    player(true, 7, -6.5, 2.0);
    EXPECT_EQ(duty().kind, DutyKind::Place) << "number 7 is there";
    m_frame.identity.robot.unum = game::UniformNumber(7);
    m_frame.body.X_FT.p = {-6.5, 2.0, 0.4};
    m_frame.world.players.back() = {};
    m_frame.world.players.back().isTeammate = true;
    m_frame.world.players.back().unum = 5;
    m_frame.world.players.back().p_F = {-4.0, 0.0, 0.0};
    Coordinator other;
    const Duty marks = other.assignDuty(m_frame, m_plan, kLengthM, 0.02);
    EXPECT_EQ(marks.kind, DutyKind::Mark);
    EXPECT_EQ(marks.of, 9);
}

TEST_F(CoordinatorTest, AllocatesNothing) {
    m_plan.marks = m_plan.assigns = m_plan.receives = true;
    for (int unum = 2; unum <= 11; ++unum) {
        m_plan.places_F[static_cast<std::size_t>(unum - 1)] = Vector2d(-unum, 0.5 * unum);
        player(unum != 5, unum, -unum, 1.0);
        player(false, unum, -unum, -2.0);
    }
    hear(3, Vector2d(-4.0, 2.0));
    const tests::AllocationGuard guard;
    static_cast<void>(m_coordinator.assignDuty(m_frame, m_plan, kLengthM, 0.02));
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::planning
