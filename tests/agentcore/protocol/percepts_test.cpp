#include "agentcore/protocol/percepts.h"

#include <gtest/gtest.h>

#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

TEST(PerceptsTest, ReadsEveryWordOfAMessage) {
    const auto percepts = parsePercepts(
        "(time (now 104.87))(GS (unum 3) (team left) (sl 1) (sr 2) (t 3.50) (pm PlayOn))"
        "(GYR (n torso) (rt 0.24 -0.05 0.02))(ACC (n torso) (a -0.01 0.05 9.80))"
        "(HJ (n hj1) (ax -1.50))(UJ (n laj1_2) (ax1 -1.32) (ax2 2.00))"
        "(See (G2R (pol 17.55 -3.33 4.31)) (B (pol 8.51 -0.21 -0.17))"
        " (P (team UTA) (id 1) (rlowerarm (pol 0.18 -35.78 -21.65)) (llowerarm (pol 0.19 34 -21)))"
        " (P (team X) (id 2) (pol 5 6 7))"
        " (mypos -1.00 2.00 0.55) (myorien 90.00) (ballpos 0.00 0.10 0.04)"
        " (L (pol 12.11 -40.77 -2.40) (pol 12.95 -37.76 -2.41)))"
        "(FRP (n rf) (c -0.01 0.03 -0.01) (f 1.00 2.00 22.59))(TCH n bumper val 1)"
        "(hear UTA 12.30 self hello)(hear 12.30 -30.50 old)(newword 1 (2 3))");
    ASSERT_TRUE(percepts) << percepts.error().toString();
    EXPECT_EQ(percepts->serverTimeS, 104.87);
    EXPECT_EQ(percepts->gameTimeS, 3.5);
    EXPECT_EQ(percepts->playMode, "PlayOn");
    EXPECT_EQ(percepts->unum, 3);
    EXPECT_EQ(percepts->ownSide, "left");
    EXPECT_EQ(percepts->scoreLeft, 1);
    EXPECT_EQ(percepts->scoreRight, 2);
    ASSERT_EQ(percepts->gyros.size(), 1U);
    EXPECT_EQ(percepts->gyros[0].value.y(), -0.05);
    EXPECT_EQ(percepts->accelerometers.at(0).value.z(), 9.8);
    ASSERT_EQ(percepts->joints.size(), 3U);
    EXPECT_EQ(percepts->joints[0].angleDeg, -1.5);
    EXPECT_EQ(percepts->joints[2].axis, 2);
    EXPECT_EQ(percepts->joints[2].name, "laj1_2");
    ASSERT_TRUE(percepts->sight);
    EXPECT_EQ(percepts->sight->objects.size(), 2U);
    EXPECT_EQ(percepts->sight->objects[1].name, "B");
    ASSERT_EQ(percepts->sight->players.size(), 2U);
    EXPECT_EQ(percepts->sight->players[0].parts[1].name, "llowerarm");
    EXPECT_EQ(percepts->sight->players[1].parts.at(0).polar, (Polar{5, 6, 7}));
    EXPECT_EQ(percepts->sight->myHeadingDeg, 90.0);
    EXPECT_EQ(percepts->sight->ballPosition_S->y(), 0.1);
    ASSERT_EQ(percepts->sight->lines.size(), 1U);
    EXPECT_EQ(percepts->sight->lines[0].second.distanceM, 12.95);
    ASSERT_EQ(percepts->forces.size(), 1U);
    EXPECT_EQ(percepts->forces[0].forceN.z(), 22.59);
    ASSERT_EQ(percepts->touches.size(), 1U);
    EXPECT_TRUE(percepts->touches[0].isTouching);
    ASSERT_EQ(percepts->heard.size(), 2U);
    EXPECT_TRUE(percepts->heard[0].isOwn);
    EXPECT_EQ(percepts->heard[0].team, "UTA");
    EXPECT_EQ(percepts->heard[1].directionDeg, -30.5);
    EXPECT_EQ(percepts->heard[1].text, "old");
}

TEST(PerceptsTest, ReadsEveryMessageOfARealServer) {
    int sights = 0;
    int messages = 0;
    for (const auto& record : tests::readAgentRecords(tests::dataFile("arms-t0.agent.rec.gz"))) {
        if (!record.isFromServer) {
            continue;
        }
        const auto percepts = parsePercepts(record.message);
        ASSERT_TRUE(percepts) << percepts.error().toString() << '\n' << record.message;
        EXPECT_EQ(percepts->joints.size(), 22U);
        EXPECT_EQ(percepts->gyros.size(), 1U);
        sights += percepts->sight ? 1 : 0;
        ++messages;
    }
    EXPECT_GT(messages, 200);
    EXPECT_NEAR(3.0 * sights, messages, 3.0);
}

TEST(PerceptsTest, AFaultTellsTheByte) {
    for (const char* text :
         {"(time (now x))", "(HJ (n hj1) (ax 1.0)", "time", "(GYR (n t) (rt 1 2))", "(hear a)",
          "(See (B (pol 1 2)))", ")", "(GS (t 1.0) pm)"}) {
        const auto percepts = parsePercepts(text);
        ASSERT_FALSE(percepts) << text;
        EXPECT_TRUE(percepts.error().byteOffset) << text;
    }
}

} // namespace
} // namespace sideline::protocol
