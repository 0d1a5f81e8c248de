#include "agentcore/monitor/resync.h"

#include <gtest/gtest.h>

#include "agentcore/monitor/monitor_decoder.h"
#include "tests/support/scene_builder.h"

namespace sideline::monitor {
namespace {

using tests::diffMessage;
using tests::fullMessage;
using tests::scriptedRobot;
using tests::ScriptedScene;

// Three robots of the same shape that all move slightly; `without` is omitted in the difference.
struct Scripted {
    Scripted() {
        before.robots = {scriptedRobot(game::Side::Left, 1, -5),
                         scriptedRobot(game::Side::Left, 2, -2, 3),
                         scriptedRobot(game::Side::Right, 1, 6)};
    }
    std::string differenceWithout(std::size_t without, double stepM) const {
        ScriptedScene from = before;
        from.robots.erase(from.robots.begin() + static_cast<std::ptrdiff_t>(without));
        ScriptedScene to = from;
        to.timeS = 0.2;
        to.p_SBall.x() = 0.5;
        for (auto& robot : to.robots) {
            robot.X_STorso.p.x() += stepM;
        }
        return diffMessage(from, to);
    }
    ScriptedScene before;
};

TEST(ResyncTest, IdentifiesLeavingRobotByJumps) {
    const Scripted scripted;
    for (std::size_t gone = 0; gone < 3; ++gone) {
        MonitorDecoder decoder;
        ASSERT_TRUE(decoder.decode(fullMessage(scripted.before), 0));
        const auto report = decoder.decode(scripted.differenceWithout(gone, 0.05), 1);
        ASSERT_TRUE(report) << report.error().toString();
        EXPECT_TRUE(report->robotsInferredRemoved);
        EXPECT_TRUE(report->structureChanged);
        EXPECT_FALSE(report->outOfSync);
        const auto& robots = decoder.scene().structure->objects.robots;
        ASSERT_EQ(robots.size(), 2U);
        std::size_t next = 0;
        for (const auto& expected : scripted.before.robots) {
            if (expected.id == scripted.before.robots[gone].id) {
                continue;
            }
            EXPECT_EQ(robots[next].id, expected.id);
            EXPECT_NEAR(decoder.scene().worldPose(robots[next].bodies[0]).p.x(),
                        expected.X_STorso.p.x() + 0.05, 1e-5);
            ++next;
        }
    }
}

TEST(ResyncTest, DoesNotGuessWithoutMotion) {
    const Scripted scripted;
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(fullMessage(scripted.before), 0));
    const auto report = decoder.decode(scripted.differenceWithout(1, 0.0), 1);
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->outOfSync);
    EXPECT_TRUE(decoder.scene().outOfSync);
    EXPECT_EQ(decoder.scene().structure->objects.robots.size(), 3U);
    // The ball precedes the robots in the tree and is unambiguous.
    EXPECT_NEAR(decoder.scene().worldPose(decoder.scene().structure->objects.ball).p.x(), 0.5,
                1e-6);
    ASSERT_TRUE(decoder.decode(fullMessage(scripted.before), 2));
    EXPECT_FALSE(decoder.scene().outOfSync);
}

TEST(ResyncTest, ShapesDistinguishTypesEvenAtRest) {
    ScriptedScene before;
    before.robots = {scriptedRobot(game::Side::Left, 1, -5),
                     scriptedRobot(game::Side::Left, 2, -2, 3, robot::NaoType::Toes)};
    ScriptedScene without = before;
    without.robots.erase(without.robots.begin());
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(fullMessage(before), 0));
    const auto report = decoder.decode(diffMessage(without, without), 1);
    ASSERT_TRUE(report);
    EXPECT_TRUE(report->robotsInferredRemoved);
    ASSERT_EQ(decoder.scene().structure->objects.robots.size(), 1U);
    EXPECT_EQ(decoder.scene().structure->objects.robots[0].typeNumber, 4);
}

TEST(ResyncTest, AllRobotsMayLeaveAtOnce) {
    const Scripted scripted;
    ScriptedScene empty;
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(fullMessage(scripted.before), 0));
    ASSERT_TRUE(decoder.decode(diffMessage(empty, empty), 1)->robotsInferredRemoved);
    EXPECT_TRUE(decoder.scene().structure->objects.robots.empty());
}

TEST(ResyncTest, MoreRobotsThanKnownIsOutOfSync) {
    const Scripted scripted;
    ScriptedScene more = scripted.before;
    more.robots.push_back(scriptedRobot(game::Side::Right, 7));
    MonitorDecoder decoder;
    ASSERT_TRUE(decoder.decode(fullMessage(scripted.before), 0));
    const auto report = decoder.decode(diffMessage(more, more), 1);
    ASSERT_TRUE(report);
    ASSERT_TRUE(report->outOfSync);
    EXPECT_NE(report->outOfSync->message.find("nodes"), std::string::npos);
}

} // namespace
} // namespace sideline::monitor
