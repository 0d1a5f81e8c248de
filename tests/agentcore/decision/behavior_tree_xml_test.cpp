// Behavior trees as XML: what it means, and what is wrong with it.
#include "agentcore/decision/behavior_tree_xml.h"

#include <array>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/behavior_tree_run.h"
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

TEST(BehaviorTreeXmlTest, NotesAttributesWithoutEffect) {
    EXPECT_THAT(read(whole("<a\n_color=\"red\"/>"))->warnings,
                ElementsAre("test.xml:4: '_color' has no effect"));
}

TEST(BehaviorTreeXmlTest, RunsTheTreeThatNoOtherContains) {
    const std::string trees = "<BehaviorTree ID=\"Field\"><Sequence><SubTree ID=\"Wait\"/><b/>"
                              "</Sequence></BehaviorTree>\n<BehaviorTree ID=\"Wait\"><a/>"
                              "</BehaviorTree>\n";
    const std::string file = "<root BTCPP_format=\"4\">\n" + trees + "<TreeNodesModel/></root>";
    EXPECT_EQ(read(file)->nodes[0].name, "Sequence");
    const auto other = readBehaviorTreeXml(file, "t", "test.xml", {}, "Wait");
    ASSERT_TRUE(other) << other.error().toString();
    EXPECT_EQ(other->nodes[0].name, "a");
    const auto none = readBehaviorTreeXml(file, "t", "test.xml", {}, "wait");
    ASSERT_FALSE(none);
    EXPECT_THAT(none.error().toString(),
                HasSubstr("test.xml:1: there is no tree 'wait' to run; expected Wait?"));
    EXPECT_THAT(
        errorOf("<root BTCPP_format=\"4\">\n" + trees +
                "<BehaviorTree ID=\"Keeper\"><SubTree ID=\"Wait\"/></BehaviorTree></root>"),
        HasSubstr(
            "test.xml:1: the tree to be run is not specified; expected "
            "main_tree_to_execute=\"ID\" or the option `tree`, naming one of 'Field', 'Keeper'"));
    EXPECT_THAT(errorOf("<root BTCPP_format=\"4\"><BehaviorTree ID=\"A\"><SubTree ID=\"B\"/>"
                        "</BehaviorTree><BehaviorTree ID=\"B\"><SubTree ID=\"A\"/></BehaviorTree>"
                        "</root>"),
                HasSubstr("test.xml:1: the tree to be run is not specified"));
}

// Files by name, as if they were in one folder.
TreeFiles filesOf(std::map<std::string, std::string> texts) {
    return
        [texts = std::move(texts)](std::string_view path,
                                   const std::string& /*from*/) -> base::Expected<IncludedTrees> {
            const auto found = texts.find(std::string(path));
            if (found == texts.end()) {
                return base::failure(base::ErrorCode::NotFound, "no such file");
            }
            return IncludedTrees{found->first, found->second};
        };
}

TEST(BehaviorTreeXmlTest, IncludesFilesOnce) {
    const auto file = [](std::string_view tree, std::string_view includes) {
        return "<root BTCPP_format=\"4\">\n" + std::string(includes) + std::string(tree) +
               "</root>";
    };
    const std::string main =
        file("<BehaviorTree ID=\"M\">\n<Sequence><SubTree ID=\"W\"/>\n<SubTree ID=\"V\"/>"
             "</Sequence></BehaviorTree>",
             "<include path=\"w\"/><include path=\"v\"/>\n");
    const TreeFiles files = filesOf(
        {{"w", file("<BehaviorTree ID=\"W\"><SubTree ID=\"V\"/></BehaviorTree>",
                    "<include path=\"v\"/>")},
         {"v", file("<BehaviorTree ID=\"V\">\n<a x=\"{n}\" _skipIf=\"mode == 3\"/></BehaviorTree>",
                    "<include path=\"w\"/>")},
         {"main.xml", "not read again"}});
    const auto wrong = readBehaviorTreeXml(main, "t", "main.xml", files);
    ASSERT_FALSE(wrong); // in the included file
    EXPECT_THAT(wrong.error().toString(),
                HasSubstr("v:3: the possible values of 'x' of a are unknown"));
    const TreeFiles good =
        filesOf({{"w", file("<BehaviorTree ID=\"W\"><SubTree ID=\"V\"/></BehaviorTree>",
                            "<include path=\"main.xml\"/><include path=\"v\"/>")},
                 {"v", file("<BehaviorTree ID=\"V\">\n<a _skipIf=\"mode == 3\"/></BehaviorTree>",
                            "<include path=\"w\"/>")},
                 {"main.xml", "not read again"}});
    const auto tree = readBehaviorTreeXml(main, "t", "main.xml", good);
    ASSERT_TRUE(tree) << tree.error().toString();
    ASSERT_EQ(tree->nodes.size(), 6U);
    EXPECT_EQ(tree->nodes[3].name, "a");
    EXPECT_EQ(tree->nodes[3].file, "v");
    EXPECT_EQ(tree->nodes[3].line, 3);
    EXPECT_EQ(tree->nodes[4].file, ""); // of the file itself
    EXPECT_EQ(tree->nodes[4].line, 5);
    EXPECT_EQ(tree->behaviors[0].file, "v");
    EXPECT_THAT(tree->warnings, testing::Contains("v:3: nothing sets 'W::2/V::3/mode' on the "
                                                  "blackboard"));
    const BehaviorTreeRun run(std::make_shared<const BehaviorTree>(*tree));
    world::DecisionTrace trace;
    run.explain({}, trace);
    EXPECT_EQ(trace.nodes[3].line, 0) << "lines of a trace are those of the file itself";
    EXPECT_EQ(trace.nodes[4].line, 5);
    EXPECT_THAT(run.describe(), HasSubstr("a  (v:3)\n"));
}

TEST(BehaviorTreeXmlTest, FaultsOfIncludedFilesNameThem) {
    const auto errorWith = [](const char* include, const char* included) {
        const auto tree = readBehaviorTreeXml(
            "<root BTCPP_format=\"4\">\n" + std::string(include) +
                "\n<BehaviorTree ID=\"M\"><SubTree ID=\"V\"/></BehaviorTree></root>",
            "t", "main.xml", filesOf({{"v", included}}));
        return tree ? "no error" : tree.error().toString();
    };
    constexpr const char* kIncluded = "<include path=\"v\"/>";
    EXPECT_THAT(errorWith("<include path=\"u\"/>", ""),
                HasSubstr("main.xml:2: 'u' cannot be included: no such file"));
    EXPECT_THAT(errorWith("<include/>", ""), HasSubstr("main.xml:2: <include> without a path"));
    EXPECT_THAT(errorWith("<include ros_pkg=\"p\" path=\"v\"/>", ""),
                HasSubstr("main.xml:2: <include> names a file in a ROS package"));
    EXPECT_THAT(errorWith(kIncluded, "<root>\n<a></root>"), HasSubstr("v:2: bad XML"));
    EXPECT_THAT(errorWith(kIncluded, "<tree/>"), HasSubstr("v:1: <tree> as the root element"));
    EXPECT_THAT(errorWith(kIncluded, "<root>\n<BehaviorTree ID=\"M\"><a/></BehaviorTree></root>"),
                HasSubstr("main.xml:3: a second tree 'M'"));
    EXPECT_THAT(errorWith(kIncluded, "<root>\n<BehaviorTree ID=\"V\"><Inverter/>\n"
                                     "</BehaviorTree></root>"),
                HasSubstr("v:2: <Inverter> has 0 nodes below it"));
    EXPECT_THAT(errorWith(kIncluded, "<root>\n<BehaviorTree ID=\"V\">\n<a _skipIf=\"1 +\"/>"
                                     "</BehaviorTree></root>"),
                HasSubstr("v:3: the end instead of a value"));
}

TEST(BehaviorTreeXmlTest, DistinguishesBehaviorTreesFromOtherXml) {
    EXPECT_TRUE(isBehaviorTreeXml("<root BTCPP_format=\"4\">"));
    EXPECT_TRUE(isBehaviorTreeXml("\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- <behavior> -->"
                                  "<!DOCTYPE root>\n <root>"));
    EXPECT_FALSE(isBehaviorTreeXml("<?xml version=\"1.0\"?><behavior><slot/></behavior>"));
    EXPECT_FALSE(isBehaviorTreeXml("<roots/>"));
    EXPECT_FALSE(isBehaviorTreeXml("<!-- <root>"));
    EXPECT_FALSE(isBehaviorTreeXml("tree\n"));
    EXPECT_FALSE(isBehaviorTreeXml(""));
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
            "test.xml:2: 'x' cannot be included; expected all trees in one file"},
        Row{"<root>\n<Metadata/></root>", "test.xml:2: unexpected <Metadata> in <root>; expected "
                                          "BehaviorTree, TreeNodesModel or include"},
        Row{"<root/>", "test.xml:1: the tree to be run is not specified"},
        Row{"<root main_tree_to_execute=\"X\"><BehaviorTree ID=\"M\"><a/></BehaviorTree></root>",
            "test.xml:1: there is no tree 'X' to run"},
        Row{"<root><BehaviorTree ID=\"M\"><a/></BehaviorTree>\n<BehaviorTree ID=\"M\"/></root>",
            "test.xml:2: a second tree 'M'; expected each ID once"},
        Row{in(""), "test.xml:2: a <BehaviorTree> must contain exactly one node"},
        Row{in("<a/><b/>"), "test.xml:2: a <BehaviorTree> must contain exactly one node"},
        Row{in("<Sequence/>"),
            "test.xml:3: <Sequence> has 0 nodes below it; expected at least one"},
        Row{in("<Inverter><a/><b/></Inverter>"),
            "test.xml:3: <Inverter> has 2 nodes below it; expected 1"},
        Row{in("<IfThenElse><a/></IfThenElse>"),
            "test.xml:3: <IfThenElse> has 1 node below it; expected 2 or 3"},
        Row{in("<a>\n<b/></a>"), "test.xml:3: <a> has 1 node below it; expected none"},
        Row{in("<Sequence>text</Sequence>"),
            "test.xml:3: unexpected text between nodes; expected only nodes"},
        Row{in("<Action/>"), "test.xml:3: <Action> without an ID"},
        Row{in("<Sequence ID=\"x\"><a/></Sequence>"), "test.xml:3: <Sequence> with an ID"},
        Row{in("<Repeat><a/></Repeat>"),
            "test.xml:3: <Repeat> lacks the port 'num_cycles'; expected num_cycles=\"NUMBER\""},
        Row{in("<Repeat\nnum_cycles=\"1.5\"><a/></Repeat>"),
            "test.xml:4: num_cycles=\"1.5\"; expected an integer, or {ENTRY}"},
        Row{in("<Repeat num_cycles=\"1\"\nnum=\"1\"><a/></Repeat>"),
            "test.xml:4: <Repeat> has no port 'num'; expected num_cycles"},
        Row{in("<SetBlackboard value=\"1\"/>"),
            "test.xml:3: <SetBlackboard> lacks the port 'output_key'"},
        Row{in("<Script code=\"n\"/>"),
            "test.xml:3: 'n' is not an assignment; expected NAME := VALUE"},
        Row{in("<ScriptCondition code=\"ball.nown\"/>"),
            "test.xml:3: unknown measure or condition 'ball.nown'; expected ball.known?"},
        Row{in("<a\n_skipif=\"ball.known\"/>"),
            "test.xml:4: '_skipif' is unknown; expected _skipIf?"},
        Row{in("<a\n_skipIf=\"ball.x\"/>"), "test.xml:4: 'ball.x' alone is not true or false"},
        Row{in("<RunOnce then_skip=\"maybe\"><a/></RunOnce>"),
            "test.xml:3: then_skip=\"maybe\"; expected true or false"},
        Row{in("<Precondition if=\"1\" else=\"no\"><a/></Precondition>"),
            "test.xml:3: else=\"no\"; expected SUCCESS, FAILURE"},
        Row{in("<ball-distance/>"),
            "test.xml:3: <ball-distance> has no limit; expected below, at-most"},
        Row{in("<ball-distance\nunder=\"3\"/>"), "test.xml:4: <ball-distance> has no port 'under'"},
        Row{in("<ball-to below=\"3\"/>"), "test.xml:3: <ball-to> lacks the port 'x'"},
        Row{in("<ball-distance below=\"near\"/>"), "test.xml:3: cannot compare with 'near'"},
        Row{in("<Condition ID=\"ball-distnce\" below=\"3\"/>"),
            "test.xml:3: no measure is called 'ball-distnce'; expected ball-distance?"},
        Row{in("<TestNode/>"), "test.xml:3: <TestNode> is not supported: it replaces another"},
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
