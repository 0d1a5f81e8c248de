#pragma once

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/game/player_id.h"
#include "agentcore/monitor/trainer_command.h"
#include "simulator/mujoco/league_game.h"
#include "simulator/mujoco/torso_place.h"

namespace sideline::simulator::mujoco {

/// Places a player at rest, with all joints at zero.
struct PlacePlayer {
    game::PlayerId player;
    TorsoPlace place;
};

/// A command of a trainer that rcssservermj executes. A kick-off of side None selects a side at
/// random; a ball has a position, and rests if it has no velocity.
using LeagueCommand =
    std::variant<monitor::KickOff, monitor::DropBall, monitor::BallCommand, PlacePlayer>;

/// The commands of a message and its errors.
struct LeagueMessage {
    std::vector<LeagueCommand> commands;
    std::vector<base::Error> errors;
};

/// Reads a trainer's message as rcssservermj does (`soccer_command_parser.py` of `rcsssmj` 0.2.1):
/// `(kickOff [Left|left|L|l|Right|right|R|r])`, `(dropBall)`, `(ball (pos x y z) [(vel x y z)])`
/// and `(agent (unum n) (team NAME) (pos x y z))`, also with `(move x y z deg)` and `(move3d x y z
/// qw qx qy qz)`, of which the last one counts. A team is `Left`, `Right` or its name; headings are
/// from +x.
///
/// Errors, each with its byte offset: InvalidArgument for an unknown command, and for `(playMode
/// ...)` and `(killsim)`, which that server reads and ignores; Malformed for missing or wrong
/// values, after which the rest of the message is ignored, as on the server; NotFound for a team
/// that does not play.
[[nodiscard]] LeagueMessage readLeagueCommands(std::string_view message, const LeagueGame& game);

/// Converts a command to one of rcssservermj. Errors: InvalidArgument if that server has no such
/// command.
[[nodiscard]] base::Expected<LeagueCommand> toLeague(const monitor::TrainerCommand& command);

} // namespace sideline::simulator::mujoco
