#include "widgets/common/fuzzy_match.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <QStringList>

namespace sideline::widgets {
namespace {

int score(const char* query, const char* text) {
    const auto match = fuzzyMatch(QString::fromLatin1(query), QString::fromLatin1(text));
    return match ? match->score : -1000;
}

bool fits(const char* query, const char* text) {
    return fuzzyMatch(QString::fromLatin1(query), QString::fromLatin1(text)).has_value();
}

TEST(FuzzyMatchTest, FindsByBeginningsPartsAndLettersInOrder) {
    EXPECT_TRUE(fits("", "Anything"));
    EXPECT_TRUE(fits("next goal", "Next goal Replay"));
    EXPECT_TRUE(fits("goal next", "Next goal Replay")) << "words in any order";
    EXPECT_TRUE(fits("ng", "Next goal Replay")) << "first letters";
    EXPECT_TRUE(fits("NEXTG", "Next goal Replay"));
    EXPECT_TRUE(fits("spd", "ball.speed"));
    EXPECT_TRUE(fits("lle4", "left.7.lle4"));
}

TEST(FuzzyMatchTest, FindsNothingByScatteredOrMissingLetters) {
    EXPECT_FALSE(fits("nextz", "Next goal Replay"));
    EXPECT_FALSE(fits("goal xyz", "Next goal Replay"));
    EXPECT_FALSE(fits("teolp", "Next goal Replay")) << "its letters lie somewhere inside of words";
    EXPECT_FALSE(fits("a long query", "short"));
}

TEST(FuzzyMatchTest, RanksWhatIsMeantFirst) {
    EXPECT_GT(score("play", "Play or pause"), score("play", "Replay"));
    EXPECT_GT(score("goal", "Next goal"), score("goal", "Angoal of something"));
    EXPECT_GT(score("ball.s", "ball.speed"), score("ball.s", "Select ball"));
    EXPECT_GT(score("conn", "Connect to a server"), score("conn", "Disconnect"));
}

TEST(FuzzyMatchTest, WholeWordsComeBeforeBeginningsAndThoseBeforeScatteredLetters) {
    const char* whole = "Continue with what the settings of the last time were";
    EXPECT_GT(score("settings", whole), score("settings", "Select nothing Selection"));
    EXPECT_GT(score("settings", "Settings File"), score("settings", whole));
    EXPECT_GT(score("top", "Camera from the top"), score("top", "Topple"));
    EXPECT_GT(score("sett", "Change the settings Of all the workspaces of the window"),
              score("sett", "Select the team"));
}

TEST(FuzzyMatchTest, FindsWhichLettersFit) {
    const auto match = fuzzyMatch(QStringLiteral("goal n"), QStringLiteral("Next goal"));
    ASSERT_TRUE(match);
    EXPECT_EQ(match->places, (std::vector<int>{0, 5, 6, 7, 8}));
}

} // namespace
} // namespace sideline::widgets
