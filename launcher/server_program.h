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

/// How an installed server is to be started: the user's own `rcssserver3d` or `rcssservermj`.
struct ServerOptions {
    game::ServerKind kind = game::ServerKind::Rcssservermj;
    /// The program: a path, a name for the PATH, a Python interpreter, or the folder of a Python
    /// environment; empty: the server's own name, looked for where it usually is.
    std::string program;
    std::string arguments;        ///< more of them, as words of a command line
    std::filesystem::path folder; ///< it runs there, and writes its logs there; empty: the present
    std::uint16_t agentPort = 60000;
    std::uint16_t monitorPort = 60001;
    // Of rcssservermj only; what is as usual is not on its command line, as versions differ.
    bool isSync = false;       ///< waits for the answers of all agents
    bool isSequential = false; ///< runs physics and agents one after the other; implies sync
    bool isRealtime = true;    ///< else as fast as possible; implies sync
    bool isRendered = false;   ///< opens the server's own window
    std::string field;         ///< empty: that of the rules
    std::string rules;         ///< empty: the server's own
    int phase = 0;             ///< 0 and 1: halves, 2 and 3: of extra time, 4: penalty shoot-out
    double startTimeS = 0.0;   ///< of the game clock; 0: the beginning of the phase

    /// Whether agents must answer every message.
    [[nodiscard]] bool waitsForAgents() const {
        return kind == game::ServerKind::Rcssservermj && (isSync || isSequential || !isRealtime);
    }
    [[nodiscard]] bool operator==(const ServerOptions&) const = default;
};

/// Options with the ports that a server has by itself.
[[nodiscard]] ServerOptions usualOptions(game::ServerKind kind);

/// Words for `ServerOptions::field`, `rules`, as rcssservermj of June 2026 has them.
[[nodiscard]] const std::vector<std::string>& mujocoFields();
[[nodiscard]] const std::vector<std::string>& mujocoRules();

/// Where programs are looked for: what is given here, so that tests need not change our process.
struct SearchPlaces {
    std::string path; ///< as the variable PATH
    /// Folders of Python environments, best first; each has `bin`.
    std::vector<std::filesystem::path> environments;

    /// The PATH, the environment that is active (`VIRTUAL_ENV`, `CONDA_PREFIX`), and those in which
    /// pip, pipx, uv and people put programs: `~/.local`, `~/.venv`, `~/venv`, ...
    [[nodiscard]] static SearchPlaces ofThisProcess();
};

/// A server's program, and what stands before its options.
struct FoundServer {
    std::filesystem::path program;          ///< absolute
    std::vector<std::string> arguments;     ///< `-m rcsssmj` of a Python interpreter
    [[nodiscard]] std::string text() const; ///< for display
};

/// Errors: NotFound with the places that were searched, InvalidArgument for a path that is no
/// program.
[[nodiscard]] base::Expected<FoundServer> findServer(const ServerOptions& options,
                                                     const SearchPlaces& places);

/// The options as words for its command line.
[[nodiscard]] std::vector<std::string> argumentsOf(const ServerOptions& options);

/// What is wrong with options, before anything is started.
/// Errors: InvalidArgument for ports that are 0 or alike, and for words that the server lacks.
[[nodiscard]] base::Expected<void> check(const ServerOptions& options);

/// Which port of a server is taken by another program of this machine; nothing if none is.
[[nodiscard]] std::optional<std::uint16_t> takenPort(const ServerOptions& options);

/// The server as the only player of a team, for a `TeamRunner`: its output comes under its name.
[[nodiscard]] TeamFile processOf(const ServerOptions& options, const FoundServer& found);

/// What a server that has ended by itself probably wanted to say; empty if nothing is known.
/// @param output its last lines
[[nodiscard]] std::string hintOf(game::ServerKind kind, std::string_view output);

} // namespace sideline::launcher
