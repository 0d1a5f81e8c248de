// Nodes that are added, deleted and moved in the texts of all forms: what changes, what stays, what
// is refused; and that the readers take what comes of it.
#include "agentcore/decision/node_edit.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/behavior_network.h"
#include "agentcore/decision/behavior_tree_xml.h"
#include "agentcore/decision/decider.h"
#include "agentcore/decision/machine_text.h"
#include "agentcore/decision/network_text.h"
#include "agentcore/decision/tree_text.h"

namespace sideline::decision {
namespace {

using testing::HasSubstr;

constexpr const char* kTreeText = R"(# A field player.
behavior attack = striker # ours
tree
  when play.over do stand-and-look
  # The first plays the ball.
  when 0.9 * ball.known   # fuzzy
    # Close to it.
    when ball.distance < 1 do attack # it shoots
    when 0.3 do keeper

  else do hold-place
)";

constexpr const char* kMachineText = R"(behavior attack = striker
machine
  any
    to wait when play.over priority 1
  state wait do stand-and-look
    to play when not play.over after 0.2
  # Everything else.
  state play
    state hold do hold-place # at home
      to shoot when ball.known
    state shoot do attack
      to hold on failed
      to wait on done
)";

constexpr const char* kNetworkText = R"(network
theta 0.25 # low
belief first = ball.known
belief near  = first and ball.distance < 1

goal score
  wants near
  importance 0.9

# It shoots.
module shoot
  do striker
  needs first
  effect near 0.7

module hold
  do hold-place
  effect not near 0.2
)";

constexpr const char* kXmlText = R"(<root BTCPP_format="4" main_tree_to_execute="Field">
  <BehaviorTree ID="Field">
    <ReactiveFallback>
      <!-- At rest -->
      <Sequence name="rest"> <!-- both -->
        <play-over/>
        <stand-and-look/>
      </Sequence>
      <Inverter><ball-known/></Inverter>
      <SubTree ID="Close"/>
      <striker
         look="learn"/>
    </ReactiveFallback>
  </BehaviorTree>
  <BehaviorTree ID="Close">
    <Sequence><ball-known/><hold-place/></Sequence>
  </BehaviorTree>
</root>
)";

// The error of its reader; empty if there is none.
std::string faultOf(const std::string& text, std::string_view kind) {
    const auto said = [](const auto& read) {
        return read ? std::string() : read.error().toString();
    };
    if (kind == kMachineKind) {
        return said(readMachineText(text, "t", "f"));
    }
    if (kind == kNetworkKind) {
        return said(readNetworkText(text, "t", "f"));
    }
    if (kind == kBehaviorTreeKind) {
        return said(readBehaviorTreeXml(text, "t", "f"));
    }
    return said(readTreeText(text, "t", "f"));
}

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

std::string lineAt(const std::string& text, int line) {
    return linesOf(text).at(static_cast<std::size_t>(line) - 1);
}

// The line in which a text stands.
int lineWith(const std::string& text, const std::string& what) {
    const auto lines = linesOf(text);
    const auto found = std::ranges::find_if(
        lines, [&](const std::string& line) { return line.find(what) != std::string::npos; });
    EXPECT_NE(found, lines.end()) << what;
    return static_cast<int>(found - lines.begin()) + 1;
}

struct Change {
    const char* name;
    std::string_view kind;
    const char* text;
    const char* node; // stands in its line; empty: none is selected
    NodeChange change;
    const char* removed; // lines that are gone; `|` between them
    const char* added;   // lines that are there instead, the selected one first
};

class NodeChangeTest : public testing::TestWithParam<Change> {};

std::vector<std::string> parts(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, '|');) {
        all.push_back(part);
    }
    return all;
}

TEST_P(NodeChangeTest, ChangesTheseLinesAndNoOther) {
    const Change& change = GetParam();
    ASSERT_EQ(faultOf(change.text, change.kind), "");
    NodePlace place;
    if (std::string_view(change.node) == "any") {
        place.line = kAnyPlace;
    } else if (*change.node != '\0') {
        place.line = lineWith(change.text, change.node);
    }
    const auto edit = editNode(change.text, change.kind, place, change.change);
    ASSERT_TRUE(edit) << edit.error().toString();
    EXPECT_EQ(faultOf(edit->text, change.kind), "") << edit->text;
    const std::vector<std::string> added = parts(change.added);
    std::vector<std::string> before = linesOf(change.text);
    std::vector<std::string> after = linesOf(edit->text);
    if (edit->isNew || change.change == NodeChange::MoveUp ||
        change.change == NodeChange::MoveDown) {
        EXPECT_EQ(lineAt(edit->text, edit->place.line), added.front());
    } else {
        EXPECT_EQ(edit->place.line, 0);
    }
    for (const auto& [lines, gone] :
         {std::pair(&before, parts(change.removed)), std::pair(&after, added)}) {
        for (const std::string& each : gone) {
            const auto found = std::ranges::find(*lines, each);
            ASSERT_NE(found, lines->end()) << each << "\nin\n" << edit->text;
            lines->erase(found);
        }
    }
    std::ranges::sort(before); // of lines that say the same it is not known which one was meant
    std::ranges::sort(after);
    EXPECT_EQ(after, before) << edit->text;
}

constexpr auto kBelow = NodeChange::AddBelow;
constexpr auto kBeside = NodeChange::AddBeside;
constexpr auto kTransitionTo = NodeChange::AddTransition;

INSTANTIATE_TEST_SUITE_P(
    All, NodeChangeTest,
    testing::Values(
        Change{"TreeChild", kTreeKind, kTreeText, "0.9", kBelow, "",
               "    when 0 do stand-and-look"},
        Change{
            "TreeChildOfALeaf", kTreeKind, kTreeText, "it shoots", kBelow,
            "    when ball.distance < 1 do attack # it shoots",
            "      when 0 do attack|    when ball.distance < 1 # it shoots|      else do attack"},
        Change{"TreeChildOfElse", kTreeKind, kTreeText, "else", kBelow, "  else do hold-place",
               "    when 0 do hold-place|  else|    else do hold-place"},
        Change{"TreeTop", kTreeKind, kTreeText, "", kBelow, "", "  when 0 do stand-and-look"},
        Change{"TreeSibling", kTreeKind, kTreeText, "it shoots", kBeside, "",
               "    when 0 do attack"},
        Change{"TreeSiblingOfElse", kTreeKind, kTreeText, "else", kBeside, "",
               "  when 0 do hold-place"},
        Change{"TreeDelete", kTreeKind, kTreeText, "0.9", NodeChange::Delete,
               "  # The first plays the ball.|  when 0.9 * ball.known   # fuzzy|    # Close to "
               "it.|    when ball.distance < 1 do attack # it shoots|    when 0.3 do keeper",
               ""},
        Change{"MachineState", kMachineKind, kMachineText, "", kBelow, "",
               "  state new do stand-and-look"},
        Change{"MachineStateInAState", kMachineKind, kMachineText, "state play", kBelow, "",
               "    state new do stand-and-look"},
        Change{"MachineStateInOneThatDoes", kMachineKind, kMachineText, "state hold", kBelow,
               "    state hold do hold-place # at home",
               "      state new do hold-place|    state hold # at home|      state hold-itself do "
               "hold-place"},
        Change{"MachineStateBeside", kMachineKind, kMachineText, "state hold", kBeside, "",
               "    state new do hold-place"},
        Change{"MachineTransition", kMachineKind, kMachineText, "state hold", kTransitionTo, "",
               "      to shoot when 0"},
        Change{"MachineFirstTransition", kMachineKind, kMachineText, "state play", kTransitionTo,
               "", "    to wait when 0"},
        Change{"MachineTransitionBeside", kMachineKind, kMachineText, "on failed", kBeside, "",
               "      to hold when 0"},
        Change{"MachineTransitionFromAny", kMachineKind, kMachineText, "any", kBelow, "",
               "    to wait when 0"},
        Change{"MachineDeleteTransition", kMachineKind, kMachineText, "on failed",
               NodeChange::Delete, "      to hold on failed", ""},
        Change{"MachineDeleteAny", kMachineKind, kMachineText, "any", NodeChange::Delete,
               "  any|    to wait when play.over priority 1", ""},
        Change{"MachineDeleteStateAndWaysToIt", kMachineKind, kMachineText, "state shoot",
               NodeChange::Delete,
               "      to shoot when ball.known|    state shoot do attack|      to hold on failed|  "
               "    to wait on done",
               ""},
        Change{"MachineDeleteWait", kMachineKind, kMachineText, "state wait", NodeChange::Delete,
               "    to wait when play.over priority 1|  state wait do stand-and-look|    to play "
               "when not play.over after 0.2|      to wait on done",
               ""},
        Change{"NetworkModule", kNetworkKind, kNetworkText, "module shoot", kBeside, "",
               "module new||  do stand-and-look"},
        Change{"NetworkModuleUnselected", kNetworkKind, kNetworkText, "", kBelow, "",
               "module new||  do stand-and-look"},
        Change{"NetworkGoal", kNetworkKind, kNetworkText, "goal score", kBeside, "",
               "goal new||  wants near|  importance 0"},
        Change{"NetworkBelief", kNetworkKind, kNetworkText, "belief first", kBeside, "",
               "belief new = ball.known"},
        Change{"NetworkDeleteModule", kNetworkKind, kNetworkText, "module shoot",
               NodeChange::Delete,
               "|# It shoots.|module shoot|  do striker|  needs first|  effect near 0.7", ""},
        Change{"XmlChild", kBehaviorTreeKind, kXmlText, "rest\"", kBelow, "",
               "        <AlwaysSuccess/>"},
        Change{"XmlChildOfFallback", kBehaviorTreeKind, kXmlText, "ReactiveFallback", kBelow, "",
               "      <AlwaysFailure/>"},
        Change{"XmlSibling", kBehaviorTreeKind, kXmlText, "<striker", kBeside, "",
               "      <AlwaysFailure/>"},
        Change{"XmlDelete", kBehaviorTreeKind, kXmlText, "rest\"", NodeChange::Delete,
               "      <!-- At rest -->|      <Sequence name=\"rest\"> <!-- both -->|        "
               "<play-over/>|        <stand-and-look/>|      </Sequence>",
               ""},
        Change{"XmlDeleteOfTwoLines", kBehaviorTreeKind, kXmlText, "<striker", NodeChange::Delete,
               "      <striker|         look=\"learn\"/>", ""}),
    [](const auto& each) { return std::string(each.param.name); });

struct Move {
    const char* name;
    std::string_view kind;
    const char* text;
    const char* node;
    NodeChange change;
    const char* first; // stands before `second` then
    const char* second;
};

class NodeMoveTest : public testing::TestWithParam<Move> {};

TEST_P(NodeMoveTest, TakesItsCommentsAlongAndComesBack) {
    const Move& move = GetParam();
    const int line = lineWith(move.text, move.node);
    const auto there = editNode(move.text, move.kind, {line}, move.change);
    ASSERT_TRUE(there) << there.error().toString();
    EXPECT_EQ(faultOf(there->text, move.kind), "") << there->text;
    EXPECT_EQ(lineAt(there->text, there->place.line), lineAt(move.text, line));
    EXPECT_LT(there->text.find(move.first), there->text.find(move.second)) << there->text;
    EXPECT_GT(std::string(move.text).find(move.first), std::string(move.text).find(move.second));
    const auto back =
        editNode(there->text, move.kind, there->place,
                 move.change == NodeChange::MoveUp ? NodeChange::MoveDown : NodeChange::MoveUp);
    ASSERT_TRUE(back) << back.error().toString();
    EXPECT_EQ(back->text, move.text);
    EXPECT_EQ(back->place.line, line);
}

INSTANTIATE_TEST_SUITE_P(All, NodeMoveTest,
                         testing::Values(Move{"TreeUp", kTreeKind, kTreeText, "0.9",
                                              NodeChange::MoveUp, "# The first", "play.over"},
                                         Move{"TreeDown", kTreeKind, kTreeText, "it shoots",
                                              NodeChange::MoveDown, "do keeper", "# Close"},
                                         Move{"TreeTopDown", kTreeKind, kTreeText, "0.9",
                                              NodeChange::MoveDown, "else", "# The first"},
                                         Move{"State", kMachineKind, kMachineText, "state play",
                                              NodeChange::MoveUp, "# Everything", "state wait"},
                                         Move{"InnerState", kMachineKind, kMachineText,
                                              "state hold", NodeChange::MoveDown, "state shoot",
                                              "state hold"},
                                         Move{"Transition", kMachineKind, kMachineText, "on done",
                                              NodeChange::MoveUp, "on done", "on failed"},
                                         Move{"Module", kNetworkKind, kNetworkText, "module hold",
                                              NodeChange::MoveUp, "module hold", "# It shoots"},
                                         Move{"XmlUp", kBehaviorTreeKind, kXmlText, "<striker",
                                              NodeChange::MoveUp, "<striker", "<SubTree"},
                                         Move{"XmlDown", kBehaviorTreeKind, kXmlText, "rest\"",
                                              NodeChange::MoveDown, "<Inverter", "<!-- At rest"}),
                         [](const auto& each) { return std::string(each.param.name); });

struct Refusal {
    const char* name;
    std::string_view kind;
    const char* text;
    const char* node; // empty: none
    NodeChange change;
    const char* why;
};

class NodeRefusalTest : public testing::TestWithParam<Refusal> {};

TEST_P(NodeRefusalTest, SaysInOneLineWhy) {
    const Refusal& refusal = GetParam();
    NodePlace place;
    if (std::string_view(refusal.node) == "any") {
        place.line = kAnyPlace;
    } else if (*refusal.node != '\0') {
        place.line = lineWith(refusal.text, refusal.node);
    }
    const auto edit = editNode(refusal.text, refusal.kind, place, refusal.change);
    ASSERT_FALSE(edit) << edit->text;
    const std::string said = edit.error().toString();
    EXPECT_THAT(said, HasSubstr(refusal.why));
    EXPECT_EQ(said.find('\n'), std::string::npos);
}

constexpr const char* kSmallTree =
    "tree\n  when ball.known\n    when 1 do striker\n  else do keeper";

INSTANTIATE_TEST_SUITE_P(
    All, NodeRefusalTest,
    testing::Values(
        Refusal{"OnlyChild", kTreeKind, kSmallTree, "striker", NodeChange::Delete,
                "the only node below 'when ball.known': delete 'when ball.known' instead"},
        Refusal{"OnlyNode", kTreeKind, "tree\n  when 1 do keeper", "keeper", NodeChange::Delete,
                "the only node of the tree"},
        Refusal{"FirstUp", kTreeKind, kSmallTree, "ball.known", NodeChange::MoveUp, "first child"},
        Refusal{"LastDown", kTreeKind, kSmallTree, "else", NodeChange::MoveDown, "last child"},
        Refusal{"TreeTransition", kTreeKind, kSmallTree, "else", kTransitionTo,
                "belong to state machines"},
        Refusal{"NotANode", kTreeKind, kTreeText, "behavior attack", kBeside, "no tree node"},
        Refusal{"NothingSelected", kTreeKind, kTreeText, "", NodeChange::Delete,
                "no node is selected"},
        Refusal{"BelowATransition", kMachineKind, kMachineText, "on failed", kBelow,
                "a transition cannot contain anything"},
        Refusal{"OnlyState", kMachineKind, "machine\n  state a do keeper", "state a",
                NodeChange::Delete, "the only state of the machine"},
        Refusal{"OnlyStateIn", kMachineKind,
                "machine\n  state a\n    state b do keeper\n  state c do keeper", "state b",
                NodeChange::Delete, "the only state in 'a'"},
        Refusal{"NoAny", kMachineKind, "machine\n  state a do keeper", "any", kBelow,
                "no state or transition"},
        Refusal{"AnyMoves", kMachineKind, kMachineText, "any", NodeChange::MoveDown,
                "cannot be moved"},
        Refusal{"BelowAModule", kNetworkKind, kNetworkText, "module shoot", kBelow, "beside it"},
        Refusal{"PartOfAModule", kNetworkKind, kNetworkText, "do striker", NodeChange::Delete,
                "no module"},
        Refusal{"UsedBelief", kNetworkKind, kNetworkText, "belief first", NodeChange::Delete,
                "the belief 'first' is still named on line 4, 13"},
        Refusal{"OnlyGoal", kNetworkKind, kNetworkText, "goal score", NodeChange::Delete,
                "the only goal"},
        Refusal{"NoModuleYet", kNetworkKind, "network\ngoal a\n  wants b", "", kBelow,
                "no module yet"},
        Refusal{"BelowAnAction", kBehaviorTreeKind, kXmlText, "<striker", kBelow,
                "<striker> cannot contain nodes"},
        Refusal{"BelowASubtree", kBehaviorTreeKind, kXmlText, "<SubTree", kBelow,
                "the tree that it names"},
        Refusal{"TopOfATree", kBehaviorTreeKind, kXmlText, "<ReactiveFallback>", NodeChange::Delete,
                "top of its tree"},
        Refusal{"OnlyXmlChild", kBehaviorTreeKind,
                "<root><BehaviorTree ID=\"A\">\n<Sequence>\n<keeper/>\n</Sequence></BehaviorTree>"
                "</root>",
                "keeper", NodeChange::Delete, "the only node below <Sequence>"},
        Refusal{"Policy", kPolicyKind, "policy", "", kBelow, "a policy has no nodes"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(NodeEditTest, OfSeveralNodesInALineTheOneThatIsMeantIsChanged) {
    const int line = lineWith(kXmlText, "<Sequence><ball");
    for (const int ordinal : {2, 5}) { // a subtree that is used twice counts on
        const auto edit =
            editNode(kXmlText, kBehaviorTreeKind, {line, ordinal}, NodeChange::MoveUp);
        ASSERT_TRUE(edit) << edit.error().toString();
        EXPECT_THAT(edit->text, HasSubstr("<Sequence><hold-place/><ball-known/></Sequence>"));
        EXPECT_EQ(edit->place.line, line);
        EXPECT_EQ(edit->place.ordinal, 1);
    }
    const auto gone = editNode(kXmlText, kBehaviorTreeKind, {line, 1}, NodeChange::Delete);
    ASSERT_TRUE(gone);
    EXPECT_THAT(gone->text, HasSubstr("    <Sequence><hold-place/></Sequence>\n"));
}

TEST(NodeEditTest, SaysWhatElseBecameOfIt) {
    const auto split = editNode(kTreeText, kTreeKind, {lineWith(kTreeText, "it shoots")}, kBelow);
    ASSERT_TRUE(split);
    EXPECT_THAT(split->note, HasSubstr("'attack'"));
    const auto gone = editNode(kMachineText, kMachineKind, {lineWith(kMachineText, "state wait")},
                               NodeChange::Delete);
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->note, "with 2 transitions that led to it");
    const auto module =
        editNode(kNetworkText, kNetworkKind, {lineWith(kNetworkText, "module hold")}, kBeside);
    ASSERT_TRUE(module);
    EXPECT_THAT(module->note, HasSubstr("effect"));
    // Names are not given twice.
    const auto again = editNode(module->text, kNetworkKind, module->place, kBeside);
    ASSERT_TRUE(again);
    EXPECT_EQ(lineAt(again->text, again->place.line), "module new-2");
}

// Whatever is asked of any line of the shipped files: it is done or refused, and what comes of it
// is a text in which nothing is lost but what was deleted.
TEST(NodeEditTest, EveryChangeOfEveryLineOfTheExamplesIsDoneOrRefused) {
    int done = 0;
    for (const auto& entry : std::filesystem::directory_iterator(
             std::filesystem::path(SIDELINE_EXAMPLES) / "decisions")) {
        const std::string ending = entry.path().extension();
        const std::string_view kind = ending == ".tree"      ? kTreeKind
                                      : ending == ".network" ? kNetworkKind
                                      : ending == ".machine" ? kMachineKind
                                      : ending == ".xml"     ? kBehaviorTreeKind
                                                             : std::string_view();
        if (kind.empty()) {
            continue;
        }
        std::ifstream file(entry.path());
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        ASSERT_EQ(faultOf(text, kind), "") << entry.path();
        const auto before = linesOf(text);
        for (int line = kAnyPlace; line <= std::ssize(before); ++line) {
            for (const NodeChange change : {kBelow, kBeside, kTransitionTo, NodeChange::Delete,
                                            NodeChange::MoveUp, NodeChange::MoveDown}) {
                const auto edit = editNode(text, kind, {line}, change);
                if (!edit) {
                    EXPECT_FALSE(edit.error().message.empty());
                    continue;
                }
                ++done;
                auto after = linesOf(edit->text);
                EXPECT_NE(after, before);
                if (change == NodeChange::MoveUp || change == NodeChange::MoveDown) {
                    auto all = before;
                    std::ranges::sort(all);
                    std::ranges::sort(after);
                    EXPECT_EQ(after, all);
                } else if (change == NodeChange::Delete) {
                    EXPECT_LT(after.size(), before.size());
                } else {
                    EXPECT_GT(after.size(), before.size());
                    if (kind != kBehaviorTreeKind) { // decorators take one node only
                        EXPECT_EQ(faultOf(edit->text, kind), "") << edit->text;
                    }
                }
            }
        }
    }
    EXPECT_GT(done, 300);
}

} // namespace
} // namespace sideline::decision
