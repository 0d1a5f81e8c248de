// Behavior networks: activation by hand, resources, what is explained, and what is refused.
#include "agentcore/decision/behavior_network.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/condition_text.h"
#include "agentcore/decision/decision_why.h"
#include "agentcore/decision/network_text.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Two goals; `shoot` needs `near`, which `walk` brings about and `retreat` destroys.
constexpr const char* kText = R"(behavior approach = drive speed=0.5
network
gamma 0.8
delta 0.5
beta 0.5
sigma 0.4
gain 5
theta 0.2
theta-fall 1
stay 0.1
belief near = ball.distance < 2 ~ 1
belief scored = ball.flying
belief safe = self.fallen
resource legs 1
goal score
  wants scored
  importance 0.9
  when play.running
goal safety
  wants safe
  importance 0.4
module shoot
  do kick
  needs near
  effect scored 0.5
module walk
  do approach
  needs not near
  effect near 0.9
module retreat
  do hold-place
  effect safe 0.5
  effect not near 0.6
)";

class BehaviorNetworkTest : public testing::Test {
protected:
    BehaviorNetworkTest() {
        m_frame.situation.isRunning = true;
        m_frame.world.ball.isKnown = true;
        ballAt(2.6);
    }
    static NetworkRun runOf(const std::string& text) {
        auto network = readNetworkText(text, "network test", "test.network");
        EXPECT_TRUE(network) << network.error().toString();
        return NetworkRun(std::make_shared<const BehaviorNetwork>(std::move(*network)));
    }
    void ballAt(double distanceM) { m_frame.world.ball.p_T = {0.0, distanceM, 0.0}; }
    std::vector<int> decide(NetworkRun& network, double stepS = 0.02) {
        m_requests.clear();
        network.decide({m_frame, m_field}, stepS, m_work, m_requests);
        std::vector<int> behaviors;
        m_work.clear();
        for (const BehaviorRequest& request : m_requests) {
            behaviors.push_back(request.behavior);
            m_work.push_back({request.node, request.behavior, behavior::Status::Running});
        }
        return behaviors;
    }

    world::AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
    std::vector<BehaviorRequest> m_requests;
    std::vector<Work> m_work;
};

TEST_F(BehaviorNetworkTest, SpreadsActivationAsComputedByHand) {
    NetworkRun network = runOf(kText);
    const double near = 0.5 - 0.5 * 0.6; // 2.6 m against 2 ~ 1: 0.2
    decide(network);
    // The first cycle: only goals activate.
    EXPECT_NEAR(network.activation(0, 0), 0.8 * 0.9 * 0.5, 1e-12); // shoot by score
    EXPECT_NEAR(network.activation(1, 0), 0.0, 1e-12);
    EXPECT_NEAR(network.activation(2, 1), 0.8 * 0.4 * 0.5, 1e-12); // retreat by safety
    EXPECT_NEAR(network.executability(0), near, 1e-12);
    EXPECT_NEAR(network.executability(1), 1.0 - near, 1e-12);
    EXPECT_NEAR(network.executability(2), 1.0, 1e-12);
    EXPECT_NEAR(network.value(0), 0.36 * near, 1e-12);

    decide(network);
    const auto passed = [](double x) { return 1.0 / (1.0 + std::exp(5.0 * (0.4 - x))); };
    // walk brings about what shoot still needs; retreat would take from it what is there.
    const double helps = 0.8 * passed(0.36) * 0.9 * (1.0 - near);
    const double harms = -0.5 * passed(0.36) * 0.6 * near;
    EXPECT_NEAR(network.activation(1, 0), helps, 1e-12);
    EXPECT_NEAR(network.activation(2, 0), harms, 1e-12);
    EXPECT_NEAR(network.activation(0), 0.5 * 0.36 + 0.36, 1e-12);
    EXPECT_NEAR(network.activation(2), 0.5 * 0.16 + 0.16 + harms, 1e-12);

    // walk needs `not near`, and retreat brings that about; shoot by score stays as it is.
    decide(network);
    const double back = 0.8 * passed(helps) * 0.6 * near;
    EXPECT_NEAR(network.activation(2, 0), std::abs(back) > std::abs(harms) ? back : harms, 1e-12);
}

TEST_F(BehaviorNetworkTest, AGoalThatDoesNotMatterActivatesNoModule) {
    NetworkRun network = runOf(kText);
    m_frame.situation.isRunning = false;
    for (int i = 0; i < 5; ++i) {
        decide(network);
    }
    EXPECT_EQ(network.activation(0), 0.0);
    EXPECT_EQ(network.activation(1), 0.0);
    EXPECT_GT(network.activation(2), 0.2);
    EXPECT_THAT(decide(network), ElementsAre(2));
}

TEST_F(BehaviorNetworkTest, AGoalIsAgainstWhatHarmsIt) {
    NetworkRun network = runOf("network\nbelief open = ball.flying\ngoal g\nwants not open\n"
                               "importance 0.5\nmodule m\ndo a\neffect open 0.4\n");
    EXPECT_THAT(decide(network), IsEmpty());
    EXPECT_NEAR(network.activation(0), -0.7 * 0.5 * 0.4, 1e-12);
    world::DecisionTrace trace;
    network.explain({}, trace);
    EXPECT_EQ(whyOf(trace, 1).kind, WhyKind::Unwanted);
    network = runOf("network\nbelief open = ball.flying\ngoal g\nwants open\n"
                    "importance 0.5\nmodule m\ndo a\neffect not open 0.4\nmodule n\ndo b\n"
                    "effect open 1\n");
    decide(network);
    EXPECT_LT(network.activation(0), 0.0);
}

TEST_F(BehaviorNetworkTest, ChangesWithTheSituationAndNotForLittle) {
    NetworkRun network = runOf("network\ntheta 0\nbeta 0\nstay 0.1\n"
                               "belief near = ball.distance < 2 ~ 1\nbelief b = ball.flying\n"
                               "goal g\nwants b\n"
                               "module far-off\ndo a\nneeds not near\neffect b 1\n"
                               "module at-ball\ndo b\nneeds near\neffect b 1\n");
    ballAt(2.2); // 0.8 times 0.6 and 0.4
    EXPECT_THAT(decide(network), ElementsAre(0));
    ballAt(1.9); // 0.36 and 0.44
    EXPECT_THAT(decide(network), ElementsAre(0));
    world::DecisionTrace trace;
    network.explain(m_work, trace);
    const DecisionWhy why = whyOf(trace, static_cast<std::size_t>(network.nodeOf(1)));
    EXPECT_EQ(why.kind, WhyKind::Waiting); // it is better, but for `stay`
    ballAt(1.8);                           // 0.32 and 0.48
    EXPECT_THAT(decide(network), ElementsAre(1));
}

TEST_F(BehaviorNetworkTest, AThresholdFallsWhileAModuleWaits) {
    NetworkRun network = runOf("network\ntheta 0.5\ntheta-fall 2\nbeta 0\nresource r 1\n"
                               "resource idle 1\nbelief b = ball.flying\ngoal g\nwants b\n"
                               "importance 0.5\nmodule m\ndo a\neffect b 1\nuses r 1\n");
    EXPECT_THAT(decide(network, 0.02), IsEmpty()); // 0.4 against 0.5
    EXPECT_NEAR(network.threshold(0), 0.46, 1e-12);
    EXPECT_NEAR(network.threshold(1), 0.5, 1e-12);
    world::DecisionTrace trace;
    network.explain(m_work, trace);
    const DecisionWhy why = whyOf(trace, 1);
    EXPECT_EQ(why.kind, WhyKind::Waiting);
    EXPECT_EQ(trace.nodes[why.rival].name, "idle"); // the highest
    EXPECT_THAT(decide(network, 0.02), IsEmpty());
    EXPECT_THAT(decide(network, 0.02), IsEmpty()); // 0.42
    EXPECT_THAT(decide(network, 0.02), ElementsAre(0));
    EXPECT_NEAR(network.threshold(0), 0.5, 1e-12); // it began
    EXPECT_THAT(decide(network, 0.02), ElementsAre(0));
    network.reset();
    EXPECT_THAT(decide(network, 0.02), IsEmpty());
}

TEST_F(BehaviorNetworkTest, ModulesUseResourcesThatHaveUnitsLeft) {
    const std::string text = "network\ntheta 0\nresource legs 2\nresource head 1\n"
                             "belief b = ball.flying\ngoal g\nwants b\n"
                             "module run\ndo r\neffect b 0.9\nuses legs 2\n"
                             "module step\ndo s\neffect b 0.8\nuses legs 1\n"
                             "module look\ndo l\neffect b 0.1\nuses head 1\n"
                             "module look-twice\ndo l\neffect b 0.05\n";
    NetworkRun network = runOf(text);
    EXPECT_THAT(decide(network), ElementsAre(0, 2)); // step finds no legs, l works once
    world::DecisionTrace trace;
    network.explain(m_work, trace);
    std::vector<std::string> active;
    for (const world::DecisionNode& node : trace.nodes) {
        if (node.isActive) {
            active.push_back(node.name);
        }
    }
    EXPECT_THAT(active, ElementsAre("run", "look"));
    const auto step = static_cast<std::size_t>(network.nodeOf(1));
    EXPECT_EQ(trace.nodes[step].name, "step");
    const DecisionWhy why = whyOf(trace, step);
    EXPECT_EQ(why.kind, WhyKind::Loses);
    EXPECT_EQ(trace.nodes[why.rival].name, "run");
}

TEST_F(BehaviorNetworkTest, ExplainsItself) {
    NetworkRun network = runOf(kText);
    ballAt(3.5); // not near at all
    decide(network);
    decide(network);
    world::DecisionTrace trace;
    network.explain(m_work, trace);
    EXPECT_TRUE(isNetwork(trace));
    std::vector<std::string> names;
    for (const world::DecisionNode& node : trace.nodes) {
        names.push_back(std::string(static_cast<std::size_t>(node.depth), ' ') + node.name);
    }
    EXPECT_THAT(names,
                ElementsAre("modules", " shoot", "  activation", "   by score", "  executable",
                            " walk", "  activation", "   by score", "  executable", " retreat",
                            "  activation", "   by score", "   by safety", "  executable", "goals",
                            " score", " safety", "thresholds of resources", " legs", "beliefs",
                            " near", " scored", " safe"));
    EXPECT_EQ(trace.nodes[1].behavior, "kick");
    EXPECT_NEAR(trace.nodes[2].score, 0.54, 1e-9);
    EXPECT_EQ(trace.nodes[15].score, 0.9);
    const DecisionWhy unmet = whyOf(trace, 3); // of what is below it: of the module
    EXPECT_EQ(unmet.kind, WhyKind::Unmet);
    EXPECT_EQ(unmet.node, 1U);
    ASSERT_THAT(unmet.terms, ElementsAre(0U));
    EXPECT_EQ(trace.terms[0].text, "near");
    EXPECT_EQ(trace.terms[1].text, "not near");
    EXPECT_EQ(trace.terms[1].value, 0.0);
    EXPECT_EQ(trace.terms[1].truth, 1.0);
    EXPECT_EQ(whyOf(trace, 15).kind, WhyKind::Figure);
    const std::vector<std::size_t> source = termsOf(trace, 20);
    ASSERT_EQ(source.size(), 1U);
    EXPECT_EQ(trace.terms[source[0]].text, "ball.distance < 2 ~ 1");
    EXPECT_EQ(trace.terms[source[0]].value, 3.5);
    EXPECT_EQ(whyOf(trace, static_cast<std::size_t>(m_work.front().node)).kind, WhyKind::Active);
}

TEST_F(BehaviorNetworkTest, ANewerVersionKeepsTheActivationsOfTheOlderOne) {
    NetworkRun network = runOf(kText);
    for (int i = 0; i < 5; ++i) {
        decide(network);
    }
    std::string text = kText;
    text.replace(text.find("module shoot"), 12, "module blast");
    NetworkRun newer = runOf(text);
    newer.follow(network);
    EXPECT_EQ(newer.activation(0), 0.0); // another name
    EXPECT_EQ(newer.activation(1), network.activation(1));
    EXPECT_EQ(newer.activation(2, 1), network.activation(2, 1));
}

TEST_F(BehaviorNetworkTest, AllocatesNothingAfterWarmUp) {
    NetworkRun network = runOf(kText);
    world::DecisionTrace trace;
    m_requests.reserve(8);
    const auto cycle = [&](int i) {
        ballAt(0.01 * (i % 500));
        m_requests.clear();
        network.decide({m_frame, m_field}, 0.02, m_work, m_requests);
        network.explain(m_work, trace);
    };
    for (int i = 0; i < 10; ++i) {
        cycle(i);
    }
    const sideline::tests::AllocationGuard guard;
    for (int i = 0; i < 500; ++i) {
        cycle(i);
    }
    EXPECT_EQ(guard.count(), 0U);
}

TEST(NetworkTextTest, RefusesWhatItDoesNotUnderstandWithItsPlace) {
    const std::string head = "network\nbelief b = ball.known\n";
    const std::string goal = "goal g\nwants b\n";
    const std::string module = "module m\ndo a\n";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"", "t.network:1: the network has no goal or no module; expected at least one"},
        {"gama 1\n", "t.network:1: unknown word 'gama'; expected behavior, condition or network"},
        {"network now\n", "t.network:1: unexpected 'now'"},
        {"network\ngamma 2\n", "t.network:2: `gamma` has no valid number; expected gamma 0 to "},
        {"network\ntheta-fall 0\n", "t.network:2: `theta-fall` has no valid number"},
        {"network\nbeta 1\n", "t.network:2: `beta` has no valid number"},
        {"network\ngamma nan\n", "t.network:2: `gamma` has no valid number"},
        {"network\nwants b\n", "t.network:2: 'wants' does not belong here; expected gamma,"},
        {head + "belief b = ball.flying\n", "t.network:3: 'b' is taken"},
        {head + "belief c = ball.knwon\n",
         "t.network:3: unknown measure or condition 'ball.knwon'"},
        {head + "belief c\n", "t.network:3: no = after the name 'c'; expected belief NAME = ..."},
        {head + "resource legs\n", "t.network:3: no valid number of units"},
        {head + "resource legs 1.5\n", "t.network:3: no valid number of units"},
        {head + "resource r 1\nresource r 2\n",
         "t.network:4: the resource 'r' is already defined on line 3"},
        {head + "goal g\n" + module,
         "t.network:3: the goal 'g' has no belief; expected `wants BELIEF`"},
        {head + goal + "gamma 1\n", "t.network:5: 'gamma' does not belong here; expected `wants`,"},
        {head + goal + "wants b\n", "t.network:5: a second `wants` of the goal"},
        {head + goal + "wants not bb\n", "t.network:5: 'bb' is not a belief; expected b?"},
        {head + goal + "when b\nwhen b\n", "t.network:6: a second `when` of the goal"},
        {head + goal + "importance 1.1\n", "t.network:5: `importance` has no valid number"},
        {head + goal + "goal g\n", "t.network:5: the goal 'g' is already defined on line 3"},
        {head + goal, "the network has no goal or no module"},
        {head + goal + "module m\n", "t.network:5: the module 'm' does nothing; expected `do"},
        {head + goal + module + "do b\n", "t.network:7: a second `do` of the module"},
        {head + goal + module + "effect b\n", "t.network:7: `effect BELIEF` has no valid"},
        {head + goal + module + "effect c 1\n", "t.network:7: 'c' is not a belief"},
        {head + goal + module + "needs b or b\n", "t.network:7: unexpected 'or'; expected `and`"},
        {head + goal + module + "uses arms 1\n", "t.network:7: 'arms' is not a resource"},
        {head + goal + "resource r 1\n" + module + "uses r 2\n",
         "t.network:8: more units than the resource has, or the same resource again; expected 1 to "
         "1, once"},
        {head + goal + "resource r 2\n" + module + "uses r 1\nuses r 1\n",
         "t.network:9: more units than the resource has, or the same resource again"},
        {head + goal + module + "wants b\n",
         "t.network:7: 'wants' does not belong here; expected do"},
    };
    for (const auto& [text, error] : cases) {
        const auto read = readNetworkText(text, "network t", "t.network");
        ASSERT_FALSE(read) << text;
        EXPECT_THAT(read.error().toString(), HasSubstr(error)) << text;
    }
    std::string dense = head + goal;
    for (int i = 0; i < 64; ++i) {
        dense += "module m" + std::to_string(i) + "\ndo a\nneeds b\neffect b 1\n";
    }
    const auto read = readNetworkText(dense, "network t", "t.network");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().toString(), HasSubstr("the network is too dense"));
}

TEST(NetworkTextTest, ATextIsANetworkBeforeItIsATree) {
    const DecisionForm form = formOf("# network\nbehavior a = b\nnetwork\n");
    EXPECT_EQ(form.kind, kNetworkKind);
    EXPECT_EQ(form.line, 3);
    EXPECT_EQ(formOf("tree\nnetwork\n").kind, kTreeKind);
    EXPECT_EQ(formOf("-1\n2 Portero\n").kind, "");
}

} // namespace
} // namespace sideline::decision
