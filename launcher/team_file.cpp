#include "launcher/team_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/nearest_name.h"
#include "agentcore/base/toml_section.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agents/behaviors/built_in.h"
#include "agents/decision/decision_file.h"
#include "launcher/default_beam.h"
#include "launcher/placeholders.h"

namespace sideline::launcher {

namespace {

constexpr int kGoalkeeper = 1;

namespace fs = std::filesystem;
using base::Error;
using base::ErrorCode;
using base::TomlSection;

constexpr std::uint64_t kMaxFileBytes = 1U << 20U;
constexpr int kMaxType = 4;
constexpr double kMaxDelayS = 600.0;
// The server's rules (naosoccersim.rb).
constexpr int kMaxOfOneType = 7;
constexpr int kMinTypes = 3;
constexpr int kMaxOfTwoTypes = 9;

constexpr const char* kStillBehavior = "hold-pose";
constexpr std::string_view kMujocoRobotName = "T1";

std::vector<std::string_view> serverNames() {
    std::vector<std::string_view> names;
    for (const game::ServerKind server : game::kServerKinds) {
        names.push_back(game::serverKindName(server));
    }
    return names;
}

const std::vector<std::string_view>& localizers() {
    static const std::vector<std::string_view> kWords = [] {
        std::vector<std::string_view> words;
        for (const localization::Method method : localization::kMethods) {
            words.push_back(localization::wordOf(method));
        }
        return words;
    }();
    return kWords;
}

// Returns views of the strings, which must outlive them.
std::vector<std::string_view> viewsOf(const std::vector<std::string>& texts) {
    return {texts.begin(), texts.end()};
}

void readCommonKeys(TomlSection& section, const fs::path& folder, PlayerSpec& player) {
    const auto program = section.text("program");
    if (program) {
        player.program = *program;
        player.isEmbedded = false;
        if (program->empty()) {
            section.fail(section.lineOf("program"), "`program` is empty", "a program or script");
        }
    }
    if (auto arguments = section.texts("args")) {
        player.arguments = std::move(*arguments);
    }
    if (const auto dir = section.text("dir")) {
        player.folder = (folder / *dir).lexically_normal();
    }
    if (auto environment = section.textMap("env")) {
        environment->merge(player.environment); // existing values take precedence
        player.environment = std::move(*environment);
    }
    if (const auto delayS = section.number("start_delay", 0.0, kMaxDelayS)) {
        player.startDelay = std::chrono::milliseconds(std::llround(*delayS * 1000.0));
    }
    if (const auto restart = section.choice("restart", {"never", "on-crash"})) {
        player.restart = *restart == "never" ? Restart::Never : Restart::OnCrash;
    }
    player.isRecorded = section.flag("record").value_or(player.isRecorded);
}

// Replaces `{role}` with `keeper` for number 1 and with `field` for the others.
std::string decisionFor(int number, std::string text) {
    const auto put = [&text](std::string_view name, const std::string& value) {
        for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;
             at += value.size()) {
            text.replace(at, name.size(), value);
        }
    };
    put("{role}", number == kGoalkeeper ? "keeper" : "field");
    put("{number}", std::to_string(number));
    return text;
}

// Adds settings of a behavior; for repeated keys, the last value counts.
void addSettings(TomlSection& section, std::uint64_t line, const fs::path& folder,
                 PlayerSpec& player, agents::ParameterTexts texts) {
    const agents::BehaviorRegistry registry = agents::builtInBehaviors();
    if (const agents::BehaviorInfo* info = registry.find(player.behavior)) {
        texts = agents::withPathsFrom(folder, info->parameters, std::move(texts));
    }
    for (const auto& parameter : texts) {
        std::erase_if(player.parameters,
                      [&](const auto& known) { return known.first == parameter.first; });
        player.parameters.emplace_back(parameter);
    }
    const auto checked = registry.check(player.behavior, player.parameters);
    if (!checked) {
        section.fail(line, checked.error().message, checked.error().expected);
    }
}

// Rejects keys that cannot be combined with `decision`.
void refuseBesideDecision(TomlSection& section) {
    if (section.has("behavior")) {
        section.fail(section.lineOf("behavior"), "`decision` and `behavior` are mutually exclusive",
                     "only one of them");
    }
    if (const auto set = section.scalarMap("set"); set && set->contains("file")) {
        section.fail(section.lineOf("set"), "`decision` and `file` in `set` are mutually exclusive",
                     "only one of them");
    }
}

// Reads `decision`, which selects the behavior by the kind of its file. The `decision` of
// [defaults] is kept for the players.
void readDecision(TomlSection& section, const fs::path& folder, PlayerSpec& player) {
    if (const auto decision = section.text("decision")) {
        refuseBesideDecision(section);
        player.decision = *decision;
        player.decisionSet.clear(); // these settings belonged to another decision
    } else if (section.has("behavior")) {
        player.decision.clear();
    }
    if (player.decision.empty() || player.number == 0) {
        return;
    }
    const std::uint64_t line = section.has("decision") ? section.lineOf("decision") : player.line;
    const fs::path file = (folder / decisionFor(player.number, player.decision)).lexically_normal();
    const auto behavior = agents::decisionBehaviorOf(file);
    if (!behavior) {
        section.fail(line, behavior.error().toString(),
                     behavior.error().expected.empty()
                         ? "`decision`: a file of a decision maker, a policy or a formation"
                         : "");
        return;
    }
    // A formation does not control the goalkeeper.
    const bool isKeeper = *behavior == "formation" && player.number == kGoalkeeper;
    player.behavior = isKeeper ? "keeper" : *behavior;
    player.parameters.clear();
    if (!isKeeper) {
        player.parameters.emplace_back("file", file.string());
        addSettings(section, player.decisionSetLine, folder, player, player.decisionSet);
    }
}

// Reads the behavior of a built-in agent and its settings.
void readBehavior(TomlSection& section, const fs::path& folder, PlayerSpec& player) {
    readDecision(section, folder, player);
    if (section.has("role")) {
        static_cast<void>(section.text("role"));
        section.fail(section.lineOf("role"), "`role` is now called `behavior`",
                     base::listNames(viewsOf(embeddedBehaviors())));
    }
    if (const auto behavior = section.choice("behavior", viewsOf(embeddedBehaviors()))) {
        if (*behavior != player.behavior) {
            player.parameters.clear(); // the parameters of [defaults] belong to another behavior
        }
        player.behavior = *behavior;
    }
    const auto set = section.scalarMap("set");
    if (!set) {
        return;
    }
    agents::ParameterTexts texts(set->begin(), set->end());
    if (player.number == 0 && !player.decision.empty()) { // the behavior is determined per player
        player.decisionSet = std::move(texts);
        player.decisionSetLine = section.lineOf("set");
    } else {
        addSettings(section, section.lineOf("set"), folder, player, std::move(texts));
    }
}

void readPlayerKeys(TomlSection& section, const fs::path& folder, PlayerSpec& player) {
    readCommonKeys(section, folder, player);
    if (const auto embedded = section.flag("embedded")) {
        if (*embedded && section.has("program")) {
            section.fail(section.lineOf("embedded"),
                         "`embedded = true` and `program` are mutually exclusive",
                         "only one of them");
        }
        player.isEmbedded = *embedded;
        if (*embedded) {
            player.program.clear();
        }
    }
    if (const auto type = section.integer("type", 0, kMaxType)) {
        player.typeNumber = *type;
    }
    if (const auto robot = section.text("robot")) {
        player.robotFile = *robot;
    }
    if (const auto robots = section.text("robots")) {
        player.robotsFolder = (folder / *robots).lexically_normal();
        if (!fs::is_directory(player.robotsFolder)) {
            section.fail(section.lineOf("robots"),
                         fmt::format("there is no folder {}", player.robotsFolder.string()),
                         "a server's data folder, which holds rsg/");
        }
    }
    readBehavior(section, folder, player);
    if (const auto localizer = section.choice("localizer", localizers())) {
        player.localizer = localization::methodOf(*localizer).value_or(player.localizer);
    }
    if (const auto beam = section.numbers("beam", 3, "[x, y, heading] in meters and degrees")) {
        const auto& values = *beam;
        player.beam_F = Eigen::Vector3d(values[0], values[1], values[2] * std::numbers::pi / 180.0);
    }
}

class TeamReader {
public:
    explicit TeamReader(const fs::path& file) { m_team.file = fs::absolute(file); }

    tl::expected<TeamFile, TeamFileErrors> read(const toml::table& table) {
        TomlSection section(table, {}, m_errors);
        if (isOtherKind(section)) {
            return finish();
        }
        readTeamKeys(section);
        PlayerSpec defaultSpec;
        defaultSpec.folder = folder();
        if (isMujoco()) {
            defaultSpec.behavior = kStillBehavior;
        }
        if (const toml::table* defaults = section.section("defaults")) {
            TomlSection keys(*defaults, "defaults", m_errors);
            readPlayerKeys(keys, folder(), defaultSpec);
            refuseType(keys);
            keys.finish();
        }
        const auto players = section.sections("players");
        const toml::table* command = section.section("command");
        section.finish();
        if (players && !players->empty() && command != nullptr) {
            section.fail(command->source().begin.line,
                         "`command` and `players` are mutually exclusive",
                         "[[players]] for each player, or one [command] that starts all");
        } else if (command == nullptr && m_errors.empty() && (!players || players->empty())) {
            section.fail(1, "the team has no players",
                         "[[players]] for each player, or one [command] that starts all");
        }
        for (const toml::table* player : players.value_or(std::vector<const toml::table*>())) {
            readPlayer(*player, defaultSpec);
        }
        if (command != nullptr) {
            readCommand(*command, defaultSpec);
        }
        return finish();
    }

private:
    [[nodiscard]] fs::path folder() const { return m_team.file.parent_path(); }

    // Series and experiments are also TOML files.
    static bool isOtherKind(TomlSection& section) {
        static constexpr std::array<std::array<const char*, 3>, 2> kKinds = {
            {{"sideline-series", "this is a series of matches, not a team",
              "a team file; `sideline match FILE` plays a series"},
             {"sideline-experiment", "this is an experiment, not a team",
              "a team file; `sideline train FILE` runs an experiment"}}};
        for (const auto& [key, message, expected] : kKinds) {
            if (section.has(key)) {
                section.fail(section.lineOf(key), message, expected);
                return true;
            }
        }
        return false;
    }

    void readTeamKeys(TomlSection& section) {
        m_team.name = section.text("name").value_or(m_team.file.stem().string());
        if (m_team.name.empty() || m_team.name.find_first_of(" ()\t\n") != std::string::npos) {
            section.fail(
                section.lineOf("name"),
                fmt::format("`name` is \"{}\", which the server cannot parse", m_team.name),
                "a name without spaces or parentheses");
        }
        if (const auto server = section.choice("server", serverNames())) {
            m_team.server = game::serverKindFromName(*server).value_or(m_team.server);
        }
        m_team.port = game::defaultAgentPort(m_team.server);
        m_team.monitorPort = game::defaultMonitorPort(m_team.server);
        m_team.isSync = section.flag("sync").value_or(false);
        m_team.side = section.choice("side", {"left", "right", "any"}).value_or(m_team.side);
        m_team.host = section.text("host").value_or(m_team.host);
        if (m_team.host.empty()) {
            section.fail(section.lineOf("host"), "`host` is empty", "a name or an address");
        }
        m_team.port =
            static_cast<std::uint16_t>(section.integer("port", 1, 65535).value_or(m_team.port));
        m_team.monitorPort = static_cast<std::uint16_t>(
            section.integer("monitor_port", 1, 65535).value_or(m_team.monitorPort));
    }

    [[nodiscard]] bool isMujoco() const { return m_team.server == game::ServerKind::Rcssservermj; }

    void refuseType(TomlSection& section) {
        if (isMujoco() && section.has("type")) {
            section.fail(
                section.lineOf("type"),
                "`type` is for the Naos of rcssserver3d, but this team plays on rcssservermj",
                "`robot`: T1, K1 or PiPlus");
        }
    }

    void readPlayer(const toml::table& table, const PlayerSpec& defaultSpec) {
        PlayerSpec player = defaultSpec;
        TomlSection section(table, "players", m_errors);
        player.line = section.line();
        const bool hasNumber = section.has("number");
        player.number = section.integer("number", 1, kMaxNumber).value_or(0);
        if (!hasNumber) {
            section.fail(player.line, "a player has no number",
                         fmt::format("`number` from 1 to {}", kMaxNumber));
        } else if (player.number > 0 && !m_numbers.insert(player.number).second) {
            section.fail(section.lineOf("number"),
                         fmt::format("number {} is used twice", player.number),
                         "a different number for each player");
        }
        readPlayerKeys(section, folder(), player);
        refuseType(section);
        section.finish();
        if (player.isEmbedded) {
            finishEmbedded(section, player);
        } else if (player.program.empty() && !section.has("program")) {
            section.fail(player.line, fmt::format("player {} has nothing to run", player.number),
                         "`program`, or `embedded = true`, for it or in [defaults]");
        } else {
            for (const std::string_view key :
                 {"beam", "behavior", "decision", "set", "localizer", "robot", "robots"}) {
                if (section.has(key)) {
                    section.fail(section.lineOf(key),
                                 fmt::format("`{}` is only for embedded players", key),
                                 "`args` that the program understands");
                }
            }
        }
        if (!player.isEmbedded) {
            checkPlaceholders(section, player);
        }
        m_team.players.push_back(std::move(player));
    }

    void finishEmbedded(TomlSection& section, PlayerSpec& player) {
        player.typeNumber = isMujoco() ? -1 : std::max(player.typeNumber, 0);
        player.beam_F = player.beam_F ? player.beam_F : defaultBeam(player.number, m_team.server);
        findRobot(section, player);
        checkRobot(section, player);
        for (const std::string_view key : {"args", "dir", "env"}) {
            if (section.has(key)) {
                section.fail(section.lineOf(key), fmt::format("`{}` is only for programs", key),
                             "no such key for an embedded player");
            }
        }
    }

    void findRobot(TomlSection& section, PlayerSpec& player) {
        robot::RobotCatalog& robots = m_robots[player.robotsFolder];
        robots.setFolder(player.robotsFolder);
        const std::string_view defaultFile =
            isMujoco() ? kMujocoRobotName : robot::kDefaultRobotFile;
        auto model = robots.findPlayable(
            player.robotFile.empty() ? defaultFile : std::string_view(player.robotFile),
            std::max(player.typeNumber, 0));
        if (model) {
            player.model = std::move(*model);
        } else {
            section.fail(section.has("robot") ? section.lineOf("robot") : player.line,
                         model.error().message, model.error().expected);
        }
    }

    // The robot determines the server and the possible behaviors.
    void checkRobot(TomlSection& section, const PlayerSpec& player) {
        if (!player.model) {
            return;
        }
        const game::ServerKind server = player.model->traits().server;
        if (server != m_team.server) {
            section.fail(section.has("robot") ? section.lineOf("robot") : player.line,
                         fmt::format("{} plays on {}, but this team on {}", player.model->name(),
                                     game::serverKindName(server),
                                     game::serverKindName(m_team.server)),
                         isMujoco() ? "T1, K1 or PiPlus"
                                    : "`server = \"rcssservermj\"` for the team, or another robot");
            return;
        }
        const agents::BehaviorRegistry registry = agents::builtInBehaviors();
        const agents::BehaviorInfo* info = registry.find(player.behavior);
        if (info != nullptr && !agents::canHave(*player.model, *info)) {
            section.fail(section.has("behavior") ? section.lineOf("behavior") : player.line,
                         fmt::format("behavior {} is not for {}: it moves a Nao", info->name,
                                     player.model->name()),
                         "hold-pose or play-motion");
        }
    }

    void readCommand(const toml::table& table, const PlayerSpec& defaultSpec) {
        PlayerSpec player = defaultSpec;
        player.isEmbedded = false;
        player.program.clear();
        player.arguments.clear();
        player.typeNumber = -1;
        TomlSection section(table, "command", m_errors);
        player.line = section.line();
        readCommonKeys(section, folder(), player);
        section.finish();
        if (!section.has("program")) {
            section.fail(player.line, "`command` has nothing to run", "`program`");
        }
        checkPlaceholders(section, player);
        m_team.players.push_back(std::move(player));
    }

    void checkPlaceholders(TomlSection& section, const PlayerSpec& player) {
        std::vector<std::pair<std::string_view, std::string_view>> texts = {
            {"program", player.program}};
        for (const std::string& argument : player.arguments) {
            texts.emplace_back("args", argument);
        }
        for (const auto& [name, value] : player.environment) {
            texts.emplace_back("env", value);
        }
        for (const auto& [key, text] : texts) {
            for (const std::string_view name : placeholdersIn(text)) {
                checkPlaceholder(section, player, key, name);
            }
        }
        if (player.isRecorded) {
            checkRecording(section, player);
        }
    }

    // A program can be recorded only if it connects to the proxy.
    void checkRecording(TomlSection& section, const PlayerSpec& player) {
        const std::uint64_t line = section.has("record") ? section.lineOf("record") : player.line;
        if (!usesPlaceholder(player, "port")) {
            section.fail(line, "`record = true`, but the program does not receive the port",
                         "{port} in `args`, `env` or `program`: recorded programs connect to "
                         "Sideline, which connects to the server");
        } else if (const auto fault = recordingFault(m_team, player)) {
            section.fail(line, fault->message, fault->expected);
        }
    }

    void checkPlaceholder(TomlSection& section, const PlayerSpec& player, std::string_view key,
                          std::string_view name) {
        const std::uint64_t line = section.lineOf(key);
        if (std::ranges::find(placeholderNames(), name) == placeholderNames().end()) {
            const std::string_view near = base::nearestName(name, placeholderNames());
            section.fail(line, fmt::format("unknown placeholder {{{}}} in `{}`", name, key),
                         (near.empty() ? base::listNames(placeholderNames()) : std::string(near)) +
                             fmt::format("; {{{{{}}}}} for the literal text", name));
        } else if (player.isWholeTeam() && m_numbers.empty() &&
                   (name == "number" || name == "type")) {
            section.fail(
                line, fmt::format("{{{}}} is not available in a command for the whole team", name),
                "{host}, {port}, {monitor_port} or {team}");
        } else if (name == "type" && player.typeNumber < 0) {
            section.fail(line, "{type} is used, but no type is set", "`type` from 0 to 4");
        }
    }

    void note(std::uint64_t line, std::string message, std::string expected) {
        m_team.notes.push_back({.code = ErrorCode::InvalidArgument,
                                .message = std::move(message),
                                .expected = std::move(expected),
                                .file = m_team.file.string(),
                                .line = line > 0 ? std::optional(line) : std::nullopt,
                                .byteOffset = {}});
    }

    void notePrograms() {
        for (const PlayerSpec& player : m_team.players) {
            PlayerSpec filled = player;
            filled.program = fillPlaceholders(player.program, m_team, player);
            if (!player.isEmbedded && !findProgram(filled)) {
                note(player.line,
                     fmt::format("program {} not found in {} or the PATH", filled.program,
                                 player.folder.string()),
                     "an executable program");
            }
        }
    }

    void noteTypes() {
        std::array<int, kMaxType + 1> counts{};
        int known = 0;
        for (const PlayerSpec& player : m_team.players) {
            if (player.typeNumber >= 0 && player.robotFile.empty()) {
                ++counts[static_cast<std::size_t>(player.typeNumber)];
                ++known;
            }
        }
        std::array<int, kMaxType + 1> sorted = counts;
        std::ranges::sort(sorted, std::greater<>());
        if (sorted[0] > kMaxOfOneType) {
            note(0, fmt::format("{} players of one type", sorted[0]),
                 fmt::format("at most {}, otherwise the server rejects some", kMaxOfOneType));
        }
        if (sorted[0] + sorted[1] > kMaxOfTwoTypes) {
            note(0, fmt::format("{} players of only two types", sorted[0] + sorted[1]),
                 fmt::format("at most {}, otherwise the server rejects some", kMaxOfTwoTypes));
        }
        const auto types = std::ranges::count_if(counts, [](int count) { return count > 0; });
        if (known == kMaxNumber && types < kMinTypes) {
            note(0, fmt::format("only {} robot types", types),
                 fmt::format("at least {}, otherwise the server rejects some", kMinTypes));
        }
    }

    tl::expected<TeamFile, TeamFileErrors> finish() {
        if (!m_errors.empty()) {
            std::ranges::stable_sort(m_errors, {},
                                     [](const Error& error) { return error.line.value_or(0); });
            // An invalid value in [defaults] is reported once, not for each player.
            const auto isSame = [](const Error& a, const Error& b) {
                return a.line == b.line && a.message == b.message;
            };
            m_errors.erase(std::unique(m_errors.begin(), m_errors.end(), isSame), m_errors.end());
            for (Error& error : m_errors) {
                error = error.inFile(m_team.file.string());
            }
            return tl::unexpected(std::move(m_errors));
        }
        notePrograms();
        if (!isMujoco()) {
            noteTypes();
        }
        return std::move(m_team);
    }

    TeamFile m_team;
    TeamFileErrors m_errors;
    std::map<fs::path, robot::RobotCatalog>
        m_robots; // catalogs by folder, so that each robot is read once
    std::set<int> m_numbers;
};

} // namespace

tl::expected<TeamFile, TeamFileErrors> parseTeamFile(std::string_view text, const fs::path& file) {
    const toml::parse_result parsed = toml::parse(text, file.string());
    if (!parsed) {
        const toml::parse_error& fault = parsed.error();
        return tl::unexpected(TeamFileErrors{Error{.code = ErrorCode::Malformed,
                                                   .message = std::string(fault.description()),
                                                   .expected = "TOML",
                                                   .file = fs::absolute(file).string(),
                                                   .line = fault.source().begin.line,
                                                   .byteOffset = {}}});
    }
    return TeamReader(file).read(parsed.table());
}

tl::expected<TeamFile, TeamFileErrors> readTeamFile(const fs::path& file) {
    const auto text = base::readTextFile(file, kMaxFileBytes, "a team file");
    if (!text) {
        return tl::unexpected(TeamFileErrors{text.error()});
    }
    return parseTeamFile(*text, file);
}

std::string joinErrors(const std::vector<Error>& errors) {
    std::string text;
    for (const Error& error : errors) {
        if (!text.empty()) {
            text += '\n';
        }
        text += error.toString();
    }
    return text;
}

} // namespace sideline::launcher
