#include "agentcore/monitor/monitor_decoder.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/match_frame.h"
#include "tests/support/scene_builder.h"

namespace sideline::monitor {
namespace {

using tests::diffMessage;
using tests::fullMessage;
using tests::scriptedRobot;
using tests::ScriptedScene;

ScriptedScene twoRobots() {
    ScriptedScene scene;
    scene.robots = {scriptedRobot(game::Side::Left, 1, -5),
                    scriptedRobot(game::Side::Right, 2, 4, 1)};
    scene.playMode = 3;
    return scene;
}

TEST(MonitorDecoderTest, AppliesFullScenesAndDifferences) {
    MonitorDecoder decoder;
    ScriptedScene scene = twoRobots();
    auto report = decoder.decode(fullMessage(scene), 0);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_EQ(report->kind, MessageKind::Full);
    EXPECT_TRUE(report->structureChanged);
    EXPECT_TRUE(report->remarks.empty());

    ScriptedScene next = scene;
    next.timeS = 0.2;
    next.p_SBall.x() = 1.25;
    next.robots[0].X_STorso.p.x() = -4.5;
    next.scoreLeft = 1;
    report = decoder.decode(diffMessage(scene, next), 1);
    ASSERT_TRUE(report) << report.error().toString();
    EXPECT_EQ(report->kind, MessageKind::Difference);
    EXPECT_FALSE(report->outOfSync);
    EXPECT_EQ(decoder.game().scoreLeft, 1);

    const SceneState& state = decoder.scene();
    const SceneObjects& objects = state.structure->objects;
    EXPECT_NEAR(state.worldPose(objects.ball).p.x(), 1.25, 1e-6);
    ASSERT_EQ(objects.robots.size(), 2U);
    EXPECT_NEAR(state.worldPose(objects.robots[0].bodies[0]).p.x(), -4.5, 1e-6);
    EXPECT_NEAR(state.worldPose(objects.robots[1].bodies[0]).p.x(), 4.0, 1e-6);
    // The stamp identifies the message of a pose.
    const auto stampOf = [&](NodeId node) {
        return state.updatedAt[static_cast<std::size_t>(state.structure->node(node).transformSlot)];
    };
    EXPECT_EQ(stampOf(objects.robots[0].bodies[0]), 1U);
    EXPECT_EQ(stampOf(objects.robots[1].bodies[0]), 0U);
}

TEST(MonitorDecoderTest, SameTreeKeepsItsStructure) {
    MonitorDecoder decoder;
    ScriptedScene scene = twoRobots();
    ASSERT_TRUE(decoder.decode(fullMessage(scene), 0));
    const auto structure = decoder.scene().structure;
    scene.robots[0].X_STorso.p.y() = 3;
    const auto report = decoder.decode(fullMessage(scene), 1);
    ASSERT_TRUE(report);
    EXPECT_FALSE(report->structureChanged);
    EXPECT_EQ(decoder.scene().structure.get(), structure.get());
    scene.robots.push_back(scriptedRobot(game::Side::Right, 3));
    EXPECT_TRUE(decoder.decode(fullMessage(scene), 2)->structureChanged);
}

TEST(MonitorDecoderTest, FullSceneDoesNotDependOnPreviousState) {
    const ScriptedScene scene = twoRobots();
    MonitorDecoder fresh;
    ASSERT_TRUE(fresh.decode(fullMessage(scene), 5));
    MonitorDecoder used;
    ScriptedScene other;
    other.robots = {scriptedRobot(game::Side::Right, 9, 1, 1, robot::NaoType::Toes)};
    other.scoreLeft = 7;
    ASSERT_TRUE(used.decode(fullMessage(other), 0));
    ASSERT_TRUE(used.decode(fullMessage(scene), 5));
    EXPECT_EQ(fresh.scene(), used.scene());
    EXPECT_EQ(fresh.game(), used.game());
}

TEST(MonitorDecoderTest, DifferenceWithoutSceneIsOutOfSync) {
    MonitorDecoder decoder;
    const auto report = decoder.decode("((time 3)(score_left 1))(RDS 0 1)((nd))", 0);
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->outOfSync);
    EXPECT_EQ(report->outOfSync->message, "a difference before the first full scene");
    EXPECT_TRUE(decoder.scene().outOfSync);
    EXPECT_EQ(decoder.game().scoreLeft, 1);
}

TEST(MonitorDecoderTest, ContinuesFromRestoredState) {
    const ScriptedScene scene = twoRobots();
    ScriptedScene next = scene;
    next.timeS = 0.2;
    next.scoreRight = 2;
    MonitorDecoder first;
    ASSERT_TRUE(first.decode(fullMessage(scene), 0));
    MonitorDecoder second;
    ScriptedScene other = scene;
    other.scoreLeft = 7;
    other.playMode = 1;
    ASSERT_TRUE(second.decode(fullMessage(other), 0));
    second.restore(first.game(), first.scene());
    EXPECT_EQ(second.game(), first.game());
    EXPECT_EQ(second.scene(), first.scene());
    ASSERT_TRUE(first.decode(diffMessage(scene, next), 1));
    ASSERT_TRUE(second.decode(diffMessage(scene, next), 1));
    EXPECT_EQ(second.game(), first.game());
    EXPECT_EQ(second.scene(), first.scene());
}

TEST(MonitorDecoderTest, KeepsLastPoseOnNan) {
    for (const char* nan : {" nan", " -nan", " -nan(ind)", " nan(snan)"}) { // also Microsoft's
        MonitorDecoder decoder;
        const ScriptedScene scene = twoRobots();
        ASSERT_TRUE(decoder.decode(fullMessage(scene), 0));
        ScriptedScene next = scene;
        next.p_SBall.x() = 2;
        std::string message = diffMessage(scene, next);
        const std::size_t at = message.find(" 2 0 0.042 1)");
        ASSERT_NE(at, std::string::npos);
        message.replace(at, 2, nan);
        const auto report = decoder.decode(message, 1);
        ASSERT_TRUE(report) << nan << ": " << report.error().toString();
        ASSERT_EQ(report->remarks.size(), 1U) << nan;
        EXPECT_EQ(report->remarks[0].kind, Remark::Kind::NotANumber);
        EXPECT_NEAR(decoder.scene().worldPose(decoder.scene().structure->objects.ball).p.x(), 0,
                    1e-9);
    }
}

TEST(MonitorDecoderTest, RemarksOnInvalidRotation) {
    MonitorDecoder decoder;
    const auto report =
        decoder.decode("((time 0))(RSG 0 1)((nd TRF (SLT 1 0 0 0 0 1 0 0 0 0 7 0 0 0 0 1)))", 0);
    ASSERT_TRUE(report) << report.error().toString();
    ASSERT_EQ(report->remarks.size(), 1U);
    EXPECT_EQ(report->remarks[0].kind, Remark::Kind::NoRotation);
}

struct DecoderFaultRow {
    const char* find;
    const char* replacement;
    const char* expected;
};

TEST(MonitorDecoderTest, DamageKeepsTheSceneAndIsReported) {
    const DecoderFaultRow rows[] = {
        {"(RDS 0 1)", "(RXS 0 1)",
         "unexpected 'RXS' after the predicates; expected a scene header '(RSG 0 1)' or '(RDS 0 "
         "1)'"},
        {"(SLT 1 0", "(SLT q 0", "unexpected 'q'; expected number 1 of 16 after 'SLT'"},
        {"0.042 1)", "0.042 7)",
         "the fourth row of a transform is not 0 0 0 1; expected four columns of a homogeneous "
         "transform after 'SLT'"},
        {"0.042 1)", "0.042)", "unexpected ')'; expected number 16 of 16 after 'SLT'"},
        {"(nd StaticMesh)", "(nd StaticMesh (setVisible 3))",
         "unexpected '3'; expected 0 or 1 after 'setVisible'"},
        {"(nd StaticMesh)", "(nd StaticMesh x)",
         "unexpected 'x'; expected '(' of a property or node, or ')'"},
        {"(nd StaticMesh)", "(nd StaticMesh", "the message ends inside 1 open list; expected ')'"},
    };
    const ScriptedScene scene = twoRobots();
    ScriptedScene next = scene;
    next.p_SBall.x() = 2;
    next.timeS = 0.2;
    const std::string good = diffMessage(scene, next);
    for (const DecoderFaultRow& row : rows) {
        MonitorDecoder decoder;
        ASSERT_TRUE(decoder.decode(fullMessage(scene), 0));
        const SceneState before = decoder.scene();
        std::string bad = good;
        const std::size_t at = bad.find(row.find);
        ASSERT_NE(at, std::string::npos) << row.find;
        bad.replace(at, std::string_view(row.find).size(), row.replacement);
        const auto report = decoder.decode(bad, 1);
        ASSERT_FALSE(report) << row.replacement;
        EXPECT_NE(report.error().toString().find(row.expected), std::string::npos)
            << report.error().toString();
        ASSERT_TRUE(report.error().byteOffset);
        EXPECT_LE(*report.error().byteOffset, bad.size());
        EXPECT_EQ(decoder.scene(), before) << row.replacement;
    }
}

TEST(MonitorDecoderTest, EveryTruncatedMessageIsAnError) {
    const std::string message = fullMessage(twoRobots());
    MonitorDecoder decoder;
    for (std::size_t length = 0; length < message.size(); length += 37) {
        EXPECT_FALSE(decoder.decode(std::string_view(message).substr(0, length), 0)) << length;
    }
}

TEST(MonitorDecoderTest, RemarksOnUnknownWords) {
    MonitorDecoder decoder;
    const auto report = decoder.decode("((time 0)(messages (text (side 1))))(RSG 0 1)((nd TRF (SLT "
                                       "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1)"
                                       "(wobble 3)(nd BN)))",
                                       0);
    ASSERT_TRUE(report) << report.error().toString();
    ASSERT_EQ(report->remarks.size(), 3U);
    EXPECT_EQ(report->remarks[0].word, "messages");
    EXPECT_EQ(report->remarks[0].byteOffset, 10U);
    EXPECT_EQ(report->remarks[1].word, "wobble");
    EXPECT_EQ(report->remarks[2].word, "BN");
}

} // namespace
} // namespace sideline::monitor
