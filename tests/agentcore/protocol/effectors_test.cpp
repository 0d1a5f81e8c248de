#include "agentcore/protocol/effectors.h"

#include <string>

#include <gtest/gtest.h>

namespace sideline::protocol {
namespace {

AgentMessage parsed(std::string_view text) {
    AgentMessage message;
    parseAgentMessage(text, message);
    return message;
}

template <typename T>
T only(std::string_view text) {
    const AgentMessage message = parsed(text);
    EXPECT_EQ(message.effectors.size(), 1U) << text;
    EXPECT_TRUE(message.faults.empty()) << text;
    const auto* effector =
        message.effectors.empty() ? nullptr : std::get_if<T>(&message.effectors.front());
    EXPECT_NE(effector, nullptr) << text;
    return effector == nullptr ? T{} : *effector;
}

TEST(EffectorsTest, ReadsEveryEffectorThatAgentsOfTheLeagueSend) {
    EXPECT_EQ(only<SceneEffector>("(scene rsg/agent/nao/nao_hetero.rsg 3)").type, 3);
    EXPECT_EQ(only<SceneEffector>("(scene rsg/agent/nao/nao.rsg)").file, "rsg/agent/nao/nao.rsg");
    const auto init = only<InitEffector>("(init (unum 7)(teamname UTA))");
    EXPECT_EQ(init.unum, 7);
    EXPECT_EQ(init.team, "UTA");
    EXPECT_EQ(only<InitEffector>("(init (teamname A) (unum 0))").unum, 0);
    const auto beam = only<BeamEffector>("(beam -3.5 0.25 1e1)");
    EXPECT_EQ(beam.xM, -3.5);
    EXPECT_EQ(beam.yM, 0.25);
    EXPECT_EQ(beam.headingDeg, 10.0);
    EXPECT_EQ(only<SayEffector>("(say hello)").text, "hello");
    only<PassEffector>("(pass)");
    only<SynEffector>("(syn)");
    const auto hinge = only<JointEffector>("(lle3 -1.25)");
    EXPECT_EQ(hinge.name, "lle3");
    EXPECT_EQ(hinge.axisCount, 1);
    EXPECT_EQ(hinge.speedRadPerS[0], -1.25);
    const auto universal = only<JointEffector>("(lae1_2 0.5 -2)");
    EXPECT_EQ(universal.axisCount, 2);
    EXPECT_EQ(universal.speedRadPerS[1], -2.0);
}

TEST(EffectorsTest, KeepsTheOrderOfTheMessage) {
    const AgentMessage message = parsed("(he1 1)(he2 2)\n (beam 0 0 0)(he1 3)(syn)");
    ASSERT_EQ(message.effectors.size(), 5U);
    EXPECT_EQ(std::get<JointEffector>(message.effectors[3]).speedRadPerS[0], 3.0);
}

TEST(EffectorsTest, ReadingReplacesOldContent) {
    AgentMessage message;
    parseAgentMessage("(syn)(he1 fast)", message);
    ASSERT_EQ(message.faults.size(), 1U);
    parseAgentMessage("(he1 1)", message);
    EXPECT_EQ(message.effectors.size(), 1U);
    EXPECT_TRUE(message.faults.empty());
}

struct Broken {
    const char* text;
    std::size_t rightOnes;
    std::size_t faults;
};

class BrokenEffectorsTest : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenEffectorsTest, LosesOnlyTheBrokenExpression) {
    const AgentMessage message = parsed(GetParam().text);
    EXPECT_EQ(message.effectors.size(), GetParam().rightOnes) << GetParam().text;
    ASSERT_EQ(message.faults.size(), GetParam().faults) << GetParam().text;
    for (const EffectorFault& fault : message.faults) {
        EXPECT_TRUE(fault.error.byteOffset) << fault.error.toString();
        EXPECT_FALSE(fault.error.toString().empty());
    }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, BrokenEffectorsTest,
    ::testing::Values(
        Broken{"", 0, 0}, Broken{"(he1 nan)(he2 1)", 1, 1}, Broken{"(he1 inf)(he2 1)", 1, 1},
        Broken{"(he1)(he2 1)", 1, 1}, Broken{"(he1 fast)(he2 1)", 1, 1},
        Broken{"(he1 1 2 3)(he2 1)", 1, 1}, Broken{"(he1 (x 1))(he2 1)", 1, 1},
        Broken{"(he1 1 2 3 4 5 6 7 8 9 10)(he2 1)", 1, 1}, Broken{"(beam 1 2)(syn)", 1, 1},
        Broken{"(beam 1 nan 2)(syn)", 1, 1}, Broken{"(init (unum x)(teamname A))(syn)", 1, 1},
        Broken{"(init (unum 3))(syn)", 1, 1}, Broken{"(init (unum -3)(teamname A))", 0, 1},
        Broken{"(scene)(syn)", 1, 1}, Broken{"(scene a b)(syn)", 1, 1}, Broken{"(say)(syn)", 1, 1},
        Broken{"(say a b)(syn)", 1, 1}, Broken{"()(syn)", 1, 1}, Broken{"((he1 1))(syn)", 1, 1},
        Broken{"garbage (syn)", 1, 1}, Broken{"(he1 1)(he2 ", 1, 1},
        Broken{"(he1 1))(he2 1)", 1, 1}, Broken{"(he1 1)\x01(he2 1)", 1, 1},
        Broken{"(((((((((((a", 0, 1}));

TEST(EffectorsTest, ErrorHasEffectorOffsetAndExpectation) {
    const AgentMessage message = parsed("(syn)(he1 fast)");
    ASSERT_EQ(message.faults.size(), 1U);
    EXPECT_EQ(message.faults[0].name, "he1");
    const std::string text = message.faults[0].error.toString();
    EXPECT_NE(text.find("byte 5"), std::string::npos) << text;
    EXPECT_NE(text.find("(JOINT SPEED)"), std::string::npos) << text;
}

} // namespace
} // namespace sideline::protocol
