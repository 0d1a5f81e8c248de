#include "simulator/sensing/hear.h"

#include <gtest/gtest.h>

namespace sideline::simulator {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;

const PlayerId kLeft1{Side::Left, UniformNumber(1)};
const PlayerId kLeft2{Side::Left, UniformNumber(2)};
const PlayerId kLeft3{Side::Left, UniformNumber(3)};
const PlayerId kRight1{Side::Right, UniformNumber(1)};
const Eigen::Vector3d kOrigin(0, 0, 0.4);

Hearing allAgents() {
    Hearing hearing;
    for (const PlayerId& player : {kRight1, kLeft3, kLeft1, kLeft2}) {
        hearing.join(player);
        hearing.place(player, kOrigin);
    }
    return hearing;
}

// Messages that a player hears in a cycle, as text.
std::string heard(Hearing& hearing, const PlayerId& player) {
    std::string text;
    const HeardMessages words = hearing.listen(player);
    for (const HeardMessage& word : words.view()) {
        text += std::string(game::sideName(word.speakerSide)) + (word.isOwn ? " self " : " ") +
                std::string(word.text.view()) + ";";
    }
    return text;
}

TEST(HearingTest, AcceptsOnlyPrintableTextsOfUpToTwentyCharacters) {
    EXPECT_TRUE(Hearing::isSayable("12345678901234567890"));
    EXPECT_TRUE(Hearing::isSayable("!~*#[]"));
    for (const char* text : {"123456789012345678901", "a b", "a(b", "a)b", "", "\x7f", "\xe9"}) {
        EXPECT_FALSE(Hearing::isSayable(text)) << text;
    }
    Hearing hearing = allAgents();
    EXPECT_FALSE(hearing.say(kLeft1, "two words", kOrigin));
    EXPECT_EQ(heard(hearing, kLeft2), "");
}

TEST(HearingTest, OrderIsOwnTeammateOpponent) {
    Hearing hearing = allAgents();
    EXPECT_TRUE(hearing.say(kRight1, "opponent", kOrigin));
    EXPECT_TRUE(hearing.say(kLeft2, "mate", kOrigin));
    EXPECT_TRUE(hearing.say(kLeft1, "own", kOrigin));
    EXPECT_EQ(heard(hearing, kLeft1), "left self own;left mate;right opponent;");
    EXPECT_EQ(heard(hearing, kLeft1), "");
    EXPECT_EQ(heard(hearing, kRight1), "right self opponent;left mate;");
}

TEST(HearingTest, FirstMessageUsesCapacityOfTwoCycles) {
    Hearing hearing = allAgents();
    hearing.say(kLeft1, "one", kOrigin);
    hearing.say(kLeft2, "two", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft3), "left one;"); // the remaining capacity is 1
    hearing.say(kLeft1, "three", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft3), "");
    hearing.say(kLeft2, "four", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft3), "left four;");
    // Teammates and opponents have separate capacities.
    hearing.say(kLeft1, "five", kOrigin);
    hearing.say(kRight1, "six", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft3), "right six;");
}

TEST(HearingTest, LastOwnMessageCounts) {
    Hearing hearing = allAgents();
    hearing.say(kLeft1, "one", kOrigin);
    hearing.say(kLeft1, "two", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft1), "left self two;");
}

TEST(HearingTest, RangeIsFiftyMeters) {
    Hearing hearing = allAgents();
    hearing.place(kLeft2, {49.99, 0, 0.4});
    hearing.place(kLeft3, {50, 0, 0.4});
    hearing.say(kLeft1, "here", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft2), "left here;");
    EXPECT_EQ(heard(hearing, kLeft3), "");
}

TEST(HearingTest, DirectionsUseTheListenersTeamFrame) {
    Hearing hearing = allAgents();
    hearing.place(kLeft2, {-1, 0, 0.4});
    hearing.place(kRight1, {-1, 0, 0.4});
    hearing.say(kLeft1, "here", {0, 1, 0.4});
    EXPECT_FLOAT_EQ(hearing.listen(kLeft2).words[0].directionDeg, 45.0F);
    EXPECT_FLOAT_EQ(hearing.listen(kRight1).words[0].directionDeg, -135.0F);
}

TEST(HearingTest, CopyContinuesIdentically) {
    Hearing hearing = allAgents();
    hearing.say(kLeft1, "one", kOrigin);
    Hearing copy = hearing;
    EXPECT_EQ(copy, hearing);
    EXPECT_EQ(heard(copy, kLeft2), heard(hearing, kLeft2));
    copy.say(kLeft1, "two", kOrigin);
    EXPECT_NE(copy, hearing);
}

TEST(HearingTest, PlayersJoinLeaveAndChangeSides) {
    Hearing hearing = allAgents();
    hearing.leave(kLeft3);
    hearing.say(kLeft1, "one", kOrigin);
    EXPECT_EQ(heard(hearing, kLeft3), "");
    hearing.swapSides();
    const PlayerId nowRight2{Side::Right, UniformNumber(2)};
    EXPECT_EQ(heard(hearing, nowRight2), "right one;");
    hearing.join(nowRight2); // is already present and keeps its capacity
    hearing.say({Side::Right, UniformNumber(1)}, "two", kOrigin);
    EXPECT_EQ(heard(hearing, nowRight2), "");
}

TEST(HearingTest, AllPlayersHearAfterChangeOfSides) {
    Hearing hearing = allAgents();
    hearing.swapSides();
    const PlayerId nowLeft1 = kLeft1;
    hearing.say(nowLeft1, "hello", kOrigin);
    EXPECT_EQ(heard(hearing, nowLeft1), "left self hello;");
    for (const int unum : {1, 2, 3}) {
        const PlayerId opponent{Side::Right, UniformNumber(unum)};
        EXPECT_EQ(heard(hearing, opponent), "left hello;") << unum;
    }
}

} // namespace
} // namespace sideline::simulator
