#include "series/series_settings.h"

#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/input_file.h"
#include "agentcore/base/toml_section.h"
#include "series/expectation.h"
#include "simulator/referee/rules_file.h"

namespace sideline::series {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using base::TomlSection;

constexpr int kFileVersion = 1;
constexpr std::uint64_t kMaxFileBytes = 1U << 20U;
constexpr int kMaxTeams = 64;
constexpr double kMaxLimitS = 86'400.0; // one day of real time

template <typename T>
void take(std::optional<T> value, T& into) {
    if (value) {
        into = std::move(*value);
    }
}

class Reader {
public:
    Reader(const toml::table& table, const fs::path& file)
        : m_table(table), m_file(fs::absolute(file).lexically_normal()) {}

    tl::expected<SeriesSettings, SettingsErrors> read() {
        m_settings.file = m_file;
        m_settings.name = m_file.stem().string();
        readTop();
        readTeams();
        readExpectations();
        readStart();
        if (const toml::table* server = m_top.section("server")) {
            readServer(*server);
        }
        m_top.finish();
        if (!m_errors.empty()) {
            for (base::Error& error : m_errors) {
                error = error.inFile(m_file.string());
            }
            return tl::unexpected(std::move(m_errors));
        }
        return std::move(m_settings);
    }

private:
    void readTop();
    void readTeams();
    void readExpectations();
    void readServer(const toml::table& table);
    void readCommand(TomlSection& keys);
    void readStart();
    void fail(ErrorCode code, std::uint64_t line, std::string message, std::string expected);
    fs::path pathOf(const std::string& name) const {
        return (m_file.parent_path() / name).lexically_normal();
    }
    // Returns the line of a list element, which may differ from the line of its key.
    std::uint64_t lineOf(std::string_view key, std::size_t index) const {
        const toml::array* array = m_table[key].as_array();
        return array != nullptr && index < array->size() ? array->get(index)->source().begin.line
                                                         : m_top.lineOf(key);
    }

    const toml::table& m_table;
    fs::path m_file;
    SettingsErrors m_errors;
    SeriesSettings m_settings;
    TomlSection m_top{m_table, {}, m_errors};
};

void Reader::fail(ErrorCode code, std::uint64_t line, std::string message, std::string expected) {
    m_top.fail(line, std::move(message), std::move(expected));
    m_errors.back().code = code;
}

void Reader::readTop() {
    const auto version = m_top.integer("sideline-series", 1, 1000000);
    if (!version || *version != kFileVersion) {
        fail(version ? ErrorCode::UnsupportedFormat : ErrorCode::Malformed,
             m_top.lineOf("sideline-series"),
             version ? fmt::format("unsupported series version {}", *version)
                     : "the version of the series is missing",
             fmt::format("sideline-series = {}", kFileVersion));
    }
    take(m_top.text("name"), m_settings.name);
    take(m_top.flag("swap-sides"), m_settings.swapsSides);
    take(m_top.integer("games", 1, 1000000), m_settings.games);
    if (m_settings.swapsSides && m_settings.games % 2 != 0) {
        m_top.fail(m_top.lineOf("games"), fmt::format("`games` is {}", m_settings.games),
                   "an even number, since sides are swapped from game to game");
    }
    if (const auto seed = m_top.integer("seed", 0, std::numeric_limits<int>::max())) {
        m_settings.seed = static_cast<std::uint64_t>(*seed);
    }
    take(m_top.number("minutes", 0.01, 1000.0), m_settings.minutes);
    take(m_top.integer("halves", 1, 2), m_settings.halves);
    take(m_top.flag("stop-early"), m_settings.stopsEarly);
    take(m_top.number("confidence", 0.5, 0.9999), m_settings.confidence);
    take(m_top.integer("parallel", 1, 1024), m_settings.parallel);
    take(m_top.integer("repeats", 0, 100), m_settings.repeats);
    take(m_top.number("wall-minutes", 0.01, 100000.0), m_settings.wallMinutes);
    take(m_top.number("join-seconds", 0.1, kMaxLimitS), m_settings.joinS);
    take(m_top.flag("logs"), m_settings.keepsLogs);
}

void Reader::readTeams() {
    const auto teams = m_top.texts("teams");
    if (!teams && m_top.has("teams")) {
        return; // a value of a different type has been reported already
    }
    if (!teams || teams->size() < 2 || teams->size() > kMaxTeams) {
        m_top.fail(m_top.lineOf("teams"),
                   !teams ? std::string("the teams are missing")
                          : fmt::format("`teams` has {} files", teams->size()),
                   fmt::format("two to {} team files, the new version first, such as teams = "
                               "[\"new.toml\", \"old.toml\"]",
                               kMaxTeams));
        return;
    }
    for (std::size_t i = 0; i < teams->size(); ++i) {
        const fs::path path = pathOf((*teams)[i]);
        std::error_code ignored;
        if (!fs::is_regular_file(path, ignored)) {
            fail(ErrorCode::NotFound, lineOf("teams", i),
                 fmt::format("there is no team file {}", path.string()),
                 "a path relative to the series file");
        }
        m_settings.teams.push_back(path);
    }
}

void Reader::readExpectations() {
    take(m_top.texts("expect"), m_settings.expectations);
    for (std::size_t i = 0; i < m_settings.expectations.size(); ++i) {
        const auto expectation = Expectation::parse(m_settings.expectations[i]);
        if (!expectation) {
            fail(expectation.error().code, lineOf("expect", i), expectation.error().message,
                 expectation.error().expected);
        }
    }
}

void Reader::readStart() {
    const auto start = m_top.text("start");
    if (!start) {
        return;
    }
    m_settings.start = pathOf(*start);
    std::error_code ignored;
    if (!fs::is_regular_file(m_settings.start, ignored)) {
        fail(ErrorCode::NotFound, m_top.lineOf("start"),
             fmt::format("there is no file {}", m_settings.start.string()),
             "a start situation, relative to the series file");
    }
}

void Reader::readServer(const toml::table& table) {
    TomlSection keys(table, "server settings", m_errors);
    ServerChoices& server = m_settings.server;
    take(keys.flag("exact"), server.isExact);
    take(keys.flag("noise"), server.hasNoise);
    take(keys.flag("ground-truth"), server.sendsGroundTruth);
    take(keys.flag("real-time"), server.isRealTime);
    std::error_code ignored;
    if (const auto rules = keys.text("rules")) {
        server.rules = pathOf(*rules);
        if (!fs::is_regular_file(server.rules, ignored)) {
            fail(ErrorCode::NotFound, keys.lineOf("rules"),
                 fmt::format("there is no file {}", server.rules.string()),
                 "a JSON file with rules, relative to the series file");
        }
    }
    if (const auto robots = keys.text("robots")) {
        server.robots = pathOf(*robots);
        if (!fs::is_directory(server.robots, ignored)) {
            fail(ErrorCode::NotFound, keys.lineOf("robots"),
                 fmt::format("there is no folder {}", server.robots.string()),
                 "a server's data folder, relative to the series file");
        }
    }
    readCommand(keys);
    keys.finish();
}

// Reads the command of an external server, which has settings of its own.
void Reader::readCommand(TomlSection& keys) {
    take(keys.texts("command"), m_settings.server.command);
    take(keys.number("start-seconds", 0.1, kMaxLimitS), m_settings.server.startS);
    take(keys.number("silence-seconds", 0.1, kMaxLimitS), m_settings.server.silenceS);
    const auto folder = keys.text("folder");
    const auto fault = [&](std::string_view key, std::string message, std::string expected) {
        keys.fail(keys.lineOf(key), std::move(message), std::move(expected));
    };
    if (!keys.has("command")) {
        for (const char* key : {"folder", "start-seconds", "silence-seconds"}) {
            if (keys.has(key)) {
                fault(key, fmt::format("`{}` without a `command`", key),
                      "command = [\"PROGRAM\", ...]");
            }
        }
        return;
    }
    ServerChoices& server = m_settings.server;
    server.folder = folder ? pathOf(*folder) : m_file.parent_path();
    std::error_code ignored;
    if (!fs::is_directory(server.folder, ignored)) {
        fault("folder", fmt::format("there is no folder {}", server.folder.string()),
              "the folder in which the server is started, relative to the series file");
    }
    std::string all;
    for (std::string& word : server.command) {
        all += word + ' ';
    }
    for (const char* place : {"{agent_port}", "{monitor_port}"}) {
        if (all.find(place) == std::string::npos) {
            fault("command", fmt::format("the command has no {}", place),
                  "arguments that pass the ports to the server, such as [\"rcssserver3d\", "
                  "\"--agent-port\", \"{agent_port}\", \"--server-port\", "
                  "\"{monitor_port}\"]");
        }
    }
    // A path is relative to the series file; a name is looked up in PATH.
    if (!server.command.empty() && server.command.front().find('/') != std::string::npos) {
        server.command.front() = pathOf(server.command.front()).string();
        if (!fs::is_regular_file(server.command.front(), ignored)) {
            fault("command", fmt::format("there is no program {}", server.command.front()),
                  "a path relative to the series file, or a name in PATH");
        }
    }
    for (const char* key : {"exact", "noise", "ground-truth", "rules", "robots"}) {
        if (keys.has(key)) {
            fault(key, fmt::format("`{}` applies only to the built-in server", key),
                  "it to be set in the server that `command` starts");
        }
    }
    if (!m_settings.start.empty()) {
        fault("command", "a start situation needs the built-in server",
              "no `start`, or no `command`");
    }
    if (!keys.has("real-time")) {
        server.isRealTime = true;
    }
}

} // namespace

std::string filledWord(std::string word, const ServerPlaces& places) {
    const std::pair<std::string_view, std::string> values[] = {
        {"{agent_port}", std::to_string(places.agentPort)},
        {"{monitor_port}", std::to_string(places.monitorPort)},
        {"{seed}", std::to_string(places.seed)}};
    for (const auto& [name, value] : values) {
        for (auto at = word.find(name); at != std::string::npos; at = word.find(name, at)) {
            word.replace(at, name.size(), value);
            at += value.size();
        }
    }
    return word;
}

tl::expected<SeriesSettings, SettingsErrors> parseSeries(std::string_view text,
                                                         const fs::path& file) {
    const toml::parse_result parsed = toml::parse(text, file.string());
    if (!parsed) {
        base::Error error;
        error.code = ErrorCode::Malformed;
        error.message = std::string(parsed.error().description());
        error.expected = "TOML";
        error.file = fs::absolute(file).lexically_normal().string();
        error.line = parsed.error().source().begin.line;
        return tl::unexpected(SettingsErrors{std::move(error)});
    }
    return Reader(parsed.table(), file).read();
}

tl::expected<SeriesSettings, SettingsErrors> readSeries(const fs::path& file) {
    const auto text = base::readTextFile(file, kMaxFileBytes, "a series file");
    if (!text) {
        return tl::unexpected(SettingsErrors{text.error()});
    }
    return parseSeries(*text, file);
}

std::string textOf(const SeriesSettings& settings) {
    std::vector<std::string> teams;
    for (const fs::path& team : settings.teams) {
        teams.push_back(team.string());
    }
    std::string text = fmt::format(
        "sideline-series = {}\nname = {}\nteams = {}\ngames = {}\nseed = {}\nminutes = {}\n"
        "halves = {}\nswap-sides = {}\nstop-early = {}\nconfidence = {}\nrepeats = {}\nlogs = {}\n",
        kFileVersion, base::tomlText(settings.name), base::tomlText(teams), settings.games,
        settings.seed, settings.minutes, settings.halves, settings.swapsSides, settings.stopsEarly,
        settings.confidence, settings.repeats, settings.keepsLogs);
    if (settings.parallel > 0) {
        text += fmt::format("parallel = {}\n", settings.parallel);
    }
    if (settings.wallMinutes > 0.0) {
        text += fmt::format("wall-minutes = {}\n", settings.wallMinutes);
    }
    if (settings.joinS > 0.0) {
        text += fmt::format("join-seconds = {}\n", settings.joinS);
    }
    if (!settings.start.empty()) {
        text += fmt::format("start = {}\n", base::tomlText(settings.start.string()));
    }
    if (!settings.expectations.empty()) {
        text += fmt::format("expect = {}\n", base::tomlText(settings.expectations));
    }
    const ServerChoices& server = settings.server;
    if (!server.command.empty()) {
        text += fmt::format(
            "\n[server]\ncommand = {}\nfolder = {}\nreal-time = {}\nstart-seconds = {}\n",
            base::tomlText(server.command), base::tomlText(server.folder.string()),
            server.isRealTime, server.startS);
        return server.silenceS > 0.0 ? text + fmt::format("silence-seconds = {}\n", server.silenceS)
                                     : text;
    }
    text +=
        fmt::format("\n[server]\nexact = {}\nnoise = {}\nground-truth = {}\nreal-time = {}\n",
                    server.isExact, server.hasNoise, server.sendsGroundTruth, server.isRealTime);
    if (!server.rules.empty()) {
        text += fmt::format("rules = {}\n", base::tomlText(server.rules.string()));
    }
    if (!server.robots.empty()) {
        text += fmt::format("robots = {}\n", base::tomlText(server.robots.string()));
    }
    return text;
}

base::Expected<simulator::SimulationSettings> simulationOf(const SeriesSettings& settings,
                                                           std::uint64_t seed) {
    simulator::SimulationSettings simulation;
    if (!settings.server.rules.empty()) {
        auto rules = simulator::readRulesFile(settings.server.rules);
        if (!rules) {
            return tl::unexpected(rules.error());
        }
        simulation.rules = *rules;
    }
    if (simulation.rules.changesSidesInSecondHalf) {
        return tl::unexpected(base::failure(base::ErrorCode::InvalidArgument,
                                            "ChangeSidesInSecondHalf is on in a series",
                                            "it to be off: sides are swapped from game to game")
                                  .value()
                                  .inFile(settings.server.rules.string()));
    }
    simulation.seed = seed;
    simulation.rules.halfTimeS = 60.0 * settings.minutes / settings.halves;
    simulation.rules.hasSingleHalf = settings.halves == 1;
    simulation.rules.kicksOffAutomatically = false;
    simulation.rules.quitsAfterGame = false;
    simulation.solver =
        settings.server.isExact ? simulator::Solver::Exact : simulator::Solver::Fast;
    simulation.sensors.visionNoise = settings.server.hasNoise;
    simulation.sensors.visionCalibrationError =
        settings.server.hasNoise && simulation.sensors.visionCalibrationError;
    simulation.sensors.groundTruth = settings.server.sendsGroundTruth;
    simulation.robots.setFolder(settings.server.robots);
    if (!settings.start.empty()) {
        auto start = simulator::readStart(settings.start, simulation.field, simulation.robots);
        if (!start) {
            return tl::unexpected(start.error().front());
        }
        // The game begins with the situation and consists of one half.
        const double endS = start->timeS + 60.0 * settings.minutes;
        simulation.rules.hasSingleHalf = true;
        simulation.rules.halfTimeS = endS / start->half;
        simulation.start = std::make_shared<const simulator::StartSituation>(std::move(*start));
    }
    return simulation;
}

} // namespace sideline::series
