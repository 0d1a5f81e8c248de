// Behavior trees as XML: what it means, and what is wrong with it.
#include "agentcore/decision/behavior_tree_xml.h"

#include <array>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/node_types.h"
#include "tests/agentcore/decision/tree_xml.h"

namespace sideline::decision {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::whole;

BehaviorTreePtr read(std::string_view xml) {
    auto tree = readBehaviorTreeXml(xml, "behavior-tree test", "test.xml");
    EXPECT_TRUE(tree) << tree.error().toString();
    return tree ? std::make_shared<const BehaviorTree>(std::move(*tree)) : nullptr;
}

std::string errorOf(std::string_view xml) {
    const auto tree = readBehaviorTreeXml(xml, "behavior-tree test", "test.xml");
    return tree ? "no error" : tree.error().toString();
}

TEST(BehaviorTreeXmlTest, NotesEntriesThatNothingSets) {
    EXPECT_THAT(read(whole("<Sequence><Script code=\"n := 1\"/>\n<ScriptCondition "
                           "code=\"ballknown or n &gt; 2\"/></Sequence>"))
                    ->warnings,
                ElementsAre("test.xml:4: nothing sets 'ballknown' on the blackboard"));
}

TEST(BehaviorTreeXmlTest, ReadsBothFormsOfNodesAndConditions) {
    const BehaviorTreePtr tree = read(whole(
        "<Control ID=\"Sequence\" name=\"all\">\n<Condition ID=\"ball.distance\" below=\"0.8\" "
        "width=\"0.2\"/>\n<Condition ID=\"self-to\" x=\"-12\" y=\"0\" above=\"1\" "
        "at-most=\"3\"/>\n<ball-known is=\"false\" below=\"\"/>\n<Decorator ID=\"Inverter\">"
        "<Action ID=\"kick\" look=\"learn\" name=\"k\" _description=\"d\" empty=\"\"/></Decorator>"
        "\n</Control>"));
    ASSERT_EQ(tree->nodes.size(), 6U);
    EXPECT_EQ(tree->nodes[0].name, "all (Sequence)");
    EXPECT_EQ(tree->nodes[1].name, "ball.distance < 0.8 ~ 0.2");
    EXPECT_EQ(tree->nodes[1].line, 4);
    EXPECT_EQ(tree->nodes[2].name, "self.to(-12, 0) > 1 and self.to(-12, 0) <= 3");
    EXPECT_EQ(tree->nodes[3].name, "not ball.known");
    EXPECT_EQ(tree->nodes[5].name, "k (kick)");
    ASSERT_EQ(tree->behaviors.size(), 1U);
    EXPECT_EQ(tree->behaviors[0].name, "kick look=learn");
    EXPECT_EQ(tree->behaviors[0].registered, "kick");
    EXPECT_EQ(tree->behaviors[0].line, 7);
    std::set<std::string> names;
    for (const Measure& each : measures()) {
        EXPECT_TRUE(names.insert(nodeName(each)).second) << each.name;
        EXPECT_EQ(measureOfNode(nodeName(each)), &each);
    }
}

TEST(BehaviorTreeXmlTest, FaultsNameTheLineAndWhatWasExpected) {
    struct Row {
        std::string text;
        const char* expected;
    };
    const auto in = [](const char* nodes) { return whole(nodes); };
    const std::array rows = {
        Row{"", "test.xml:1: bad XML: "},
        Row{"<root>\n<BehaviorTree>\n<a>\n</root>", "test.xml:4: bad XML: "},
        Row{"<tree/>", "test.xml:1: <tree> as the root element; expected <root BTCPP_format"},
        Row{"<root BTCPP_format=\"5\"/>", "test.xml:1: format 5; expected BTCPP_format=\"4\""},
        Row{"<root>\n<include path=\"x\"/></root>",
            "test.xml:2: <include> in <root>; expected all"},
        Row{"<root/>", "test.xml:1: the tree to be run is not specified"},
        Row{"<root main_tree_to_execute=\"X\"><BehaviorTree ID=\"M\"><a/></BehaviorTree></root>",
            "test.xml:1: there is no tree 'X' to run"},
        Row{"<root><BehaviorTree ID=\"M\"><a/></BehaviorTree>\n<BehaviorTree ID=\"M\"/></root>",
            "test.xml:2: a second tree 'M'; expected each ID once"},
        Row{in(""), "test.xml:2: a <BehaviorTree> without its one node"},
        Row{in("<a/><b/>"), "test.xml:2: a <BehaviorTree> without its one node"},
        Row{in("<Sequence/>"),
            "test.xml:3: <Sequence> has 0 nodes below it; expected at least one"},
        Row{in("<Inverter><a/><b/></Inverter>"),
            "test.xml:3: <Inverter> has 2 nodes below it; expected 1"},
        Row{in("<IfThenElse><a/></IfThenElse>"),
            "test.xml:3: <IfThenElse> has 1 node below it; expected 2 or 3"},
        Row{in("<a>\n<b/></a>"), "test.xml:3: <a> has 1 node below it; expected none"},
        Row{in("<Sequence>text</Sequence>"), "test.xml:3: text between nodes; expected only nodes"},
        Row{in("<Action/>"), "test.xml:3: <Action> without an ID"},
        Row{in("<Sequence ID=\"x\"><a/></Sequence>"), "test.xml:3: <Sequence> with an ID"},
        Row{in("<Repeat><a/></Repeat>"),
            "test.xml:3: <Repeat> without the port 'num_cycles'; expected num_cycles=\"NUMBER\""},
        Row{in("<Repeat\nnum_cycles=\"1.5\"><a/></Repeat>"),
            "test.xml:4: num_cycles=\"1.5\"; expected an integer, or {ENTRY}"},
        Row{in("<Repeat num_cycles=\"1\"\nnum=\"1\"><a/></Repeat>"),
            "test.xml:4: <Repeat> has no port 'num'; expected num_cycles"},
        Row{in("<SetBlackboard value=\"1\"/>"),
            "test.xml:3: <SetBlackboard> without the port 'output_key'"},
        Row{in("<Script code=\"n\"/>"),
            "test.xml:3: 'n' is not an assignment; expected NAME := VALUE"},
        Row{in("<Script code=\"n := m + 1\"/>"), "test.xml:3: 'm + 1' cannot be assigned"},
        Row{in("<ScriptCondition code=\"ball.nown\"/>"),
            "test.xml:3: unknown measure or condition 'ball.nown'; expected ball.known?"},
        Row{in("<a\n_skipif=\"ball.known\"/>"), "test.xml:4: '_skipif' is unknown; expected _fail"},
        Row{in("<a\n_skipIf=\"ball.x\"/>"), "test.xml:4: 'ball.x' alone is not true or false"},
        Row{in("<RunOnce then_skip=\"maybe\"><a/></RunOnce>"),
            "test.xml:3: then_skip=\"maybe\"; expected true or false"},
        Row{in("<Precondition if=\"1\" else=\"no\"><a/></Precondition>"),
            "test.xml:3: else=\"no\"; expected SUCCESS, FAILURE"},
        Row{in("<ball-distance/>"),
            "test.xml:3: <ball-distance> without a limit; expected below, at-most"},
        Row{in("<ball-distance\nunder=\"3\"/>"), "test.xml:4: <ball-distance> has no port 'under'"},
        Row{in("<ball-to below=\"3\"/>"), "test.xml:3: <ball-to> without the port 'x'"},
        Row{in("<ball-distance below=\"near\"/>"), "test.xml:3: a comparison with 'near'"},
        Row{in("<Condition ID=\"ball-distnce\" below=\"3\"/>"),
            "test.xml:3: no measure is called 'ball-distnce'; expected ball-distance?"},
        Row{in("<TryCatch><a/><b/></TryCatch>"), "test.xml:3: <TryCatch> is not supported"},
        Row{in("<SubTree ID=\"N\"/>"), "test.xml:3: there is no tree 'N'"},
        Row{in("<SubTree ID=\"M\"/>"), "test.xml:3: the tree 'M' contains itself"},
    };
    for (const Row& row : rows) {
        EXPECT_THAT(errorOf(row.text), HasSubstr(row.expected)) << row.text;
    }
    std::string deep;
    for (int i = 0; i < 70; ++i) {
        deep += "<Inverter>";
    }
    deep += "<a/>";
    for (int i = 0; i < 70; ++i) {
        deep += "</Inverter>";
    }
    EXPECT_THAT(errorOf(whole(deep)), HasSubstr("test.xml:3: the tree is too large"));
    std::string wide = "<root BTCPP_format=\"4\" main_tree_to_execute=\"T0\">";
    for (int i = 0; i < 12; ++i) { // doubles at each level
        const std::string next = "<SubTree ID=\"T" + std::to_string(i + 1) + "\"/>";
        wide += "<BehaviorTree ID=\"T" + std::to_string(i) + "\"><Sequence>" + next + next +
                "</Sequence></BehaviorTree>";
    }
    wide += "<BehaviorTree ID=\"T12\"><a/></BehaviorTree></root>";
    EXPECT_THAT(errorOf(wide), HasSubstr("the tree is too large"));
}

} // namespace
} // namespace sideline::decision
