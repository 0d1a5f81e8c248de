#include "launcher/server_program.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "agentcore/net/frame_server.h"
#include "launcher/program_path.h"
#include "launcher/team_text.h"

namespace sideline::launcher {

namespace {

namespace fs = std::filesystem;
using base::ErrorCode;
using game::ServerKind;

constexpr int kLastPhase = 4;
constexpr const char* kPythonPackage = "rcsssmj";

FoundServer foundAs(const fs::path& program) {
    FoundServer found{fs::absolute(program).lexically_normal(), {}};
    if (program.filename().string().starts_with("python")) {
        found.arguments = {"-m", kPythonPackage};
    }
    return found;
}

std::string environmentValue(const char* name) {
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): no thread sets it
    return value != nullptr ? value : "";
}

// Finds a program by a path that the user has given: the program, or its Python environment.
base::Expected<FoundServer> findGiven(const fs::path& given, const std::string& name) {
    std::error_code failed;
    if (fs::is_directory(given, failed)) {
        for (const fs::path& file : {given / "bin" / name, given / name}) {
            if (isProgram(file)) {
                return foundAs(file);
            }
        }
        return base::failure(
            ErrorCode::NotFound,
            fmt::format("there is no {} in {} or its bin folder", name, given.string()),
            "the folder of the Python environment in which it is installed");
    }
    if (!fs::exists(given, failed)) {
        return base::failure(ErrorCode::NotFound, fmt::format("there is no {}", given.string()),
                             fmt::format("the path of {}", name));
    }
    if (!isProgram(given)) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("{} is not executable", given.string()),
                             fmt::format("the path of {}", name));
    }
    return foundAs(given);
}

} // namespace

ServerOptions defaultOptions(ServerKind kind) {
    ServerOptions options;
    options.kind = kind;
    options.agentPort = game::defaultAgentPort(kind);
    options.monitorPort = game::defaultMonitorPort(kind);
    return options;
}

const std::vector<std::string>& mujocoFields() {
    static const std::vector<std::string> kFields = {"fifa7vs7", "hsl2026", "fifa"};
    return kFields;
}

const std::vector<std::string>& mujocoRules() {
    static const std::vector<std::string> kRules = {"ssim26", "ssim", "fifa"};
    return kRules;
}

SearchPlaces SearchPlaces::ofThisProcess() {
    SearchPlaces places;
    places.path = environmentValue("PATH");
    for (const char* active : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        if (const std::string folder = environmentValue(active); !folder.empty()) {
            places.environments.emplace_back(folder);
        }
    }
    if (const std::string home = environmentValue("HOME"); !home.empty()) {
        for (const char* folder : {".local", ".venv", "venv", ".local/share/pipx/venvs/rcsssmj",
                                   ".local/pipx/venvs/rcsssmj", ".local/share/uv/tools/rcsssmj"}) {
            places.environments.push_back(fs::path(home) / folder);
        }
    }
    return places;
}

std::string FoundServer::text() const {
    return arguments.empty() ? program.string()
                             : fmt::format("{} {}", program.string(), fmt::join(arguments, " "));
}

base::Expected<FoundServer> findServer(const ServerOptions& options, const SearchPlaces& places) {
    const std::string defaultName(game::serverKindName(options.kind));
    if (options.program.find('/') != std::string::npos) {
        std::string given = options.program;
        if (given.starts_with("~/")) {
            given.replace(0, 1, environmentValue("HOME"));
        }
        return findGiven(given, defaultName);
    }
    const std::string& name = options.program.empty() ? defaultName : options.program;
    std::vector<std::string> searched;
    for (const fs::path& folder : foldersOf(places.path)) {
        if (isProgram(folder / name)) {
            return foundAs(folder / name);
        }
        searched.push_back(folder.string());
    }
    if (options.kind == ServerKind::Rcssservermj) {
        for (const fs::path& environment : places.environments) {
            if (isProgram(environment / "bin" / name)) {
                return foundAs(environment / "bin" / name);
            }
            searched.push_back((environment / "bin").string());
        }
    }
    std::ranges::stable_sort(searched);
    searched.erase(std::unique(searched.begin(), searched.end()), searched.end());
    return base::failure(ErrorCode::NotFound,
                         fmt::format("{} not found in {}", name, fmt::join(searched, ", ")),
                         options.kind == ServerKind::Rcssservermj
                             ? "its path, or the folder of the Python environment that contains it"
                             : "its path");
}

std::vector<std::string> argumentsOf(const ServerOptions& options) {
    std::vector<std::string> words;
    const auto add = [&](std::string name, std::string value) {
        words.push_back(std::move(name));
        words.push_back(std::move(value));
    };
    if (options.kind == ServerKind::SimSpark) {
        add("--agent-port", std::to_string(options.agentPort));
        add("--server-port", std::to_string(options.monitorPort));
    } else {
        add("--aport", std::to_string(options.agentPort));
        add("--mport", std::to_string(options.monitorPort));
        for (const auto& [isOn, word] : {std::pair{options.isSync, "--sync"},
                                         {options.isSequential, "--sequential"},
                                         {!options.isRealtime, "--no-realtime"},
                                         {!options.isRendered, "--no-render"}}) {
            if (isOn) {
                words.emplace_back(word);
            }
        }
        if (!options.field.empty()) {
            add("--field", options.field);
        }
        if (!options.rules.empty()) {
            add("--rules", options.rules);
        }
        if (options.phase != 0) {
            add("--phase", std::to_string(options.phase));
        }
        if (options.startTimeS > 0.0) {
            add("--time", fmt::format("{}", options.startTimeS));
        }
    }
    for (std::string& word : splitWords(options.arguments)) {
        words.push_back(std::move(word));
    }
    return words;
}

base::Expected<void> check(const ServerOptions& options) {
    const auto fail = [](std::string message, std::string expected) {
        return base::failure(ErrorCode::InvalidArgument, std::move(message), std::move(expected));
    };
    if (options.agentPort == 0 || options.monitorPort == 0) {
        return fail("a server needs two ports", "1 to 65535");
    }
    if (options.agentPort == options.monitorPort) {
        return fail(fmt::format("agents and monitors have the same port, {}", options.agentPort),
                    "two different ports");
    }
    if (options.phase < 0 || options.phase > kLastPhase) {
        return fail(fmt::format("there is no phase {}", options.phase), "0 to 4");
    }
    if (!(options.startTimeS >= 0.0)) {
        return fail("the start time is below 0", "seconds of the game clock");
    }
    std::error_code failed;
    if (!options.folder.empty() && !fs::is_directory(options.folder, failed)) {
        return fail(fmt::format("there is no folder {}", options.folder.string()),
                    "a folder for the server's logs");
    }
    return {};
}

std::optional<std::uint16_t> takenPort(const ServerOptions& options) {
    for (const std::uint16_t port : {options.agentPort, options.monitorPort}) {
        net::ServerOptions probe;
        probe.port = port;
        if (!net::FrameServer::listen(probe)) {
            return port;
        }
    }
    return std::nullopt;
}

ServerOptions withFreePorts(ServerOptions options) {
    const auto agents = net::FrameServer::listen({});
    const auto monitors = net::FrameServer::listen({}); // chosen together, so that they differ
    if (agents && monitors) {
        options.agentPort = agents->port();
        options.monitorPort = monitors->port();
    }
    return options;
}

TeamFile processOf(const ServerOptions& options, const FoundServer& found) {
    TeamFile team;
    team.name = std::string(game::serverKindName(options.kind));
    team.port = options.agentPort;
    team.monitorPort = options.monitorPort;
    PlayerSpec server;
    server.program = found.program.string();
    server.arguments = found.arguments;
    for (std::string& word : argumentsOf(options)) {
        server.arguments.push_back(std::move(word));
    }
    std::error_code failed;
    server.folder = options.folder.empty() ? fs::current_path(failed) : options.folder;
    server.environment.emplace("PYTHONUNBUFFERED", "1"); // otherwise lines are held until the end
    server.startDelay = std::chrono::milliseconds(0);
    team.players.push_back(std::move(server));
    return team;
}

std::string hintOf(ServerKind kind, std::string_view output) {
    const auto has = [&](std::string_view text) {
        return output.find(text) != std::string_view::npos;
    };
    if (has("unrecognized arguments") || has("invalid choice") || has("unrecognised option") ||
        has("unknown option")) {
        return fmt::format(
            "this version of {} does not support one of the options set in the form; "
            "reset that option, or install a newer version",
            game::serverKindName(kind));
    }
    if (has("Address already in use") || has("already in use")) {
        return "another program has its port: choose other ports";
    }
    if (has("ModuleNotFoundError") || has("ImportError")) {
        return "its Python environment is incomplete: reinstall the server there";
    }
    return {};
}

} // namespace sideline::launcher
