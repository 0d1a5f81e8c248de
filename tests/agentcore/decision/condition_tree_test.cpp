// Condition trees: what their texts mean, what is wrong with them, and which leaf they choose.
#include <array>
#include <cmath>
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/condition_tree.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/measure_input.h"
#include "agentcore/decision/tree_builder.h"
#include "agentcore/decision/tree_text.h"

namespace sideline::decision {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kKeeperTree = R"(# A comment.
stay 0.1
behavior clear = striker look=learn # the rest has its defaults
condition near = ball.known and ball.to-own-goal < 2 ~ 0.5
tree
  when play.running
    when near do clear
    when 0.4 do keeper
  else do stand-and-look
)";

class ConditionTreeTest : public testing::Test {
protected:
    static ConditionTreePtr read(std::string_view text) {
        auto tree = readTreeText(text, "tree test", "test.tree");
        EXPECT_TRUE(tree) << tree.error().toString();
        return tree ? std::make_shared<const ConditionTree>(std::move(*tree)) : nullptr;
    }
    static std::string errorOf(std::string_view text) {
        const auto tree = readTreeText(text, "tree test", "test.tree");
        return tree ? "no error" : tree.error().toString();
    }
    // The leaf's behavior; empty: none.
    std::string choose(TreeSearch& search) const {
        const int leaf = search.choose({m_frame, m_field});
        if (leaf < 0) {
            return {};
        }
        const TreeNode& node = search.tree().nodes[static_cast<std::size_t>(leaf)];
        return search.tree().behaviors[static_cast<std::size_t>(node.behavior)].name;
    }
    std::string choose(std::string_view text) const {
        TreeSearch search(read(text));
        return choose(search);
    }
    void putBall(double x, double y) {
        m_frame.body.pose.isValid = true;
        m_frame.world.ball.isKnown = true;
        m_frame.world.ball.confidence = 1.0;
        m_frame.world.ball.p_F = {x, y, 0.04};
    }

    world::AgentFrame m_frame;
    field::FieldModel m_field{field::newestField().dimensions};
};

TEST_F(ConditionTreeTest, ReadsItsText) {
    const ConditionTreePtr tree = read(kKeeperTree);
    ASSERT_THAT(tree->nodes, SizeIs(4));
    EXPECT_EQ(tree->stay, 0.1);
    EXPECT_EQ(tree->nodes[0].name, "play.running");
    EXPECT_EQ(tree->nodes[0].end, 3U);
    EXPECT_EQ(tree->nodes[1].name, "near");
    EXPECT_EQ(tree->nodes[1].depth, 1);
    EXPECT_EQ(tree->nodes[1].line, 7);
    EXPECT_EQ(tree->nodes[1].termCount, 2U);
    EXPECT_EQ(tree->nodes[3].name, "else");
    ASSERT_THAT(tree->behaviors, SizeIs(3));
    EXPECT_EQ(tree->behaviors[0].registered, "striker");
    EXPECT_THAT(tree->behaviors[0].settings, ElementsAre(testing::Pair("look", "learn")));
    EXPECT_EQ(TreeSearch(std::make_shared<const ConditionTree>(*tree)).describe(),
              "4 nodes, 3 conditions, 3 behaviors\n"
              "    6  play.running\n"
              "    7    near  -> clear (striker look=learn)\n"
              "    8    0.4  -> keeper\n"
              "    9  else  -> stand-and-look\n");
}

TEST_F(ConditionTreeTest, ValuesMayContainBlanksInParentheses) {
    const ConditionTreePtr tree =
        read("behavior fetch = go-to place=toward(ball, goal.own, 0.5) facing=ball near=(1\n"
             "tree\n when 1 do fetch\n");
    ASSERT_THAT(tree->behaviors, SizeIs(1));
    EXPECT_THAT(tree->behaviors[0].settings,
                ElementsAre(testing::Pair("place", "toward(ball, goal.own, 0.5)"),
                            testing::Pair("facing", "ball"), testing::Pair("near", "(1")));
}

TEST_F(ConditionTreeTest, ConditionsMayCompareFunctionsOfTheBelief) {
    const std::string text =
        "condition near = distance(ball, goal.opponent - point(1, 0)) < 3 ~ 1\n"
        "tree\n when near and x(ball) > 0 do a\n else do b\n";
    putBall(11.5, 0.0); // 2.5 m
    EXPECT_EQ(choose(text), "a");
    putBall(9.0, 0.0);
    EXPECT_EQ(choose(text), "b");
    m_frame.world.ball.isKnown = false;
    EXPECT_EQ(choose(text), "b");
    EXPECT_THAT(errorOf("tree\n when distance(ball) < 3 do a\n"),
                HasSubstr("test.tree:2: ')' instead of a comma (character 14 of 'distance(ball)'); "
                          "expected distance(a, b)"));
    EXPECT_THAT(errorOf("tree\n when x(ball) do a\n"),
                HasSubstr("'x(ball)' alone is not true or false; expected <, <=, >, >=, = or != "
                          "and a number"));
    EXPECT_THAT(errorOf("tree\n when goal.own < 3 do a\n"), HasSubstr("'goal.own' is a place"));
}

TEST_F(ConditionTreeTest, TakesTheBestOfEachLevel) {
    TreeSearch search(read(kKeeperTree));
    EXPECT_EQ(choose(search), "stand-and-look");
    m_frame.situation.isRunning = true;
    EXPECT_EQ(choose(search), "keeper");
    putBall(-14.0, 0.0); // a meter from the goal
    EXPECT_EQ(choose(search), "clear");
}

TEST_F(ConditionTreeTest, StaysWhereItIsWhenScoresAreClose) {
    m_frame.situation.isRunning = true;
    const ConditionTreePtr tree = read(kKeeperTree);
    TreeSearch search(tree);
    putBall(-12.95, 0.0); // 2.05 m: 0.45 of `near`
    EXPECT_EQ(choose(search), "clear");
    putBall(-12.87, 0.0); // 0.37: less than 0.4, but it stays
    EXPECT_EQ(choose(search), "clear");
    TreeSearch fresh(tree);
    EXPECT_EQ(choose(fresh), "keeper");
    putBall(-12.75, 0.0); // 0.25
    EXPECT_EQ(choose(search), "keeper");
    putBall(-12.95, 0.0); // 0.45: more than 0.4, but now it stays there
    EXPECT_EQ(choose(search), "keeper");
}

TEST_F(ConditionTreeTest, DoesNotStayWhereNothingHoldsAnyMore) {
    TreeSearch search(read("stay 0.1\ntree\n when ball.known do a\n"));
    putBall(0.0, 0.0);
    EXPECT_EQ(choose(search), "a");
    m_frame.world.ball.isKnown = false;
    EXPECT_EQ(choose(search), "");
}

TEST_F(ConditionTreeTest, ATraceIsOfTheLastTreeAlone) {
    world::DecisionTrace trace;
    TreeSearch leaf(read("tree\n when 1 do a\n"));
    leaf.choose({m_frame, m_field});
    leaf.explain(0, trace);
    EXPECT_EQ(trace.nodes[0].behavior, "a");
    TreeSearch branch(read("tree\n when 1\n  when 1 do b\n"));
    branch.choose({m_frame, m_field});
    branch.explain(1, trace);
    ASSERT_THAT(trace.nodes, SizeIs(2));
    EXPECT_EQ(trace.nodes[0].behavior, "");
    EXPECT_EQ(trace.nodes[1].behavior, "b");
}

TEST_F(ConditionTreeTest, GoesBackFromADeadEnd) {
    EXPECT_EQ(choose("tree\n when 1\n  when ball.known do a\n when 0.5\n  when 0.2 do b\n"), "b");
    EXPECT_EQ(choose("tree\n when 1\n  when ball.known do a\n when 0 do b\n"), "");
    EXPECT_EQ(choose("tree\n when 0.5 do a\n when 0.5 do b\n"), "a"); // a tie
}

TEST_F(ConditionTreeTest, CombinesFuzzyTruths) {
    putBall(-14.0, 0.0);
    m_frame.world.ball.confidence = 0.3;
    const auto score = [&](const std::string& condition) {
        TreeSearch search(read("tree\n  when " + condition + " do a\n  when 0.0001 do b\n"));
        search.choose({m_frame, m_field});
        world::DecisionTrace trace;
        search.explain(-1, trace);
        return trace.nodes[0].score;
    };
    EXPECT_EQ(score("ball.confidence"), 0.3);
    EXPECT_EQ(score("not ball.confidence"), 0.7);
    EXPECT_EQ(score("ball.confidence and 0.2 or 0.25"), 0.25); // `and` binds more tightly
    EXPECT_EQ(score("ball.confidence and (0.2 or 0.25)"), 0.25);
    EXPECT_EQ(score("0.5 * (ball.confidence or 0.8)"), 0.4);
    EXPECT_EQ(score("ball.to-own-goal < 1.25 ~ 0.5"), 0.75);
    EXPECT_EQ(score("ball.to-own-goal > 1.25 ~ 0.5"), 0.25);
    EXPECT_EQ(score("ball.to-own-goal < 1"), 0.0);
    EXPECT_EQ(score("ball.to-own-goal <= 1"), 1.0);
    EXPECT_EQ(score("ball.to(-14, 2) = 2"), 1.0);
    EXPECT_EQ(score("teammate.x(3) < 9"), 0.0); // unknown: no comparison holds
    EXPECT_EQ(score("teammate.x(3) != 9"), 0.0);
    EXPECT_EQ(score("not teammate.x(3) < 9"), 1.0);
}

TEST_F(ConditionTreeTest, ExplainsItsChoice) {
    m_frame.situation.isRunning = true;
    putBall(0.0, 0.0);
    TreeSearch search(read(kKeeperTree));
    const int leaf = search.choose({m_frame, m_field});
    world::DecisionTrace trace;
    search.explain(leaf, trace);
    EXPECT_EQ(trace.maker, "tree test");
    ASSERT_THAT(trace.nodes, SizeIs(4));
    EXPECT_TRUE(trace.nodes[0].isChosen);
    EXPECT_FALSE(trace.nodes[1].isChosen);
    EXPECT_TRUE(trace.nodes[2].isChosen);
    EXPECT_TRUE(trace.nodes[2].isActive);
    EXPECT_FALSE(trace.nodes[3].isChosen);
    EXPECT_EQ(trace.nodes[1].score, 0.0);
    EXPECT_EQ(trace.nodes[1].behavior, "clear");
    // Why not `clear`: its second condition.
    ASSERT_THAT(trace.terms, SizeIs(3));
    EXPECT_EQ(trace.terms[1].text, "ball.known");
    EXPECT_EQ(trace.terms[1].truth, 1.0);
    EXPECT_EQ(trace.terms[2].text, "ball.to-own-goal < 2 ~ 0.5");
    EXPECT_EQ(trace.terms[2].value, 15.0);
    EXPECT_EQ(trace.terms[2].truth, 0.0);
}

struct BadText {
    const char* text;
    const char* error;
};

TEST_F(ConditionTreeTest, SaysWhatIsWrongAndWhere) {
    const std::array kRows = {
        BadText{"", "test.tree:1: there is no tree; expected at least one node"},
        BadText{"tree\n", "test.tree:1: there is no tree"},
        BadText{"stay much\n", "test.tree:1: `stay` has no valid number; expected stay 0 to 10"},
        BadText{"trees\n", "test.tree:1: unknown word 'trees'; expected stay, behavior, condition "
                           "or tree"},
        BadText{"behavior = keeper\n", "test.tree:1: the behavior has no name"},
        BadText{"behavior stay = keeper\n",
                "test.tree:1: the behavior cannot be called 'stay', which is a reserved word; "
                "expected behavior NAME = ..."},
        BadText{"behavior a keeper\n", "test.tree:1: no = after the name 'a'"},
        BadText{"behavior a = keeper dive\n",
                "test.tree:1: 'dive' sets no parameter; expected KEY=VALUE"},
        BadText{"behavior a = b\nbehavior a = c\n", "test.tree:2: this behavior is defined above"},
        BadText{"condition ball.x = 1\n", "test.tree:1: 'ball.x' is taken"},
        BadText{"tree\n when ball.distanse < 1 do a\n",
                "test.tree:2: unknown measure or condition 'ball.distanse'; expected "
                "ball.distance?"},
        BadText{"tree\n when ball.distance do a\n",
                "test.tree:2: 'ball.distance' alone is not true or false; expected <, <=, >, "
                ">=, = or != and a number in m"},
        BadText{"tree\n when ball.distance < do a\n",
                "test.tree:2: cannot compare with 'do'; expected a number in m"},
        BadText{"tree\n when ball.distance < 1 ~ 0 do a\n", "test.tree:2: `~` has no valid width"},
        BadText{"tree\n when ball.to(1) < 1 do a\n",
                "test.tree:2: 'ball.to' lacks its argument; expected ball.to(x, y)"},
        BadText{"tree\n when ball.known(1) do a\n",
                "test.tree:2: 'ball.known' takes no arguments in parentheses"},
        BadText{"tree\n when (ball.known do a\n",
                "test.tree:2: 'do' is unexpected: a parenthesis is still open; expected )"},
        BadText{"tree\n when do a\n", "test.tree:2: 'do' instead of a condition"},
        BadText{"tree\n when ball.known and\n",
                "test.tree:2: the end of the line instead of a condition"},
        BadText{
            "tree\n when ball.known ball.flying do a\n",
            "test.tree:2: 'ball.flying' is unexpected after the condition; expected `and`, `or`, "
            "`do BEHAVIOR`, or the end of the line"},
        BadText{"tree\n when -1 do a\n", "test.tree:2: invalid score -1; expected 0 to 100"},
        BadText{"tree\n when ball.known do\n",
                "test.tree:2: `do` cannot be followed by the end of the line"},
        BadText{"tree\n when ball.known do a b\n", "test.tree:2: unexpected 'b'"},
        BadText{"tree\n keeper\n", "test.tree:2: a node cannot begin with 'keeper'"},
        BadText{"tree\n when ball.known\n else do a\n",
                "test.tree:2: 'ball.known' leads to no behavior; expected a behavior, or deeper "
                "nodes below it"},
        BadText{"tree\n else do a\n  else do b\n",
                "test.tree:3: 'else' has a behavior, so it cannot contain a node"},
        BadText{"tree\n  else do a\n else do b\n",
                "test.tree:3: the indentation matches no node above"},
        BadText{"tree\n\telse do a\n", "test.tree:2: a tab before a node; expected spaces"},
    };
    for (const BadText& row : kRows) {
        EXPECT_THAT(errorOf(row.text), HasSubstr(row.error)) << row.text;
    }
}

TEST_F(ConditionTreeTest, KeepsWithinBounds) {
    std::string deep = "tree\n";
    for (std::size_t i = 1; i <= kMaxTreeDepth + 1; ++i) {
        deep += std::string(i, ' ') + "else\n";
    }
    EXPECT_THAT(errorOf(deep), HasSubstr("the tree is too large"));
    std::string wide = "tree\n";
    for (std::size_t i = 0; i <= kMaxTreeNodes; ++i) {
        wide += " else do a\n";
    }
    EXPECT_THAT(errorOf(wide), HasSubstr("at most 500 nodes and 32 levels"));
    EXPECT_THAT(errorOf("tree\n when " + std::string(100, '(') + "1\n"),
                HasSubstr("nested too deeply"));
    EXPECT_THAT(errorOf(std::string(kMaxTreeBytes + 1, '#')), HasSubstr("the file is too large"));
    EXPECT_THAT(errorOf("tree\n" + std::string(kMaxTreeLine + 1, '#')),
                HasSubstr("test.tree:2: the line is too long"));
    // Each condition is the one before twice.
    std::string bomb = "condition c0 = ball.known\n";
    for (int i = 1; i < 40; ++i) {
        bomb += "condition c" + std::to_string(i) + " = c" + std::to_string(i - 1) + " and c" +
                std::to_string(i - 1) + "\n";
    }
    EXPECT_THAT(errorOf(bomb + "tree\n when c39 do a\n"), HasSubstr("conditions are too large"));
    std::string chained = "tree\n when 1";
    for (int i = 0; i < 30; ++i) {
        chained += " and (1";
    }
    EXPECT_EQ(errorOf(chained + std::string(30, ')') + " do a\n"), "no error");
}

TEST_F(ConditionTreeTest, EveryMeasureCanBeReadOfAnyBelief) {
    const std::array<double, kMaxMeasureArguments> arguments{3.0, 1.0};
    for (const bool isKnown : {false, true}) {
        if (isKnown) {
            putBall(1.0, 2.0);
            m_frame.situation.hasHome = true;
            m_frame.situation.hasOffsideLine = true;
            for (const bool isTeammate : {false, true}) {
                world::PlayerBelief player;
                player.isTeammate = isTeammate;
                player.unum = 3;
                player.p_F = {-14.0, 0.5, 0.0};
                m_frame.world.players.push_back(player);
            }
        }
        for (const Measure& measure : measures()) {
            const double value = measure.read({m_frame, m_field},
                                              std::span(arguments).first(measure.argumentCount()));
            if (measure.isTruth()) {
                EXPECT_TRUE(value >= 0.0 && value <= 1.0) << measure.name;
            } else if (isKnown) {
                EXPECT_FALSE(std::isnan(value)) << measure.name;
            }
            EXPECT_EQ(findMeasure(measure.name), &measure);
            EXPECT_FALSE(measure.summary.empty());
        }
    }
}

class EagleTreeTest : public ConditionTreeTest {
protected:
    base::Expected<ConditionTree> readEagle(std::string_view text) const {
        return readEagleTree(
            text, "tree portero", "portero.txt",
            [this](std::string_view name) -> base::Expected<std::optional<EagleFile>> {
                const auto found = m_files.find(name);
                if (found == m_files.end()) {
                    return std::nullopt;
                }
                return EagleFile{found->first + ".txt", found->second};
            });
    }
    std::string eagleErrorOf(std::string_view text) const {
        const auto tree = readEagle(text);
        return tree ? "no error" : tree.error().toString();
    }
    std::string chooseEagle(std::string_view text) const {
        auto tree = readEagle(text);
        EXPECT_TRUE(tree) << tree.error().toString();
        TreeSearch search(std::make_shared<const ConditionTree>(std::move(*tree)));
        return choose(search);
    }

    std::map<std::string, std::string, std::less<>> m_files = {
        {"Cerca", "1 0800DistanciaPelotaPortEK\n11 Menor 1\n12 Mayor 0\n-1\n"},
        {"Lejos", "1 0800DistanciaPelotaPortEK\n11 Menor 0\n12 Mayor 1\n-1\n"},
        {"Bloquea", "keeper dive=false\n"},
        {"Despeja", ""}};
    std::string m_tree = "-1\n1 Cerca\n-2\n11 Despeja\n-2\n1 Lejos\n-2\n11 Bloquea\n-2\n-1\n";
};

TEST_F(EagleTreeTest, ScoresByItsConditionFiles) {
    putBall(-14.5, 0.0);
    EXPECT_EQ(chooseEagle(m_tree), "Despeja");
    putBall(0.0, 0.0);
    EXPECT_EQ(chooseEagle(m_tree), "Bloquea");
    const auto tree = readEagle(m_tree);
    EXPECT_EQ(tree->behaviors[0].registered, "Despeja");
    EXPECT_EQ(tree->behaviors[1].registered, "keeper");
    EXPECT_EQ(tree->terms[0].text, "0800DistanciaPelotaPortEK Menor");
    EXPECT_EQ(tree->terms[0].limit, 0.8);
    EXPECT_THAT(tree->warnings, IsEmpty());
}

TEST_F(EagleTreeTest, TakesTheLowestOfSeveralFunctions) {
    m_files["Cerca"] =
        "1 0800DistanciaPelotaPortEK\n11 Menor 3\n2 0001Numero\n21 Si 2\n22 No 0\n-1";
    m_files["Lejos"] = "1 Rol\n11 Portero 1\n12 Otro 0.5\n-1";
    putBall(-14.5, 0.0);
    EXPECT_EQ(chooseEagle(m_tree), "Bloquea"); // it is no number 1: 0 and 0.5
    m_frame.identity.robot.unum = game::UniformNumber(1);
    EXPECT_EQ(chooseEagle(m_tree), "Despeja"); // 2 and 1
}

// What the picture adds needs no file, and is never taken.
TEST_F(EagleTreeTest, ReadsCommentsAndConditionsWithoutAFile) {
    const std::string_view tree = "-1 # first\n# Never.\n1 Nunca\n-2\n11 Despeja\n-2\n"
                                  "1 Siempre # always\n-2\n11 Bloquea\n-2\n-1\n";
    EXPECT_EQ(chooseEagle(tree), "Bloquea");
    m_files["Nunca"] = "1 Rol # of mine\n11 Otro 2\n-1\n";
    EXPECT_EQ(chooseEagle(tree), "Despeja") << "a file of that name goes first";
}

TEST_F(EagleTreeTest, TakesAnEndThatIsWrittenTwiceOnce) {
    const auto tree = readEagle("-1\n1 Cerca\n-2\n11 Despeja\n-2\n-2\n1 Lejos\n-2\n11 Bloquea\n"
                                "-2\n-1\n");
    ASSERT_TRUE(tree) << tree.error().toString();
    EXPECT_THAT(tree->warnings,
                ElementsAre("portero.txt:6: the end of level 2 is repeated here; counted once"));
    EXPECT_THAT(tree->nodes, SizeIs(4));
    EXPECT_EQ(tree->nodes[2].depth, 0);
    // As it is printed: an outer number where an inner level ends.
    const auto printed = readEagle("-1\n1 Cerca\n-2\n11 Lejos\n-3\n111 Despeja\n-2\n-2\n1 Lejos\n"
                                   "-2\n11 Bloquea\n-2\n-1\n");
    ASSERT_TRUE(printed) << printed.error().toString();
    EXPECT_THAT(printed->warnings,
                ElementsAre("portero.txt:7: level 3 has no -3; this line is taken as its end",
                            "portero.txt:8: the end of level 2 is repeated here; counted once"));
    EXPECT_EQ(printed->nodes[3].name, "Lejos");
    EXPECT_EQ(printed->nodes[3].depth, 0);
}

TEST_F(EagleTreeTest, EveryFunctionReadsMeasuresThatExist) {
    putBall(1.0, 1.0);
    for (const EagleFunction& function : eagleFunctions()) {
        std::string outcomes;
        std::string rest(function.outcomes);
        for (int i = 1; !rest.empty(); ++i) {
            const std::size_t comma = rest.find(", ");
            outcomes += "1" + std::to_string(i) + " " + rest.substr(0, comma) + " 1\n";
            rest = comma == std::string::npos ? "" : rest.substr(comma + 2);
        }
        m_files["Cerca"] = "1 " + std::string(function.arguments.empty() ? "" : "0001") +
                           std::string(function.name) + "\n" + outcomes + "-1\n";
        const auto tree = readEagle(m_tree);
        ASSERT_TRUE(tree) << tree.error().toString();
        for (const TreeTerm& term : tree->terms) {
            EXPECT_NE(term.measure, nullptr) << term.text;
        }
        EXPECT_THAT((std::array{"Despeja", "Bloquea"}), testing::Contains(chooseEagle(m_tree)));
    }
}

TEST_F(EagleTreeTest, SaysWhatIsWrongWithTheTreeAndWhere) {
    const std::array kRows = {
        BadText{"1 Cerca\n", "portero.txt:1: a node outside all levels; expected -1"},
        BadText{"-2\n", "portero.txt:1: unexpected '-2' in level 0; expected -1"},
        BadText{"-1\n-1\n", "portero.txt:2: level 1 is empty; expected a node"},
        BadText{"-1\n1 Cerca\n-3\n",
                "portero.txt:3: unexpected '-3' in level 1; expected -2 before children "
                "of the node above, -1 at the end of the level, or a node"},
        BadText{"-1\n1 Cerca\n", "portero.txt:2: level 1 is not closed; expected -1"},
        BadText{"-1\nCerca\n", "portero.txt:2: this line is neither a node nor a level"},
        BadText{"-1\n1 ../Cerca\n-1\n", "portero.txt:2: invalid node name '../Cerca'"},
        BadText{"-x\n", "portero.txt:1: '-x' is not a level; expected -1, -2, ..."},
        BadText{
            "-1\n1 Despeja\n-1\n1 Cerca\n",
            "portero.txt:4: a node outside all levels; expected nothing after the end of level 1"},
        BadText{"-1\n1 Cerka\n-2\n1 Despeja\n-2\n-1\n",
                "portero.txt:2: the condition 'Cerka' has no file; expected JugadasEK/Cerka.txt "
                "next to the tree"},
    };
    for (const BadText& row : kRows) {
        EXPECT_THAT(eagleErrorOf(row.text), HasSubstr(row.error)) << row.text;
    }
}

TEST_F(EagleTreeTest, SaysWhatIsWrongWithAConditionAndWhere) {
    const std::array kRows = {
        BadText{"", "Cerca.txt:1: the condition has no end; expected -1"},
        BadText{"-1\n", "Cerca.txt:1: the condition calls no function"},
        BadText{"11 Menor 1\n", "Cerca.txt:1: a line begins with '11'; expected 1, then the"},
        BadText{"1 0800DistanciaPelotaPortEk\n",
                "Cerca.txt:1: unknown function 'DistanciaPelotaPortEk'; expected "
                "DistanciaPelotaPortEK?"},
        BadText{"1 DistanciaPelota\n", "Cerca.txt:1: DistanciaPelota is called as "
                                       "'DistanciaPelota'; expected four digits (mm) before the "
                                       "name"},
        BadText{"1 0001EdoJuego\n", "Cerca.txt:1: EdoJuego is called as '0001EdoJuego'"},
        BadText{"1 EdoJuego\n-1\n", "Cerca.txt:2: the function has no outcome"},
        BadText{"1 EdoJuego\n11 Star 1\n",
                "Cerca.txt:2: EdoJuego has no outcome 'Star'; expected Start, Stop"},
        BadText{"1 EdoJuego\n11 Start\n", "Cerca.txt:2: the outcome has no score"},
        BadText{"1 EdoJuego\n11 Start nan\n", "Cerca.txt:2: the outcome has no score"},
        BadText{"1 EdoJuego\n12 Start 1\n",
                "Cerca.txt:2: a line begins with '12'; expected 11, an outcome of function 1; or "
                "2; or -1"},
        BadText{"1 EdoJuego\n11 Start 1\n-1\nx\n", "Cerca.txt:4: unexpected line after the end"},
    };
    for (const BadText& row : kRows) {
        m_files["Cerca"] = row.text;
        EXPECT_THAT(eagleErrorOf(m_tree), HasSubstr(row.error)) << row.text;
    }
    m_files["Cerca"] = "1 EdoJuego\n11 Start 1\n-1\n";
    m_files["Bloquea"] = "keeper dive\n";
    EXPECT_THAT(eagleErrorOf(m_tree), HasSubstr("Bloquea.txt:1: 'dive' sets no parameter"));
    m_files["Bloquea"] = "keeper\n\nstriker\n";
    EXPECT_THAT(eagleErrorOf(m_tree), HasSubstr("Bloquea.txt:3: a second behavior"));
}

} // namespace
} // namespace sideline::decision
