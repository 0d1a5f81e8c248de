#include "launcher/team_file.h"

#include <algorithm>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/field/field_model.h"
#include "agentcore/world/formation.h"
#include "launcher/agent_player.h"
#include "launcher/placeholders.h"
#include "tests/support/test_files.h"

namespace sideline::launcher {
namespace {

using testing::AllOf;
using testing::HasSubstr;

tl::expected<TeamFile, TeamFileErrors> parse(std::string_view text) {
    return parseTeamFile(text, "/teams/mine/team.toml");
}

constexpr std::string_view kGood = R"(
name = "UTAustinVilla"
side = "left"
host = "server"
port = 3101
monitor_port = 3201

[defaults]
program = "./agentspark"
args = ["--host={host}", "--unum", "{number}"]
dir = "bin"
env = { LD_LIBRARY_PATH = "libs", A = "1" }
start_delay = 0.5
restart = "on-crash"

[[players]]
number = 1
type = 0

[[players]]
number = 2
type = 3
args = ["--type", "{type}"]
env = { A = "2" }
start_delay = 2
restart = "never"
dir = "/opt/other"

[[players]]
number = 3
embedded = true
beam = [-1.5, 2, 90]
localizer = "field-normal"
)";

TEST(TeamFileTest, ReadsEverything) {
    const auto team = parse(kGood);
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_EQ(team->name, "UTAustinVilla");
    EXPECT_EQ(team->side, "left");
    EXPECT_EQ(team->host, "server");
    EXPECT_EQ(team->port, 3101);
    EXPECT_EQ(team->monitorPort, 3201);
    ASSERT_EQ(team->players.size(), 3U);
    const PlayerSpec& first = team->players[0];
    EXPECT_EQ(first.number, 1);
    EXPECT_EQ(first.typeNumber, 0);
    EXPECT_FALSE(first.isEmbedded);
    EXPECT_EQ(first.program, "./agentspark");
    EXPECT_EQ(first.arguments, (std::vector<std::string>{"--host={host}", "--unum", "{number}"}));
    EXPECT_EQ(first.folder, "/teams/mine/bin");
    EXPECT_EQ(first.environment.at("LD_LIBRARY_PATH"), "libs");
    EXPECT_EQ(first.startDelay.count(), 500);
    EXPECT_EQ(first.restart, Restart::OnCrash);
    EXPECT_EQ(first.line, 16U);
    const PlayerSpec& second = team->players[1];
    EXPECT_EQ(second.arguments, (std::vector<std::string>{"--type", "{type}"}));
    EXPECT_EQ(second.environment.at("A"), "2");
    EXPECT_EQ(second.environment.at("LD_LIBRARY_PATH"), "libs");
    EXPECT_EQ(second.startDelay.count(), 2000);
    EXPECT_EQ(second.restart, Restart::Never);
    EXPECT_EQ(second.folder, "/opt/other");
    const PlayerSpec& third = team->players[2];
    EXPECT_TRUE(third.isEmbedded);
    EXPECT_EQ(third.typeNumber, 0);
    ASSERT_TRUE(third.beam_F);
    EXPECT_TRUE(third.beam_F->isApprox(Eigen::Vector3d(-1.5, 2.0, std::numbers::pi / 2)));
    EXPECT_EQ(third.localizer, localization::Method::FieldNormal);
    EXPECT_EQ(blueprintOf(*team, third).settings.method, localization::Method::FieldNormal);
}

TEST(TeamFileTest, ATeamIsForOneServer) {
    const auto team = parse(
        "name = \"Alpha\"\nserver = \"rcssservermj\"\nsync = true\n[defaults]\nembedded = true\n"
        "[[players]]\nnumber = 1\n"
        "[[players]]\nnumber = 2\nrobot = \"K1\"\nbeam = [-10, 2, 0]\n"
        "set = { pose = \"llj4=30\", speed = 90 }\n"
        "[[players]]\nnumber = 3\nrobot = \"PiPlus\"\nbehavior = \"play-motion\"\n"
        "set = { motion = \"wave\" }\n");
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_EQ(team->server, game::ServerKind::Rcssservermj);
    EXPECT_TRUE(team->isSync);
    EXPECT_EQ(team->port, 60000);
    EXPECT_EQ(team->monitorPort, 60001);
    EXPECT_TRUE(team->notes.empty()) << "types are those of the Nao";
    EXPECT_EQ(team->players[0].model->name(), "T1");
    EXPECT_EQ(team->players[0].behavior, "hold-pose");
    EXPECT_NEAR(team->players[0].beam_F->x(), -14.5 * 55.0 / 30.0, 1e-9);
    EXPECT_EQ(team->players[1].model->name(), "K1");
    EXPECT_EQ(team->players[2].model->name(), "PiPlus");
    const runtime::AgentSettings settings = blueprintOf(*team, team->players[1]).settings;
    EXPECT_TRUE(runtime::check(settings));
    EXPECT_EQ(runtime::serverOf(settings), game::ServerKind::Rcssservermj);
    EXPECT_EQ(settings.field.dimensions.lengthM, 55.0);
    EXPECT_TRUE(settings.isSync);
    EXPECT_FALSE(serverFault(*team, game::ServerKind::Rcssservermj));
    const auto fault = serverFault(*team, game::ServerKind::SimSpark);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->toString(),
                HasSubstr("Alpha is a team for rcssservermj, but the match is on rcssserver3d"));
    EXPECT_EQ(parse(kGood)->server, game::ServerKind::SimSpark);
}

TEST(TeamFileTest, WhatTheOtherServerHasIsAnErrorWithItsLine) {
    const auto errorOf = [](const std::string& text) {
        const auto team = parse(text);
        return team ? std::string("none") : team.error().front().toString();
    };
    const std::string mujoco = "server = \"rcssservermj\"\n";
    const std::string player = "[[players]]\nnumber = 1\nembedded = true\n";
    EXPECT_THAT(errorOf("server = \"rcssserver\"\n" + player), HasSubstr("rcssservermj"));
    EXPECT_THAT(errorOf(player + "robot = \"T1\"\n"),
                AllOf(HasSubstr(":4"), HasSubstr("T1 plays on rcssservermj"),
                      HasSubstr("`server = \"rcssservermj\"`")));
    EXPECT_THAT(errorOf(mujoco + player + "robot = \"rsg/agent/soccerbot056.rsg\"\n"),
                AllOf(HasSubstr(":5"), HasSubstr("T1, K1 or PiPlus")));
    EXPECT_THAT(errorOf(mujoco + player + "type = 1\n"),
                AllOf(HasSubstr(":5"), HasSubstr("`type` is for the Naos")));
    EXPECT_THAT(
        errorOf(mujoco + player + "behavior = \"walk\"\n"),
        AllOf(HasSubstr(":5"), HasSubstr("behavior walk is not for T1"), HasSubstr("hold-pose")));
    EXPECT_THAT(errorOf(mujoco + player + "robot = \"T2\"\n"), HasSubstr(":5"));
}

TEST(TeamFileTest, ParametersOfTheDefaultsHoldForTheirBehavior) {
    const auto team = parse(
        "[defaults]\nembedded = true\nset = { talks = false, search-speed = 60 }\n"
        "[[players]]\nnumber = 1\n"
        "[[players]]\nnumber = 2\nbehavior = \"stand-and-look\"\nset = { search-speed = 80.5 }\n"
        "[[players]]\nnumber = 3\nbehavior = \"hold-pose\"\n");
    ASSERT_TRUE(team) << joinErrors(team.error());
    using agents::ParameterTexts;
    EXPECT_EQ(team->players[0].parameters,
              (ParameterTexts{{"search-speed", "60"}, {"talks", "false"}}));
    EXPECT_EQ(team->players[1].parameters,
              (ParameterTexts{{"talks", "false"}, {"search-speed", "80.5"}}));
    EXPECT_EQ(team->players[2].behavior, "hold-pose");
    EXPECT_TRUE(team->players[2].parameters.empty());
    EXPECT_EQ(blueprintOf(*team, team->players[1]).parameters, team->players[1].parameters);
}

TEST(TeamFileTest, PlayersCanBeOtherRobots) {
    const std::string robots = "robots = \"" + sideline::tests::dataFile("").string() + "\"\n";
    const auto team = parse("[defaults]\nembedded = true\nrobot = \"rsg/agent/soccerbot056.rsg\"\n"
                            "[[players]]\nnumber = 1\n"
                            "[[players]]\nnumber = 2\nrobot = \"rsg/agent/scout.rsg\"\n" +
                            robots +
                            "[[players]]\nnumber = 3\nrobot = \"rsg/agent/nao/nao_hetero.rsg\"\n"
                            "type = 4\n");
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_TRUE(team->notes.empty()) << joinErrors(team->notes);
    const auto modelOf = [&](std::size_t player) {
        return runtime::modelOf(blueprintOf(*team, team->players[player]).settings).name();
    };
    EXPECT_EQ(modelOf(0), "soccerbot056");
    EXPECT_EQ(modelOf(1), "scout 0");
    EXPECT_EQ(modelOf(2), "nao4");
}

TEST(TeamFileTest, PlayersLocalizeByFusionUnlessTheFileSaysOtherwise) {
    const auto team = parse("[defaults]\nembedded = true\nlocalizer = \"gyro\"\n"
                            "[[players]]\nnumber = 1\n"
                            "[[players]]\nnumber = 2\nlocalizer = \"three-flags\"\n");
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_EQ(team->players[0].localizer, localization::Method::Gyro);
    EXPECT_EQ(team->players[1].localizer, localization::Method::ThreeFlags);
    const auto defaults = parse("[[players]]\nnumber = 1\nembedded = true");
    ASSERT_TRUE(defaults);
    EXPECT_EQ(defaults->players[0].localizer, localization::Method::Fusion);
}

TEST(TeamFileTest, ACommandStartsTheWholeTeam) {
    const auto team = parse("[command]\nprogram = \"./start.sh\"\nargs = [\"{host}\"]");
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_EQ(team->name, "team") << "the file's name";
    ASSERT_EQ(team->players.size(), 1U);
    EXPECT_TRUE(team->players[0].isWholeTeam());
    EXPECT_EQ(team->players[0].folder, "/teams/mine");
}

struct BadRow {
    std::string_view text;
    std::uint64_t line;
    std::string_view message;
    std::string_view expected;
};

constexpr std::string_view kPlayer = "[[players]]\nnumber = 1\nembedded = true\n";

TEST(TeamFileTest, ReportsWhatIsWrongAndWhere) {
    const std::string player(kPlayer);
    const std::string program = "[[players]]\nnumber = 1\nprogram = \"x\"\n";
    const std::vector<std::pair<std::string, BadRow>> rows = {
        {"name = \n" + player, {"", 1, "", "TOML"}},
        {"", {"", 1, "no players", "[[players]]"}},
        {"players = 3", {"", 1, "`players` is a whole number", "[[players]]"}},
        {"players = [1]", {"", 1, "`players` is a whole number", "[[players]]"}},
        {player + "[command]\nprogram = \"x\"", {"", 4, "mutually exclusive", "[command]"}},
        {"sideline-series = 1\ngames = 2\n", {"", 1, "a series of matches", "`sideline match"}},
        {"\nsideline-experiment = 1\n", {"", 2, "an experiment, not a team", "`sideline train"}},
        {"nme = \"A\"\n" + player, {"", 1, "unknown key `nme`", "`name`"}},
        {"quux = \"A\"\n" + player, {"", 1, "unknown key `quux`", "name, server"}},
        {"name = 3\n" + player, {"", 1, "`name` is a whole number", "a quoted string"}},
        {"name = \"A B\"\n" + player, {"", 1, "cannot parse", "without spaces"}},
        {"side = \"up\"\n" + player, {"", 1, "\"up\"", "left, right or any"}},
        {"host = \"\"\n" + player, {"", 1, "`host` is empty", "address"}},
        {"port = 0\n" + player, {"", 1, "`port` is 0", "from 1 to 65535"}},
        {"port = 99999999999\n" + player, {"", 1, "99999999999", "from 1 to 65535"}},
        {"port = 3100.5\n" + player, {"", 1, "`port` is a number", "whole number"}},
        {"port = \"3100\"\n" + player, {"", 1, "`port` is text", "whole number"}},
        {"defaults = 1\n" + player, {"", 1, "`defaults` is", "[defaults]"}},
        {"[[players]]\nembedded = true\n", {"", 1, "no number", "from 1 to 11"}},
        {"[[players]]\nnumber = 12\nembedded = true", {"", 2, "`number` is 12", "1 to 11"}},
        {player + player, {"", 5, "number 1 is used twice", "different number"}},
        {"[[players]]\nnumber = 1\n", {"", 1, "nothing to run", "`program`"}},
        {player + "type = 5", {"", 4, "`type` is 5", "0 to 4"}},
        {player + "typ = 2", {"", 4, "players have no key `typ`", "`type`"}},
        {player + "program = \"x\"", {"", 3, "mutually exclusive", "only one of them"}},
        {player + "role = \"stand\"", {"", 4, "`role` is now called `behavior`", "stand-and-look"}},
        {player + "behavior = \"dreamer\"", {"", 4, "dreamer", "stand-and-look"}},
        {player + "set = { talk = true }", {"", 4, "did you mean 'talks'", ""}},
        {player + "set = { search-speed = 5 }", {"", 4, "invalid value for search-speed", ""}},
        {player + "set = { talks = [1] }", {"", 4, "`set.talks` is", "a number, true, false"}},
        {player + "robot = \"rsg/x.rsg\"", {"", 4, "unknown robot \"rsg/x.rsg\"", "one of rsg/"}},
        {player + "robots = \"nowhere\"", {"", 4, "no folder /teams/mine/nowhere", "rsg/"}},
        {program + "robot = \"rsg/x.rsg\"", {"", 4, "only for embedded", "`args`"}},
        {player + "localizer = \"gps\"", {"", 4, "gps", "three-flags or fusion"}},
        {player + "beam = [1, 2]", {"", 4, "has 2 values", "meters and degrees"}},
        {player + "beam = [1, 2, nan]", {"", 4, "not a number", "meters and degrees"}},
        {player + "args = [\"a\"]", {"", 4, "only for programs", "no such key"}},
        {program + "beam = [1, 2, 3]", {"", 4, "only for embedded", "`args`"}},
        {program + "localizer = \"gyro\"", {"", 4, "only for embedded", "`args`"}},
        {program + "args = \"-v\"", {"", 4, "`args` is text", "array of strings"}},
        {program + "args = [1]", {"", 4, "contains a whole number", "array of strings"}},
        {program + "args = [\"{nmber}\"]", {"", 4, "{nmber}", "number; {{nmber}}"}},
        {program + "args = [\"{type}\"]", {"", 4, "no type", "`type`"}},
        {program + "args = [\"a\\u0000b\"]", {"", 4, "null byte", "without null bytes"}},
        {program + "env = { A = 1 }", {"", 4, "`env.A`", "a quoted string"}},
        {program + "env = { \"A=B\" = \"1\" }", {"", 4, "valid variable name", "without ="}},
        {program + "start_delay = -1", {"", 4, "is -1", "from 0 to 600"}},
        {program + "start_delay = nan", {"", 4, "nan", "from 0 to 600"}},
        {program + "restart = \"always\"", {"", 4, "always", "never or on-crash"}},
        {program + "record = \"yes\"", {"", 4, "`record` is text", "true or false"}},
        {program + "record = true", {"", 4, "does not receive the port", "{port} in `args`"}},
        {"[defaults]\nrecord = true\n" + program, {"", 3, "does not receive the port", "{port}"}},
        {"host = \"a.b\"\n" + program + "args = [\"{port}\"]\nrecord = true",
         {"", 6, "does not receive the host",
          "{host} in `args`, `env` or `program` instead of a.b"}},
        {"[command]\nprogram = \"x\"\nrecord = true",
         {"", 3, "does not receive the port", "{port}"}},
        {program + "embedded = \"yes\"", {"", 4, "`embedded` is text", "true or false"}},
        {"[[players]]\nnumber = 1\nprogram = \"\"", {"", 3, "is empty", "script"}},
        {"[command]\nargs = []", {"", 1, "nothing to run", "`program`"}},
        {"[command]\nprogram = \"x\"\nnumber = 1", {"", 3, "command have no key", "program"}},
        {"[command]\nprogram = \"x\"\nargs = [\"{number}\"]",
         {"", 3, "{number} is not available", "{host}"}},
    };
    for (const auto& [text, row] : rows) {
        const auto team = parse(text);
        ASSERT_FALSE(team) << text;
        const base::Error& error = team.error().front();
        EXPECT_EQ(error.line.value_or(0), row.line) << text << "\n" << error.toString();
        EXPECT_THAT(error.message, HasSubstr(std::string(row.message))) << text;
        EXPECT_THAT(error.expected, HasSubstr(std::string(row.expected))) << text;
        EXPECT_EQ(error.file, "/teams/mine/team.toml");
        EXPECT_EQ(team.error().size(), 1U) << joinErrors(team.error());
    }
}

TEST(TeamFileTest, ReportsWhichPlayersAreRecorded) {
    const auto team = parse("host = \"a.b\"\n[defaults]\nprogram = \"x\"\nrecord = true\n"
                            "args = [\"{host}:{port}\"]\n[[players]]\nnumber = 1\n"
                            "[[players]]\nnumber = 2\nrecord = false\n"
                            "[[players]]\nnumber = 3\nembedded = true\n"
                            "[[players]]\nnumber = 4\nargs = []\nenv = { S = \"{port}{host}\" }");
    ASSERT_TRUE(team) << joinErrors(team.error());
    EXPECT_TRUE(team->players[0].isRecorded);
    EXPECT_FALSE(team->players[1].isRecorded);
    EXPECT_TRUE(team->players[2].isRecorded);
    EXPECT_TRUE(team->players[3].isRecorded);
}

TEST(TeamFileTest, ListsAllErrorsInTheOrderOfTheLines) {
    const auto team = parse("port = 0\nnmae = \"A\"\n[defaults]\nrestrat = \"never\"\n"
                            "[[players]]\nnumber = 0\nembedded = 1\n");
    ASSERT_FALSE(team);
    std::vector<std::uint64_t> lines;
    for (const base::Error& error : team.error()) {
        lines.push_back(error.line.value_or(0));
    }
    EXPECT_EQ(lines, (std::vector<std::uint64_t>{1, 2, 4, 5, 6, 7})) << joinErrors(team.error());
}

TEST(TeamFileTest, FilesThatAreNone) {
    const sideline::tests::TempDir folder;
    const auto missing = readTeamFile(folder / "no.toml");
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().front().code, base::ErrorCode::NotFound);
    const auto notAFile = readTeamFile(folder.path());
    ASSERT_FALSE(notAFile);
    EXPECT_EQ(notAFile.error().front().code, base::ErrorCode::UnsupportedFormat);
    sideline::tests::writeFile(folder / "large.toml", std::string((1U << 20U) + 1, '#'));
    const auto large = readTeamFile(folder / "large.toml");
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().front().code, base::ErrorCode::LimitExceeded);
    sideline::tests::writeFile(folder / "binary.toml", std::string("\x00\xFF\xFEgarbage", 10));
    const auto binary = readTeamFile(folder / "binary.toml");
    ASSERT_FALSE(binary);
    EXPECT_EQ(binary.error().front().code, base::ErrorCode::Malformed);
}

TEST(TeamFileTest, OneLineSetsTheDecision) {
    const std::filesystem::path examples =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples";
    const auto with = [&](std::string_view decision, std::string_view more = {}) {
        return parseTeamFile(
            std::string("[defaults]\nembedded = true\ndecision = \"") + std::string(decision) +
                "\"\n[[players]]\nnumber = 1\n[[players]]\nnumber = 5\n" + std::string(more),
            examples / "teams" / "some.toml");
    };
    struct {
        const char* decision;
        const char* keeper;
        const char* field;
        const char* file; ///< file of number 5
    } constexpr kRows[] = {
        {"../decisions/{role}.tree", "tree", "tree", "decisions/field.tree"},
        {"../decisions/{role}.network", "network", "network", "decisions/field.network"},
        {"../decisions/{role}.machine", "machine", "machine", "decisions/field.machine"},
        {"../decisions/{role}.xml", "behavior-tree", "behavior-tree", "decisions/field.xml"},
        {"../decisions/plain.tree", "tree", "tree", "decisions/plain.tree"},
        {"../training/balance.onnx", "policy", "policy", "training/balance.onnx"},
        {"../formations/three-lines.formation", "keeper", "formation",
         "formations/three-lines.formation"},
    };
    for (const auto& row : kRows) {
        const auto team = with(row.decision);
        ASSERT_TRUE(team) << joinErrors(team.error());
        EXPECT_EQ(team->players[0].behavior, row.keeper) << row.decision;
        EXPECT_EQ(team->players[1].behavior, row.field) << row.decision;
        ASSERT_EQ(team->players[1].parameters.size(), 1U);
        EXPECT_EQ(team->players[1].parameters[0].first, "file");
        EXPECT_EQ(team->players[1].parameters[0].second, (examples / row.file).string());
    }
    const auto other = with("../decisions/{role}.tree", "behavior = \"striker\"\n");
    ASSERT_TRUE(other) << joinErrors(other.error());
    EXPECT_EQ(other->players[1].behavior, "striker") << "a player may do something else";
    EXPECT_TRUE(other->players[1].parameters.empty());

    const auto missing = with("../decisions/none.tree");
    ASSERT_FALSE(missing);
    EXPECT_THAT(joinErrors(missing.error()), HasSubstr("none.tree"));
    const sideline::tests::TempDir folder;
    for (const char* text : {"", "\n"}) {
        sideline::tests::writeFile(folder / "empty.tree", text);
        const auto empty = with((folder / "empty.tree").string());
        ASSERT_FALSE(empty);
        for (const base::Error& error : empty.error()) {
            const std::string message = error.toString();
            EXPECT_NE(message.find("expected"), std::string::npos) << message;
            EXPECT_EQ(message.find("expected"), message.rfind("expected")) << message;
        }
    }
    const auto both = with("../decisions/{role}.tree", "set = { file = \"a\" }\n");
    ASSERT_TRUE(both) << "`set` adds to what the file is run with";
    const auto twice = with("../decisions/{role}.tree",
                            "decision = \"../decisions/plain.tree\"\nbehavior = \"striker\"\n");
    ASSERT_FALSE(twice);
    EXPECT_THAT(joinErrors(twice.error()), HasSubstr("mutually exclusive"));
}

// `set` determines how the file is run, both next to `decision` and for a single player.
TEST(TeamFileTest, ParametersOfTheDecisionCanBeSet) {
    const std::filesystem::path examples =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples";
    const auto with = [&](std::string_view defaults, std::string_view five = {}) {
        return parseTeamFile("[defaults]\nembedded = true\n" + std::string(defaults) +
                                 "\n[[players]]\nnumber = 1\n[[players]]\nnumber = 5\n" +
                                 std::string(five) + "\n",
                             examples / "teams" / "some.toml");
    };
    const auto valueOf = [](const PlayerSpec& player, std::string_view name) {
        const auto found =
            std::ranges::find(player.parameters, name, [](const auto& each) { return each.first; });
        return found == player.parameters.end() ? std::string("-") : found->second;
    };
    const std::string formation = "decision = \"../formations/three-lines.formation\"\n";
    const auto marks = with(formation + "set = { mark = true, role = 4 }", "set = { role = 5 }");
    ASSERT_TRUE(marks) << joinErrors(marks.error());
    EXPECT_EQ(marks->players[0].behavior, "keeper")
        << "the behavior that replaces it is not set by it";
    EXPECT_TRUE(marks->players[0].parameters.empty());
    EXPECT_EQ(valueOf(marks->players[1], "mark"), "true");
    EXPECT_EQ(valueOf(marks->players[1], "role"), "5");
    EXPECT_EQ(valueOf(marks->players[1], "file"),
              (examples / "formations/three-lines.formation").string());

    const std::string tree = "decision = \"../decisions/{role}.tree\"\n";
    const auto own = with(tree + "set = { watch = false }", formation + "set = { mark = true }");
    ASSERT_TRUE(own) << joinErrors(own.error());
    EXPECT_EQ(valueOf(own->players[0], "watch"), "false");
    EXPECT_EQ(valueOf(own->players[1], "mark"), "true");
    EXPECT_EQ(valueOf(own->players[1], "watch"), "-") << "another decision, set on its own";
    const auto other = with(tree + "set = { watch = false }", "behavior = \"striker\"");
    ASSERT_TRUE(other) << joinErrors(other.error());
    EXPECT_TRUE(other->players[1].parameters.empty());

    const auto unknown = with(tree + "set = { mark = true }");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().size(), 1U)
        << "once, not for each player: " + joinErrors(unknown.error());
    EXPECT_EQ(unknown.error()[0].line, 4U);
    EXPECT_THAT(joinErrors(unknown.error()), HasSubstr("mark"));
    const auto twoFiles = with(tree + "set = { file = \"other.tree\" }");
    ASSERT_FALSE(twoFiles);
    EXPECT_THAT(joinErrors(twoFiles.error()),
                HasSubstr(":4: `decision` and `file` in `set` are mutually exclusive; expected "
                          "only one of them"));
}

TEST(TeamFileTest, AnEmptyDecisionIsReported) {
    const sideline::tests::TempDir folder;
    sideline::tests::writeFile(folder / "later.formation", "# to come\n");
    const auto team = parseTeamFile("[defaults]\nembedded = true\n[[players]]\nnumber = 2\n"
                                    "decision = \"later.formation\"\n",
                                    folder / "team.toml");
    ASSERT_FALSE(team);
    EXPECT_THAT(joinErrors(team.error()),
                HasSubstr("later.formation:1: the file is empty; expected a decision maker, a "
                          "policy or a formation"));
}

TEST(TeamFileTest, TheExamplesAreGood) {
    const auto examples =
        std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) / "examples" / "teams";
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(examples)) {
        if (entry.path().extension() == ".toml") {
            const auto team = readTeamFile(entry.path());
            ASSERT_TRUE(team) << joinErrors(team.error());
            EXPECT_TRUE(team->notes.empty()) << joinErrors(team->notes);
            ++count;
        }
    }
    EXPECT_GE(count, 3);
    const auto eleven = readTeamFile(examples / "eleven.toml");
    EXPECT_EQ(eleven->players.size(), 11U);
    EXPECT_TRUE(std::ranges::all_of(eleven->players, &PlayerSpec::isEmbedded));
}

// Before the kick-off, robots would walk across each other's ways, and fall.
TEST(TeamFileTest, TheExampleTeamStartsWhereItWaitsForTheKickOff) {
    const auto team = readTeamFile(std::filesystem::path(std::getenv("SIDELINE_SOURCE_DIR")) /
                                   "examples/teams/plain.toml");
    ASSERT_TRUE(team) << joinErrors(team.error());
    for (const PlayerSpec& player : team->players) {
        if (player.number == 1 || player.number == 9 || player.number == 10) {
            continue; // keeper and strikers have no such place
        }
        const auto home_F =
            world::homeOf(world::defaultHomeTable(), field::newestField().dimensions, player.number,
                          world::HomeUse::OwnKickOff, Eigen::Vector2d::Zero());
        ASSERT_TRUE(home_F && player.beam_F) << player.number;
        EXPECT_LT((player.beam_F->head<2>() - *home_F).norm(), 0.3) << player.number;
    }
}

TEST(TeamFileTest, NotesWhatIsProbablyNotMeant) {
    std::string text = "[defaults]\nembedded = true\ntype = 0\n";
    for (int number = 1; number <= 11; ++number) {
        text += "[[players]]\nnumber = " + std::to_string(number) + "\n";
    }
    const auto sameTypes = parse(text);
    ASSERT_TRUE(sameTypes) << joinErrors(sameTypes.error());
    EXPECT_EQ(sameTypes->notes.size(), 3U) << joinErrors(sameTypes->notes);
    const auto missing = parse("[[players]]\nnumber = 4\nprogram = \"no-such-program-here\"");
    ASSERT_TRUE(missing) << joinErrors(missing.error());
    ASSERT_EQ(missing->notes.size(), 1U);
    EXPECT_THAT(missing->notes[0].toString(), HasSubstr("no-such-program-here"));
    EXPECT_EQ(missing->notes[0].line, 1U);
}

TEST(PlaceholdersTest, AreFilledAndOthersStay) {
    TeamFile team;
    team.name = "A";
    team.host = "h";
    PlayerSpec player;
    player.number = 3;
    player.typeNumber = 2;
    EXPECT_EQ(fillPlaceholders("{host}:{port}/{monitor_port} {team}{number}t{type}", team, player),
              "h:3100/3200 A3t2");
    EXPECT_EQ(fillPlaceholders("{\"a\": {}} {x1} {other} {{host}} {host", team, player),
              "{\"a\": {}} {x1} {other} {host} {host");
    EXPECT_EQ(placeholdersIn("{host} {{port}} {odd} { } {A}"),
              (std::vector<std::string_view>{"host", "odd"}));
}

TEST(NearestNameTest, FindsTyposOnly) {
    const std::vector<std::string_view> names = {"number", "type", "start_delay"};
    EXPECT_EQ(base::nearestName("nubmer", names), "number");
    EXPECT_EQ(base::nearestName("startdelay", names), "start_delay");
    EXPECT_EQ(base::nearestName("typ", names), "type");
    EXPECT_EQ(base::nearestName("tpye", names), "type") << "swapped letters are one slip";
    EXPECT_EQ(base::nearestName("quux", names), "");
    EXPECT_EQ(base::listNames({"a", "b", "c"}), "a, b or c");
    EXPECT_EQ(base::listNames({}), "");
}

} // namespace
} // namespace sideline::launcher
