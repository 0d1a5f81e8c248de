#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/server_kind.h"
#include "launcher/team_file.h"

namespace sideline::launcher {

/// How to start an installed server: the user's own `rcssserver3d` or `rcssservermj`.
struct ServerOptions {
    game::ServerKind kind = game::ServerKind::Rcssservermj;
    /// The program: a path, a name to look up in the PATH, a Python interpreter, or the folder of a
    /// Python environment; empty: the server's own name, searched for in common places.
    std::string program;
    std::string arguments;        ///< further arguments, as in a command line
    std::filesystem::path folder; ///< working directory, for its logs; empty: the current one
    std::uint16_t agentPort = 60000;
    std::uint16_t monitorPort = 60001;
    // Options of rcssservermj; defaults are not passed on its command line, as versions differ.
    bool isSync = false;       ///< whether the server waits for the answers of all agents
    bool isSequential = false; ///< whether physics and agents run one after the other; implies sync
    bool isRealtime = true;    ///< false: as fast as possible; implies sync
    bool isRendered = false;   ///< whether the server opens its own window
    std::string field;         ///< field name; empty: that of the rules
    std::string rules;         ///< name of the rules; empty: the server's default
    int phase = 0;             ///< 0, 1: halves, 2, 3: halves of extra time, 4: penalty shoot-out
    double startTimeS = 0.0;   ///< start of the game clock; 0: the beginning of the phase

    /// Whether agents must answer every message.
    [[nodiscard]] bool waitsForAgents() const {
        return kind == game::ServerKind::Rcssservermj && (isSync || isSequential || !isRealtime);
    }
    [[nodiscard]] bool operator==(const ServerOptions&) const = default;
};

/// Options with the default ports of a server.
[[nodiscard]] ServerOptions defaultOptions(game::ServerKind kind);

/// Values of `ServerOptions::field` and `rules` that rcssservermj accepts as of June 2026.
[[nodiscard]] const std::vector<std::string>& mujocoFields();
[[nodiscard]] const std::vector<std::string>& mujocoRules();

/// Places where programs are searched for; a value, so that tests need not change the environment.
struct SearchPlaces {
    std::string path; ///< value of the variable PATH
    /// Folders of Python environments, best first; each has `bin`.
    std::vector<std::filesystem::path> environments;

    /// The PATH, the active environment (`VIRTUAL_ENV`, `CONDA_PREFIX`), and the folders where pip,
    /// pipx, uv and users install programs: `~/.local`, `~/.venv`, `~/venv`, ...
    [[nodiscard]] static SearchPlaces ofThisProcess();
};

/// The program of a server and the arguments that precede its options.
struct FoundServer {
    std::filesystem::path program;          ///< absolute
    std::vector<std::string> arguments;     ///< `-m rcsssmj` of a Python interpreter
    [[nodiscard]] std::string text() const; ///< for display
};

/// Errors: NotFound with the places that were searched, InvalidArgument for a path without a
/// program.
[[nodiscard]] base::Expected<FoundServer> findServer(const ServerOptions& options,
                                                     const SearchPlaces& places);

/// Converts the options to arguments of the server's command line.
[[nodiscard]] std::vector<std::string> argumentsOf(const ServerOptions& options);

/// Checks options before anything starts.
/// Errors: InvalidArgument for ports that are 0 or equal, and for values that the server does not
/// accept.
[[nodiscard]] base::Expected<void> check(const ServerOptions& options);

/// Returns a port of a server that another program of this machine uses; nullopt if all are free.
[[nodiscard]] std::optional<std::uint16_t> takenPort(const ServerOptions& options);

/// Returns the options with two ports of this machine that are free now. Ports that the system does
/// not provide are left as they are.
[[nodiscard]] ServerOptions withFreePorts(ServerOptions options);

/// The server as the only player of a team, for a `TeamRunner`: its output appears under its name.
[[nodiscard]] TeamFile processOf(const ServerOptions& options, const FoundServer& found);

/// Returns the likely reason why a server exited; empty if unknown.
/// @param output its last lines
[[nodiscard]] std::string hintOf(game::ServerKind kind, std::string_view output);

} // namespace sideline::launcher
