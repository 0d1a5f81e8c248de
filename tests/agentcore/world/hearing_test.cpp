#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/world/message_memory.h"
#include "agentcore/world/say_words.h"

namespace sideline::world {
namespace {

using Eigen::Vector2d;

SayWords wordsOf(int unum, const Vector2d& p_F) {
    SayWords words;
    words.unum = unum;
    words.p_F = p_F;
    return words;
}

std::string said(const SayWords& words) {
    std::string text;
    EXPECT_TRUE(writeSay(words, text));
    return text;
}

TEST(SayWordsTest, RoundTripWithinQuantization) {
    base::Rng rng(7);
    for (int i = 0; i < 2000; ++i) {
        SayWords words;
        words.unum = 1 + static_cast<int>(rng.below(11));
        words.isFallen = rng.below(2) == 0;
        words.p_F = {rng.uniform(-20, 20), rng.uniform(-14, 14)};
        words.headingRad = rng.uniform(-math::kPi, math::kPi);
        words.poseAgeS = rng.uniform(0, 4);
        words.isBallKnown = rng.below(4) != 0;
        words.ball_F = {rng.uniform(-20, 20), rng.uniform(-14, 14)};
        words.ballVelocity_FMps = {rng.uniform(-10, 10), rng.uniform(-10, 10)};
        words.ballAgeS = rng.uniform(0, 4);
        words.goesToBall = rng.below(2) == 0;
        if (words.goesToBall && rng.below(2) == 0) {
            words.kicksTo_F = Vector2d(rng.uniform(-20, 20), rng.uniform(-14, 14));
        }
        const std::string text = said(words);
        std::string command;
        ASSERT_TRUE(protocol::EffectorWriter(command).say(text)) << text;
        const auto read = readSay(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(read->unum, words.unum);
        EXPECT_EQ(read->isFallen, words.isFallen);
        EXPECT_LT((read->p_F - words.p_F).cwiseAbs().maxCoeff(), kSayPlaceStepM);
        EXPECT_LT(std::abs(math::wrapRad(read->headingRad - words.headingRad)), kSayHeadingStepRad);
        EXPECT_NEAR(read->poseAgeS, words.poseAgeS, kSayAgeStepS);
        EXPECT_EQ(read->goesToBall, words.goesToBall);
        ASSERT_EQ(read->kicksTo_F.has_value(), words.kicksTo_F.has_value());
        if (words.kicksTo_F) {
            EXPECT_LT((*read->kicksTo_F - *words.kicksTo_F).cwiseAbs().maxCoeff(), kSayTargetStepM);
        }
        ASSERT_EQ(read->isBallKnown, words.isBallKnown);
        if (words.isBallKnown) {
            EXPECT_LT((read->ball_F - words.ball_F).cwiseAbs().maxCoeff(), kSayPlaceStepM);
            EXPECT_LT((read->ballVelocity_FMps - words.ballVelocity_FMps).cwiseAbs().maxCoeff(),
                      0.3);
            EXPECT_NEAR(read->ballAgeS, words.ballAgeS, kSayAgeStepS);
        }
    }
}

TEST(SayWordsTest, ZeroIsExactAndLargeValuesAreClamped) {
    SayWords words = wordsOf(11, {0.0, 0.0});
    words.isBallKnown = true;
    words.ball_F = {100.0, -100.0};
    words.ballAgeS = 1e9;
    words.poseAgeS = std::nan("");
    const auto read = readSay(said(words));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->p_F, Vector2d(0.0, 0.0));
    EXPECT_EQ(read->ballVelocity_FMps, Vector2d(0.0, 0.0));
    EXPECT_NEAR(read->ball_F.x(), 22.0, 1e-9);
    EXPECT_NEAR(read->ball_F.y(), -22.0, 1e-9);
    EXPECT_NEAR(read->ballAgeS, 87 * kSayAgeStepS, 1e-9);
    EXPECT_NEAR(read->poseAgeS, 87 * kSayAgeStepS, 1e-9) << "what is no number is old";
}

TEST(SayWordsTest, InvalidContentIsNotWritten) {
    std::string text = "x";
    EXPECT_FALSE(writeSay(wordsOf(0, {0, 0}), text));
    EXPECT_FALSE(writeSay(wordsOf(12, {0, 0}), text));
    EXPECT_FALSE(writeSay(wordsOf(3, {std::nan(""), 0}), text));
    EXPECT_EQ(text, "x");
}

TEST(SayWordsTest, KickTargetRequiresGoingToTheBall) {
    SayWords words = wordsOf(4, {1.0, 2.0});
    words.kicksTo_F = Vector2d(3.0, 4.0);
    EXPECT_FALSE(readSay(said(words))->kicksTo_F);
    words.goesToBall = true;
    EXPECT_TRUE(readSay(said(words))->kicksTo_F);
    words.kicksTo_F = Vector2d(std::nan(""), 4.0);
    EXPECT_FALSE(readSay(said(words))->kicksTo_F);
    EXPECT_TRUE(readSay(said(words))->goesToBall);
    EXPECT_EQ(said(words).size(), 20U) << "as many as servers pass on";
}

// Cycle by cycle, with the robots' clock in hundredths of a second.
TEST(SpeakingTurnTest, SlotsDoNotOverlapAndAllPlayersSpeak) {
    std::array<SpeakingTurn, 11> turns;
    std::array<int, 11> times{};
    int lastCycle = -10;
    int lastSpeaker = -1;
    for (int cycle = 0; cycle < 3300; ++cycle) {
        const double timeS = std::round(100.0 * (12.34 + 0.02 * cycle)) / 100.0;
        for (int unum = 1; unum <= 11; ++unum) {
            if (!turns[static_cast<std::size_t>(unum - 1)].take(timeS, unum)) {
                continue;
            }
            EXPECT_GE(cycle - lastCycle, 2) << unum << " after " << lastSpeaker;
            lastCycle = cycle;
            lastSpeaker = unum;
            ++times[static_cast<std::size_t>(unum - 1)];
        }
    }
    for (const int count : times) {
        EXPECT_NEAR(count, 100, 1); // 66 s
    }
    SpeakingTurn absent;
    EXPECT_FALSE(absent.take(1.0, 0));
}

TEST(SayWordsTest, GarbageIsRejected) {
    base::Rng rng(3);
    const std::string good = said(wordsOf(4, {1.0, 2.0}));
    int taken = 0;
    for (int i = 0; i < 20000; ++i) {
        std::string text;
        for (std::uint64_t n = rng.below(21); n > 0; --n) {
            text.push_back(static_cast<char>(rng.below(256)));
        }
        taken += readSay(text) ? 1 : 0;
        std::string wrong = good;
        char& byte = wrong[rng.below(wrong.size())];
        const char before = byte;
        byte = static_cast<char>(rng.below(256));
        if (byte != before) {
            taken += readSay(wrong) ? 1 : 0;
        }
    }
    EXPECT_LT(taken, 5) << "of 40000";
    EXPECT_FALSE(readSay(""));
    EXPECT_FALSE(readSay("oAW5Rh#GGMyaa")) << "another team's";
    EXPECT_FALSE(readSay(good.substr(0, good.size() - 1)));
    EXPECT_FALSE(readSay(good + "!"));
    EXPECT_FALSE(readSay("S" + good.substr(1))) << "another version";
}

WorldBelief::Heard heardFrom(const std::string& team, const std::string& text, double directionRad,
                             double ageS = 0.0, bool isOwn = false) {
    return {team, text, directionRad, isOwn, ageS};
}

TEST(MessageMemoryTest, KeepsTheLastMessageOfEverySpeaker) {
    MessageMemory book;
    book.hear(heardFrom("Them", "one", 0.5), "Us");
    book.hear(heardFrom("Them", "two", -2.0), "Us");
    book.hear(heardFrom("Us", "mine", 0.0, 0.0, true), "Us");
    ASSERT_EQ(book.heardMessages().size(), 3U);
    EXPECT_FALSE(book.heardMessages()[0].words) << "not of our team";
    book.advance(0.04);
    EXPECT_NEAR(book.heardMessages()[0].ageS, 0.04, 1e-12);
    book.hear(heardFrom("Them", "three", 0.6), "Us");
    ASSERT_EQ(book.heardMessages().size(), 3U);
    EXPECT_EQ(book.heardMessages()[0].text.view(), "three");
    EXPECT_EQ(book.heardMessages()[0].ageS, 0.0);
    for (int i = 0; i < 250; ++i) {
        book.advance(0.02);
    }
    EXPECT_EQ(book.heardMessages().size(), 1U) << "the last one is just not too old";
    book.advance(0.1);
    EXPECT_TRUE(book.heardMessages().empty());
}

TEST(MessageMemoryTest, DuplicatesAndOldMessagesAreDropped) {
    MessageMemory book;
    book.hear(heardFrom("Them", "one", 0.5), "Us");
    book.advance(0.1);
    book.hear(heardFrom("Them", "one", 0.5, 0.1), "Us");
    ASSERT_EQ(book.heardMessages().size(), 1U);
    EXPECT_NEAR(book.heardMessages()[0].ageS, 0.1, 1e-12);
    book.hear(heardFrom("Them", "older", 0.5, 0.5), "Us");
    EXPECT_EQ(book.heardMessages()[0].text.view(), "one");
    book.hear(heardFrom("Them", "one", 0.5, 0.0), "Us");
    EXPECT_EQ(book.heardMessages()[0].ageS, 0.0) << "repeated";
    book.hear(heardFrom("Them", "ancient", 2.0, 9.0), "Us");
    EXPECT_EQ(book.heardMessages().size(), 1U);
}

TEST(MessageMemoryTest, TeammatesAreIdentifiedByNumber) {
    MessageMemory book;
    book.hear(heardFrom("Us", said(wordsOf(4, {1, 2})), 0.5), "Us");
    book.hear(heardFrom("Us", said(wordsOf(5, {1, 3})), 0.5), "Us");
    book.hear(heardFrom("Us", said(wordsOf(4, {2, 2})), 2.5), "Us");
    ASSERT_EQ(book.heardMessages().size(), 2U);
    EXPECT_NEAR(book.heardMessages()[0].words->p_F.x(), 2.0, 0.01);
}

TEST(MessageMemoryTest, ManySpeakersNeverOverflow) {
    MessageMemory book;
    base::Rng rng(1);
    for (int i = 0; i < 500; ++i) {
        const std::string team = "T" + std::to_string(rng.below(60));
        book.hear(
            heardFrom(team, std::string(rng.below(60), 'x'), rng.uniform(-3, 3), rng.uniform(0, 4)),
            "Us");
        book.advance(0.001);
    }
    EXPECT_EQ(book.heardMessages().size(), MessageMemory::kMaxSpeakers);
}

class MergeHeardTest : public testing::Test {
protected:
    MergeHeardTest() {
        m_self.robot = {game::Side::Left, game::UniformNumber(2)};
        m_body.pose.isValid = true;
        m_body.X_FT.p = {-3.0, 0.0, 0.4};
    }
    void hear(const SayWords& words, double ageS = 0.0) {
        m_book.hear(heardFrom("Us", said(words), 0.1 * words.unum, ageS), "Us");
    }
    void merge() { mergeHeard(m_book.heardMessages(), m_self, m_body, m_world); }

    MessageMemory m_book;
    AgentIdentity m_self;
    BodyBelief m_body;
    WorldBelief m_world;
};

TEST_F(MergeHeardTest, UnseenBallComesFromTeammate) {
    SayWords words = wordsOf(4, {5.0, 1.0});
    words.isBallKnown = true;
    words.ball_F = {6.0, 2.0};
    words.ballVelocity_FMps = {2.0, 0.0};
    hear(words);
    m_book.advance(0.5);
    merge();
    ASSERT_TRUE(m_world.ball.isKnown);
    EXPECT_TRUE(m_world.ball.isHeard);
    EXPECT_NEAR(m_world.ball.p_F.x(), 6.0 + 2.0 * (1.0 - std::exp(-0.5425)) / 1.085, 0.15);
    EXPECT_NEAR(m_world.ball.p_F.y(), 2.0, 0.01);
    EXPECT_LT(m_world.ball.velocity_FMps.x(), 2.0);
    EXPECT_GT(m_world.ball.rest_F.x(), m_world.ball.p_F.x());
    EXPECT_NEAR(m_world.ball.ageS, 0.5, 0.03);
    EXPECT_NEAR(m_world.ball.p_T.x(), m_world.ball.p_F.x() + 3.0, 1e-9);
    EXPECT_GT(m_world.ball.covariance(0, 0), 0.01);
}

TEST_F(MergeHeardTest, OwnVisionTakesPrecedenceUnlessOlder) {
    SayWords words = wordsOf(4, {5.0, 1.0});
    words.isBallKnown = true;
    words.ball_F = {6.0, 2.0};
    hear(words);
    m_world.ball.isKnown = true;
    m_world.ball.ageS = 0.1;
    merge();
    EXPECT_FALSE(m_world.ball.isHeard);
    m_world.ball.ageS = 1.0;
    merge();
    EXPECT_TRUE(m_world.ball.isHeard);
}

TEST_F(MergeHeardTest, TeammatesComeFromTheirMessages) {
    SayWords words = wordsOf(4, {5.0, 1.0});
    words.isFallen = true;
    words.headingRad = 1.0;
    hear(words);
    merge();
    ASSERT_EQ(m_world.players.size(), 1U);
    const PlayerBelief& mate = m_world.players[0];
    EXPECT_TRUE(mate.isTeammate && mate.isHeard && mate.isFallen && mate.hasHeading);
    EXPECT_EQ(mate.unum, 4);
    EXPECT_NEAR(mate.p_F.x(), 5.0, 0.01);
    EXPECT_NEAR(mate.headingRad, 1.0, 0.05);
    EXPECT_GT(mate.positionSigmaM, 0.05);
    // Seen in this cycle: own vision takes precedence.
    m_world.players[0] = {};
    m_world.players[0].isTeammate = true;
    m_world.players[0].unum = 4;
    m_world.players[0].p_F = {5.5, 1.0, 0.0};
    merge();
    EXPECT_EQ(m_world.players.size(), 1U);
    EXPECT_FALSE(m_world.players[0].isHeard);
    m_world.players[0].ageS = 2.0;
    merge();
    EXPECT_TRUE(m_world.players[0].isHeard);
}

TEST_F(MergeHeardTest, UnnumberedTeammateGetsSpeakersNumber) {
    m_world.players.emplace_back();
    m_world.players[0].isTeammate = true;
    m_world.players[0].p_F = {5.2, 1.0, 0.0};
    hear(wordsOf(4, {5.0, 1.0}));
    merge();
    ASSERT_EQ(m_world.players.size(), 1U);
    EXPECT_EQ(m_world.players[0].unum, 4);
    EXPECT_FALSE(m_world.players[0].isHeard);
}

TEST_F(MergeHeardTest, OwnOldAndLostMessagesAreIgnored) {
    hear(wordsOf(2, {5.0, 1.0}));
    SayWords lost = wordsOf(3, {5.0, 1.0});
    lost.poseAgeS = 3.0;
    hear(lost);
    hear(wordsOf(6, {5.0, 1.0}), 4.0);
    m_book.hear(heardFrom("Them", said(wordsOf(7, {1.0, 1.0})), 2.0), "Us");
    merge();
    EXPECT_TRUE(m_world.players.empty());
    EXPECT_FALSE(m_world.ball.isKnown);
}

} // namespace
} // namespace sideline::world
