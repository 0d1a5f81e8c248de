#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "agentcore/base/error.h"
#include "agentcore/game/play_mode.h"
#include "agentcore/game/player_id.h"

namespace sideline::monitor {

/// Moves a robot and turns it upright; its joints keep their angles, its velocity becomes zero.
struct AgentMove {
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero();
    /// Rotation of the torso about z of S. At 0 the robot faces +y, like body frames. The protocol
    /// uses degrees.
    double yawRad = 0.0;
    [[nodiscard]] bool operator==(const AgentMove&) const = default;
};

/// `(agent (unum 3)(team Left)(pos x y z)(move x y z deg)(battery b)(temperature t))`: the given
/// parts are executed in this order. Without a number or a team, the server executes
/// `ClearSelectedAgents` instead.
struct AgentCommand {
    game::PlayerId agent;
    std::optional<Eigen::Vector3d> p_STorso; ///< `pos`: shifts the robot and stops it
    std::optional<AgentMove> move;
    std::optional<double> battery;
    std::optional<double> temperature; ///< the server also sets the battery to this value
    [[nodiscard]] bool operator==(const AgentCommand&) const = default;
};

/// `(agent)`: moves the selected robots 2.5 m (FreeKickMoveDist) toward their own half.
struct ClearSelectedAgents {
    [[nodiscard]] bool operator==(const ClearSelectedAgents&) const = default;
};

/// `(ball (pos x y z)(vel x y z))`. A velocity also stops the spin; a position alone preserves the
/// motion.
struct BallCommand {
    std::optional<Eigen::Vector3d> p_SBall;       ///< meters
    std::optional<Eigen::Vector3d> velocity_SMps; ///< meters per second
    [[nodiscard]] bool operator==(const BallCommand&) const = default;
};

/// `(playMode PlayOn)`, with a name of `game::kPlayModeNames`.
struct SetPlayMode {
    game::PlayMode mode = game::PlayMode::BeforeKickOff;
    [[nodiscard]] bool operator==(const SetPlayMode&) const = default;
};

/// `(dropBall)`
struct DropBall {
    [[nodiscard]] bool operator==(const DropBall&) const = default;
};

/// `(kickOff Left)`. Side None (`None`): tosses a coin in the first half; in the second half,
/// chooses the side that did not start the first one. The server ignores the command without a
/// side.
struct KickOff {
    game::Side side = game::Side::None;
    [[nodiscard]] bool operator==(const KickOff&) const = default;
};

/// `(getAck)`: requests a reply that rcssserver3d 0.7.x never sends.
struct GetAck {
    [[nodiscard]] bool operator==(const GetAck&) const = default;
};

/// `(select (unum 3)(team Left))`: selects only this robot; side None means any team.
struct SelectAgent {
    game::PlayerId agent;
    [[nodiscard]] bool operator==(const SelectAgent&) const = default;
};

/// `(select)`: selects the robot after the selected one in order of arrival; the first robot if
/// none or the last one is selected.
struct SelectNextAgent {
    [[nodiscard]] bool operator==(const SelectNextAgent&) const = default;
};

/// `(select (unum -1))`: clears the selection.
struct ClearSelection {
    [[nodiscard]] bool operator==(const ClearSelection&) const = default;
};

/// `(kill (unum 3)(team Left))`, or `(kill)` for the selected robot: removes the robot from the
/// game.
struct KillAgent {
    std::optional<game::PlayerId> agent; ///< the selected robot if not set
    [[nodiscard]] bool operator==(const KillAgent&) const = default;
};

/// `(repos (unum 3)(team Left))`, or `(repos)` for the selected robot: moves it off the field to
/// the place used after fouls.
struct RepositionAgent {
    std::optional<game::PlayerId> agent; ///< the selected robot if not set
    [[nodiscard]] bool operator==(const RepositionAgent&) const = default;
};

/// `(killsim)`: shuts the server down.
struct KillSimulation {
    [[nodiscard]] bool operator==(const KillSimulation&) const = default;
};

/// `(reqfullstate)`: makes the next message to all monitors a full one.
struct RequestFullState {
    [[nodiscard]] bool operator==(const RequestFullState&) const = default;
};

/// `(time 120.5)`: sets the game clock.
struct SetTime {
    double timeS = 0.0; ///< game time, 0 or more
    [[nodiscard]] bool operator==(const SetTime&) const = default;
};

/// `(score (left 2)(right 1))`, both 0 or more.
struct SetScore {
    int left = 0;
    int right = 0;
    [[nodiscard]] bool operator==(const SetScore&) const = default;
};

/// Commands that monitors and trainers can send to the server.
using TrainerCommand =
    std::variant<AgentCommand, ClearSelectedAgents, BallCommand, SetPlayMode, DropBall, KickOff,
                 GetAck, SelectAgent, SelectNextAgent, ClearSelection, KillAgent, RepositionAgent,
                 KillSimulation, RequestFullState, SetTime, SetScore>;

/// The commands of a message and its errors.
struct TrainerMessage {
    std::vector<TrainerCommand> commands; ///< commands in message order
    std::vector<base::Error> errors;      ///< errors in message order, at most a hundred
};

/// Reads the S-expressions of a trainer's message as the server does.
///
/// Case-sensitive. Parameters may be in any order; of several parameters with the same name, the
/// first one counts; unknown parameters are ignored. Where an integer is expected, fractions are
/// truncated; letters after a number are ignored. A parameter without a value counts as absent. A
/// team other than Left, Right and None counts as None and is reported as an error.
///
/// An error in one command does not affect the others; a command with several parts keeps those
/// before the invalid one. Errors, each with its byte offset: InvalidArgument (unknown command,
/// play mode, team), Malformed (a value that is missing or not a number; the server reads words as
/// 0), LimitExceeded (NaN, infinite or out of range), and Malformed or Truncated for text that is
/// not an S-expression, which ends the parsing. Any thread.
/// Source: `trainercommandparser.cpp`, `predicate.cpp`, `parameterlist.h` of rcssserver3d 0.7.x.
[[nodiscard]] TrainerMessage parseTrainerCommands(std::string_view message);

/// The text of a command, which `parseTrainerCommands` and the server parse into the same command.
[[nodiscard]] std::string encodeTrainerCommand(const TrainerCommand& command);

} // namespace sideline::monitor
