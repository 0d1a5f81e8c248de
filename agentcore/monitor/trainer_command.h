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

/// Places a robot and turns it upright; its posture stays, it is at rest afterwards.
struct AgentMove {
    Eigen::Vector3d p_STorso = Eigen::Vector3d::Zero();
    /// Turn of the torso about z of S; at 0 the robot faces +y, as body frames do. In degrees on
    /// the wire.
    double yawRad = 0.0;
    [[nodiscard]] bool operator==(const AgentMove&) const = default;
};

/// `(agent (unum 3)(team Left)(pos x y z)(move x y z deg)(battery b)(temperature t))`: what is set
/// is done, in this order. Without a number or a team the server takes it for
/// `ClearSelectedAgents`.
struct AgentCommand {
    game::PlayerId agent;
    std::optional<Eigen::Vector3d> p_STorso; ///< `pos`: shifts the robot and halts it
    std::optional<AgentMove> move;
    std::optional<double> battery;
    std::optional<double> temperature; ///< the server sets the battery by this, too
    [[nodiscard]] bool operator==(const AgentCommand&) const = default;
};

/// `(agent)`: moves the selected robots 2.5 m (FreeKickMoveDist) towards their own half.
struct ClearSelectedAgents {
    [[nodiscard]] bool operator==(const ClearSelectedAgents&) const = default;
};

/// `(ball (pos x y z)(vel x y z))`. A velocity also ends the ball's spin; a position alone leaves
/// its motion as it is.
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

/// `(kickOff Left)`. Side None (`None`): a coin is thrown, or the side that did not begin the
/// first half begins the second. The server does nothing when no side is named.
struct KickOff {
    game::Side side = game::Side::None;
    [[nodiscard]] bool operator==(const KickOff&) const = default;
};

/// `(getAck)`: asks for an answer that rcssserver3d 0.7.x never sends.
struct GetAck {
    [[nodiscard]] bool operator==(const GetAck&) const = default;
};

/// `(select (unum 3)(team Left))`: selects this robot only; side None is any team.
struct SelectAgent {
    game::PlayerId agent;
    [[nodiscard]] bool operator==(const SelectAgent&) const = default;
};

/// `(select)`: the robot after the selected one, in the order in which they came; the first if
/// none is selected, or the last.
struct SelectNextAgent {
    [[nodiscard]] bool operator==(const SelectNextAgent&) const = default;
};

/// `(select (unum -1))`: nobody is selected afterwards.
struct ClearSelection {
    [[nodiscard]] bool operator==(const ClearSelection&) const = default;
};

/// `(kill (unum 3)(team Left))`, or `(kill)` for the selected robot: takes it out of the game.
struct KillAgent {
    std::optional<game::PlayerId> agent; ///< nothing: the selected one
    [[nodiscard]] bool operator==(const KillAgent&) const = default;
};

/// `(repos (unum 3)(team Left))`, or `(repos)` for the selected robot: puts it outside the field,
/// where players go after a foul.
struct RepositionAgent {
    std::optional<game::PlayerId> agent; ///< nothing: the selected one
    [[nodiscard]] bool operator==(const RepositionAgent&) const = default;
};

/// `(killsim)`: ends the server.
struct KillSimulation {
    [[nodiscard]] bool operator==(const KillSimulation&) const = default;
};

/// `(reqfullstate)`: the next message to all monitors is a full one.
struct RequestFullState {
    [[nodiscard]] bool operator==(const RequestFullState&) const = default;
};

/// `(time 120.5)`: sets the game clock.
struct SetTime {
    double timeS = 0.0; ///< 0 or more
    [[nodiscard]] bool operator==(const SetTime&) const = default;
};

/// `(score (left 2)(right 1))`, both 0 or more.
struct SetScore {
    int left = 0;
    int right = 0;
    [[nodiscard]] bool operator==(const SetScore&) const = default;
};

/// What monitors and trainers may ask of the server.
using TrainerCommand =
    std::variant<AgentCommand, ClearSelectedAgents, BallCommand, SetPlayMode, DropBall, KickOff,
                 GetAck, SelectAgent, SelectNextAgent, ClearSelection, KillAgent, RepositionAgent,
                 KillSimulation, RequestFullState, SetTime, SetScore>;

/// The commands of a message, and what was wrong with it.
struct TrainerMessage {
    std::vector<TrainerCommand> commands; ///< in their order
    std::vector<base::Error> errors;      ///< in their order, the first hundred
};

/// Reads the S-expressions of a trainer's message as the server does.
///
/// Upper and lower case differ. Parameters may stand in any order; of two with one name the first
/// counts; unknown ones are ignored. A whole number may have a fraction, which is cut off, and
/// letters behind a number are ignored. A parameter without a value counts as absent. A team that
/// is neither Left nor Right nor None counts as None (and is an error, too).
///
/// Faults of one command leave the others as they are; a command with several parts keeps those in
/// front of the faulty one. Errors, each with its byte in the message: InvalidArgument (unknown
/// command, play mode, team), Malformed (value missing, no number; the server takes words for 0),
/// LimitExceeded (nan, infinite, or out of range), and Malformed or Truncated for text that is no
/// S-expression; what follows that is not read. Any thread.
/// Source: `trainercommandparser.cpp`, `predicate.cpp`, `parameterlist.h` of rcssserver3d 0.7.x.
[[nodiscard]] TrainerMessage parseTrainerCommands(std::string_view message);

/// The text of a command, which `parseTrainerCommands` and the server read as this command.
[[nodiscard]] std::string encodeTrainerCommand(const TrainerCommand& command);

} // namespace sideline::monitor
