#include <string>

#include <gtest/gtest.h>

#include "agentcore/protocol/percepts.h"
#include "tests/support/agent_record.h"
#include "tests/support/test_files.h"

namespace sideline::protocol {
namespace {

// A message of that server, identified by its joint.
constexpr std::string_view kJoint = "(HJ (n q_hj1)(ax 0.27)(vx 24.08))";

Percepts read(std::string_view message) {
    auto percepts = parsePercepts(message);
    EXPECT_TRUE(percepts) << message;
    return percepts.value_or(Percepts{});
}

std::string rewritten(std::string_view message) {
    std::string text;
    writePercepts(read(message), text);
    return text;
}

TEST(MujocoPerceptsTest, ReadsServerPercepts) {
    const Percepts percepts =
        read("(time (now 4.87))(GS (t 0.8)(pm KickOff_Left)(tl Alpha)(tr Beta)(sl 0)(sr 1))(quat "
             "(n torso_quat) (q 0.707 0.0 0.0 -0.707))(pos (n torso_pos) (p -7.0 21.0 0.673))(GYR "
             "(n torso_gyro) (rt 25.89 -7.49 4.17))(ACC (n torso_acc) (a 0.39 3.2 20.81))(HJ (n "
             "q_hj1)(ax 0.27)(vx 24.08))(MIC hear (-30 AQID)(4 ))(See (L (pol 20.71 -50.36 "
             "-2.57))(P (pol 24.93 -32.12 -2.92))(P (team 1)(id 2)(head (pol 23.52 4.12 17.32))))");
    EXPECT_TRUE(percepts.unread.empty());
    EXPECT_EQ(percepts.server, game::ServerKind::Rcssservermj);
    EXPECT_EQ(percepts.serverTimeS, 4.87);
    EXPECT_EQ(percepts.gameTimeS, 0.8);
    EXPECT_EQ(percepts.teamLeft, "Alpha");
    EXPECT_EQ(percepts.teamRight, "Beta");
    EXPECT_EQ(percepts.scoreRight, 1);
    ASSERT_EQ(percepts.rotations.size(), 1U);
    EXPECT_EQ(percepts.rotations[0].wxyz, Eigen::Vector4d(0.707, 0.0, 0.0, -0.707));
    ASSERT_EQ(percepts.positions.size(), 1U);
    EXPECT_EQ(percepts.positions[0].value, Eigen::Vector3d(-7.0, 21.0, 0.673));
    // Forward and left become forward (y) and left (-x).
    EXPECT_EQ(percepts.gyros.at(0).value, Eigen::Vector3d(7.49, 25.89, 4.17));
    EXPECT_EQ(percepts.accelerometers.at(0).value, Eigen::Vector3d(-3.2, 0.39, 20.81));
    ASSERT_EQ(percepts.joints.size(), 1U);
    EXPECT_EQ(percepts.joints[0].name, "hj1");
    EXPECT_EQ(percepts.joints[0].angleDeg, 0.27);
    EXPECT_EQ(percepts.joints[0].speedDegPerS, 24.08);
    ASSERT_EQ(percepts.heard.size(), 2U);
    EXPECT_EQ(percepts.heard[0].directionDeg, -30.0);
    EXPECT_EQ(percepts.heard[0].text, "AQID");
    EXPECT_TRUE(percepts.heard[0].isBase64);
    EXPECT_EQ(percepts.heard[1].text, "");
    ASSERT_TRUE(percepts.vision.has_value());
    ASSERT_EQ(percepts.vision->objects.size(), 2U);
    EXPECT_EQ(percepts.vision->objects[0].name, "L");
    EXPECT_EQ(percepts.vision->objects[1].name, "P");
    EXPECT_TRUE(percepts.vision->lines.empty());
    ASSERT_EQ(percepts.vision->players.size(), 1U);
    EXPECT_EQ(percepts.vision->players[0].team, "1");
    EXPECT_EQ(percepts.vision->players[0].unum, 2);
}

TEST(MujocoPerceptsTest, WritesEveryMessageIdentically) {
    const std::string joint(kJoint);
    for (const std::string& text :
         {std::string("(time (now 10.0))(GS (t 0.0)(pm BeforeKickOff)(sl 0)(sr 0))") + joint,
          joint + "(GYR (n torso_gyro) (rt -0.0 0.0 1e-05))(ACC (n torso_acc) (a -0.0 0.0 0.47))",
          joint + "(See (B (pol 7.757683677338652 57.23726724703572 -13.827526063603798)))",
          joint + "(MIC hear )(See )", joint + "(MIC hear (-153 AQID)(10 QUI=))",
          // Version 0.2.0 reports names.
          joint + "(See (l_ruf (pol 1.0 2.0 3.0))(P (team Alpha)(id 3)(head (pol 1.5 2.25 3.0))"
                  "(lfoot (pol 1.5 -2.5 3.0))))",
          joint + "(TCH n lf val 1)"}) {
        EXPECT_EQ(rewritten(text), text);
        EXPECT_TRUE(read(text).unread.empty()) << text;
    }
}

TEST(MujocoPerceptsTest, KeepsAndCountsUnknownPercepts) {
    const std::string joint(kJoint);
    struct Row {
        std::string text;
        UnreadPercept::Reason reason;
    };
    for (const Row& row :
         {Row{"(IMU (n torso_imu) (a 1 2 3))", UnreadPercept::Reason::Unknown},
          Row{"(pos (n torso_pos) (p nan 1.0 2.0))", UnreadPercept::Reason::Failed},
          Row{"(quat (n torso_quat) (q 1.0 0.0 0.0))", UnreadPercept::Reason::Failed},
          Row{"(HJ (n hj2)(ax 0.0)(vx 0.0))", UnreadPercept::Reason::Failed},
          Row{"(HJ (n q_)(ax 0.0)(vx 0.0))", UnreadPercept::Reason::Failed},
          Row{"(MIC hear (left AQID))", UnreadPercept::Reason::Failed},
          Row{"(See (L (pol 1.0 2.0)))", UnreadPercept::Reason::Failed},
          Row{"(See (P (team 1)(id 2)))", UnreadPercept::Reason::Failed}}) {
        const std::string text = joint + row.text + "(time (now 1.5))";
        const Percepts percepts = read(text);
        ASSERT_EQ(percepts.unread.size(), 1U) << text;
        EXPECT_EQ(percepts.unread[0].reason, row.reason) << text;
        EXPECT_EQ(percepts.serverTimeS, 1.5) << "the rest counts: " << text;
        EXPECT_TRUE(percepts.heard.empty());
        EXPECT_EQ(rewritten(text), text);
    }
}

TEST(MujocoPerceptsTest, MessagesOfOtherServersAreUnaffected) {
    const Percepts percepts =
        read("(time (now 1.00))(GYR (n torso) (rt 1.00 2.00 3.00))(HJ (n hj1) (ax 1.00))(See (L "
             "(pol 1.00 2.00 3.00) (pol 1.00 2.00 3.00)) (P (pol 1.00 2.00 3.00)))");
    EXPECT_EQ(percepts.server, game::ServerKind::SimSpark);
    EXPECT_EQ(percepts.gyros.at(0).value, Eigen::Vector3d(1.0, 2.0, 3.0));
    EXPECT_EQ(percepts.vision->lines.size(), 1U);
    // (P (pol ...)) is not an unnamed player: those start without a P.
    EXPECT_EQ(percepts.unread.size(), 1U);
}

// Reads a whole stream: no unknown or failed percepts, and the same bytes when written.
void expectExact(const std::filesystem::path& file, std::size_t messages) {
    Percepts percepts;
    std::string text;
    std::size_t count = 0;
    for (const tests::AgentRecord& record : tests::readAgentRecords(file)) {
        if (!record.isFromServer) {
            continue;
        }
        ++count;
        ASSERT_TRUE(parsePercepts(record.message, percepts)) << record.message;
        ASSERT_TRUE(percepts.unread.empty()) << percepts.unread.front().text;
        ASSERT_EQ(percepts.joints.size(), 23U);
        text.clear();
        writePercepts(percepts, text);
        ASSERT_EQ(text, record.message);
        percepts.order.clear(); // equal to the default order
        text.clear();
        writePercepts(percepts, text);
        ASSERT_EQ(text, record.message);
    }
    EXPECT_EQ(count, messages);
}

TEST(MujocoPerceptsTest, ShippedStreamRoundTripsByteForByte) {
    expectExact(tests::dataFile("mj/agent.rec.xz"), 210);
}

TEST(MujocoPerceptsTest, RealTimeStreamRoundTripsByteForByte) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/A-alpha3.agent.rec.xz");
    expectExact(file, 2843);
}

TEST(MujocoPerceptsTest, SyncStreamRoundTripsByteForByte) {
    SIDELINE_SHARED_OR_SKIP(file, "mj/B-Alpha2.agent.rec.xz");
    expectExact(file, 2125);
}

} // namespace
} // namespace sideline::protocol
