// State that an agent's cycle keeps and resets: message by message, without a socket.
#include "agentcore/runtime/agent_cycle.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"

namespace sideline::runtime {
namespace {

// Requests a head position.
class AimsHead final : public behavior::Behavior {
public:
    [[nodiscard]] std::string_view name() const override { return "aims its head"; }
    behavior::Status update(const behavior::Context& context,
                            behavior::ActionRequest& request) override {
        request.targetRad[0] = targetRad;
        request.goesToBall = goesToBall;
        request.talks = talks;
        stepsS.push_back(context.stepS);
        return behavior::Status::Running;
    }
    [[nodiscard]] std::unique_ptr<behavior::Behavior> clone() const override {
        return std::make_unique<AimsHead>(*this);
    }
    void enter(const behavior::Context& context) override {
        static_cast<void>(context);
        ++entered;
    }
    int entered = 0;
    double targetRad = 0.0;
    bool goesToBall = false;
    bool talks = true;
    std::vector<double> stepsS;
};

class AgentCycleTest : public testing::Test {
protected:
    AgentCycleTest() : m_cycle(settings(), std::move(m_made)) {}

    static AgentSettings settings() {
        AgentSettings settings;
        settings.unum = 4;
        settings.beam_F = Eigen::Vector3d(-5.0, 1.0, 0.0);
        return settings;
    }
    // A server message and its reply; the head has followed the command.
    std::string sense(const std::string& more = {}) {
        m_timeS += 0.02;
        return answer(fmt::format(
            "(time (now {:.2f}))(GS {}(t 0.00) (pm {}))(GYR (n torso) (rt 0.00 0.00 0.00))"
            "(ACC (n torso) (a 0.00 0.00 9.81))(HJ (n hj1) (ax {:.2f})){}",
            m_timeS, m_hasNumber ? "(unum 4) (team left) " : "", m_mode,
            math::degFromRad(m_headRad), more));
    }
    std::string answer(const std::string& message) {
        const std::string command(m_cycle.respond(message, net::Clock::time_point{}, m_frame));
        m_cycle.sent(message, net::Clock::time_point{}, m_frame);
        m_headRad = m_frame.body.joints[0].expectedRad;
        return command;
    }
    // Connects and plays; returns the replies of the first five cycles.
    std::string join() {
        m_cycle.connected();
        m_hasNumber = false;
        std::string said = sense();
        m_hasNumber = true;
        for (int i = 0; i < 4; ++i) {
            said += sense();
        }
        return said;
    }
    static int countOf(const std::string& text, std::string_view part) {
        int count = 0;
        for (std::size_t at = text.find(part); at != std::string::npos;
             at = text.find(part, at + 1)) {
            ++count;
        }
        return count;
    }

    std::unique_ptr<AimsHead> m_made = std::make_unique<AimsHead>();
    const robot::RobotModel& m_model = robot::naoModel(robot::NaoType::Standard);
    AimsHead* m_behavior = m_made.get();
    AgentCycle m_cycle;
    world::AgentFrame m_frame;
    bool m_hasNumber = false;
    std::string m_mode = "BeforeKickOff";
    double m_timeS = 10.0;
    double m_headRad = 0.0;
};

TEST_F(AgentCycleTest, EveryLinkStartsFresh) {
    std::string first = join();
    EXPECT_EQ(countOf(first, "(init (unum 4)"), 1) << first;
    EXPECT_EQ(countOf(first, "(beam -5 1 0)"), 1) << first;
    for (std::uint64_t links = 1; links <= 3; ++links) {
        m_timeS += 1.0; // no missed cycles: there was no connection
        std::string again = join();
        EXPECT_EQ(countOf(again, "(init (unum 4)"), 1) << again;
        EXPECT_EQ(countOf(again, "(beam -5 1 0)"), 1) << "it is a new robot: " << again;
        EXPECT_EQ(m_frame.counters.reconnects, links);
        EXPECT_EQ(m_frame.counters.missedCycles, 0U);
    }
}

TEST_F(AgentCycleTest, BeamsOnceForEveryKickOff) {
    join();
    std::string said;
    for (int i = 0; i < 30; ++i) {
        said += sense();
    }
    EXPECT_EQ(countOf(said, "(beam "), 0) << "it already stands there";
    m_mode = "PlayOn";
    said = sense() + sense();
    EXPECT_EQ(countOf(said, "(beam "), 0);
    m_mode = "Goal_Left";
    said = sense() + sense() + sense();
    EXPECT_EQ(countOf(said, "(beam "), 1);
}

// The server leaves the joints as they are: a robot with bent legs would fall again.
TEST_F(AgentCycleTest, StraightensBeforeABeam) {
    join();
    m_mode = "PlayOn";
    m_behavior->targetRad = 0.5;
    sense();
    m_mode = "Goal_Left";
    m_behavior->entered = 0;
    double kneeRad = -1.0;
    std::vector<std::string> said;
    for (int i = 0; i < 20; ++i) {
        said.push_back(sense(fmt::format("(HJ (n llj4) (ax {:.2f}))", math::degFromRad(kneeRad))));
        kneeRad = m_frame.body.joints[m_model.findJoint("lle4").index()].expectedRad;
        EXPECT_EQ(m_frame.body.joints[0].targetRad, 0.5) << "the head stays free";
    }
    const auto beam = std::ranges::find_if(
        said, [](const std::string& each) { return each.find("(beam ") != std::string::npos; });
    ASSERT_NE(beam, said.end());
    const auto cycles = beam - said.begin();
    EXPECT_GT(cycles, 5);
    EXPECT_LT(cycles, 15) << "as fast as the knee can";
    for (auto each = said.begin(); each != beam; ++each) {
        EXPECT_THAT(*each, testing::HasSubstr("(lle4 "));
    }
    EXPECT_EQ(countOf(fmt::format("{}", fmt::join(said, "")), "(beam "), 1);
    EXPECT_EQ(m_behavior->entered, 1) << "the behavior begins again where the robot was put";
    EXPECT_NEAR(kneeRad, 0.0, 0.1);
}

// A joint that cannot move delays the beam, but does not prevent it.
TEST_F(AgentCycleTest, BeamsWithABlockedJoint) {
    join();
    m_mode = "PlayOn";
    sense();
    m_mode = "Goal_Left";
    int beams = 0;
    for (int i = 0; i < 60; ++i) {
        const int count = countOf(sense("(HJ (n llj4) (ax -57.00))"), "(beam ");
        beams += count;
        EXPECT_TRUE(count == 0 || i > 30) << i;
    }
    EXPECT_EQ(beams, 1);
}

// Servers accumulate 0.02 in single precision and report hundredths: sometimes successive messages
// are 0.03 s apart. A walk must not speed up then.
TEST_F(AgentCycleTest, BehaviorsGetWholeSteps) {
    join();
    m_behavior->stepsS.clear();
    const double beganS = m_timeS;
    for (const double afterS : {0.02, 0.05, 0.07, 0.08, 0.14}) {
        m_timeS = beganS + afterS - 0.02;
        sense();
    }
    EXPECT_THAT(m_behavior->stepsS,
                testing::Pointwise(testing::DoubleNear(1e-9), {0.02, 0.02, 0.02, 0.02, 0.06}));
}

TEST_F(AgentCycleTest, NumberTimeoutRestartsWithLink) {
    for (int link = 0; link < 2; ++link) {
        m_cycle.connected();
        sense();
        EXPECT_FALSE(m_cycle.failureReason());
        sense();
        EXPECT_FALSE(m_cycle.failureReason()) << link;
        for (int i = 0; i < 100 && !m_cycle.failureReason(); ++i) {
            sense();
        }
        EXPECT_TRUE(m_cycle.failureReason()) << link;
    }
}

TEST_F(AgentCycleTest, IsolatedInvalidMessagesAreTolerated) {
    join();
    for (int i = 0; i < 300; ++i) {
        answer("((((");
        answer("(nothing that an agent supports)");
        sense();
        ASSERT_FALSE(m_cycle.failureReason()) << i;
    }
    for (int i = 0; i < 300; ++i) {
        answer("((((");
    }
    EXPECT_TRUE(m_cycle.failureReason());
}

TEST_F(AgentCycleTest, UserMessageIsSentOnce) {
    join();
    m_cycle.obey(command::Say{"hello"});
    EXPECT_EQ(countOf(sense(), "(say hello)"), 1);
    EXPECT_EQ(countOf(sense() + sense(), "(say "), 0);
}

// With any behavior, beliefs and intention are sent in the agent's slot.
TEST_F(AgentCycleTest, SendsBeliefsToTeammates) {
    join();
    m_cycle.obey(
        command::BelievePose{world::ExternalPose{math::Pose::translation({-3.0, 1.0, 0.38})}});
    m_behavior->goesToBall = true;
    std::vector<std::string> messages;
    for (int i = 0; i < 330; ++i) {
        const std::string said = sense();
        if (const std::size_t at = said.find("(say "); at != std::string::npos) {
            messages.push_back(said.substr(at + 5, said.find(')', at) - at - 5));
        }
    }
    EXPECT_NEAR(static_cast<double>(messages.size()), 10.0, 1.0) << "in 6.6 s";
    for (const std::string& message : messages) {
        const auto words = world::readSay(message);
        ASSERT_TRUE(words) << message;
        EXPECT_EQ(words->unum, 4);
        EXPECT_NEAR(words->p_F.x(), -3.0, 0.1);
        EXPECT_TRUE(words->goesToBall);
        EXPECT_FALSE(words->isBallKnown);
    }
    m_behavior->talks = false;
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(sense().find("(say "), std::string::npos);
    }
}

TEST_F(AgentCycleTest, LinesAreInOneFrameAndUnknownPerceptsAreReportedOnce) {
    join();
    sense("(XYZ (n what))");
    ASSERT_EQ(m_frame.lines.size(), 1U);
    sense("(XYZ (n what))");
    EXPECT_TRUE(m_frame.lines.empty());
    sense("(ABC (n what))");
    EXPECT_EQ(m_frame.lines.size(), 1U);
    sense();
    EXPECT_TRUE(m_frame.lines.empty());
}

TEST_F(AgentCycleTest, SpeedIsLimitedAfterUserControl) {
    const double fastest = robot::naoModel(robot::NaoType::Standard).joints()[0].maxSpeedRadPerS;
    const auto speedTo = [&](double angleRad) {
        m_behavior->targetRad = angleRad;
        sense();
        return std::abs(m_frame.body.joints[0].commandRadPerS);
    };
    join();
    EXPECT_NEAR(speedTo(1.0), fastest, 1e-9);
    for (int round = 0; round < 2; ++round) {
        m_cycle.obey(command::Control{true});
        sense();
        m_cycle.obey(command::Control{false});
        EXPECT_LT(speedTo(-1.0), 0.5 * fastest) << round;
        for (int i = 0; i < 500; ++i) {
            sense();
        }
        EXPECT_NEAR(speedTo(1.0), fastest, 1e-9) << round;
        for (int i = 0; i < 50; ++i) {
            sense();
        }
    }
}

} // namespace
} // namespace sideline::runtime
