#include "evaluation/session_commands.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/logs/session/session_files.h"
#include "tests/support/test_files.h"

namespace sideline::evaluation {
namespace {

using game::PlayerId;
using game::Side;
using game::UniformNumber;
using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;

const PlayerId kLeft2{Side::Left, UniformNumber(2)};

const robot::RobotModel& nao() {
    return robot::naoModel(robot::NaoType::Standard);
}

// In cycle `i` of 200 the knee is at -i/2 degrees, with a command of -i degrees per second.
world::AgentFramePtr frameOf(int cycle) {
    auto frame = std::make_shared<world::AgentFrame>();
    frame->cycle = static_cast<std::uint64_t>(cycle);
    frame->identity = {"Mine", kLeft2, 0, nao().shared()};
    frame->timing.receivedAt = tests::kBegun + milliseconds(20) * cycle;
    frame->game.gameTimeS = 0.02 * cycle;
    frame->body.joints.resize(nao().joints().size());
    world::JointBelief& knee = frame->body.joints[nao().findJoint("llj4").index()];
    knee.measuredRad = math::radFromDeg(-0.5 * cycle);
    knee.commandRadPerS = math::radFromDeg(-cycle);
    return frame;
}

class SessionCommandsTest : public testing::Test {
protected:
    SessionCommandsTest() {
        {
            const auto writer = tests::startSession(m_folder / "a.session");
            world::FrameSink& sink = writer->addAgent("Mine 2");
            writer->beginMatchLog("a.log", tests::kBegun);
            for (int i = 0; i < 200; ++i) {
                sink.take(frameOf(i));
                writer->mark(static_cast<std::uint64_t>(i),
                             tests::kBegun + milliseconds(20) * i + milliseconds(60)); // late
            }
        }
        m_session = tests::openSession(m_folder / "a.session");
        monitor::RobotFrame robot;
        robot.id = kLeft2;
        robot.model = nao().shared();
        robot.jointAnglesRad.resize(nao().joints().size());
        m_frame.robots.push_back(robot);
        simulator::StartRobot start;
        start.player = kLeft2;
        start.model = nao().shared();
        m_situation.robots.push_back(start);
    }
    // Shows the frame of the match in which the knee is as in a cycle of the agent.
    void show(int cycle) {
        m_frame.index = static_cast<std::uint32_t>(cycle);
        m_frame.game.timeS = 0.02 * cycle;
        m_frame.robots.front().jointAnglesRad[knee()] = math::radFromDeg(-0.5 * cycle);
    }
    std::vector<double> commanded() const {
        std::vector<double> speeds;
        for (const auto& cycle : m_situation.robots.front().commandedDegPerS) {
            speeds.push_back(cycle[knee()]);
        }
        return speeds;
    }
    static std::size_t knee() { return nao().findJoint("llj4").index(); }

    tests::TempDir m_folder;
    std::unique_ptr<logs::SessionReader> m_session;
    monitor::MatchFrame m_frame;
    simulator::StartSituation m_situation;
};

// The first command is the reply to the previous message, which is still in transit.
TEST_F(SessionCommandsTest, TheCycleIsFoundByTheJointsThoughTheTimeIsNotExact) {
    const auto log = matchLogOf(*m_session, "elsewhere/a.log");
    ASSERT_TRUE(log);
    for (const std::optional<std::size_t> by : {log, std::optional<std::size_t>()}) {
        show(100);
        const auto found = addSessionCommands(*m_session, by, 100.0, m_frame, 3, m_situation);
        ASSERT_TRUE(found) << found.error().toString();
        EXPECT_EQ(found->players, 1U);
        EXPECT_THAT(found->remarks, testing::IsEmpty());
        EXPECT_THAT(commanded(), ElementsAre(-99.0, -100.0, -101.0));
    }
}

TEST_F(SessionCommandsTest, AtItsEndThereIsLess) {
    show(198);
    ASSERT_TRUE(addSessionCommands(*m_session, 0, 198.0, m_frame, 10, m_situation));
    EXPECT_THAT(commanded(), ElementsAre(-197.0, -198.0, -199.0));
}

TEST_F(SessionCommandsTest, WhatDoesNotFitIsSaidAndLeftOut) {
    show(100);
    m_frame.robots.front().jointAnglesRad[knee()] = math::radFromDeg(-130.0);
    const auto found = addSessionCommands(*m_session, 0, 100.0, m_frame, 3, m_situation);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->players, 0U);
    ASSERT_EQ(found->remarks.size(), 1U);
    EXPECT_THAT(found->remarks.front(), HasSubstr("Mine 2: no cycle"));
    EXPECT_THAT(commanded(), testing::IsEmpty());
    EXPECT_FALSE(matchLogOf(*m_session, "b.log"));
    m_situation.robots.clear(); // the player is not in the situation
    show(100);
    EXPECT_EQ(addSessionCommands(*m_session, 0, 100.0, m_frame, 3, m_situation).value().players,
              0U);
}

} // namespace
} // namespace sideline::evaluation
