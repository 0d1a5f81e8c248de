// Nodes that are added, deleted and moved in trees of the Eagle Knights' form.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/decision/decider.h"
#include "agentcore/decision/eagle_tree.h"
#include "agentcore/decision/node_edit.h"

namespace sideline::decision {
namespace {

using testing::HasSubstr;

constexpr const char* kEagleText = "-1 # the goalkeeper\n"
                                   "1 Cerca\n"
                                   "-2\n"
                                   "# It is free.\n"
                                   "11 Libre   # whatever comes\n"
                                   "-3\n"
                                   "111 Despeja\n"
                                   "-3\n"
                                   "11 Bloquea\n"
                                   "-2\n"
                                   "# Far away.\n"
                                   "1 Lejos\n"
                                   "-2\n"
                                   "11 Espera\n"
                                   "-2\n"
                                   "-1\n";
// Level 3 ends with 2, which ends again, as in print.
constexpr const char* kMisprinted = "-1\n"
                                    "1 Cerca\n"
                                    "-2\n"
                                    "11 Libre\n"
                                    "-3\n"
                                    "111 Despeja\n"
                                    "-3\n"
                                    "11 Lejos\n"
                                    "-3\n"
                                    "111 Bloquea\n"
                                    "-2\n"
                                    "-2\n"
                                    "1 Lejos\n"
                                    "-2\n"
                                    "11 Espera\n"
                                    "-2\n"
                                    "-1\n";

base::Expected<ConditionTree> readTree(const std::string& text) {
    return readEagleTree(
        text, "t", "f", [](std::string_view name) -> base::Expected<std::optional<EagleFile>> {
            const bool isCondition = name == "Cerca" || name == "Libre" || name == "Lejos";
            return isCondition ? std::optional(EagleFile{std::string(name),
                                                         "1 0800DistanciaPelota\n11 Menor 1\n-1"})
                               : std::nullopt;
        });
}

// Names with their depth, and how often something is not as it should be.
std::string shapeOf(const std::string& text) {
    const auto tree = readTree(text);
    if (!tree) {
        return tree.error().toString();
    }
    std::string shape;
    for (const TreeNode& node : tree->nodes) {
        shape += std::string(static_cast<std::size_t>(node.depth), '.') + node.name + " ";
    }
    return shape + std::to_string(tree->warnings.size());
}

int lineOf(const std::string& text, std::string_view what) {
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return static_cast<int>(std::count(text.begin(), text.begin() + static_cast<long>(at), '\n')) +
           1;
}

std::string eagleLineAt(const std::string& text, int line) {
    std::istringstream stream(text);
    std::string found;
    while (line-- > 0) {
        std::getline(stream, found);
    }
    return found;
}

struct EagleChange {
    const char* name;
    const char* text;
    const char* node; // empty: none is selected
    NodeChange change;
    const char* shape;
    const char* line; // of the node that is selected then; empty: none
};

class EagleChangeTest : public testing::TestWithParam<EagleChange> {};

TEST_P(EagleChangeTest, IsReadAsItIsMeant) {
    const EagleChange& change = GetParam();
    ASSERT_THAT(shapeOf(change.text), HasSubstr("Cerca ")) << "the text itself";
    NodePlace place;
    if (*change.node != '\0') {
        place.line = lineOf(change.text, change.node);
    }
    const auto edit = editNode(change.text, kTreeKind, place, change.change);
    ASSERT_TRUE(edit) << edit.error().toString();
    EXPECT_EQ(shapeOf(edit->text), change.shape) << edit->text;
    EXPECT_EQ(edit->place.line > 0 ? eagleLineAt(edit->text, edit->place.line) : std::string(),
              change.line);
}

constexpr auto kEagleBelow = NodeChange::AddBelow;
constexpr auto kEagleBeside = NodeChange::AddBeside;

INSTANTIATE_TEST_SUITE_P(
    All, EagleChangeTest,
    testing::Values(
        EagleChange{"OnTop", kEagleText, "", kEagleBelow,
                    "Cerca .Libre ..Despeja .Bloquea Lejos .Espera Nunca .stand-and-look 0",
                    "1 Nunca"},
        EagleChange{"BesideACondition", kEagleText, "11 Libre", kEagleBeside,
                    "Cerca .Libre ..Despeja .Nunca ..stand-and-look .Bloquea Lejos .Espera 0",
                    "11 Nunca"},
        EagleChange{"BesideABehavior", kEagleText, "11 Bloquea", kEagleBeside,
                    "Cerca .Libre ..Despeja .Bloquea .Nunca ..stand-and-look Lejos .Espera 0",
                    "11 Nunca"},
        EagleChange{"BelowACondition", kEagleText, "1 Cerca", kEagleBelow,
                    "Cerca .Libre ..Despeja .Bloquea .Nunca ..stand-and-look Lejos .Espera 0",
                    "11 Nunca"},
        EagleChange{"BelowABehavior", kEagleText, "11 Espera", kEagleBelow,
                    "Cerca .Libre ..Despeja .Bloquea Lejos .Siempre ..Nunca ...Espera ..Espera 0",
                    "111 Nunca"},
        EagleChange{"Delete", kEagleText, "11 Libre", NodeChange::Delete,
                    "Cerca .Bloquea Lejos .Espera 0", ""},
        EagleChange{"DeleteTheLast", kEagleText, "1 Lejos", NodeChange::Delete,
                    "Cerca .Libre ..Despeja .Bloquea 0", ""},
        EagleChange{"Up", kEagleText, "1 Lejos", NodeChange::MoveUp,
                    "Lejos .Espera Cerca .Libre ..Despeja .Bloquea 0", "1 Lejos"},
        EagleChange{"Down", kEagleText, "11 Libre", NodeChange::MoveDown,
                    "Cerca .Bloquea .Libre ..Despeja Lejos .Espera 0",
                    "11 Libre   # whatever comes"},
        EagleChange{
            "MisprintedElsewhere", kMisprinted, "111 Despeja", kEagleBeside,
            "Cerca .Libre ..Despeja ..Nunca ...stand-and-look .Lejos ..Bloquea Lejos .Espera 2",
            "111 Nunca"},
        EagleChange{"MisprintedUp", kMisprinted, "11 Lejos", NodeChange::MoveUp,
                    "Cerca .Lejos ..Bloquea .Libre ..Despeja Lejos .Espera 0", "11 Lejos"},
        EagleChange{"MisprintedDown", kMisprinted, "11 Libre", NodeChange::MoveDown,
                    "Cerca .Lejos ..Bloquea .Libre ..Despeja Lejos .Espera 0", "11 Libre"},
        EagleChange{
            "MisprintedBeside", kMisprinted, "11 Lejos", kEagleBeside,
            "Cerca .Libre ..Despeja .Lejos ..Bloquea .Nunca ..stand-and-look Lejos .Espera 0",
            "11 Nunca"},
        EagleChange{
            "MisprintedBelow", kMisprinted, "1 Cerca", kEagleBelow,
            "Cerca .Libre ..Despeja .Lejos ..Bloquea .Nunca ..stand-and-look Lejos .Espera 0",
            "11 Nunca"},
        EagleChange{"MisprintedDelete", kMisprinted, "11 Lejos", NodeChange::Delete,
                    "Cerca .Libre ..Despeja Lejos .Espera 1", ""},
        EagleChange{"MisprintedSwap", kMisprinted, "1 Cerca", NodeChange::MoveDown,
                    "Lejos .Espera Cerca .Libre ..Despeja .Lejos ..Bloquea 2", "1 Cerca"}),
    [](const auto& each) { return std::string(each.param.name); });

TEST(EagleEditTest, WhatIsMovedTakesItsCommentsAlongAndComesBack) {
    for (const auto& [node, there, back] :
         {std::tuple("1 Lejos", NodeChange::MoveUp, NodeChange::MoveDown),
          std::tuple("11 Libre", NodeChange::MoveDown, NodeChange::MoveUp)}) {
        const auto moved = editNode(kEagleText, kTreeKind, {lineOf(kEagleText, node)}, there);
        ASSERT_TRUE(moved);
        EXPECT_NE(moved->text, kEagleText);
        EXPECT_EQ(eagleLineAt(moved->text, moved->place.line - 1).front(), '#');
        const auto again = editNode(moved->text, kTreeKind, moved->place, back);
        ASSERT_TRUE(again);
        EXPECT_EQ(again->text, kEagleText);
    }
    const auto gone =
        editNode(kEagleText, kTreeKind, {lineOf(kEagleText, "1 Lejos")}, NodeChange::Delete);
    ASSERT_TRUE(gone);
    EXPECT_EQ(gone->text.find("Far away"), std::string::npos);
    EXPECT_THAT(gone->text, HasSubstr("# It is free.\n11 Libre   # whatever comes\n"));
}

TEST(EagleEditTest, IndentationStays) {
    const std::string text = "-1\n1 Cerca\n  -2\n    11 Despeja # ours\n  -2\n-1\n";
    const auto below = editNode(text, kTreeKind, {4}, kEagleBelow);
    ASSERT_TRUE(below);
    EXPECT_EQ(below->text, "-1\n1 Cerca\n  -2\n    11 Siempre # ours\n      -3\n"
                           "        111 Nunca\n          -4\n            1111 Despeja\n"
                           "          -4\n        111 Despeja\n      -3\n  -2\n-1\n");
    EXPECT_THAT(below->note, HasSubstr("'Despeja'"));
    EXPECT_TRUE(below->isNew);
}

TEST(EagleEditTest, WhatToWriteInANewNodeIsSaid) {
    const auto added =
        editNode(kMisprinted, kTreeKind, {lineOf(kMisprinted, "11 Lejos")}, kEagleBeside);
    ASSERT_TRUE(added);
    EXPECT_EQ(added->note, "the end of level 3 was missing and has been added; 'Nunca' never "
                           "holds; replace it with the name of a condition");
}

TEST(EagleEditTest, AnEndThatWasMissingIsSaid) {
    const auto moved =
        editNode(kMisprinted, kTreeKind, {lineOf(kMisprinted, "11 Lejos")}, NodeChange::MoveUp);
    ASSERT_TRUE(moved);
    EXPECT_THAT(moved->note, HasSubstr("the end of level 3 was missing"));
    EXPECT_EQ(std::count(moved->text.begin(), moved->text.end(), '\n'), 17)
        << "in place of the one that was written twice";
}

TEST(EagleEditTest, WhatTheFormDoesNotAllowIsRefused) {
    struct Row {
        const char* text;
        const char* node;
        NodeChange change;
        const char* why;
    };
    for (const Row& row :
         {Row{kEagleText, "11 Espera", NodeChange::Delete, "the only node below 'Lejos'"},
          Row{"-1\n1 Despeja\n-1", "1 Despeja", NodeChange::Delete, "the only node of the tree"},
          Row{kEagleText, "1 Cerca", NodeChange::MoveUp, "first child"},
          Row{kEagleText, "1 Lejos", NodeChange::MoveDown, "last child"},
          Row{kEagleText, "# Far", NodeChange::Delete, "no tree node"},
          Row{kEagleText, "-2", kEagleBeside, "no tree node"},
          Row{kEagleText, "", kEagleBeside, "no node is selected"},
          Row{kEagleText, "1 Cerca", NodeChange::AddTransition, "no transitions"},
          Row{"-1\n1 Cerca\n-3\n-1", "1 Cerca", kEagleBeside, "no tree node"},
          Row{"-1\n1 Cerca\n-2\n", "1 Cerca", kEagleBeside, "no tree node"}}) {
        const NodePlace place{*row.node != '\0' ? lineOf(row.text, row.node) : 0};
        const auto edit = editNode(row.text, kTreeKind, place, row.change);
        ASSERT_FALSE(edit) << row.node << edit->text;
        EXPECT_THAT(edit.error().toString(), HasSubstr(row.why));
    }
}

// Of the tree as it is printed, with its misprint.
TEST(EagleEditTest, EveryChangeOfEveryLineOfThePrintedTreeIsDoneOrRefused) {
    std::ifstream file(std::filesystem::path(SIDELINE_EXAMPLES) /
                       "decisions/eagle-knights/portero.txt");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    const auto namesOf = [](const std::string& of) {
        const auto tree = readEagleTree(of, "t", "f", [](std::string_view name) {
            const auto path = std::filesystem::path(SIDELINE_EXAMPLES) /
                              "decisions/eagle-knights/JugadasEK" / (std::string(name) + ".txt");
            std::ifstream read(path);
            return base::Expected<std::optional<EagleFile>>(
                read ? std::optional(
                           EagleFile{path.string(), {(std::istreambuf_iterator<char>(read)), {}}})
                     : std::nullopt);
        });
        std::vector<std::string> names;
        EXPECT_TRUE(tree) << tree.error().toString() << "\n" << of;
        for (std::size_t i = 0; tree && i < tree->nodes.size(); ++i) {
            names.push_back(tree->nodes[i].name);
        }
        std::ranges::sort(names);
        return names;
    };
    const auto before = namesOf(text);
    ASSERT_EQ(before.size(), 21U);
    int done = 0;
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    for (int line = kAnyPlace; line <= lines + 1; ++line) {
        for (const NodeChange change : {kEagleBelow, kEagleBeside, NodeChange::Delete,
                                        NodeChange::MoveUp, NodeChange::MoveDown}) {
            const auto edit = editNode(text, kTreeKind, {line}, change);
            if (!edit) {
                continue;
            }
            ++done;
            const auto after = namesOf(edit->text);
            if (change == NodeChange::Delete) {
                EXPECT_LT(after.size(), before.size());
            } else if (change == NodeChange::MoveUp || change == NodeChange::MoveDown) {
                EXPECT_EQ(after, before);
            } else {
                EXPECT_TRUE(std::ranges::includes(after, before)) << edit->text;
                EXPECT_GE(after.size(), before.size() + 2);
            }
        }
    }
    EXPECT_GT(done, 50);
}

} // namespace
} // namespace sideline::decision
