// Scripts of behavior trees: values, comparisons, calculations and assignments, wherever a script
// may stand.
#include <array>
#include <cmath>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/agentcore/decision/behavior_tree_fixture.h"
#include "tests/support/allocation_guard.h"

namespace sideline::decision {
namespace {

using namespace tests;
using testing::HasSubstr;
using testing::IsEmpty;
using enum NodeStatus;

class BehaviorTreeScriptsTest : public BehaviorTreeFixture {
protected:
    static std::string escaped(std::string_view text) {
        std::string xml;
        for (const char c : text) {
            xml += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
        }
        return xml;
    }
    static std::string scripted(std::string_view script, std::string_view condition) {
        return "<Sequence><Script code=\"" + escaped(script) + "\"/><ScriptCondition code=\"" +
               escaped(condition) + "\"/></Sequence>";
    }
    // Whether a condition holds after a script, wherever it stands.
    bool holds(std::string_view script, std::string_view condition) {
        start(scripted(script, condition));
        const bool holds = tick().second == Success;
        const std::string text = escaped(condition);
        for (const std::string& node :
             {"<AlwaysFailure _skipIf=\"" + text + "\"/>",
              "<AlwaysFailure _successIf=\"" + text + "\"/>",
              "<Inverter><AlwaysSuccess _failureIf=\"" + text + "\"/></Inverter>",
              "<Precondition if=\"" + text + "\"><AlwaysSuccess/></Precondition>"}) {
            start("<Sequence><Script code=\"" + escaped(script) + "\"/>" + node + "</Sequence>");
            EXPECT_EQ(tick().second == Success, holds) << node;
        }
        return holds;
    }
    double valueAfter(std::string_view script) {
        start("<Script code=\"" + escaped(script) + "\"/>");
        EXPECT_EQ(tick().second, Success);
        return entry("x");
    }
};

TEST_F(BehaviorTreeScriptsTest, SignsInQuotesAreText) {
    EXPECT_TRUE(holds("goal := '-1;3'; n := 2", "goal == '-1;3' && n == 2"));
    EXPECT_FALSE(holds("goal := '-1;3'", "goal == '-1'"));
    EXPECT_TRUE(holds("phase := 'x && y'", "phase == 'x && y'"));
    EXPECT_TRUE(holds("phase := 'a==b'", "phase == 'a==b' && phase != 'a = b'"));
    EXPECT_TRUE(holds("phase := 'and #1 (or)'", "(phase == 'and #1 (or)')"));
    EXPECT_TRUE(holds("phase := 'x := 1, += < ~ !'", "phase == 'x := 1, += < ~ !'"));
}

TEST_F(BehaviorTreeScriptsTest, EntriesCompareWithEntries) {
    EXPECT_TRUE(holds("a := 1; b := 2", "a < b"));
    EXPECT_FALSE(holds("a := 1; b := 2", "a >= b"));
    EXPECT_TRUE(holds("a := 1; b := 2", "b > a && a != b && !(a == b)"));
    EXPECT_TRUE(holds("a := 1; b := -1", "a > -1 && -1 == b && a != b"));
    EXPECT_TRUE(holds("a := 1; b := 2; c := 3", "a < b < c"));
    EXPECT_FALSE(holds("a := 1; b := 2; c := 2", "a < b < c"));
    EXPECT_TRUE(holds("a := 'abc'; b := 'abd'", "a < b && a != b && 'abc' == a"));
    EXPECT_TRUE(holds("a := 1.1; b := 1.0 + 0.1", "a == b"));
    EXPECT_TRUE(holds("a := '3'; b := 3", "a == b")); // a text that is a number
    EXPECT_FALSE(holds("a := 'three'; b := 3", "a == b"));
    EXPECT_TRUE(holds("a := 'three'; b := 3", "a != b"));
    EXPECT_FALSE(holds("a := 1", "a < unset || a == unset || a != unset || unset == unset"));
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.confidence = 0.75;
    EXPECT_TRUE(holds("least := 0.5", "ball.confidence > least"));
    EXPECT_FALSE(holds("least := 0.8", "ball.confidence > least"));
    start(scripted("least := 0.8", "ball.confidence > least ~ 0.2"));
    tick();
    ASSERT_EQ(m_trace.terms.size(), 1U);
    EXPECT_DOUBLE_EQ(m_trace.terms[0].value, 0.75);
    EXPECT_DOUBLE_EQ(m_trace.terms[0].truth, 0.375);
}

TEST_F(BehaviorTreeScriptsTest, TrueAndFalseAreValues) {
    EXPECT_TRUE(holds("ready := true", "ready == true"));
    EXPECT_TRUE(holds("ready := true", "ready != false"));
    EXPECT_FALSE(holds("ready := false", "ready"));
    EXPECT_TRUE(holds("ready := false", "!ready"));
    EXPECT_TRUE(holds("ready := true", "true"));
    EXPECT_FALSE(holds("ready := true", "false"));
    EXPECT_TRUE(holds("ready := !false", "ready = true"));
    EXPECT_TRUE(holds("ready := 'true'", "ready && ready == true"));
    EXPECT_TRUE(holds("known := ball.known", "known == false"));
    EXPECT_TRUE(holds("level := -2", "level")); // any number but 0
}

TEST_F(BehaviorTreeScriptsTest, CalculatesWithThePrecedenceOfTheLibrary) {
    EXPECT_DOUBLE_EQ(valueAfter("x := 2 + 3 * 4 - 1"), 13.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := 10 - 3 - 2"), 5.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := 12 / 3 / 2"), 2.0);
    EXPECT_DOUBLE_EQ(valueAfter("a := 5; x := -(a - 2) * -a"), 15.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := 5 & 3 | 8"), 9.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := 5 ^ 3"), 6.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := ~5"), -6.0);
    EXPECT_DOUBLE_EQ(valueAfter("x := 0x1F + 1e-1 + .5"), 31.6);
    EXPECT_DOUBLE_EQ(valueAfter("a := 3; x := a > 2 ? 7 : 8"), 7.0);
    EXPECT_DOUBLE_EQ(valueAfter("a := 3; x := a < 2 ? 7 : a == 3 && true ? 9 : 8"), 9.0);
    EXPECT_DOUBLE_EQ(valueAfter("a := 4; x := 1; x += a * 2; x -= 1; x /= a; x *= 3"), 6.0);
    EXPECT_DOUBLE_EQ(valueAfter("a := 2; x := a > 1"), 1.0);
    EXPECT_TRUE(std::isnan(valueAfter("x := 1 / 0")));
    EXPECT_TRUE(std::isnan(valueAfter("a := 'text'; x := a + 1")));
    EXPECT_TRUE(std::isnan(valueAfter("x := 5 & 2.5")));
    m_frame.identity.robot.unum = game::UniformNumber(4);
    EXPECT_DOUBLE_EQ(valueAfter("x := self.number-3"), 1.0);
    EXPECT_TRUE(holds("n := 2", "n + 1 == 3 && self.number > n * 1.5"));
    EXPECT_TRUE(holds("n := 2", "not n == 3 and !n != 1"));
}

TEST_F(BehaviorTreeScriptsTest, ConditionsMayAssignFirst) {
    start("<Sequence><Script code=\"n := 0\"/><RetryUntilSuccessful num_attempts=\"-1\">"
          "<ScriptCondition code=\"n += 1; n &gt;= 3\"/></RetryUntilSuccessful></Sequence>");
    EXPECT_EQ(tick().second, Running);
    EXPECT_EQ(tick().second, Running);
    EXPECT_EQ(tick().second, Success);
    EXPECT_DOUBLE_EQ(entry("n"), 3.0);
    start("<ScriptCondition code=\"n = 4; done := n == 4\"/>"); // the last value counts
    EXPECT_EQ(tick().second, Success);
    EXPECT_DOUBLE_EQ(entry("n"), 4.0);
    EXPECT_DOUBLE_EQ(entry("done"), 1.0);
}

TEST_F(BehaviorTreeScriptsTest, ConditionsExplainTheirPartsWithValues) {
    start("<Sequence><Script code=\"a := 3; b := 5; t := 'x'\"/>"
          "<ScriptCondition code=\"a + 1 &lt; b and (t == 'y' || !ball.known)\"/></Sequence>");
    tick();
    ASSERT_EQ(m_trace.terms.size(), 3U);
    EXPECT_EQ(m_trace.terms[0].text, "a + 1 < b");
    EXPECT_DOUBLE_EQ(m_trace.terms[0].value, 4.0);
    EXPECT_DOUBLE_EQ(m_trace.terms[0].truth, 1.0);
    EXPECT_EQ(m_trace.terms[1].text, "t == 'y'");
    EXPECT_DOUBLE_EQ(m_trace.terms[1].truth, 0.0);
    EXPECT_EQ(m_trace.terms[2].text, "ball.known");
}

TEST_F(BehaviorTreeScriptsTest, NamesWithAnAtSignBelongToTheOutermostTree) {
    startWhole("<root BTCPP_format=\"4\" main_tree_to_execute=\"M\"><BehaviorTree ID=\"M\">"
               "<Sequence><Script code=\"n := 2\"/><SubTree ID=\"S\"/></Sequence></BehaviorTree>"
               "<BehaviorTree ID=\"S\"><Sequence><Script code=\"@square := @n * @n; n := 7\"/>"
               "<ScriptCondition code=\"@n == 2 &amp;&amp; n == 7\"/>"
               "<SetBlackboard value=\"{@n}\" output_key=\"@copy\"/></Sequence></BehaviorTree>"
               "</root>");
    EXPECT_EQ(tick().second, Success);
    EXPECT_DOUBLE_EQ(entry("square"), 4.0);
    EXPECT_DOUBLE_EQ(entry("copy"), 2.0);
    EXPECT_THAT(m_tree->warnings, IsEmpty());
}

TEST_F(BehaviorTreeScriptsTest, ChoicesBetweenValuesCanBeParameters) {
    start("<Sequence><Script code=\"how := ball.known ? 'fast' : 'slow'\"/>"
          "<a speed=\"{how}\"/></Sequence>");
    EXPECT_EQ(tick().first, Strings({"a speed=slow!"}));
    know(true);
    tick({{"a speed=slow", Status::Done}});
    EXPECT_EQ(tick().first, Strings({"a speed=fast!"}));
}

TEST_F(BehaviorTreeScriptsTest, LimitsOfConditionsMayBeEntries) {
    start("<Sequence><Script code=\"least := 0.5\"/>"
          "<ball-confidence at-least=\"{least}\"/><a/></Sequence>");
    m_frame.world.ball.isKnown = true;
    m_frame.world.ball.confidence = 0.4;
    EXPECT_EQ(tick(), is({}, Failure));
    m_frame.world.ball.confidence = 0.6;
    EXPECT_EQ(tick(), is({"a!"}, Running));
}

TEST_F(BehaviorTreeScriptsTest, SettingNothingFails) {
    start("<SetBlackboard value=\"{nothing}\" output_key=\"x\"/>");
    EXPECT_EQ(tick().second, Failure);
    start("<SetBlackboard value=\"1\" output_key=\"x\"/>");
    EXPECT_EQ(tick().second, Success);
}

TEST_F(BehaviorTreeScriptsTest, FaultsNameTheLineAndWhatWasExpected) {
    struct Row {
        const char* script;
        const char* expected;
    };
    const auto in = [](std::string_view script) {
        return whole("<Sequence>\n<Script code=\"" + escaped(script) + "\"/></Sequence>");
    };
    const std::array rows = {
        Row{"n", "test.xml:4: 'n' is not an assignment; expected NAME := VALUE"},
        Row{"a := 1; n == 2", "test.xml:4: 'n == 2' is not an assignment"},
        Row{"n := m +", "test.xml:4: the end instead of a value; expected a name, a number"},
        Row{"n := 'open", "test.xml:4: the text lacks its closing quote; expected 'TEXT'"},
        Row{"n := 3foo", "test.xml:4: '3foo' is not a number"},
        Row{"n := 0x", "test.xml:4: '0x' is not a number"},
        Row{"n := 6.5.4", "test.xml:4: '6.5.4' is not a number"},
        Row{"n := (1 + 2",
            "test.xml:4: the end is unexpected: a parenthesis is still open; expected )"},
        Row{"n := 1 2", "test.xml:4: unexpected '2'; expected an operator, ; or the end"},
        Row{"n := a = 2", "test.xml:4: unexpected '='; expected == to compare"},
        Row{"n := a ? 1",
            "test.xml:4: the end is unexpected in a choice; expected CONDITION ? VALUE : VALUE"},
        Row{"n := 'a' .. 'b'", "test.xml:4: unexpected '..'; expected no concatenation of strings"},
        Row{"n := 'a' + 1", "test.xml:4: the string 'a' cannot be used in a calculation"},
        Row{"n += 'a'", "test.xml:4: the string 'a' cannot be used in a calculation"},
        Row{"true := 1", "test.xml:4: cannot assign to 'true'; expected the name of an entry"},
        Row{"n := $", "test.xml:4: unexpected '$' in a script"},
        Row{"n := ball.nown", "test.xml:4: unknown measure or condition 'ball.nown'; expected "
                              "ball.known?"},
        Row{"n := ball.to(1)", "test.xml:4: 'ball.to' lacks its argument; expected ball.to(x, "},
        Row{"n := ball.x(1)", "test.xml:4: 'ball.x' takes no arguments in parentheses"}};
    for (const Row& row : rows) {
        EXPECT_THAT(errorOf(in(row.script)), HasSubstr(row.expected)) << row.script;
    }
    const auto condition = [](std::string_view script) {
        return errorOf(whole("<a\n_skipIf=\"" + escaped(script) + "\"/>"));
    };
    EXPECT_THAT(condition(""), HasSubstr("test.xml:4: an empty condition; expected a measure"));
    EXPECT_THAT(condition("a; b"), HasSubstr("test.xml:4: 'a' has no effect"));
    EXPECT_THAT(condition("'text'"), HasSubstr("test.xml:4: 'text' alone is not true or false"));
    EXPECT_THAT(condition("a < b ~ 0"), HasSubstr("test.xml:4: `~` has no valid width"));
    EXPECT_THAT(condition("a < 'text"), HasSubstr("test.xml:4: the text lacks its closing quote"));
    EXPECT_THAT(condition(std::string(40, '(') + "a" + std::string(40, ')')),
                HasSubstr("test.xml:4: the script is nested too deeply; expected at most 32"));
    std::string chained = "a"; // each level doubles the steps
    for (int i = 0; i < 14; ++i) {
        chained = "a<(" + chained + ")<a";
    }
    EXPECT_THAT(condition(chained), HasSubstr("test.xml:4: the scripts are too large"));
}

TEST_F(BehaviorTreeScriptsTest, AllocatesNothingAfterWarmUp) {
    start("<Sequence><Script code=\"n += 1; long := n &gt; 3 ? 'a text that is rather long' : "
          "'another text that is rather long'\"/><ForceSuccess><ScriptCondition code=\"long == "
          "'another text that is rather long' || long &lt; 'b' &amp;&amp; n * 2 &gt; 3\"/>"
          "</ForceSuccess><LoopString queue=\"a;b\" value=\"{v}\"><AlwaysSuccess/></LoopString>"
          "</Sequence>");
    std::vector<BehaviorRequest> requests;
    const auto cycles = [&](int count) {
        for (int i = 0; i < count; ++i) {
            m_run->decide({m_frame, m_field}, 0.02, {}, requests);
            m_run->explain({}, m_trace);
        }
    };
    cycles(20);
    const sideline::tests::AllocationGuard guard;
    cycles(200);
    EXPECT_EQ(guard.count(), 0U);
}

} // namespace
} // namespace sideline::decision
