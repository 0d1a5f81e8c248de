#include "simulator/referee/foul_log.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/game_state.h"

namespace sideline::simulator {
namespace {

const game::PlayerId kFouler{game::Side::Left, game::UniformNumber(7)};
const game::PlayerId kOtherFouler{game::Side::Right, game::UniformNumber(7)};

TEST(FoulLogTest, NumbersAnnouncementsFromOne) {
    FoulLog book;
    EXPECT_TRUE(book.since(0).empty());
    book.record(FoulType::Touching, kFouler);
    book.record(FoulType::Charging, kOtherFouler);
    ASSERT_EQ(book.fouls().size(), 2U);
    EXPECT_EQ(book.fouls()[0], (RecordedFoul{1, FoulType::Touching, kFouler}));
    ASSERT_EQ(book.since(1).size(), 1U);
    EXPECT_EQ(book.since(1)[0], (RecordedFoul{2, FoulType::Charging, kOtherFouler}));
    EXPECT_EQ(book.since(-5).size(), 2U);
    EXPECT_TRUE(book.since(2).empty());
    EXPECT_TRUE(book.since(99).empty());
}

TEST(FoulLogTest, HoldsPenalizedPlayers) {
    FoulLog book;
    EXPECT_EQ(book.countHeldCycle(kFouler), 0);
    book.addFoul(FoulType::Incapable, kFouler);
    EXPECT_TRUE(book.isHeld(kFouler));
    EXPECT_FALSE(book.isHeld(kOtherFouler));
    EXPECT_EQ(book.penaltyOf(kFouler), FoulType::Incapable);
    EXPECT_EQ(book.heldCycles(kFouler), 1);
    EXPECT_EQ(book.countHeldCycle(kFouler), 2);
    EXPECT_TRUE(book.fouls().empty());
    book.clearPenalty(kFouler);
    EXPECT_FALSE(book.isHeld(kFouler));
    EXPECT_EQ(book.penaltyOf(kFouler), std::nullopt);
    EXPECT_EQ(book.heldCycles(kFouler), 0);
}

TEST(FoulLogTest, UsesTheNumbersOfTheMonitorProtocol) {
    const auto name = [](FoulType type) { return monitor::foulTypeName(static_cast<int>(type)); };
    EXPECT_EQ(name(FoulType::Crowding), "crowding");
    EXPECT_EQ(name(FoulType::Touching), "touching");
    EXPECT_EQ(name(FoulType::IllegalDefense), "illegal defense");
    EXPECT_EQ(name(FoulType::IllegalAttack), "illegal attack");
    EXPECT_EQ(name(FoulType::Incapable), "incapable");
    EXPECT_EQ(name(FoulType::KickOff), "kick-off");
    EXPECT_EQ(name(FoulType::Charging), "charging");
    EXPECT_EQ(name(FoulType::SelfCollision), "self-collision");
}

} // namespace
} // namespace sideline::simulator
