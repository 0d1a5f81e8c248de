#include "simulator/referee/foul_log.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/game_state.h"

namespace sideline::simulator {
namespace {

const game::PlayerId kPlayer{game::Side::Left, game::UniformNumber(7)};
const game::PlayerId kOther{game::Side::Right, game::UniformNumber(7)};

TEST(FoulBookTest, NumbersAnnouncementsFromOne) {
    FoulLog book;
    EXPECT_TRUE(book.since(0).empty());
    book.record(FoulType::Touching, kPlayer);
    book.record(FoulType::Charging, kOther);
    ASSERT_EQ(book.fouls().size(), 2U);
    EXPECT_EQ(book.fouls()[0], (RecordedFoul{1, FoulType::Touching, kPlayer}));
    ASSERT_EQ(book.since(1).size(), 1U);
    EXPECT_EQ(book.since(1)[0], (RecordedFoul{2, FoulType::Charging, kOther}));
    EXPECT_EQ(book.since(-5).size(), 2U);
    EXPECT_TRUE(book.since(2).empty());
    EXPECT_TRUE(book.since(99).empty());
}

TEST(FoulBookTest, HoldsThePlayersThatAreAccused) {
    FoulLog book;
    EXPECT_EQ(book.countHeldCycle(kPlayer), 0);
    book.accuse(FoulType::Incapable, kPlayer);
    EXPECT_TRUE(book.isHeld(kPlayer));
    EXPECT_FALSE(book.isHeld(kOther));
    EXPECT_EQ(book.penaltyOf(kPlayer), FoulType::Incapable);
    EXPECT_EQ(book.heldCycles(kPlayer), 1);
    EXPECT_EQ(book.countHeldCycle(kPlayer), 2);
    EXPECT_TRUE(book.fouls().empty());
    book.acquit(kPlayer);
    EXPECT_FALSE(book.isHeld(kPlayer));
    EXPECT_EQ(book.penaltyOf(kPlayer), std::nullopt);
    EXPECT_EQ(book.heldCycles(kPlayer), 0);
}

TEST(FoulBookTest, UsesTheNumbersOfTheMonitorProtocol) {
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
