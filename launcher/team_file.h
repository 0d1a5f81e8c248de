#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/server_kind.h"
#include "agentcore/localization/methods.h"
#include "agentcore/robot/robot_model.h"
#include "agents/agent_blueprint.h"

namespace sideline::launcher {

/// Maximum uniform number of the players of a team.
inline constexpr int kMaxNumber = 11;

/// Whether a player that failed is restarted.
enum class Restart : std::uint8_t { Never, OnCrash };

/// One player of a team, or one program that starts several.
struct PlayerSpec {
    int number = 0;        ///< uniform number, 1 to 11; 0 for a program that starts the whole team
    int typeNumber = -1;   ///< Nao type, 0 to 4; -1 if the program chooses it, and for other robots
    std::string robotFile; ///< scene file or name of an embedded player's robot; empty: default
    std::filesystem::path robotsFolder; ///< a server's data, absolute; empty: built-in robots
    robot::RobotModelPtr model;         ///< model of an embedded player's robot

    bool isEmbedded = false; ///< a built-in agent in this process; otherwise `program` is run
    std::string behavior = agents::kDefaultBehavior; ///< behavior of a built-in agent
    agents::ParameterTexts parameters;               ///< parameters of that behavior
    /// `decision` as written: determines `behavior` and its file; empty: not used.
    std::string decision;
    /// `set` of [defaults] if `decision` is given there, too: settings for the behavior of that
    /// file.
    agents::ParameterTexts decisionSet;
    std::uint64_t decisionSetLine = 0;
    /// Beam pose before kick-off in the team's field frame: x m, y m, heading rad. Embedded players
    /// only.
    std::optional<Eigen::Vector3d> beam_F;
    /// Localization method of embedded players.
    localization::Method localizer = localization::Method::Fusion;

    /// Relative to `folder` if it contains `/`; otherwise looked up in `folder`, then in the PATH.
    std::string program;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< added to the environment of this process
    std::filesystem::path folder;                   ///< working directory, absolute
    /// Delay after the start of the previous player in the file.
    std::chrono::milliseconds startDelay{200};
    Restart restart = Restart::Never;
    /// Whether percepts and commands are recorded; a program is recorded through a proxy and
    /// receives the proxy's port.
    bool isRecorded = false;
    std::uint64_t line = 0; ///< line in the team file

    [[nodiscard]] bool isWholeTeam() const { return number == 0; }
};

/// A team as described by its file.
struct TeamFile {
    std::filesystem::path file; ///< absolute
    std::string name;
    std::string side = "any"; ///< left, right or any: for display, since the server assigns sides
    game::ServerKind server = game::ServerKind::SimSpark; ///< server that its players can join
    std::string host = "127.0.0.1";
    std::uint16_t port = 3100;
    std::uint16_t monitorPort = 3200;
    bool isSync = false;             ///< whether embedded players end every message with (syn)
    std::vector<PlayerSpec> players; ///< players in the order of the file; never empty
    /// Warnings: a missing program, or types that the server would reject.
    std::vector<base::Error> notes;

    /// The largest number of players on the field: a program that starts the whole team counts as
    /// `kMaxNumber` players.
    [[nodiscard]] std::size_t mostPlayers() const;
};

/// All faults of a team file, ordered by line; never empty.
using TeamFileErrors = std::vector<base::Error>;

/// Reads and checks a team file (docs/teams.md).
///
/// Errors, each with its line and the expected value: NotFound and Io for the file itself,
/// LimitExceeded above 1 MiB, Malformed for invalid TOML, InvalidArgument for keys and values.
/// After a TOML error nothing else is checked. Any thread.
[[nodiscard]] tl::expected<TeamFile, TeamFileErrors> readTeamFile(
    const std::filesystem::path& file);
/// Like `readTeamFile`, for text that has already been read.
/// @param file reported in errors; other files are relative to its folder
[[nodiscard]] tl::expected<TeamFile, TeamFileErrors> parseTeamFile(
    std::string_view text, const std::filesystem::path& file);

/// Errors as lines for display.
[[nodiscard]] std::string joinErrors(const std::vector<base::Error>& errors);

/// Returns why a team cannot play on a server and how to change that; nullopt if it can.
[[nodiscard]] std::optional<base::Error> serverFault(const TeamFile& team, game::ServerKind server);

/// Returns a name that none of `others` has: `name` itself or with `_2`, `_3`, ... appended.
/// Servers distinguish teams by name, so a team that plays against itself needs a second one.
[[nodiscard]] std::string distinctName(const std::string& name,
                                       const std::vector<std::string>& others);

/// Returns the real time in which a team should be on the field after its start: one minute, two
/// seconds for each player, and the start delays.
/// @param settingS the time that the user has set, s; 0: none
[[nodiscard]] std::chrono::milliseconds joinLimit(const TeamFile& team, double settingS = 0.0);

/// Whether a host name refers to this machine.
[[nodiscard]] bool isThisMachine(std::string_view host);

/// Returns why a program cannot be recorded with this server: the proxy runs on this machine.
[[nodiscard]] std::optional<base::Error> recordingFault(const TeamFile& team,
                                                        const PlayerSpec& player);

/// Names of the behaviors for embedded players.
[[nodiscard]] const std::vector<std::string>& embeddedBehaviors();

/// Returns the path of a player's `program`; nullopt if it is missing.
[[nodiscard]] std::optional<std::filesystem::path> findProgram(const PlayerSpec& player);

} // namespace sideline::launcher
