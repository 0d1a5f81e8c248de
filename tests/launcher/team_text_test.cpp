#include "launcher/team_text.h"

#include <gtest/gtest.h>

#include "launcher/team_file.h"
#include "tests/support/test_files.h"

namespace sideline::launcher {
namespace {

using Kind = TeamPart::Kind;

const std::string kTeamText = R"(# Ünïts of the test
name = "Grün"   # the color
port = 3100

[defaults]      # for all
embedded = true
args = ["a b",
        "c"]

# the keeper
[[players]]
  number = 1
  beam = [-14.5, 0, 0]

# the other one
[[players]]
number = 2 # two
[players.env]
A = "1"
)";

std::string edited(const base::Expected<std::string>& text) {
    return text ? *text : "ERROR " + text.error().toString();
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
    const auto at = text.find(what);
    EXPECT_NE(at, text.npos) << what;
    return at == text.npos ? text : text.replace(at, what.size(), by);
}

TEST(TeamTextTest, ReportsWhatStandsOnALine) {
    const auto at = [](std::uint64_t line) { return placeOnLine(kTeamText, line); };
    EXPECT_EQ(at(1), std::nullopt) << "a comment";
    EXPECT_EQ(at(2), (TeamPlace{{Kind::Team}, "name"}));
    EXPECT_EQ(at(5), (TeamPlace{{Kind::Defaults}, ""}));
    EXPECT_EQ(at(6), (TeamPlace{{Kind::Defaults}, "embedded"}));
    EXPECT_EQ(at(8), (TeamPlace{{Kind::Defaults}, "args"})) << "of two lines";
    EXPECT_EQ(at(11), (TeamPlace{{Kind::Player, 0}, ""}));
    EXPECT_EQ(at(13), (TeamPlace{{Kind::Player, 0}, "beam"}));
    EXPECT_EQ(at(17), (TeamPlace{{Kind::Player, 1}, "number"}));
    EXPECT_EQ(at(99), std::nullopt);
    EXPECT_EQ(placeOnLine("name = \n", 1), std::nullopt) << "no TOML";
}

TEST(TeamTextTest, ReadsWhatIsWritten) {
    const auto fields = readTeamFields(kTeamText);
    ASSERT_TRUE(fields) << fields.error().toString();
    EXPECT_EQ(fields->team, (TeamFields::Values{{"name", "Grün"}, {"port", "3100"}}));
    ASSERT_TRUE(fields->defaults);
    EXPECT_EQ(fields->defaults->at("args"), "\"a b\" c");
    EXPECT_EQ(fields->defaults->at("embedded"), "true");
    EXPECT_FALSE(fields->command);
    ASSERT_EQ(fields->players.size(), 2U);
    EXPECT_EQ(fields->players[0].at("beam"), "-14.5, 0, 0");
    const auto fault = readTeamFields("name = \n");
    ASSERT_FALSE(fault);
    EXPECT_EQ(fault.error().line, 1U);
}

TEST(TeamTextTest, AnEditLeavesEverythingElseAsItIsWritten) {
    struct Row {
        TeamPart part;
        const char* key;
        const char* field;
        const char* before;
        const char* after;
    };
    for (const Row& row : std::initializer_list<Row>{
             {{Kind::Team}, "name", "Blau \"7\"", "\"Grün\"   #", "\"Blau \\\"7\\\"\"   #"},
             {{Kind::Team}, "port", "4000", "3100", "4000"},
             {{Kind::Team}, "port", "many", "3100", "\"many\""},
             {{Kind::Team}, "port", "", "port = 3100\n", ""},
             {{Kind::Team}, "host", "box", "3100\n", "3100\nhost = \"box\"\n"},
             {{Kind::Defaults},
              "args",
              "x \"y z\" {port}",
              "[\"a b\",\n        \"c\"]",
              "[\"x\", \"y z\", \"{port}\"]"},
             {{Kind::Defaults}, "args", "", "args = [\"a b\",\n        \"c\"]\n", ""},
             {{Kind::Defaults}, "start_delay", "0.5", "\"c\"]\n", "\"c\"]\nstart_delay = 0.5\n"},
             {{Kind::Player, 0}, "beam", "-3, 1.5, 90", "[-14.5, 0, 0]", "[-3, 1.5, 90]"},
             {{Kind::Player, 0}, "type", "3", "0, 0]\n", "0, 0]\n  type = 3\n"},
             {{Kind::Player, 1}, "number", "7", "2 # two", "7 # two"},
             {{Kind::Player, 1}, "number", "", "number = 2 # two\n", ""},
             {{Kind::Player, 1}, "type", "0", "# two\n", "# two\ntype = 0\n"}}) {
        EXPECT_EQ(edited(withField(kTeamText, row.part, row.key, row.field)),
                  replaced(kTeamText, row.before, row.after))
            << row.key << " = " << row.field;
    }
    EXPECT_EQ(edited(withField(kTeamText, {Kind::Team}, "side", "")), kTeamText)
        << "nothing to remove";
}

TEST(TeamTextTest, TablesThatAreMissingAreMade) {
    EXPECT_EQ(edited(withField("[[players]]\nnumber = 1\n", {Kind::Defaults}, "program", "./a")),
              "[defaults]\nprogram = \"./a\"\n\n[[players]]\nnumber = 1\n");
    EXPECT_EQ(edited(withField("name = \"A\"", {Kind::Command}, "program", "./a")),
              "name = \"A\"\n[command]\nprogram = \"./a\"\n\n");
    EXPECT_EQ(edited(withField("", {Kind::Team}, "name", "A")), "name = \"A\"\n");
    EXPECT_EQ(edited(withField("[command]\nprogram = \"a\"\n", {Kind::Team}, "name", "A")),
              "name = \"A\"\n[command]\nprogram = \"a\"\n");
}

TEST(TeamTextTest, PlayersComeAndGo) {
    EXPECT_EQ(edited(withNewPlayer(kTeamText)), kTeamText + "\n[[players]]\nnumber = 3\n");
    EXPECT_EQ(edited(withNewPlayer("name = \"A\"")), "name = \"A\"\n\n[[players]]\nnumber = 1\n");
    EXPECT_EQ(edited(withoutPlayer(kTeamText, 0)),
              replaced(kTeamText, "[[players]]\n  number = 1\n  beam = [-14.5, 0, 0]\n\n", ""));
    EXPECT_EQ(edited(withoutPlayer(kTeamText, 1)),
              replaced(kTeamText, "[[players]]\nnumber = 2 # two\n[players.env]\nA = \"1\"\n", ""));
    std::string full;
    for (int i = 0; i < 11; ++i) {
        full = edited(withNewPlayer(full));
    }
    EXPECT_TRUE(edited(withNewPlayer(full)).starts_with("ERROR"));
    EXPECT_TRUE(edited(withoutPlayer(full, 11)).starts_with("ERROR"));
    EXPECT_TRUE(edited(withNewPlayer("[command]\nprogram = \"a\"\n")).starts_with("ERROR"));
}

TEST(TeamTextTest, WhatCannotBeDoneAloneIsLeftToTheUser) {
    const std::string inlined = "players = [{number = 1}, {number = 2}]\n";
    EXPECT_EQ(edited(withField(inlined, {Kind::Player, 1}, "number", "5")),
              "players = [{number = 1}, {number = 5}]\n");
    EXPECT_TRUE(edited(withField(inlined, {Kind::Player, 1}, "type", "5")).starts_with("ERROR"));
    EXPECT_TRUE(edited(withField(inlined, {Kind::Player, 1}, "number", "")).starts_with("ERROR"));
    EXPECT_TRUE(edited(withNewPlayer(inlined)).starts_with("ERROR"));
    EXPECT_TRUE(edited(withoutPlayer(inlined, 0)).starts_with("ERROR"));
    EXPECT_TRUE(edited(withField("name =", {Kind::Team}, "name", "A")).starts_with("ERROR"));
}

// Filling a form field by field produces a file that the checker accepts.
TEST(TeamTextTest, AFormMakesAFile) {
    const sideline::tests::TempDir folder;
    std::string text;
    text = edited(withField(text, {Kind::Team}, "name", "Formed"));
    text = edited(withField(text, {Kind::Defaults}, "embedded", "true"));
    text = edited(withField(text, {Kind::Defaults}, "record", "true"));
    text = edited(withNewPlayer(text));
    text = edited(withField(text, {Kind::Player, 0}, "beam", "-3, 1.5, 90"));
    const auto team = parseTeamFile(text, folder / "formed.toml");
    ASSERT_TRUE(team) << joinErrors(team.error()) << "\n" << text;
    EXPECT_EQ(team->name, "Formed");
    EXPECT_TRUE(team->players.at(0).isRecorded);
    EXPECT_NEAR(team->players.at(0).beam_F->y(), 1.5, 1e-12);
}

TEST(TeamTextTest, WordsComeBackAsTheyWere) {
    for (const std::vector<std::string>& words : std::initializer_list<std::vector<std::string>>{
             {}, {"a"}, {"--x=1", "two words", ""}, {"it's", "\"q\"", "back\\slash", "\\\""}}) {
        EXPECT_EQ(splitWords(joinWords(words)), words) << joinWords(words);
    }
    EXPECT_EQ(splitWords("  a  'b c'\t\"d"), (std::vector<std::string>{"a", "b c", "d"}));
    EXPECT_EQ(splitWords("C:\\dir\\file"), (std::vector<std::string>{"C:\\dir\\file"}));
}

} // namespace
} // namespace sideline::launcher
