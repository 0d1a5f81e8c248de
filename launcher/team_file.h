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

/// Of the players of a team.
inline constexpr int kMaxNumber = 11;

/// Whether a player that ended by itself with a fault is started again.
enum class Restart : std::uint8_t { Never, OnCrash };

/// One player of a team, or one program that starts several.
struct PlayerSpec {
    int number = 0;        ///< on the back, 1 to 11; 0 for a program that starts the whole team
    int typeNumber = -1;   ///< of the Nao, 0 to 4; -1 if the program chooses it, and elsewhere
    std::string robotFile; ///< scene file or name of an embedded player's; empty: Nao, or T1
    std::filesystem::path robotsFolder; ///< a server's data, absolute; empty: robots known here
    robot::RobotModelPtr model;         ///< of an embedded player

    bool isEmbedded = false; ///< a built-in agent in this process; else `program` is run
    std::string behavior = agents::kUsualBehavior; ///< of a built-in agent
    agents::ParameterTexts parameters;             ///< of that behavior
    /// `decision` as it is written: `behavior` and its file follow from it; empty: not used.
    std::string decision;
    /// `set` beside the `decision` of [defaults]: for what the file turns out to be.
    agents::ParameterTexts decisionSet;
    std::uint64_t decisionSetLine = 0;
    /// Where it stands before kick-off, own field frame: x m, y m, heading rad. Embedded only.
    std::optional<Eigen::Vector3d> beam_F;
    /// How it finds out where it is. Embedded only.
    localization::Method localizer = localization::Method::Fusion;

    /// With a `/` relative to `folder`; else looked for in `folder`, then in the PATH.
    std::string program;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> environment; ///< added to what we have ourselves
    std::filesystem::path folder;                   ///< to run in, absolute
    /// Wait between the start of the player before it in the file and its own.
    std::chrono::milliseconds startDelay{200};
    Restart restart = Restart::Never;
    /// What it perceives and does is recorded: a program's through a proxy, whose port it gets.
    bool isRecorded = false;
    std::uint64_t line = 0; ///< in the team file

    [[nodiscard]] bool isWholeTeam() const { return number == 0; }
};

/// A team as its file describes it.
struct TeamFile {
    std::filesystem::path file; ///< absolute
    std::string name;
    std::string side = "any"; ///< left, right or any: a note for display, the server gives sides
    game::ServerKind server = game::ServerKind::SimSpark; ///< that its players can join
    std::string host = "127.0.0.1";
    std::uint16_t port = 3100;
    std::uint16_t monitorPort = 3200;
    bool isSync = false;             ///< embedded players end every message with (syn)
    std::vector<PlayerSpec> players; ///< in their order in the file; never empty
    /// What is allowed and probably not meant: a program that is not there, types that the server
    /// would refuse.
    std::vector<base::Error> notes;
};

/// Everything that is wrong with a team file, in the order of its lines; never empty.
using TeamFileErrors = std::vector<base::Error>;

/// Reads and checks a team file (docs/teams.md).
///
/// Errors, each with its line and with what was expected: NotFound and Io for the file itself,
/// LimitExceeded above 1 MiB, Malformed for what is no TOML, InvalidArgument for keys and values.
/// After an error in TOML itself nothing else is looked at. Any thread.
[[nodiscard]] tl::expected<TeamFile, TeamFileErrors> readTeamFile(
    const std::filesystem::path& file);
/// The same for text that has been read already.
/// @param file to report in errors, and whose folder others are relative to
[[nodiscard]] tl::expected<TeamFile, TeamFileErrors> parseTeamFile(
    std::string_view text, const std::filesystem::path& file);

/// Errors as lines for display.
[[nodiscard]] std::string joinErrors(const std::vector<base::Error>& errors);

/// Why a team cannot play on a server, with what to do; nothing if it can.
[[nodiscard]] std::optional<base::Error> serverFault(const TeamFile& team, game::ServerKind server);

/// Whether a host name is one for this machine itself.
[[nodiscard]] bool isThisMachine(std::string_view host);

/// Why a program cannot be recorded with this server: it would look for a proxy there.
[[nodiscard]] std::optional<base::Error> recordingFault(const TeamFile& team,
                                                        const PlayerSpec& player);

/// Names of the behaviors that an embedded player can have.
[[nodiscard]] const std::vector<std::string>& embeddedBehaviors();

/// Where `program` of a player is; nothing if it is not there.
[[nodiscard]] std::optional<std::filesystem::path> findProgram(const PlayerSpec& player);

} // namespace sideline::launcher
